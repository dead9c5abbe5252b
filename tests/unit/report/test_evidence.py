"""Evidence in words: the line for the table, and every detail."""

from __future__ import annotations

from steward.model import (
    ChangedFile,
    Content,
    DimensionKey,
    DimensionScore,
    Kind,
    ScoringRules,
    SecurityMatch,
)
from steward.report.evidence import evidence_details, evidence_line
from steward.report.markdown import plain
from tests.unit.report import build
from tests.unit.report.build import file


def of(key: DimensionKey, *files: ChangedFile, rules: ScoringRules | None = None) -> DimensionScore:
    judged = build.evaluation(*files, rules=rules)
    assert judged.scorecard is not None
    return judged.scorecard[key]


def line(key: DimensionKey, *files: ChangedFile) -> str:
    return plain(evidence_line(of(key, *files)))


def details(key: DimensionKey, *files: ChangedFile, rules: ScoringRules | None = None) -> list[str]:
    return [plain(words) for words in evidence_details(of(key, *files, rules=rules))]


def test_correctness_names_tests_and_what_has_none() -> None:
    files = (file("src/a.py"), file("src/b.py"), file("tests/test_a.py"))
    assert line(DimensionKey.CORRECTNESS, *files) == "changed: tests/test_a.py; no test named after src/b.py"
    assert line(DimensionKey.CORRECTNESS, file("src/b.py")) == "no test named after src/b.py"
    assert line(DimensionKey.CORRECTNESS, files[0], files[2]) == "changed: tests/test_a.py"
    assert details(DimensionKey.CORRECTNESS, *files) == [
        "1 test file for 2 source files: 1/2",
        "test: tests/test_a.py",
        "no test of this name changed: src/b.py",
    ]


def test_what_was_not_counted_is_named_with_the_reason() -> None:
    same = Content.SAME
    files = (
        file("src/moved.py", 0, 0, Kind.RENAMED, "old.py", content=same),
        file("src/copied.py", 0, 0, Kind.COPIED, "old.py", content=same),
        file("src/mode.py", 0, 0, content=same),
        file("src/empty.py", 0, 0, Kind.ADDED, content=same),
        file("tests/gone.py", 0, 9, Kind.DELETED),
        file("src/huge.py", 0, 0, content=Content.ASSUMED),
    )
    assert details(DimensionKey.CORRECTNESS, *files)[2:] == [
        "not counted (copied, same content): src/copied.py",
        "not counted (added empty): src/empty.py",
        "not counted (only its mode changed): src/mode.py",
        "not counted (renamed, same content): src/moved.py",
        "not counted (deleted): tests/gone.py",
        "counted as changed, though GitHub gave neither lines nor a patch: src/huge.py",
    ]


def test_security_names_paths_terms_and_lines() -> None:
    files = (
        file("src/oauth/jwt.py", 2, 1),
        file("src/b.py", 1, 0, Kind.RENAMED, "src/secret.py"),
        file("src/authors.py", None, None),
        file("src/tokenizer.py", 3, 3),
    )
    assert line(DimensionKey.SECURITY, *files) == (
        "src/authors.py (auth, only inside authors, binary), src/b.py (secret, 1 changed line), "
        "src/oauth/jwt.py (oauth, jwt, 3 changed lines) and 1 more"
    )
    assert details(DimensionKey.SECURITY, *files) == [
        "4 sensitive paths, no test files changed",
        "src/authors.py: auth, only inside authors; binary",
        "src/b.py, before: src/secret.py: secret; 1 changed line",
        "src/oauth/jwt.py: oauth, jwt; 3 changed lines",
        "src/tokenizer.py: token, only inside tokenizer; 6 changed lines",
        "a term inside a longer word is dismissed by the setting scoring.security.match: words",
    ]


def test_security_without_a_find_says_what_was_looked_for() -> None:
    words = ScoringRules(security_match=SecurityMatch.WORDS)
    looked = "no path holds one of 21 terms such as auth, token or crypto"
    assert line(DimensionKey.SECURITY, file("a.py")) == looked
    found = details(DimensionKey.SECURITY, file("authors.py"), rules=words)
    assert found == [f"{looked}, as words of their own"]


def test_complexity_shows_both_bands_where_they_differ() -> None:
    many = tuple(file(f"{number}.txt", 1, 1) for number in range(30))
    assert line(DimensionKey.COMPLEXITY, *many) == "30 added, 30 removed; lines: small; files alone: large"
    assert "lines: small; files alone: large" in details(DimensionKey.COMPLEXITY, *many)
    assert line(DimensionKey.COMPLEXITY, file("a.txt", 5, 1)) == "5 added, 1 removed"


def test_complexity_says_what_is_generated_left_out_and_lopsided() -> None:
    rules = ScoringRules(complexity_exclude=("*.svg",))
    files = (file("a.py", 500, 3), file("uv.lock", 40, 0), file("a.svg", 9, 0))
    assert plain(evidence_line(of(DimensionKey.COMPLEXITY, *files, rules=rules))) == (
        "540 added, 3 removed; 40 lines generated or vendored; 1 file left out by the settings"
    )
    assert details(DimensionKey.COMPLEXITY, *files, rules=rules) == [
        "540 + 3 = 543 changed lines in 2 files: large",
        "lopsided: over 200 lines, and less than one line removed for ten added",
        "generated, vendored or lock files, counted all the same: 1 file, 40 lines",
        "left out: 1 file, 9 lines, by scoring.complexity.exclude",
    ]


def test_an_incomplete_list_rests_on_totals() -> None:
    judged = build.incomplete()
    assert judged.scorecard is not None
    rows = [plain(words) for words in evidence_details(judged.scorecard[DimensionKey.COMPLEXITY])]
    assert rows[-1] == "from GitHub's totals: the list of files is incomplete"
    assert evidence_line(judged.scorecard[DimensionKey.SECURITY]) == ()
    assert evidence_details(judged.scorecard[DimensionKey.SECURITY]) == ()


def test_docs_names_the_docs_or_says_what_counts_as_docs() -> None:
    assert line(DimensionKey.DOCS, file("a.py"), file("README.md")) == "changed: README.md"
    assert (
        line(DimensionKey.DOCS, file("a.py")) == "docs are *.md, *.rst and *.adoc files, and all under docs/"
    )
    assert line(DimensionKey.DOCS, file("a.yml")) == ""
    assert details(DimensionKey.DOCS, file("a.py"), file("README.md")) == [
        "1 docs file for 1 source file",
        "docs: README.md",
    ]


def test_governance_says_where_the_file_stands() -> None:
    for present, line_, detail in (
        (True, "only its presence counts for the score", "governance.pxf stands on the default branch"),
        (False, "", "governance.pxf does not stand on the default branch"),
    ):
        judged = build.evaluation(file("a.py"), governance=present)
        assert judged.scorecard is not None
        found = judged.scorecard[DimensionKey.GOVERNANCE]
        assert plain(evidence_line(found)) == line_
        assert [plain(words) for words in evidence_details(found)] == [detail]
