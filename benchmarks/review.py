"""How well a review is matched with a rubric, and how fast: `docs/reviews.md`, "How well it works"."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from benchmarks.figures import Figure
from steward.challenge.review import match_review, score_review
from steward.challenge.review_match import RULE, Key, Level, Rule, Said, keys, match
from steward.challenge.review_reading import Finding, Remark, Review, read_review
from steward.challenge.rubric import Decision, Expected, Rubric, Severity
from tests.unit.challenge.sentence_files import Case, cases

TITLE = "Matching reviews"
ABOUT = (
    "The matcher of `steward review` with its one fixed rule. First on review-bench, from real reviews: is each "
    "reference found in each tool's review? The halves are the even and the odd changes; then come rules whose "
    "threshold for long texts was chosen on one half and is measured on the other. After that short sentences as "
    "people write them (tests/data/review); the fresh half and the three sets after it are by people who have not "
    "seen the rules. The third and fourth set were used to mend the rule, the unseen one never: it says how new "
    "text fares and holds no bound. A comment that comes near counts as neither found nor lost."
)
_DATA = Path(__file__).parent / "data" / "review-bench" / "reviews.json"
_THRESHOLDS = (0.24, 0.27, 0.30, 0.33)
_HALVES = ("even", "odd")


@dataclass(frozen=True, slots=True, kw_only=True)
class Least(Figure):
    """A figure that must not be smaller than a bound."""

    least: float = 0.0

    @property
    def kept(self) -> bool:
        """Whether the bound holds."""
        return self.value >= self.least

    def row(self) -> str:
        """A row of a Markdown table."""
        return f"| {self.what} | {self.value:.3f} | at least {self.least:.2f} |"


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """How two judges of the same items agree."""

    both: int
    ours: int
    theirs: int
    neither: int

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall."""
        return 2 * self.both / (2 * self.both + self.ours + self.theirs)

    @property
    def kappa(self) -> float:
        """Agreement beyond chance (Cohen)."""
        total = self.both + self.ours + self.theirs + self.neither
        we, they = (self.both + self.ours) / total, (self.both + self.theirs) / total
        chance = we * they + (1 - we) * (1 - they)
        return ((self.both + self.neither) / total - chance) / (1 - chance)


def figures() -> list[Figure]:
    """Measure everything."""
    changes = json.loads(_DATA.read_text(encoding="utf-8"))
    halves = [[each for each in changes if int(each["change"][3:], 16) % 2 == odd] for odd in (0, 1)]
    found: list[Figure] = []
    for half, name in zip(halves, _HALVES, strict=True):
        found += _agreement(f"review-bench, {name} half", _agree(half, RULE))
    for half, other, name in ((halves[1], halves[0], "even"), (halves[0], halves[1], "odd")):
        rules = [replace(RULE, full=(RULE.full[0], threshold)) for threshold in _THRESHOLDS]
        chosen = max(rules, key=lambda rule: _agree(other, rule).kappa)
        what = f"… threshold {chosen.full[1]} chosen on the {name} half, on the other"
        agreement = _agree(half, chosen)
        found += [
            Figure(what=f"{what}: F1", value=agreement.f1),
            Figure(what=f"{what}: κ", value=agreement.kappa),
        ]
    for half, name in zip(halves, _HALVES, strict=True):
        agreement = _assigned(half)
        found += [
            Figure(what=f"… one comment for one reference, {name} half: F1", value=agreement.f1),
            Figure(what=f"… one comment for one reference, {name} half: κ", value=agreement.kappa),
        ]
    return [*found, *_sentences(), _speed()]


def _agreement(what: str, agreement: Agreement) -> list[Figure]:
    return [
        Least(what=f"{what}: F1", value=agreement.f1, least=0.84),
        Least(what=f"{what}: κ", value=agreement.kappa, least=0.72),
    ]


def _agree(half: list[dict[str, Any]], rule: Rule) -> Agreement:
    """An item is found when some comment of the review matches the reference."""

    def found(change: Mapping[str, Any], review: Mapping[str, Any], sought: tuple[Key, ...]) -> set[int]:
        return {
            number
            for number, key in enumerate(sought)
            if any(match(key, comment, rule=rule).level is Level.FULL for comment in review["comments"])
        }

    return _count(half, found)


def _assigned(half: list[dict[str, Any]]) -> Agreement:
    """As a review is scored: one comment is counted for one reference at most."""

    def found(change: Mapping[str, Any], review: Mapping[str, Any], sought: tuple[Key, ...]) -> set[int]:
        rubric = _rubric([(f"{number:03}", text) for number, text in enumerate(change["reference"])])
        said = enumerate(review["comments"])
        findings = tuple(Finding(number=number, text=text, spoken=text) for number, text in said)
        hits, _ = match_review(rubric, Review(decision=None, findings=findings))
        return {int(hit.expected.id) for hit in hits if hit.sure}

    return _count(half, found)


