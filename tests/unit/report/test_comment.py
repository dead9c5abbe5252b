"""The comment: what a reader sees, in which order, inert and within GitHub's sizes."""

from __future__ import annotations

import re

import pytest
from hypothesis import HealthCheck, given, settings
from msgspec.structs import replace

from steward.errors import ConfigInvalid, RateLimited, Reason
from steward.model import (
    Author,
    Branch,
    Content,
    Credits,
    Evaluation,
    Finding,
    GateMode,
    GateOutcome,
    GateResult,
    Kind,
    PastVerdict,
    ProseReason,
    ProseSource,
    PullRequest,
    Quoted,
    Run,
)
from steward.pipeline import skipped
from steward.report.comment import MOST_CHARS, MOST_OCTETS, comparable, render
from steward.report.markdown import visible
from tests.unit.report import build, gfm
from tests.unit.report.build import HEAD, MARKER, RUN, file
from tests.unit.report.hostile import texts

FACTS = PullRequest(record=None, change=build.change(file("src/a.py")))


def comment(evaluation: Evaluation, *history: PastVerdict, run: Run = RUN, spare: int = 0) -> str:
    return render(evaluation, marker=MARKER, history=history, run=run, spare=spare)


def shown(evaluation: Evaluation, *history: PastVerdict) -> str:
    """What is not folded away."""
    return comment(evaluation, *history).partition("<details>")[0]


def in_order(text: str, *parts: str) -> bool:
    positions = [text.find(part) for part in parts]
    return -1 not in positions and positions == sorted(positions)


# ------------------------------------------------------------------------------------- what a reader sees


def test_the_reader_sees_the_important_things_first() -> None:
    page = comment(build.login(), build.past())
    assert page.startswith(f"{MARKER}\n\n### ")
    assert in_order(
        page,
        "### 🟡 59 amber",
        "**59** from 5 of 5 dimensions, **up 1 from 58 at `0f1e2d3`**",
        "| Correctness | 🟡 **60** amber |",
        "| Security | 🟡 **65** amber |",
        "| Complexity delta | 🔴 **45** red |",
        "| Docs alignment | 🟡 **50** amber |",
        "| Governance alignment | 🟢 **75** green |",
        "#### What would raise it",
        "#### In words",
        "Template report: no API key configured",
        "<summary>How 59 comes about</summary>",
        "<summary>Evidence, line by line</summary>",
        "<summary>Changed files: 7 (1 test, 6 source)</summary>",
        "<summary>History: 2 verdicts</summary>",
        "Steward ",
    )


@pytest.mark.parametrize("make", [build.good, build.login, build.bare, build.docs_only, build.incomplete])
def test_the_visible_part_is_short(make: object) -> None:
    assert callable(make)
    assert len([line for line in shown(make()).splitlines() if line]) <= 28


def test_the_table_says_why_beside_each_score() -> None:
    page = shown(build.login())
    assert (
        "| **1 test file for 6 source files**<br>changed: `tests/test_login.py`; "
        "no test named after `src/authors.py`, `src/mail.py`, `src/main.py` and 2 more |"
    ) in page
    assert (
        "`src/auth/login.py` (auth, 405 changed lines) and "
        "`src/authors.py` (auth, only inside `authors`, 24 changed lines) |"
    ) in page


def test_the_last_score_of_a_dimension_stands_beside_the_new_one() -> None:
    page = shown(build.login(), build.past(correctness=40, security=65))
    assert "🟡 **60** amber<br>was 40" in page
    assert "was 65" not in page


def test_one_move_that_raises_two_dimensions_is_said_once() -> None:
    page = shown(build.bare())
    assert (
        "- **1 more test file**: correctness 40 → 90, security 35 → 65, overall 59 → 79. "
        "Changed without a test of the same name: `src/auth/login.go`. Security gets no higher than that "
        "while sensitive paths are touched: have `src/auth/login.go` read with care."
    ) in page
    assert "- **1 docs file**: docs alignment 70 → 90, overall 59 → 64." in page


def test_what_no_move_raises_is_said() -> None:
    assert (
        "- **Security stays at 65**: no test, docs or size would raise it while sensitive paths are touched: "
        "have `src/auth/login.py` and `src/authors.py` read with care."
    ) in shown(build.login())


