"""What of a review is a finding, and how bad it says it is."""

from __future__ import annotations

import pytest

from steward.challenge.review_answer import parse_answer
from steward.challenge.review_reading import Finding, Remark, area, read_review, skill, stated_decision
from steward.challenge.rubric import Decision, Severity
from steward.errors import InputInvalid


def findings(body: str, *inline: Remark) -> tuple[Finding, ...]:
    return read_review(None, body, inline).findings


def one(text: str) -> Finding:
    (found,) = findings("", Remark(text=text))
    return found


class TestBody:
    def test_paragraphs_list_items_and_inline_comments_are_findings(self) -> None:
        body = "The loop is off by one\nand so is the other.\n\n- the file leaks\n  badly\n* no lock\n1. no test\n"
        found = findings(body, Remark(text="no check", file="a.py", line=3))
        assert [each.spoken for each in found] == [
            "The loop is off by one and so is the other.",
            "the file leaks badly",
            "no lock",
            "no test",
            "no check",
        ]
        assert [each.number for each in found] == [1, 2, 3, 4, 5]
        assert (found[-1].file, found[-1].line) == ("a.py", 3)

    @pytest.mark.parametrize(
        "body",
        [
            "LGTM",
            "Nice work, thanks!",
            "Why is this a POST?",
            "praise: the lock is well placed",
            "question: does the lock leak?",
            "thought (non-blocking): a queue would be another way",
            "I found these problems:",
            "This PR adds an endpoint that updates items.",
            "## Security",
            "> the file leaks",
            "```python\nfile leaks here\n```",
            "~~~\nfile leaks here",
            "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1,2 @@\n file leaks\n+file leaks\n-no lock\n",
            "<!-- the file leaks -->",
            "<!-- the file leaks",
            "Decision: request changes",
            "Decision: maybe",
            "I would not merge this yet.",
            "Three things have to change.",
            "See my comments below.",
            "Great start, but this is not ready.",
            "I request changes. Details inline.",
        ],
    )
    def test_praise_questions_quotes_and_headings_are_none(self, body: str) -> None:
        assert findings(body) == ()

    def test_a_question_beside_a_finding_does_not_hide_it(self) -> None:
        (found,) = findings("What if it is unknown? It would be None and crash.")
        assert found.spoken == "It would be None and crash."

    @pytest.mark.parametrize(
        ("text", "spoken"),
        [
            ("Could you please add a permission check?", "please add a permission check."),
            ("Shouldn't `load` close the file?", "`load` should close the file."),
            ("Isn't this an SQL injection?", "this an SQL injection."),
            ("Where is the ownership check?", "missing ownership check."),
            ("Maybe the file leaks?", "Maybe the file leaks?"),
        ],
    )
    def test_a_question_that_asks_for_a_change_is_for_a_person(self, text: str, spoken: str) -> None:
        (found,) = findings(text)
        assert (found.spoken.strip(), found.asked) == (spoken, True)

    @pytest.mark.parametrize(
        "text",
        [
            "I would not merge this, the file leaks.",
            "The merge drops the last item.",
            "It does not merge the first one.",
            "Before merging, close `file`.",
            "There are two problems: no lock and no test.",
        ],
    )
    def test_what_is_wrong_beside_the_merge_is_a_finding(self, text: str) -> None:
        assert [each.spoken for each in findings(text)] == [text]

    def test_what_was_looked_for_and_not_seen_is_stated(self) -> None:
        (found,) = findings("Where is the ownership check? I can't find one.")
        assert (found.spoken, found.asked) == ("there is no ownership check.", False)

    def test_a_suggested_change_alone_says_nothing(self) -> None:
        assert findings("```suggestion\nwith open(path) as file:\n```") == ()

    @pytest.mark.parametrize(
        ("body", "number"),
        [
            ("-    row = f(term)\n+    row = g(term)  # no lock", 0),
            ("- row = f(term)\n+ # no lock, the file leaks", 0),
            ("+ nice tests\n- no lock\n- the file leaks", 2),
            ("- no lock\n- the file leaks", 2),
            ("+ no lock\n+ the file leaks", 2),
        ],
    )
    def test_a_diff_without_its_head_is_no_list(self, body: str, number: int) -> None:
        assert len(findings(body)) == number

    def test_a_statement_that_ends_in_a_question_is_a_finding(self) -> None:
        assert len(findings("I see no test for refunds, can we add one?")) == 1

    def test_what_follows_a_diff_is_read(self) -> None:
        assert [each.spoken for each in findings("@@ -1 +1 @@\n+x = 1\n\nThe file leaks.")] == [
            "The file leaks."
        ]


