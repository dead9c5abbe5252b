"""A rubric's file: what it says, and every mistake with its key and its line."""

from __future__ import annotations

import msgspec
import pytest

from steward.challenge.rubric import Decision, Location, Reveal, Severity, Weights, parse_rubric, read_rubric
from steward.challenge.rubric_check import RubricCheck, check_rubric, render
from steward.errors import ConfigInvalid
from tests import schemas

FULL = b"""\
expectedFindings:
  - id: missing-permission-check
    severity: critical
    category: security
    required: true
    location: {file: api/items.py, lines: [40, 58]}
    evidence: ["The new endpoint updates shared resources without checking ownership."]
    acceptableAnswers: ["missing authorization", "no permission check", "user can modify another user's resource"]
    concepts: [[missing, no, without, lacks, skips], [permission, authorization, ownership, access]]
    not: ["permission check is present"]
mergeDecision: request_changes
falsePositivePenalty: medium
pass: 70
reveal: never
weights: {decision: 30, findings: 30, severity: 10, area: 10, explanation: 20}
"""
SHORT = b"""\
expectedFindings:
  - id: leak
    severity: low
    category: reliability
    evidence: ["The file handle leaks when parsing fails."]
    acceptableAnswers: ["file not closed on the error path"]
mergeDecision: request_changes
falsePositivePenalty: low
"""


def errors(data: bytes) -> tuple[str, ...]:
    return read_rubric(data, path="r.yml").errors


def check(data: bytes, *, lines: int | None = 100, strict: bool = False) -> RubricCheck:
    return check_rubric(data, path="r.yml", lines=lambda _: lines, strict=strict)


def finding(keys: str) -> bytes:
    one = f"{{id: a, severity: low, category: x, {keys}}}"
    return f"expectedFindings:\n  - {one}\nmergeDecision: comment\n".encode()


