"""Each row and each boundary of docs/scoring.md, by an id of its own; the worked examples; what is reachable."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from msgspec.structs import replace

from steward.dimensions import DIMENSIONS, complexity, correctness, docs, governance, security
from steward.dimensions.measures import Measures
from steward.dimensions.scorecard import overall, scorecard, scores, status
from steward.model import (
    Band,
    ChangedFile,
    ComplexityEvidence,
    Content,
    CorrectnessEvidence,
    DimensionKey,
    Kind,
    PullRequest,
    ScoringRules,
    SecurityEvidence,
    SecurityMatch,
    Status,
    Why,
)
from tests.unit.build import change, file, incomplete, pull_request

NUMBERS = Measures(
    source_files=0,
    test_files=0,
    docs_files=0,
    sensitive_paths=0,
    additions=0,
    deletions=0,
    files=1,
    governance_present=False,
)


@pytest.mark.parametrize(
    ("source", "tests", "expected"),
    [
        pytest.param(0, 0, None, id="no-source"),
        pytest.param(0, 3, None, id="no-source-but-tests"),
        pytest.param(1, 0, 40, id="no-tests"),
        pytest.param(500, 0, 40, id="no-tests-many-sources"),
        pytest.param(3, 1, 90, id="one-for-three"),
        pytest.param(1, 1, 90, id="one-for-one"),
        pytest.param(1, 9, 90, id="more-tests-than-sources"),
        pytest.param(100, 33, 90, id="exactly-0.33"),
        pytest.param(1000, 329, 75, id="just-below-0.33"),
        pytest.param(4, 1, 75, id="one-for-four"),
        pytest.param(5, 1, 75, id="one-for-five-exactly-0.20"),
        pytest.param(6, 1, 60, id="one-for-six"),
        pytest.param(1000, 199, 60, id="just-below-0.20"),
        pytest.param(1000, 1, 60, id="a-single-test-for-very-many"),
    ],
)
def test_correctness(source: int, tests: int, expected: int | None) -> None:
    assert correctness.score(replace(NUMBERS, source_files=source, test_files=tests)) == expected


@pytest.mark.parametrize(
    ("paths", "tests", "expected"),
    [
        pytest.param(0, 0, 90, id="nothing-sensitive"),
        pytest.param(0, 5, 90, id="nothing-sensitive-with-tests"),
        pytest.param(1, 1, 65, id="sensitive-with-a-test"),
        pytest.param(9, 1, 65, id="many-sensitive-with-a-test"),
        pytest.param(1, 0, 35, id="sensitive-without-a-test"),
    ],
)
def test_security(paths: int, tests: int, expected: int) -> None:
    assert security.score(replace(NUMBERS, sensitive_paths=paths, test_files=tests)) == expected


@pytest.mark.parametrize(
    ("additions", "deletions", "files", "expected"),
    [
        pytest.param(0, 0, 1, 90, id="no-lines"),
        pytest.param(50, 50, 1, 90, id="100-lines-small"),
        pytest.param(100, 0, 50, 90, id="100-lines-50-files-small"),
        pytest.param(100, 0, 51, 30, id="51-files-huge"),
        pytest.param(51, 50, 1, 75, id="101-lines-medium"),
        pytest.param(101, 0, 20, 75, id="101-lines-20-files-medium"),
        pytest.param(101, 0, 21, 55, id="101-lines-21-files-large"),
        pytest.param(200, 200, 1, 75, id="400-lines-medium"),
        pytest.param(201, 200, 1, 55, id="401-lines-large"),
        pytest.param(500, 500, 20, 55, id="1000-lines-large"),
        pytest.param(501, 500, 1, 30, id="1001-lines-huge"),
        pytest.param(200, 0, 1, 75, id="200-lines-never-lopsided"),
        pytest.param(201, 0, 1, 65, id="201-additions-lopsided"),
        pytest.param(190, 19, 1, 75, id="ten-to-one-is-not-lopsided"),
        pytest.param(191, 19, 1, 65, id="just-over-ten-to-one"),
        pytest.param(401, 0, 1, 45, id="large-lopsided"),
        pytest.param(1001, 0, 1, 20, id="huge-lopsided"),
        pytest.param(0, 5000, 1, 30, id="deletions-alone-are-never-lopsided"),
        pytest.param(150, 60, 51, 30, id="huge-by-files-not-lopsided"),
        pytest.param(300, 0, 51, 20, id="huge-by-files-lopsided"),
    ],
)
def test_complexity(additions: int, deletions: int, files: int, expected: int) -> None:
    measures = replace(NUMBERS, additions=additions, deletions=deletions, files=files)
    assert complexity.score(measures) == expected


def test_complexity_has_the_seven_documented_values() -> None:
    found = {
        complexity.score(replace(NUMBERS, additions=a, deletions=d, files=f))
        for a, d, f in product((0, 100, 150, 300, 500, 1200), (0, 10, 100, 1000), (1, 20, 21, 50, 51))
    }
    assert found == {90, 75, 65, 55, 45, 30, 20}


@pytest.mark.parametrize(
    ("source", "docs_files", "expected"),
    [
        pytest.param(0, 0, None, id="no-source"),
        pytest.param(0, 2, None, id="docs-only"),
        pytest.param(1, 1, 90, id="docs-too"),
        pytest.param(50, 1, 90, id="one-docs-file-for-many"),
        pytest.param(1, 0, 70, id="one-source-no-docs"),
        pytest.param(4, 0, 70, id="four-sources-no-docs"),
        pytest.param(5, 0, 50, id="five-sources-no-docs"),
        pytest.param(500, 0, 50, id="many-sources-no-docs"),
    ],
)
def test_docs(source: int, docs_files: int, expected: int | None) -> None:
    assert docs.score(replace(NUMBERS, source_files=source, docs_files=docs_files)) == expected


@pytest.mark.parametrize(("present", "expected"), [(True, 75), (False, None)], ids=["present", "absent"])
def test_governance(present: bool, expected: int | None) -> None:
    assert governance.score(replace(NUMBERS, governance_present=present)) == expected


@pytest.mark.parametrize(
    ("score", "expected"),
    [(None, "unknown"), (0, "red"), (49, "red"), (50, "amber"), (74, "amber"), (75, "green"), (100, "green")],
)
def test_status(score: int | None, expected: str) -> None:
    assert status(score) == expected


K = DimensionKey
WORKED = [
    pytest.param(
        pull_request(
            file("a.py", 80, 10), file("b.py", 0), file("c.py", 0), file("tests/x.py", 0), file("d.md", 0)
        ),
        (90, 90, 90, 90, None),
        (90, Status.GREEN, 4),
        id="3-source-1-test-1-docs",
    ),
    pytest.param(
        pull_request(
            *(file(f"s{n}.py", 100, 20 if n == 0 else 0) for n in range(6)),
            file("tests/x.py", 0),
            governance=True,
        ),
        (60, 90, 45, 50, 75),
        (64, Status.AMBER, 5),
        id="6-source-1-test",
    ),
    pytest.param(
        pull_request(file("src/auth/login.go", 10, 2)),
        (40, 35, 90, 70, None),
        (59, Status.AMBER, 4),
        id="login.go",
    ),
    pytest.param(
        pull_request(file("docs/guide.md", 5, 5)),
        (None, 90, 90, None, None),
        (90, Status.GREEN, 2),
        id="docs-only",
    ),
    pytest.param(
        pull_request(file("tests/test_x.py", 5, 0)),
        (None, 90, 90, None, None),
        (90, Status.GREEN, 2),
        id="tests-only",
    ),
]


@pytest.mark.parametrize(("facts", "expected", "whole"), WORKED)
def test_the_worked_examples(
    facts: PullRequest, expected: tuple[int | None, ...], whole: tuple[int, Status, int]
) -> None:
    card = scorecard(facts)
    assert tuple(one.score for one in card.dimensions) == expected
    assert (card.overall.score, card.overall.status, card.overall.rests_on) == whole


@pytest.mark.parametrize(
    ("given", "score", "colour", "mean"),
    [
        pytest.param((40, 90, 75, 90, 75), 74, Status.AMBER, Fraction(74), id="74-amber"),
        pytest.param((40, 90, 90, 90, 75), 77, Status.GREEN, Fraction(77), id="77-green"),
        pytest.param((35, 90), 63, Status.AMBER, Fraction(125, 2), id="half-rounds-up-from-even"),
        pytest.param((90, 65), 78, Status.GREEN, Fraction(155, 2), id="half-rounds-up-from-odd"),
        pytest.param((None, None), None, Status.UNKNOWN, None, id="nothing-known"),
    ],
)
def test_the_overall(
    given: tuple[int | None, ...], score: int | None, colour: Status, mean: Fraction | None
) -> None:
    found = overall(dict(zip(DimensionKey, given, strict=False)))
    assert (found.score, found.status, found.mean) == (score, colour, mean)


def every_measure() -> list[Measures]:
    """Numbers on both sides of every boundary of every rule, in every combination."""
    sizes = [(a, d, f) for a, d, f in product((0, 60, 150, 250, 450, 1100), (0, 15, 60), (1, 21, 51))]
    return [
        replace(
            NUMBERS,
            source_files=source,
            test_files=tests,
            docs_files=docs_files,
            sensitive_paths=sensitive,
            additions=additions,
            deletions=deletions,
            files=files,
            governance_present=present,
        )
        for source, tests, docs_files, sensitive, present in product(
            (0, 1, 4, 6, 20), (0, 1, 2, 4, 7), (0, 1), (0, 1), (False, True)
        )
        for additions, deletions, files in sizes
    ]


def test_the_reachable_scores_are_the_documented_ones() -> None:
    reached = {tuple(scores(measures).values()) for measures in every_measure()}
    values = [{combination[i] for combination in reached} for i in range(5)]
    assert values == [
        {None, 40, 60, 75, 90},
        {35, 65, 90},
        {20, 30, 45, 55, 65, 75, 90},
        {None, 50, 70, 90},
        {None, 75},
    ]
    means = {overall(dict(zip(DimensionKey, combination, strict=True))).mean for combination in reached}
    known = [mean for mean in means if mean is not None]
    rounded = {int(mean + Fraction(1, 2)) for mean in known}
    assert (min(rounded), max(rounded)) == (28, 90)
    between = [m for m in known if Fraction(99, 2) <= m < 50 or Fraction(149, 2) <= m < 75]
    assert not between, "no colour may depend on rounding"


def test_an_incomplete_list_reaches_twenty() -> None:
    facts = pull_request(of=incomplete([file("a.py")], (3412, 9000, 10)))
    card = scorecard(facts)
    assert [one.score for one in card.dimensions] == [None, None, 20, None, None]
    assert card.overall.score == 20
    assert card[K.CORRECTNESS].why is Why.UNMEASURED
    assert card[K.CORRECTNESS].headline == "file list incomplete: 1 of 3,412"
    assert card[K.GOVERNANCE].why is Why.NOT_APPLICABLE


def test_an_incomplete_list_still_knows_governance() -> None:
    facts = pull_request(of=incomplete([], (400, 50, 50)), governance=True)
    assert [one.score for one in scorecard(facts).dimensions] == [None, None, 30, None, 75]


def test_nothing_changed_is_never_green() -> None:
    card = scorecard(pull_request(governance=True))
    assert [one.score for one in card.dimensions] == [None] * 5
    assert (card.overall.score, card.overall.status, card.overall.rests_on) == (None, Status.UNKNOWN, 0)


@pytest.mark.parametrize(
    "touched",
    [
        pytest.param(
            file("tests/b.py", 0, kind=Kind.RENAMED, previous="tests/a.py", content=Content.SAME),
            id="renamed",
        ),
        pytest.param(file("tests/a.py", 0, content=Content.SAME), id="mode"),
        pytest.param(file("tests/a.py", 0, kind=Kind.ADDED, content=Content.SAME), id="empty"),
        pytest.param(file("tests/a.py", 0, 9, kind=Kind.DELETED), id="deleted"),
    ],
)
def test_a_test_file_that_does_not_count(touched: ChangedFile) -> None:
    card = scorecard(pull_request("src/a.py", touched))
    assert card[K.CORRECTNESS].score == 40
    found = card[K.CORRECTNESS].evidence
    assert isinstance(found, CorrectnessEvidence)
    assert [one.path for one in found.not_counted] == [touched.path]
    size = card[K.COMPLEXITY].evidence
    assert isinstance(size, ComplexityEvidence)
    assert size.files == 2, "it still counts as a touched file"


@pytest.mark.parametrize("kind", [Kind.ADDED, Kind.MODIFIED, Kind.DELETED, Kind.TYPE_CHANGED])
def test_a_source_file_counts_however_it_changed(kind: Kind) -> None:
    assert scorecard(pull_request(file("a.py", kind=kind)))[K.CORRECTNESS].score == 40


def test_a_deleted_docs_file_is_no_docs() -> None:
    assert scorecard(pull_request("a.py", file("b.md", kind=Kind.DELETED)))[K.DOCS].score == 70


def test_a_file_that_is_test_and_docs_counts_for_both() -> None:
    card = scorecard(pull_request("a.py", "tests/README.md"))
    assert (card[K.CORRECTNESS].score, card[K.DOCS].score) == (90, 90)


def test_a_renamed_file_has_the_class_of_its_new_path() -> None:
    moved = file("src/a.py", 5, kind=Kind.RENAMED, previous="docs/a.py")
    assert scorecard(pull_request(moved))[K.CORRECTNESS].score == 40


@pytest.mark.parametrize(
    "touched",
    [
        pytest.param(file("src/plain.py", kind=Kind.RENAMED, previous="src/auth.py"), id="previous-path"),
        pytest.param(
            file("src/auth.py", 0, kind=Kind.RENAMED, previous="src/plain.py", content=Content.SAME),
            id="pure",
        ),
        pytest.param(file("docs/tokens.md"), id="docs-path"),
        pytest.param(file("logo/secret.png", binary=True), id="binary"),
    ],
)
def test_any_path_can_be_sensitive(touched: ChangedFile) -> None:
    assert scorecard(pull_request(touched))[K.SECURITY].score == 35


def test_a_sensitive_test_is_a_test() -> None:
    assert scorecard(pull_request("tests/test_auth.py"))[K.SECURITY].score == 65


def test_a_binary_file_counts_as_a_file_without_lines() -> None:
    found = scorecard(pull_request(file("a.bin", binary=True), file("b.py", 7, 3)))[K.COMPLEXITY].evidence
    assert isinstance(found, ComplexityEvidence)
    assert (found.files, found.lines) == (2, 10)


def test_security_evidence_names_path_term_and_lines() -> None:
    found = scorecard(pull_request(file("src/authors.py", 2, 1), file("src/jwt.py", 5)))[K.SECURITY].evidence
    assert isinstance(found, SecurityEvidence)
    assert [(p.path, p.terms, p.inside, p.changed_lines) for p in found.sensitive_paths] == [
        ("src/authors.py", ("auth",), ("authors",), 3),
        ("src/jwt.py", ("jwt",), (), 5),
    ]


def test_a_rename_between_a_word_and_a_longer_word_is_marked_by_the_word() -> None:
    moved = file("src/authors.py", kind=Kind.RENAMED, previous="src/token.py")
    found = scorecard(pull_request(moved))[K.SECURITY].evidence
    assert isinstance(found, SecurityEvidence)
    assert (found.sensitive_paths[0].terms, found.sensitive_paths[0].inside) == (("token",), ())


def test_words_dismiss_a_longer_word() -> None:
    rules = ScoringRules(security_match=SecurityMatch.WORDS)
    assert scorecard(pull_request("src/authors.py", rules=rules))[K.SECURITY].score == 90


def test_both_bands_are_in_the_evidence() -> None:
    facts = pull_request(*(file(f"f{n:02}.txt", 2) for n in range(30)))
    found = scorecard(facts)[K.COMPLEXITY].evidence
    assert isinstance(found, ComplexityEvidence)
    assert (found.size, found.lines_band, found.files_band) == (Band.SMALL, Band.SMALL, Band.LARGE)


def test_excluded_files_are_left_out_and_said() -> None:
    rules = ScoringRules(complexity_exclude=("*.lock",))
    facts = pull_request(file("poetry.lock", 5000), file("a.py", 3), rules=rules)
    found = scorecard(facts)[K.COMPLEXITY]
    assert found.score == 90
    assert isinstance(found.evidence, ComplexityEvidence)
    assert (found.evidence.excluded_files, found.evidence.excluded_lines, found.evidence.lines) == (
        1,
        5000,
        3,
    )


def test_generated_lines_count_and_are_said() -> None:
    found = scorecard(pull_request(file("go.sum", 300, 100), file("a.go", 3)))[K.COMPLEXITY]
    assert isinstance(found.evidence, ComplexityEvidence)
    assert (found.evidence.generated_files, found.evidence.generated_lines, found.evidence.lines) == (
        1,
        400,
        403,
    )
    assert found.score == 55


def test_untested_sources_are_those_without_a_test_of_their_name() -> None:
    facts = pull_request("src/a.py", "src/b.py", "tests/test_a.py", file("src/gone.py", kind=Kind.DELETED))
    found = scorecard(facts)[K.CORRECTNESS].evidence
    assert isinstance(found, CorrectnessEvidence)
    assert found.untested == ("src/b.py",)
    assert found.ratio == "1/3"


def test_assumed_content_counts_and_is_said() -> None:
    facts = pull_request(file("src/a.py", 0, content=Content.ASSUMED))
    found = scorecard(facts)[K.CORRECTNESS]
    assert found.score == 40
    assert isinstance(found.evidence, CorrectnessEvidence)
    assert found.evidence.assumed == ("src/a.py",)


def test_the_dimensions_stand_in_display_order() -> None:
    assert [dimension.key for dimension in DIMENSIONS] == list(DimensionKey)


def test_a_headline_for_each_dimension() -> None:
    card = scorecard(pull_request("src/a.py", change_ := file("tests/test_a.py"), governance=True))
    assert [one.headline for one in card.dimensions] == [
        "1 test file for 1 source file",
        "no sensitive path touched",
        "small: 2 changed lines in 2 files",
        "no docs files for 1 source file",
        "governance.pxf present on the default branch",
    ]
    assert change([change_]).complete