class TestSeverity:
    @pytest.mark.parametrize(
        ("text", "severity"),
        [
            ("Critical: the file leaks", Severity.CRITICAL),
            ("**Critical (security)**: the file leaks", Severity.CRITICAL),
            ("[high] the file leaks", Severity.HIGH),
            ("The file leaks (severity: medium)", Severity.MEDIUM),
            ("The file leaks, this is a minor issue", Severity.LOW),
            ("issue (security, blocking): the file leaks", Severity.HIGH),
            ("**issue (critical):** the file leaks", Severity.CRITICAL),
            ("**Security / critical** - the file leaks", Severity.CRITICAL),
            ("issue (non-blocking): the file leaks", Severity.MEDIUM),
            ("suggestion (non-blocking): close the file", Severity.LOW),
            ("nitpick: the file leaks", Severity.LOW),
            ("The file leaks under high load", None),
            ("The file leaks in low-level code", None),
        ],
    )
    def test_comes_from_plain_words_or_conventional_comments(
        self, text: str, severity: Severity | None
    ) -> None:
        assert one(text).severity is severity

    def test_a_heading_speaks_for_what_is_below_it(self) -> None:
        found = findings("### Critical\n- the file leaks\n- low: the name is odd\n### Other\n- no lock\n")
        assert [each.severity for each in found] == [Severity.CRITICAL, Severity.LOW, None]

    def test_what_an_answer_states_stands_before_its_words(self) -> None:
        assert (
            findings("", Remark(text="low: leaks badly", severity=Severity.HIGH))[0].severity is Severity.HIGH
        )

    def test_a_name_of_code_behind_the_label_stays_whole(self) -> None:
        assert one("**Critical (security)**: `load` leaks the file").spoken == "`load` leaks the file"

    def test_the_label_is_no_part_of_what_is_said(self) -> None:
        assert one("**Critical (security)**: the file leaks").spoken == "the file leaks"


class TestArea:
    @pytest.mark.parametrize(
        ("category", "name", "shown"),
        [
            ("Security", "security", "implementation"),
            ("error handling", "reliability", "implementation"),
            ("Tests", "testing", "testing"),
            ("naming", "maintainability", "judgement"),
            ("astrology", "astrology", "implementation"),
        ],
    )
    def test_has_one_name_and_shows_a_skill(self, category: str, name: str, shown: str) -> None:
        assert (area(category), skill(category)) == (name, shown)

    def test_a_place_in_words_is_a_place(self) -> None:
        found = one("api/items.py:45 leaks the file")
        assert (found.file, found.line) == ("api/items.py", 45)


class TestLists:
    @pytest.mark.parametrize(
        "text",
        [
            "missing authorization, SQL injection, race condition, N+1 query, memory leak, no tests",
            "authorization injection race leak query secret timeout",
            "Es fehlt jede Prüfung, jeder Benutzer kann fremde Datensätze ändern",
            "存在しない権限 チェック 競合 注入 漏れ 秘密 試験",
            "rows = connection.execute(select) item = rows.fetch return item",
            "No hay control de permisos, cualquier usuario puede modificar los registros",
        ],
    )
    def test_keywords_code_and_other_languages_are_no_sentences(self, text: str) -> None:
        assert one(text).listed

    @pytest.mark.parametrize(
        "text",
        [
            "There is no permission check on the update, so any user can change it.",
            "missing authorization",
            "The lock, the counter, the file and the cache are all shared between the threads.",
        ],
    )
    def test_sentences_are_sentences(self, text: str) -> None:
        assert not one(text).listed

    @pytest.mark.parametrize(
        ("text", "foreign"),
        [
            ("missing authorization, SQL injection, race condition, N+1 query, memory leak, no tests", False),
            ("Es fehlt jede Prüfung, jeder Benutzer kann fremde Datensätze ändern", True),
            ("存在しない権限 チェック 競合 注入 漏れ 秘密 試験", True),
            ("The frobnicator of the widget panics whenever the gizmo is green.", False),
        ],
    )
    def test_another_language_is_no_list_of_english_words(self, text: str, *, foreign: bool) -> None:
        assert one(text).foreign is foreign

    def test_many_items_of_a_few_words_are_a_list(self) -> None:
        assert all(each.listed for each in findings("\n".join(f"- missing thing{n} check" for n in range(9))))