def _count(half: list[dict[str, Any]], found: Any) -> Agreement:
    items = [0, 0, 0, 0]
    for change in half:
        sought = keys([Said(says=(text,)) for text in change["reference"]])
        for review in change["reviews"]:
            ours, theirs = found(change, review, sought), {pair[0] for pair in review["matches"]}
            for number in review["asked"]:
                items[2 * (number not in ours) + (number not in theirs)] += 1
    both, only_ours, only_theirs, neither = items
    return Agreement(both=both, ours=only_ours, theirs=only_theirs, neither=neither)


def _rubric(answers: list[tuple[str, str]]) -> Rubric:
    return Rubric(
        expected=tuple(
            Expected(id=name, severity=Severity.HIGH, category="correctness", acceptable_answers=(text,))
            for name, text in answers
        ),
        decision=Decision.REQUEST_CHANGES,
    )


def _sentences() -> Iterator[Figure]:
    """Both halves, then the one by somebody who has not seen the rules, its odd sentences, those that were written
    to break the rule, and three more sets by people who have not seen it, one of which it was never mended by."""
    fresh = list(cases("sentences-fresh.yml"))
    yield from _told_apart("", [*cases("sentences-own.yml"), *fresh])
    yield from _told_apart("… fresh half: ", fresh)
    yield from _told_apart(
        "… fresh half, odd ones: ", [each for kind in _KINDS for each in _of(fresh, kind)[1::2]]
    )
    yield from _told_apart("… written to break the rule: ", list(cases("sentences-more.yml")))
    yield from _told_apart("… third set: ", list(cases("sentences-third.yml")))
    yield from _told_apart("… fourth set: ", list(cases("sentences-fourth.yml")))
    unseen = _told_apart("… unseen set: ", list(cases("sentences-unseen.yml")))
    yield from (Figure(what=each.what, value=each.value) for each in unseen)
    yield from _elsewhere(fresh)


_KINDS = ("near-miss", "paraphrase", "negation")


def _of(all_cases: list[Case], kind: str) -> list[Case]:
    return [case for case in all_cases if case.kind == kind]


def _told_apart(whose: str, all_cases: list[Case]) -> Iterator[Figure]:
    near = [match(case.key, case.text).level for case in _of(all_cases, "near-miss")]
    same = [match(case.key, case.text).level for case in _of(all_cases, "paraphrase")]
    pairs = [(match(c.key, c.text).level, match(c.key, c.negated).level) for c in _of(all_cases, "negation")]
    counted, lost = near.count(Level.FULL), sum(level <= Level.NONE for level in same)
    yield _share(f"{whose}near misses counted in full, of {len(near)}", counted, len(near))
    yield Figure(what=f"{whose}near misses left to a person, of {len(near)}", value=near.count(Level.GREY))
    yield _share(f"{whose}paraphrases lost, of {len(same)}", lost, len(same))
    yield Figure(what=f"{whose}paraphrases left to a person, of {len(same)}", value=same.count(Level.GREY))
    # Grey is neither: an error is a fault that is lost, or one that is counted although it is denied.
    wrong = sum(text <= Level.NONE or negated is Level.FULL for text, negated in pairs)
    unsure = sum(text is not Level.FULL or negated > Level.NONE for text, negated in pairs) - wrong
    yield Figure(what=f"{whose}negation pairs with an error, of {len(pairs)}", value=wrong, most=0)
    yield Figure(what=f"{whose}negation pairs left to a person, of {len(pairs)}", value=unsure)


def _elsewhere(all_cases: list[Case]) -> Iterator[Figure]:
    """Each sentence against every other expectation of its file, where nothing should match."""
    keys_ = {case.expectation: case.key for case in all_cases}
    levels = [
        match(key, case.text).level
        for case in all_cases
        for name, key in keys_.items()
        if case.kind != "near-miss" and name != case.expectation
    ]
    for level, what in ((Level.FULL, "counted in full"), (Level.GREY, "left to a person")):
        share = 100 * levels.count(level) / len(levels)
        yield Figure(what=f"… fresh half, beside another fault: {what}", value=share, unit=" %")


def _share(what: str, number: int, of: int) -> Figure:
    return Figure(what=what, value=number, most=of // 10)


def _speed() -> Figure:
    """A review of 200 comments against ten expectations, nothing remembered from before."""
    texts = [
        comment
        for change in json.loads(_DATA.read_text(encoding="utf-8"))
        for review in change["reviews"]
        for comment in review["comments"]
    ]
    rubric = _rubric([(f"{number:03}", text) for number, text in enumerate(texts[-10:])])
    began = time.perf_counter()
    score_review(rubric, read_review(Decision.COMMENT, "", [Remark(text=text) for text in texts[:200]]))
    return Figure(what="a review of 200 comments", value=time.perf_counter() - began, most=1.0, unit=" s")


if __name__ == "__main__":
    for each in figures():
        print(each.row())