def test_a_green_change_is_urged_to_nothing() -> None:
    page = comment(build.good())
    assert "### 🟢 90 green" in page
    assert "What would raise it" not in page
    assert "State `done`, verdict `pass`." in page


def test_few_dimensions_are_said() -> None:
    page = shown(build.docs_only())
    assert "**90** from 2 of 5 dimensions" in page
    assert "| Docs alignment | ⚪ unknown | **no source file changed**" in page


def test_an_incomplete_list_reads_as_that_and_not_as_a_colour() -> None:
    page = shown(build.incomplete())
    assert "### ⚠️ file list incomplete: 2 of 3,412" in page
    assert "Split the change" in page
    assert "| Security | ⚪ unknown | **file list incomplete: 2 of 3,412** |" in page


def test_nothing_to_score_is_not_green() -> None:
    page = comment(build.nothing())
    assert "### ⚪ nothing to score" in page
    assert "🟢" not in page
    assert "Changed files: 0" in page


def test_a_word_stands_beside_every_symbol() -> None:
    words = {"🟢": "green", "🟡": "amber", "🔴": "red", "⚪": "unknown"}
    for line in comment(build.login()).splitlines():
        for symbol, word in words.items():
            assert symbol not in line or word in line


def test_the_title_of_the_pull_request_stands_in_the_details() -> None:
    judged = build.evaluation(file("a.py"), of=build.record("Fix @octocat's #1"))
    folded = comment(judged).partition("<details>")[2]
    assert (
        "`Fix @octocat's #1` by `mona`, `login` at `1a2b3c4` into `main`. Read from GitHub's diff." in folded
    )


def test_the_files_are_listed_with_class_change_and_lines() -> None:
    page = comment(
        build.evaluation(
            file("src/new.py", 1_200, 0, Kind.ADDED),
            file("logo.png", None, None),
            file("src/b.py", 1, 2, Kind.RENAMED, "src/a.py"),
            file("src/huge.py", 0, 0, content=Content.ASSUMED),
        )
    )
    assert "<summary>Changed files: 4 (3 source, 1 other)</summary>" in page
    assert "| `logo.png` | other | modified | binary |" in page
    assert "| `src/b.py` from `src/a.py` | source | renamed | +1 −2 |" in page
    assert "| `src/huge.py` | source | modified | not given |" in page
    assert "| `src/new.py` | source | added | +1,200 −0 |" in page


def test_an_incomplete_list_says_so_beside_the_files() -> None:
    assert "Read from GitHub's diff. The list is incomplete: 2 of 3,412 files." in comment(build.incomplete())
    unknown = build.evaluation(file("a.py"), complete=False)
    assert "The list is incomplete: 1 of more." in comment(unknown)


def test_a_change_that_is_no_pull_request_has_no_title() -> None:
    page = comment(replace(build.good(), record=None, pull_request=replace(FACTS, record=None)))
    assert "\nRead from GitHub's diff.\n" in page
    assert "commit `" not in page


def test_the_arithmetic_of_the_mean_is_shown_with_its_numbers() -> None:
    page = comment(build.login())
    assert "(60 + 65 + 45 + 50 + 75) / 5 = 295/5 = 59" in page
    assert (
        "- Correctness 60: 1 test / 6 source = 0.16… (from 0.33: 90, from 0.20: 75, below: 60, no test: 40)"
        in page
    )


# -------------------------------------------------------------------------------------------------- gates


def gate(mode: GateMode, result: GateResult = GateResult.FAIL) -> GateOutcome:
    finding = Finding(
        where=HEAD,
        what=("no sign-off",),
        measured="0",
        limit="1",
        mend=("Run ", Quoted("git rebase --signoff main"), "."),
    )
    return GateOutcome(name="dco", mode=mode, result=result, findings=(finding,))


def test_gates_say_what_to_do() -> None:
    judged = build.evaluation(file("docs/a.md"), gates=(gate(GateMode.ENFORCE),))
    page = shown(judged)
    assert "### ⛔ 90 green, blocked: dco" in page
    assert "| dco | enforce | ❌ fail |" in page
    assert f"- **dco** `{HEAD}`: no sign-off (measured 0, limit 1). Run `git rebase --signoff main`." in page


def test_an_observed_gate_stays_out_of_the_comment() -> None:
    assert "dco" not in comment(build.evaluation(file("docs/a.md"), gates=(gate(GateMode.OBSERVE),)))