class TestDecision:
    @pytest.mark.parametrize(
        ("line", "decision"),
        [
            ("Decision: request changes", Decision.REQUEST_CHANGES),
            ("**Verdict:** approve", Decision.APPROVE),
            ("merge decision - comment", Decision.COMMENT),
            ("Request changes", Decision.REQUEST_CHANGES),
            ("Decision: do not merge", Decision.REQUEST_CHANGES),
            ("Verdict: LGTM!", Decision.APPROVE),
            ("I request changes.", Decision.REQUEST_CHANGES),
            ("do not merge", Decision.REQUEST_CHANGES),
            ("Please do not merge this.", Decision.REQUEST_CHANGES),
            ("Close, but no. I can't approve this as it stands.", Decision.REQUEST_CHANGES),
            ("approved", Decision.APPROVE),
            ("Nice work. LGTM", Decision.APPROVE),
            ("- [ ] Approve\n- [x] Request changes", Decision.REQUEST_CHANGES),
            ("- [ ] Approve", None),
            ("I would approve this", None),
            ("LGTM once the lock is there.", None),
            ("LGTM. Do not merge.", None),
            ("Is this ready to merge?", None),
            ("> I request changes.", None),
            ("Decision: maybe", None),
            ("Decision: approve after the lock is there", None),
            ("", None),
        ],
    )
    def test_is_what_a_line_or_a_whole_sentence_states(self, line: str, decision: Decision | None) -> None:
        assert stated_decision(f"Hello\n\n{line}\n\nMore") is decision

    @pytest.mark.parametrize(
        "body",
        [
            "> Decision: approve",
            "```\nDecision: approve\n```",
            "<!-- Decision: approve -->",
            "<!--\nDecision: approve\n-->",
            "Decision: approve\n\nDecision: request changes",
        ],
        ids=["quoted", "fenced", "hidden", "hidden over lines", "two that differ"],
    )
    def test_what_others_wrote_what_is_hidden_and_two_that_differ_decide_nothing(self, body: str) -> None:
        assert stated_decision(body) is None

    def test_a_line_beside_a_quoted_one_decides(self) -> None:
        assert stated_decision("> Decision: approve\n\nDecision: request changes") is Decision.REQUEST_CHANGES


class TestAnswer:
    def test_yaml_and_json_say_the_same(self) -> None:
        finding = b"{text: the file leaks, severity: low, line: 3, file: ./a.py}"
        yaml = b"mergeDecision: approve\nfindings:\n  - " + finding + b"\n"
        json = (
            b'{"mergeDecision": "approve", "findings": '
            b'[{"text": "the file leaks", "severity": "low", "line": 3, "file": "a.py"}]}'
        )
        assert parse_answer(yaml, path="-") == parse_answer(json, path="a.json")

    def test_json_may_write_an_emoji_in_two_halves(self) -> None:
        found = parse_answer(
            rb'{"mergeDecision": "approve", "findings": [{"text": "it leaks \ud83d\ude00"}]}', path="-"
        )
        assert found.findings[0].text == "it leaks 😀"

    def test_what_is_not_stated_is_unknown(self) -> None:
        found = parse_answer(
            b"mergeDecision: comment\nfindings: [{text: the file leaks}]\n", path="-"
        ).findings[0]
        assert (found.severity, found.category, found.file, found.line) == (None, "", "", None)

    def test_null_states_nothing(self) -> None:
        head = '{"mergeDecision": "comment", "findings": [{"text": "The file leaks."'
        nulls = ', "severity": null, "category": null, "file": null, "line": null'
        assert parse_answer(f"{head}{nulls}}}]}}".encode(), path="a.json") == parse_answer(
            f"{head}}}]}}".encode(), path="a.json"
        )

    def test_other_text_is_markdown(self) -> None:
        found = parse_answer(b"Decision: approve\r\n\r\nfindings: the file leaks\r\n", path="standard input")
        assert found.decision is Decision.APPROVE
        assert len(found.findings) == 1

    @pytest.mark.parametrize(
        ("text", "problem"),
        [
            ("mergeDecision: maybe\nfindings: []", "a.yml:1:1: mergeDecision: invalid value 'maybe'"),
            ("findings: []", "a.yml:1:1: mergeDecision: is missing"),
            ("mergeDecision: approve", "a.yml:1:1: findings: is missing"),
            (
                "mergeDecision: approve\nfindings:\n  - severity: low",
                "a.yml:3:5: findings[0].text: is missing",
            ),
            (
                "mergeDecision: approve\nfindings:\n  - text: x\n    weight: 3",
                "a.yml:4:5: findings[0]: the key 'weight'",
            ),
            ("mergeDecision: approve\nfindings: [{text: x, line: -3}]", "a.yml:2:22: findings[0].line"),
            ("", "mergeDecision: is missing"),
            ("mergeDecision: [", "a.yml:1"),
            ("mergeDecision: &a approve\nfindings: *a", "aliases are not allowed"),
        ],
    )
    def test_a_malformed_one_names_the_key_and_the_line(self, text: str, problem: str) -> None:
        with pytest.raises(InputInvalid) as error:
            parse_answer(text.encode(), path="a.yml")
        assert any(each.startswith(problem) or problem in each for each in error.value.problems)

    def test_bytes_that_are_no_text_are_refused(self) -> None:
        with pytest.raises(InputInvalid, match=r"a\.md:2: is not UTF-8"):
            parse_answer(b"x\n\xff", path="a.md")
        with pytest.raises(InputInvalid, match="allowed"):
            parse_answer(b"x" * 3_000_000, path="a.md")


def test_letters_of_another_width_are_the_letters() -> None:
    wide = "There is no permission check before the update.".translate(
        {code: code + 0xFEE0 for code in range(0x21, 0x7F)} | {0x20: 0x3000}
    )
    (found,) = read_review(None, wide).findings
    assert found.spoken == "There is no permission check before the update."
    assert not found.foreign
    assert not found.listed