class TestReading:
    def test_all_keys(self) -> None:
        rubric = parse_rubric(FULL, path="r.yml")
        (expected,) = rubric.expected
        assert (expected.id, expected.severity, expected.category) == (
            "missing-permission-check",
            Severity.CRITICAL,
            "security",
        )
        assert expected.location == Location(file="api/items.py", lines=(40, 58))
        assert expected.others == ("permission check is present",)
        assert (rubric.decision, rubric.penalty, rubric.least) == (Decision.REQUEST_CHANGES, 5, 70)
        assert (rubric.reveal, rubric.weights) == (Reveal.NEVER, Weights())

    def test_the_first_keys_alone(self) -> None:
        rubric = parse_rubric(SHORT, path="r.yml")
        assert (rubric.expected[0].required, rubric.expected[0].location) == (True, None)
        assert (rubric.penalty, rubric.least, rubric.reveal) == (2, 70, Reveal.NEVER)

    def test_a_default_that_is_written_out_changes_no_byte_of_a_report(self) -> None:
        written = b"pass: 70\nreveal: never\nweights: {decision: 30, findings: 30, severity: 10, area: 10}\n"
        both = [parse_rubric(data, path="r.yml") for data in (SHORT, SHORT + written)]
        assert msgspec.json.encode(both[0]) == msgspec.json.encode(both[1])

    def test_a_bare_no_among_words_is_the_word(self) -> None:
        (expected,) = parse_rubric(finding("concepts: [[no, null, 404], [yes, ~]]"), path="r.yml").expected
        assert expected.concepts == (("no", "null", "404"), ("yes", "~"))

    @pytest.mark.parametrize(
        ("penalty", "points"), [("none", 0), ("low", 2), ("medium", 5), ("high", 10), ("7.5", 7.5), ("0", 0)]
    )
    def test_the_penalty_is_a_level_or_a_number(self, penalty: str, points: float) -> None:
        data = SHORT.replace(b"falsePositivePenalty: low", f"falsePositivePenalty: {penalty}".encode())
        assert parse_rubric(data, path="r.yml").penalty == points

    @pytest.mark.parametrize("lines", ["[4]", "4"])
    def test_one_line_is_first_and_last(self, lines: str) -> None:
        data = finding(f"evidence: [it leaks], location: {{file: ./a.py, lines: {lines}}}")
        assert parse_rubric(data, path="r.yml").expected[0].location == Location(file="a.py", lines=(4, 4))

    def test_a_change_in_which_nothing_is_wrong(self) -> None:
        assert parse_rubric(b"expectedFindings: []\nmergeDecision: approve\n", path="r.yml").expected == ()

    @pytest.mark.parametrize(
        ("data", "problem"),
        [
            (b"", "r.yml:1:1: is empty"),
            (b"- a", "r.yml:1:1: expected a block of keys, found a list"),
            (b"x: [", "r.yml:1:5: "),
            (b"\xff", "r.yml:1:1: is not UTF-8"),
            (b"mergeDecision: approve\n", "r.yml:1:1: expectedFindings: is missing"),
            (b"expectedFindings: []\n", "r.yml:1:1: mergeDecision: is missing"),
            (
                b"expectedFindings: 3\nmergeDecision: approve\n",
                "r.yml:1:1: expectedFindings: expected a list",
            ),
            (SHORT + b"passes: 3\n", "r.yml:9:1: the key 'passes' is not known (did you mean 'pass'?)"),
            (SHORT + b"pass: 101\n", "r.yml:9:1: pass: "),
            (SHORT + b"pass: .nan\n", "r.yml:9:1: pass: "),
            (SHORT + b"reveal: sometimes\n", "r.yml:9:1: reveal: invalid value 'sometimes'"),
            (
                SHORT + b"weights: {decision: 0, findings: 0, severity: 0, area: 0, explanation: 0.0}\n",
                "r.yml:9:1: weights",
            ),
            (
                SHORT.replace(b": low\n    cat", b": bad\n    cat"),
                "r.yml:3:5: expectedFindings[0].severity: invalid",
            ),
            (
                SHORT.replace(b"    category: reliability\n", b""),
                "r.yml:2:5: expectedFindings[0].category: is missing",
            ),
            (
                SHORT.replace(b"Penalty: low", b"Penalty: 21"),
                "r.yml:8:1: falsePositivePenalty: expected none",
            ),
            (
                SHORT.replace(b"Penalty: low", b"Penalty: [1]"),
                "r.yml:8:1: falsePositivePenalty: expected none",
            ),
            (SHORT.replace(b"request_changes", b"maybe"), "r.yml:7:1: mergeDecision: invalid value 'maybe'"),
            (finding("required: true"), "r.yml:2:5: expectedFindings[0]: says nothing that could match"),
            (finding("evidence: []"), "r.yml:2:5: expectedFindings[0]: says nothing that could match"),
            (finding("evidence: [' ']"), "expectedFindings[0].evidence[0]: is empty"),
            (finding(f"evidence: ['{'x' * 501}']"), "expectedFindings[0].evidence[0]: "),
            (
                finding("evidence: [x y], location: {lines: [1]}"),
                "expectedFindings[0].location.file: is missing",
            ),
            (finding("evidence: [x y], location: {file: ../a}"), "'../a' is no path inside the repository"),
            (
                finding("evidence: [x y], location: {file: a, lines: [5, 2]}"),
                "location.lines: 5 comes after 2",
            ),
            (
                finding("evidence: [x y], location: {file: a, lines: 5-9}"),
                "location.lines: expected a list, found text; write 18 or [40, 58]",
            ),
            (
                finding("evidence: it leaks"),
                'evidence: expected a list, found text; write ["a sentence", "another one"]',
            ),
            (
                finding("concepts: [missing, check]"),
                "concepts[0]: expected a list, found text; write groups, such as [[missing, no], [check]]",
            ),
            (finding("evidence: [x y], location: 5"), "location: expected a block of keys, found 5"),
            (finding("concepts: [[]]"), "expectedFindings[0].concepts[0]: "),
            (b"expectedFindings: &x []\nmergeDecision: *x\n", "aliases are not allowed"),
            (b"x" * 300_000, "r.yml:1:1: is 300,000 bytes long"),
        ],
    )
    def test_a_mistake_is_told_with_its_key_and_line(self, data: bytes, problem: str) -> None:
        assert any(problem in each for each in errors(data)), errors(data)
        with pytest.raises(ConfigInvalid):
            parse_rubric(data, path="r.yml")

    def test_all_mistakes_at_once(self) -> None:
        data = SHORT.replace(b": low\n    cat", b": bad\n    cat") + b"pass: x\nreveal: x\n"
        assert [each.split(":")[1] for each in errors(data)] == ["3", "9", "10"]

    def test_two_of_one_id_are_a_mistake(self) -> None:
        twice = b"expectedFindings:\n" + SHORT[18 : SHORT.index(b"merge")] * 2 + b"mergeDecision: approve\n"
        assert errors(twice) == ("r.yml:7:5: expectedFindings[1].id: 'leak' stands here a second time",)