def test_a_waived_gate_never_reads_as_passed() -> None:
    page = comment(build.evaluation(file("docs/a.md"), gates=(gate(GateMode.ENFORCE, GateResult.WAIVED),)))
    assert "| dco | enforce | 🟠 waived |" in page
    assert "✅" not in page


# ---------------------------------------------------------------------------------------------- the states


def test_a_failed_run_says_what_happened_how_to_mend_it_and_what_was_said_last() -> None:
    error = ConfigInvalid(
        (
            ".github/steward.yml:3:4: unknown key `gatez`",
            ".github/steward.yml:9:1: not a status: 'sometimes'",
        ),
        mend="Correct the file on the default branch.",
    )
    page = comment(build.failed(error), build.past(62))
    assert in_order(
        page,
        "### ⚠️ evaluation failed: configuration invalid",
        "State `failed(config_invalid)`, verdict `fail`.",
        "**What is wrong:**",
        "- `.github/steward.yml:3:4`: unknown key `gatez`",
        "- `.github/steward.yml:9:1`: not a status: 'sometimes'",
        "**How to mend it:** Correct the file on the default branch.",
        "troubleshooting.md#config_invalid",
        "**Last verdict:** `62 amber` at `0f1e2d3`.",
        "<summary>History: 1 verdict</summary>",
    )


def test_a_failed_run_without_a_docs_address_names_the_page() -> None:
    page = comment(
        build.failed(RateLimited("GitHub asks to wait", mend="Later.")), run=replace(RUN, docs=None)
    )
    assert "State `failed(rate_limited)`, verdict `fail`." in page
    assert "See `docs/troubleshooting.md`, section `rate_limited`." in page
    assert gfm.links(page) == [RUN.url]


def test_a_skipped_run_says_so_and_shows_no_score() -> None:
    page = comment(skipped(build.record(), Reason.BOT))
    assert "### ⚪ skipped: opened by a bot" in page
    assert "State `skipped(bot)`." in page
    assert "| Correctness" not in page


def test_an_exhausted_budget_reads_as_skipped_prose_with_all_scores() -> None:
    page = shown(build.out_of_credits())
    assert "### 🟢 90 green, prose skipped: daily credits used" in page
    assert "State `skipped(budget_exhausted)`" in page
    assert "| Correctness | 🟢 **90** green |" in page


@pytest.mark.parametrize("reason", ProseReason)
def test_the_label_says_why_no_model_wrote_it(reason: ProseReason) -> None:
    judged = build.good()
    assert judged.prose is not None
    page = comment(replace(judged, prose=replace(judged.prose, reason=reason)))
    assert re.search(r"<sub>Template report: \w", page)


def test_prose_by_a_model_is_never_called_a_template() -> None:
    judged = build.good()
    assert judged.prose is not None
    for source in (ProseSource.MODEL, ProseSource.MIXED):
        page = comment(replace(judged, prose=replace(judged.prose, source=source, reason=None)))
        assert "Template report" not in page
        assert "ritten by a model" in page


# ---------------------------------------------------------------------------------- when nothing has changed


def test_the_footer_names_version_commit_run_and_credits() -> None:
    judged = replace(build.good(), credits=Credits(spent_today=15, cap=500, known=True))
    footer = comment(judged, run=replace(RUN, attempt=2)).splitlines()[-1]
    assert "commit `1a2b3c4`" in footer
    assert f"[run 77]({RUN.url}), attempt 2" in footer
    assert "0.15 of 5.00 credits used today" in footer
    assert "`/steward help`" in footer
    assert "credits" not in comment(build.good()).splitlines()[-1]


def test_only_run_footer_and_marker_may_differ_unnoticed() -> None:
    first = render(build.good(), marker="<!-- one -->", history=(), run=RUN)
    judged = replace(build.good(), credits=Credits(spent_today=15))
    second = render(judged, marker="<!-- two -->", history=(), run=Run(id=99, attempt=3))
    assert first != second
    assert comparable(first) == comparable(second)
    assert comparable(first) != comparable(comment(build.bare()))


def test_a_second_run_for_one_head_shows_the_same_comment() -> None:
    before, same = build.past(), build.past(90, head=HEAD)
    assert comparable(comment(build.good(), before)) == comparable(comment(build.good(), before, same))


