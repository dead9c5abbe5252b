"""What the person sees: which comments counted and why, and no word of the key."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from steward.challenge import review_report
from steward.challenge.review import score_review
from steward.challenge.review_answer import parse_answer
from steward.challenge.review_lexicon import FUNCTION_WORDS
from steward.challenge.review_points import ReviewReport
from steward.challenge.rubric import Reveal, Rubric, parse_rubric
from tests import schemas
from tests.unit.challenge.build_review import ALL, RUBRIC, SAID, STRAY, rubric, scored

EXAMPLES = Path(__file__).parents[3] / "examples" / "rubrics"
EXPECTED = {
    "items-api/strong.md": (98, "accepted"),
    "items-api/partial.yml": (44, "failed"),
    "items-api/wrong.yml": (0, "failed"),
    "items-api/gaming.md": (15, "failed"),
    "items-api/approving.md": (0, "failed"),
    "slug-cache/strong.yml": (100, "accepted"),
    "slug-cache/partial.md": (48, "failed"),
    "slug-cache/wrong.md": (1, "failed"),
    "slug-cache/gaming.md": (5, "failed"),
    "slug-cache/approving.yml": (0, "failed"),
    "tidy-rename/strong.md": (100, "accepted"),
    "tidy-rename/partial.md": (80, "needs_review"),
    "tidy-rename/wrong.md": (0, "failed"),
    "tidy-rename/gaming.md": (100, "needs_review"),
    "tidy-rename/approving.md": (100, "accepted"),
}


def example(name: str) -> ReviewReport:
    folder, file = name.split("/")
    key = parse_rubric((EXAMPLES / folder / "rubric.yml").read_bytes(), path="rubric.yml")
    return score_review(key, parse_answer((EXAMPLES / folder / "answers" / file).read_bytes(), path=file))


def outputs(report: ReviewReport) -> Iterator[str]:
    yield review_report.text(report)
    yield review_report.markdown(report)
    yield review_report.encode(report).decode()
    yield review_report.title(report)


def words(text: str) -> str:
    return " ".join(re.findall(r"[a-z0-9]+", text.lower()))


def key_phrases(of: Rubric) -> Iterator[str]:
    """Each phrase of the key whole, and every three words of it in a row that are not all of every sentence."""
    for each in of.expected:
        for said in (*each.evidence, *each.acceptable_answers, *each.others, each.id):
            yield words(said)
            parts = words(said).split()
            for run in zip(parts, parts[1:], parts[2:], strict=False):
                if not set(run) <= FUNCTION_WORDS:
                    yield " ".join(run)


class TestExamples:
    @pytest.mark.parametrize("name", EXPECTED)
    def test_score_and_verdict(self, name: str) -> None:
        report = example(name)
        assert (report.score, report.verdict.value) == EXPECTED[name]

    def test_every_example_has_its_expectation(self) -> None:
        found = {f"{path.parents[1].name}/{path.name}" for path in EXAMPLES.glob("*/answers/*")}
        assert found == set(EXPECTED)


class TestTheKey:
    @pytest.mark.parametrize("name", [name for name in EXPECTED if not name.startswith("slug-cache")])
    def test_stands_nowhere_in_any_output_of_the_examples(self, name: str) -> None:
        report = example(name)
        for output, phrase in product(outputs(report), key_phrases(report.rubric)):
            assert f" {phrase} " not in f" {words(output)} ", phrase

    @pytest.mark.parametrize(
        "said", [(), ALL, (*ALL, STRAY), (STRAY,), ("no permission check",), RUBRIC.expected[0].evidence]
    )
    def test_stands_nowhere_in_any_output(self, said: tuple[str, ...]) -> None:
        report = scored(*said)
        for output, phrase in product(outputs(report), key_phrases(report.rubric)):
            assert f" {phrase} " not in f" {words(output)} ", phrase
            assert "permission" not in words(output)

    @pytest.mark.parametrize(
        ("reveal", "said", "shown"),
        [
            (Reveal.NEVER, ALL, False),
            (Reveal.AFTER_PASS, ALL, True),
            (Reveal.AFTER_PASS, (STRAY,), False),
            (Reveal.ALWAYS, (STRAY,), True),
        ],
    )
    def test_is_shown_as_the_rubric_says(self, reveal: Reveal, said: tuple[str, ...], *, shown: bool) -> None:
        report = scored(*said, by=rubric(reveal=reveal))
        evidence = RUBRIC.expected[0].evidence[0]
        assert (evidence in review_report.text(report)) is shown
        assert (evidence in review_report.markdown(report)) is shown
        assert ("key" in json.loads(review_report.encode(report))) is shown


class TestWords:
    def test_say_which_comments_counted_and_why(self) -> None:
        found = review_report.text(scored("The permissions look odd to me here.", SAID["leak"], STRAY))
        assert "comment 2" in found
        assert "counts; severity right, area right, names evidence, impact, a fix" in found
        assert "comments 1, 3 match nothing that is expected" in found
        assert "2 comments that match nothing: −10" in found

    def test_tell_numbers_from_counts(self) -> None:
        found = review_report.text(scored(*ALL, STRAY))
        assert "- comment 4 matches nothing that is expected" in found
        assert "- 1 comment that matches nothing: −5" in found

    def test_say_once_what_was_taken_off_and_held_down_for_one_thing(self) -> None:
        found = review_report.text(scored(SAID["leak"]))
        assert "- the central risk is missing: −15, at most 50\n" in found
        assert found.count("central risk") == 1

    def test_say_what_kind_of_thing_is_missing(self) -> None:
        found = review_report.text(scored())
        assert "- implementation: 2 findings; " in found
        assert "- testing: 1 finding; " in found

    def test_quote_a_comment_as_far_as_it_is_the_persons_own(self) -> None:
        found = review_report.text(scored("On the update route I see no permission check at all."))
        assert 'comment 1 "On the update route I see no …"' in found
        assert "comment 1: " in review_report.text(scored("No permission check on the update."))

    def test_say_how_to_raise_the_score(self) -> None:
        found = review_report.text(scored("The refund path is untested."))
        assert "say how bad each finding is" in found
        assert "with each finding name what in the code shows it" in found

    def test_of_a_person_who_must_look_say_why(self) -> None:
        assert "The review says nothing beside its decision." in review_report.text(scored())

    def test_what_others_wrote_comes_not_to_life(self) -> None:
        hostile = "@team see <img src=x> [a](http://b) #1 and note that refunds are untested | `x` :tada:"
        rendered = MarkdownIt().enable("table").render(review_report.markdown(scored(hostile)))
        assert "<img" not in rendered
        assert "<a " not in rendered
        assert "@team" not in re.sub(r"<code>.*?</code>", "", rendered)

    def test_the_json_report(self) -> None:
        found = json.loads(review_report.encode(scored(SAID["ownership"], STRAY)))
        assert found["schema"] == "steward.review/1"
        assert found["matched"] == [
            {
                "area": True,
                "comment": 1,
                "evidence": True,
                "fix": True,
                "impact": True,
                "severity": "exact",
                "sure": True,
            }
        ]
        assert found["missing"] == [{"count": 1, "skill": "implementation"}, {"count": 1, "skill": "testing"}]
        assert found["penalties"] == [{"points": 5.0, "why": "1 comment that matches nothing"}]
        assert (found["unmatched"], found["verdict"], found["pass"]) == ([2], "failed", 70.0)

    @pytest.mark.parametrize("reveal", list(Reveal))
    @pytest.mark.parametrize("said", [(), ALL, (*ALL, STRAY), (STRAY,), ("The permissions look odd.",)])
    def test_the_json_report_fits_its_schema(self, reveal: Reveal, said: tuple[str, ...]) -> None:
        assert not schemas.problems("review-1", review_report.encode(scored(*said, by=rubric(reveal=reveal))))

    @pytest.mark.parametrize("name", EXPECTED)
    def test_the_json_report_of_an_example_fits_its_schema(self, name: str) -> None:
        assert not schemas.problems("review-1", review_report.encode(example(name)))

    def test_the_schema_misses_what_is_missing_or_wrong(self) -> None:
        good = json.loads(review_report.encode(scored(*ALL)))
        for broken in (
            {key: value for key, value in good.items() if key != "pass"},
            {**good, "verdict": "pass"},
            {**good, "score": 101},
            {**good, "missing": [{"skill": "luck", "count": 1}]},
        ):
            assert schemas.problems("review-1", json.dumps(broken).encode())

    def test_the_schema_is_the_one_that_the_types_make(self) -> None:
        made = schemas.generate("review-1")
        assert schemas.path("review-1").read_bytes() == made, "run python -m tests.schemas"

    def test_the_same_review_gives_the_same_bytes(self) -> None:
        assert list(outputs(scored(*ALL))) == list(outputs(scored(*ALL)))


def test_remarks_that_are_too_many_to_be_read_are_counted() -> None:
    body = "\n\n".join(f"- the file {number} leaks its handle" for number in range(310))
    said = parse_answer(f"Decision: request changes\n\n{body}".encode(), path="review.md")
    report = score_review(rubric(), said)
    assert "only the first 300 of 310 remarks are read" in review_report.text(report)
    assert "10 remarks read as praise" not in review_report.text(report)