class TestCheck:
    @pytest.mark.parametrize("data", [FULL, SHORT])
    def test_a_good_rubric_is_clean(self, data: bytes) -> None:
        found = check(data)
        assert (found.errors, found.warnings) == ((), ())
        assert f"r.yml: 1 finding, {found.proved} sentences match" in render(found)

    def test_a_word_alone_never_counts(self) -> None:
        found = check(finding("acceptableAnswers: [vulnerability]"))
        assert "expectedFindings[0].acceptableAnswers[0]: 'vulnerability' is one word" in found.errors[0]
        assert found.errors[0].startswith("r.yml:2:")

    def test_praise_does_not_match_itself(self) -> None:
        assert "it reads as praise" in check(finding("evidence: [the lock is perfect]")).errors[0]

    def test_words_of_no_meaning_cannot_be_compared(self) -> None:
        assert "has no word that could be compared" in check(finding("evidence: ['it is the']")).errors[0]

    def test_a_sentence_that_another_one_excludes_is_told(self) -> None:
        data = finding("evidence: [no permission check here], not: [no permission check here]")
        assert "does not match its own finding" in check(data).errors[0]

    def test_a_sentence_that_matches_another_finding_is_told(self) -> None:
        both = SHORT.replace(
            b"merge", b"  - {id: b, severity: low, category: x, evidence: [file not closed on error]}\nmerge"
        )
        assert any("also matches the finding" in each for each in check(both).warnings)

    @pytest.mark.parametrize(
        ("denied", "said"),
        [
            ("there is no SQL injection", "SQL injection"),
            ("missing test for refunds", "refunds are tested"),
            ("the file is not closed", "the file is always closed"),
        ],
    )
    def test_an_answer_that_says_the_opposite_of_another_is_told(self, denied: str, said: str) -> None:
        evidence = "The search term is put into the statement as it is."
        data = finding(f"evidence: [{evidence}], acceptableAnswers: [{denied}, {said}]")
        problem = f"expectedFindings[0].acceptableAnswers[0]: says the opposite of {said!r}"
        assert any(each.startswith("r.yml:2:") and problem in each for each in check(data).errors)

    def test_answers_that_differ_in_how_they_deny_are_no_opposites(self) -> None:
        data = finding("acceptableAnswers: [connection leak, the connection is not closed, missing close]")
        assert not [each for each in check(data).errors if "opposite" in each]

    def test_groups_that_are_sentences_or_alone_are_told(self) -> None:
        found = check(finding("evidence: [the file leaks], concepts: [[it leaks a file handle]]"))
        assert len(found.warnings) == 2

    def test_places_are_held_against_the_files(self) -> None:
        assert "ends at line 57" in check(FULL, lines=57).errors[0]
        assert check(FULL, lines=58).clean

    def test_files_that_are_kept_elsewhere_are_only_warned_of(self) -> None:
        found = check(FULL, lines=None)
        assert found.clean
        assert found.warnings == (
            "r.yml:6:16: expectedFindings[0].location.file: there is no file 'api/items.py'",
        )
        assert check(FULL, lines=None, strict=True).errors == found.warnings
        assert "r.yml:6:16: warning: expectedFindings[0]" in render(found)

    def test_a_file_that_is_missing_beside_others_is_an_error(self) -> None:
        other = (
            b"  - {id: b, severity: low, category: x, evidence: [a slow loop], location: {file: c.py}}\nmerge"
        )
        data = FULL.replace(b"merge", other, 1)
        found = check_rubric(data, path="r.yml", lines=lambda file: 99 if file == "api/items.py" else None)
        assert any("'c.py'" in each for each in found.errors)

    def test_an_approval_with_required_findings_is_told(self) -> None:
        assert "approves a change" in check(SHORT.replace(b"request_changes", b"approve")).warnings[0]

    def test_a_malformed_one_is_not_looked_into(self) -> None:
        assert check(b"x: 1").errors == errors(b"x: 1")

    def test_its_json_has_the_schema_that_the_types_make(self) -> None:
        assert schemas.path("rubric-check-1").read_bytes() == schemas.generate("rubric-check-1")
        for data in (FULL, SHORT, b"x: 1", finding("evidence: [the lock is perfect]")):
            assert not schemas.problems("rubric-check-1", msgspec.json.encode(check(data)))
