"""The dry report: every sentence from the evidence, plain, and right in number."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steward.model import (
    ChangedFile,
    Content,
    DimensionKey,
    Evaluation,
    Kind,
    ProseReason,
    ProseSource,
    ScoringRules,
    Status,
)
from steward.report.markdown import plain
from steward.synth.dry import write
from tests.unit.report import build
from tests.unit.report.build import evaluation, file
from tests.unit.report.hostile import texts
from tests.unit.synth import dry_reports, examples


def headline(judged: Evaluation) -> str:
    assert judged.scorecard is not None
    return plain(write(judged.scorecard, ProseReason.NO_KEY).headline)


def paragraph(judged: Evaluation, key: DimensionKey) -> str:
    assert judged.scorecard is not None
    return plain(write(judged.scorecard, ProseReason.NO_KEY).paragraphs[key])


def correctness(*files: ChangedFile) -> str:
    return paragraph(evaluation(*files), DimensionKey.CORRECTNESS)


def security(*files: ChangedFile) -> str:
    return paragraph(evaluation(*files), DimensionKey.SECURITY)


def complexity(*files: ChangedFile, rules: ScoringRules | None = None) -> str:
    return paragraph(evaluation(*files, rules=rules), DimensionKey.COMPLEXITY)


TEST, DOCS = file("tests/test_a.py"), file("docs/a.md")


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ((file("a.py"), TEST, DOCS), "Small change with tests and docs; nothing sensitive touched."),
        ((file("a.py"), TEST), "Small change with tests, without docs; nothing sensitive touched."),
        ((file("a.py"), DOCS), "Small change with docs, without tests; nothing sensitive touched."),
        ((file("auth.py"),), "Small change without tests or docs; 1 sensitive path touched."),
        ((file("auth.yml"), file("jwt.yml")), "Small change without source code; 2 sensitive paths touched."),
        ((file("a.py", 300, 100), TEST), "Large change with tests, without docs; nothing sensitive touched."),
        ((file("a.py", 100, 50),), "Medium change without tests or docs; nothing sensitive touched."),
        ((file("a.lock", 1_500, 0),), "Huge change without source code; nothing sensitive touched."),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_the_headline_says_size_company_and_what_is_sensitive(
    files: tuple[ChangedFile, ...], expected: str
) -> None:
    assert headline(evaluation(*files)) == expected


def test_nothing_and_an_incomplete_list_have_their_own_headlines() -> None:
    assert headline(build.nothing()) == "Nothing to score: no file changed."
    assert headline(build.incomplete()) == (
        "Huge change, read from its totals alone: the list of files is incomplete."
    )


def test_only_known_dimensions_have_a_paragraph() -> None:
    judged = build.docs_only()
    assert judged.prose is not None
    assert list(judged.prose.paragraphs) == [DimensionKey.SECURITY, DimensionKey.COMPLEXITY]
    assert judged.scorecard is not None
    assert write(build.scorecard(None, None, None, None, None), ProseReason.NO_KEY).paragraphs == {}


@pytest.mark.parametrize("reason", ProseReason)
def test_the_report_says_that_it_is_the_template_and_why(reason: ProseReason) -> None:
    prose = write(build.scorecard(None, 90, 90, None, None), reason)
    assert (prose.source, prose.reason) == (ProseSource.TEMPLATE, reason)


def test_correctness_without_tests_names_what_to_test() -> None:
    assert correctness(*(file(f"src/{letter}.py") for letter in "abcde")) == (
        "5 source files changed and no test did, so nothing in this change shows that it works. "
        "Add or update a test for src/a.py, src/b.py, src/c.py and 2 more."
    )


def test_correctness_of_deleted_source_asks_for_what_relied_on_it() -> None:
    gone = file("src/a.py", 0, 9, Kind.DELETED)
    assert correctness(gone) == (
        "1 source file was deleted and no test changed. Check that no test still relies on what is gone."
    )
    assert correctness(gone, file("src/b.py", 0, 9, Kind.DELETED)).startswith("2 source files were deleted")


def test_correctness_with_tests_says_which_files_are_left() -> None:
    assert correctness(file("src/a.py"), file("src/b.py"), TEST) == (
        "1 test file changed with 2 source files. No changed test is named after src/b.py: look there first."
    )
    assert correctness(file("src/a.py"), TEST) == (
        "1 test file changed with 1 source file. "
        "Each changed source file has a changed test of its own name. Read the two together."
    )


def test_security_without_a_sensitive_path_says_what_it_did_not_look_at() -> None:
    assert security(file("a.py")) == (
        "No changed path holds a sensitive term such as auth, token or crypto. "
        "Only paths are looked at, not what the lines do."
    )


def test_security_names_paths_terms_and_lines() -> None:
    assert security(file("src/auth/login.py", 2, 0), file("keys/jwt.bin", None, None)) == (
        "keys/jwt.bin (jwt; binary) and src/auth/login.py (auth; 2 changed lines) "
        "are sensitive by their paths; no test changed. Read these lines with more care than the rest."
    )


def test_security_shows_three_paths_and_counts_the_rest() -> None:
    paragraph = security(*(file(f"conf/auth{number}.yml", 1, 0) for number in range(5)), TEST)
    assert paragraph.startswith("conf/auth0.yml (auth; 1 changed line), conf/auth1.yml")
    assert " and 2 more are sensitive by their paths; 1 test file changed as well." in paragraph


def test_security_says_how_to_dismiss_a_longer_word() -> None:
    assert security(file("src/authors.py", 1, 0)).endswith(
        "In authors the term is only part of a longer word: scoring.security.match: words dismisses that."
    )
    assert "dismisses" not in security(file("src/auth.py"))


@pytest.mark.parametrize(
    ("added", "expected"),
    [
        (1, "1 changed line in 1 file: a small change. It can be read in one sitting."),
        (150, "150 changed lines in 1 file: a medium change. Plan for a careful read."),
    ],
)
def test_complexity_says_size_and_advice(added: int, expected: str) -> None:
    assert complexity(file("a.py", added, 0)) == expected


def test_complexity_says_what_else_is_known_of_the_lines() -> None:
    rules = ScoringRules(complexity_exclude=("*.svg",))
    paragraph = complexity(
        file("a.py", 1_800, 20), file("uv.lock", 30, 10), file("logo.svg", 90, 0), rules=rules
    )
    assert paragraph == (
        "1,860 changed lines in 2 files: a huge change. Few readers stay careful for that long: consider "
        "splitting it. 1,830 lines are added and 30 removed: ask whether something old could go. "
        "Generated, vendored or lock files make up 40 lines of it. "
        "The settings leave 1 more file out of the count."
    )


def test_complexity_says_when_the_files_alone_would_weigh_more() -> None:
    assert complexity(*(file(f"{number}.txt", 1, 1) for number in range(30))).endswith(
        "By the number of files alone it would be large."
    )


def test_complexity_of_an_incomplete_list_rests_on_totals() -> None:
    assert paragraph(build.incomplete(), DimensionKey.COMPLEXITY).endswith(
        "The list of files is incomplete, so this rests on GitHub's totals."
    )


def test_docs_names_the_docs_or_asks_for_them() -> None:
    judged = evaluation(file("a.py"), DOCS, file("README.md"))
    assert paragraph(judged, DimensionKey.DOCS) == (
        "README.md and docs/a.md changed with 1 source file. Check that the words match the new behaviour."
    )
    assert paragraph(evaluation(file("a.py")), DimensionKey.DOCS) == (
        "1 source file changed and no docs did. "
        "If anybody can notice the change, say so in the README, the docs or the changelog."
    )


def test_governance_says_that_only_presence_counts() -> None:
    assert paragraph(evaluation(file("a.py"), governance=True), DimensionKey.GOVERNANCE) == (
        "governance.pxf stands on the default branch. Only its presence counts for the score."
    )


files = st.builds(
    ChangedFile,
    path=st.tuples(st.sampled_from(["src/", "tests/", "docs/", "auth/", ""]), texts).map("".join),
    kind=st.sampled_from([Kind.ADDED, Kind.MODIFIED, Kind.DELETED]),
    additions=st.integers(min_value=0, max_value=700),
    deletions=st.integers(min_value=0, max_value=700),
    content=st.sampled_from(Content),
)


@given(st.lists(files, max_size=6, unique_by=lambda one: one.path), st.booleans())
def test_no_sentence_rates_the_change_or_speaks_of_an_unknown_dimension(
    changed: list[ChangedFile], governance: bool
) -> None:
    judged = evaluation(*changed, governance=governance)
    assert judged.scorecard is not None
    prose = write(judged.scorecard, ProseReason.NO_KEY)
    known = [one.key for one in judged.scorecard.dimensions if one.score is not None]
    assert list(prose.paragraphs) == known
    for words in (prose.headline, *prose.paragraphs.values()):
        ours = "".join(word if isinstance(word, str) else "X" for word in words)
        assert not re.search("|".join(Status), ours)
        assert not re.search(
            r"\b1 \w+( \w+)?s\b(?<!less)(?<!has)(?<!was)|\bnone\b|  | [.,;:]|[`*_<>#@]", ours
        )


@given(st.lists(files, max_size=6, unique_by=lambda one: one.path))
def test_the_same_evidence_gives_the_same_words(changed: list[ChangedFile]) -> None:
    first, second = evaluation(*changed), evaluation(*reversed(changed))
    assert first.prose == second.prose


def test_the_examples_in_the_docs_are_what_is_written() -> None:
    page = examples.PAGE.read_text("utf-8")
    assert examples.written(page) == page


def test_the_page_of_twelve_reports_is_what_is_written() -> None:
    assert dry_reports.PAGE.read_text("utf-8") == dry_reports.page(), (
        "run python -m tests.unit.synth.dry_reports"
    )