def test_a_path_cannot_pretend_to_be_the_footer() -> None:
    bodies = [comment(build.evaluation(file(f"x\n<!-- steward:footer -->\n{end}.py"))) for end in ("a", "b")]
    assert comparable(bodies[0]) != comparable(bodies[1])


# ------------------------------------------------------------------------------------------------- hostile


@given(texts, texts, texts)
@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow], deadline=None)
def test_nothing_that_others_wrote_comes_alive(one: str, two: str, three: str) -> None:
    paths = (f"src/auth/{one}.py", f"src/{two}", f"docs/{three}.md", f"tests/{one}{two}.py")
    of = build.record(
        f"title {one}",
        author=Author(login=f"l{two}"),
        head=Branch(sha=HEAD, name=f"b{three}", repository="org/repo"),
    )
    judged = build.evaluation(
        *(file(path, kind=Kind.RENAMED, previous=f"old/{path}") for path in dict.fromkeys(paths)), of=of
    )
    page = comment(judged, replace(build.past(), title=f"t{one}"))
    assert gfm.foreign_html(page) == []
    assert set(gfm.links(page)) <= {RUN.url, f"{RUN.docs}/scoring.md"}
    assert not re.search(r"[@#]|://|www\.", gfm.text(page))
    spans = gfm.code_spans(page)
    for text in (*paths, of.title, of.author.login, of.head.name):
        assert visible(text) in spans
    tables = [row for row in gfm.rows(page) if len(row) not in (3, 4)]
    assert tables == []


@given(texts, texts)
@settings(max_examples=60, deadline=None)
def test_no_finding_of_a_gate_comes_alive(one: str, two: str) -> None:
    finding = Finding(
        where=one, what=("signed by ", Quoted(two)), measured=one, limit=two, mend=("Run ", Quoted(one))
    )
    outcome = GateOutcome(name="dco", mode=GateMode.WARN, result=GateResult.FAIL, findings=(finding,))
    page = comment(build.evaluation(file("docs/a.md"), gates=(outcome,)))
    assert gfm.foreign_html(page) == []
    assert set(gfm.links(page)) <= {RUN.url, f"{RUN.docs}/scoring.md"}
    assert not re.search(r"[@#]|://|www\.", gfm.text(page))
    assert visible(two) in gfm.code_spans(page) or not two


@given(texts, texts)
@settings(max_examples=60, deadline=None)
def test_no_problem_with_foreign_words_comes_alive(one: str, two: str) -> None:
    error = ConfigInvalid((f"unknown key {one}", two), mend=f"write {two}")
    page = comment(build.failed(error), replace(build.past(), title=one))
    assert gfm.foreign_html(page) == []
    assert set(gfm.links(page)) <= {
        RUN.url,
        f"{RUN.docs}/scoring.md",
        f"{RUN.docs}/troubleshooting.md#config_invalid",
    }
    assert not re.search(r"[@#]|://|www\.", gfm.text(page))


# --------------------------------------------------------------------------------------------------- sizes


@pytest.mark.parametrize("letter", ["a", "😀", "|", "`", "\u202e", "\udc80"], ids=ascii)
def test_a_huge_change_keeps_the_comment_within_its_sizes(letter: str) -> None:
    page = comment(build.many(letter))
    assert len(page) <= MOST_CHARS
    assert len(page.encode()) <= MOST_OCTETS
    assert page.startswith(MARKER)
    assert gfm.is_closed(page)
    assert re.search(r"\| … and [\d,]+ more files, left out for length \|", page)
    assert re.search(r"- … and [\d,]+ more, left out for length", page)
    assert page.splitlines()[-1].startswith("<sub>Steward")
    assert all(line.count("<details>") <= 1 for line in page.splitlines())


def test_room_can_be_kept_free_for_a_longer_marker() -> None:
    assert len(comment(build.many("a"), spare=20_000)) <= MOST_CHARS - 20_000


def test_a_marker_of_many_charges_leaves_room_for_the_verdict() -> None:
    marker = f"<!-- steward:v1 {'x' * 40_000} -->"
    page = render(build.many("a"), marker=marker, history=(), run=RUN)
    assert len(page) <= MOST_CHARS
    assert page.splitlines()[0] == marker
    assert "| Governance alignment |" in page
