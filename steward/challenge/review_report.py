"""A scored review in words: what counted and why, what kind of thing is missing, and no word of the key.

Sentences are ours, and excerpts are the person's own words, cut before they would repeat the key; the key itself
is shown only as the rubric's `reveal` says (`docs/reviews.md`, "What the person sees").
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TypeVar

import msgspec
from msgspec import UNSET, Struct, convert
from msgspec.structs import replace

from steward.challenge import review_lexicon as lexicon
from steward.challenge import review_shape as shape
from steward.challenge.review_points import Matched, ReviewReport, Verdict
from steward.challenge.review_reading import MOST_FINDINGS
from steward.challenge.review_words import tokens
from steward.challenge.rubric import Rubric
from steward.report.markdown import code, visible
from steward.wording import count

_Shape = TypeVar("_Shape", bound=Struct)
_MOST_LISTED = 50
_MOST_WORDS, _LEAST_WORDS = 8, 3

_TITLES = {
    Verdict.ACCEPTED: "accepted",
    Verdict.FAILED: "failed",
    Verdict.NEEDS_REVIEW: "a person must look",
}
_PARTS = {
    "decision": "decision",
    "findings": "findings",
    "severity": "severity",
    "area": "area",
    "explanation": "explanation",
}
_HINTS = {
    "implementation": "follow each input through the code, also the wrong and the hostile one",
    "testing": "ask which mistake no test would notice",
    "judgement": "ask whether it should be done this way, and who has to live with it",
}
_SEVERITIES = {
    "exact": "severity right",
    "near": "severity one step off",
    "off": "severity off",
    "unstated": "no severity stated",
}


def title(report: ReviewReport) -> str:
    """One line for the check run."""
    return f"Review: {_TITLES[report.verdict]}, {report.score} of 100 points"


def text(report: ReviewReport) -> str:
    """For a terminal: the same as the comment, without markup."""
    lines = [title(report), "", *_body(report, plain=True)]
    return "\n".join(lines).rstrip() + "\n"


def markdown(report: ReviewReport) -> str:
    """The body of the comment and of the summary; the caller adds its marker."""
    return "\n".join([f"## {title(report)}", "", *_body(report, plain=False)]).rstrip() + "\n"


def encode(report: ReviewReport) -> bytes:
    """The JSON report `steward.review/1`, keys in a fixed order, one line."""
    return msgspec.json.encode(document(report), order="sorted") + b"\n"


def document(report: ReviewReport) -> shape.ReviewDocument:
    """The JSON report as values; `key` stands there only when it is revealed."""
    return shape.ReviewDocument(
        score=report.score,
        most=report.most,
        least=report.least,
        verdict=report.verdict,
        parts=_same([replace(part, points=round(part.points, 2)) for part in report.parts], shape.Part),
        matched=_same(report.matched, shape.Matched),
        unmatched=report.unmatched,
        missing=_same(report.missing, shape.Missing),
        penalties=_same(report.penalties, shape.Penalty),
        caps=report.caps,
        looks=report.looks,
        key=_revealed(report) if report.revealed else UNSET,
    )


def _same(values: Sequence[Struct], kind: type[_Shape]) -> tuple[_Shape, ...]:
    return tuple(convert(each, kind, from_attributes=True) for each in values)


def _revealed(report: ReviewReport) -> shape.Key:
    found = (
        shape.Expected(
            id=hit.expected.id,
            severity=hit.expected.severity,
            category=hit.expected.category,
            required=hit.expected.required,
            evidence=tuple(hit.expected.evidence),
            comment=hit.finding.number if hit.finding else None,
        )
        for hit in report.hits
    )
    return shape.Key(decision=report.rubric.decision, findings=tuple(found))


# ------------------------------------------------------------------------------------------------ the sections


def _body(report: ReviewReport, *, plain: bool) -> Iterator[str]:
    sections = (
        ("", _opening(report)),
        ("Points", _points(report, plain=plain)),
        ("Your comments", _comments(report, plain=plain)),
        ("What is missing", _absent(report)),
        ("Taken off", _taken_off(report)),
        ("To raise the score", _advice(report)),
        ("The key", _key(report, plain=plain)),
    )
    for heading, lines in sections:
        found = list(lines)
        if found:
            yield from ([heading if plain else f"### {heading}", ""] if heading else [])
            yield from (*found, "")


def _opening(report: ReviewReport) -> Iterator[str]:
    yield f"{report.score} points; {report.least:g} pass."
    for each in report.looks:
        yield f"- {_sentence(each)}"


def _points(report: ReviewReport, *, plain: bool) -> Iterator[str]:
    if not plain:
        yield from ("| part | points | of |", "| --- | ---: | ---: |")
    for part in report.parts:
        name, points, most = _PARTS[part.name], f"{part.points:.1f}", f"{part.most:g}"
        yield f"  {name:<12}{points:>6} of {most}" if plain else f"| {name} | {points} | {most} |"


def _comments(report: ReviewReport, *, plain: bool) -> Iterator[str]:
    key = _Key(report.rubric)
    words = {each.number: key.excerpt(each.spoken) for each in report.review.findings}
    for each in report.matched[:_MOST_LISTED]:
        yield f"- {_named(each.comment, words, plain=plain)}: {_why(each)}"
    if report.unmatched:
        yield f"- {_strays(report.unmatched)} nothing that is expected"
    read = min(report.review.remarks, MOST_FINDINGS)
    silent = read - len(report.review.findings)
    if silent:
        said = "praise, question, summary or a word on the whole"
        yield f"- {count(silent, 'remark')} read as {said}: no finding, no cost"
    if report.review.remarks > read:
        yield f"- only the first {MOST_FINDINGS} of {report.review.remarks:,} remarks are read"


def _strays(numbers: Sequence[int]) -> str:
    if len(numbers) == 1:
        return f"comment {numbers[0]} matches"
    more = len(numbers) - _MOST_LISTED
    shown = ", ".join(map(str, numbers[:_MOST_LISTED]))
    return f"comments {shown}{f' and {more} more' if more > 0 else ''} match"


def _named(number: int, words: dict[int, str], *, plain: bool) -> str:
    excerpt = words.get(number, "")
    if not excerpt:
        return f"comment {number}"
    return (
        f'comment {number} "{visible(excerpt, 80)}"'
        if plain
        else f"comment {number} {code(excerpt, limit=80)}"
    )


def _why(each: Matched) -> str:
    if not each.sure:
        return "comes near something expected; a person must look"
    named = [
        name
        for name, there in (("evidence", each.evidence), ("impact", each.impact), ("a fix", each.fix))
        if there
    ]
    explained = f"names {', '.join(named)}" if named else "names neither evidence nor impact nor a fix"
    place = "area right" if each.area else "area not named"
    return f"counts; {_SEVERITIES[each.severity]}, {place}, {explained}"


def _absent(report: ReviewReport) -> Iterator[str]:
    for each in report.missing:
        yield f"- {each.skill}: {count(each.count, 'finding')}; {_HINTS[each.skill]}"


def _taken_off(report: ReviewReport) -> Iterator[str]:
    caps = {each.partition(": ")[0]: each for each in report.caps}
    for penalty in report.penalties:
        cap = caps.pop(penalty.why, "")
        yield f"- {penalty.why}: −{penalty.points:g}{cap.removeprefix(penalty.why).replace(':', ',')}"
    yield from (f"- {each}" for each in caps.values())


def _advice(report: ReviewReport) -> Iterator[str]:
    sure = [each for each in report.matched if each.sure]
    if any(each.severity == "unstated" for each in sure):
        yield "- say how bad each finding is: critical, high, medium or low"
    if any(not each.area for each in sure):
        yield "- say what each finding is about, such as security or testing, or comment on the line itself"
    if any(not (each.evidence and each.impact and each.fix) for each in sure):
        yield "- with each finding name what in the code shows it, what comes of it, and how to mend it"


def _key(report: ReviewReport, *, plain: bool) -> Iterator[str]:
    if not report.revealed:
        return
    yield f"- decision: {report.rubric.decision.value}"
    for hit in report.hits:
        said = "; ".join((*hit.expected.evidence, *hit.expected.acceptable_answers)[:1])
        shown = visible(said, 500) if plain else code(said, limit=500)
        name = visible(hit.expected.id) if plain else code(hit.expected.id)
        found = f"comment {hit.finding.number}" if hit.finding else "not found"
        yield f"- {name} ({hit.expected.severity.value}, {found}): {shown}"


def _sentence(words: str) -> str:
    return f"{words[0].upper()}{words[1:]}."


class _Key:
    """What must not be said: neighbouring words of the key, and answers of one word."""

    def __init__(self, rubric: Rubric) -> None:
        self.pairs: set[tuple[str, str]] = set()
        self.single: set[str] = set()
        for each in rubric.expected:
            for said in (*each.evidence, *each.acceptable_answers, *each.others, each.id):
                words = _plain_words(said)
                self.pairs.update(pairwise(words))
                self.single.update(words if len(words) == 1 else ())

    def excerpt(self, spoken: str) -> str:
        """How a comment begins, up to eight words, as far as it does not repeat the key."""
        kept: list[str] = []
        before = ""
        for piece in spoken.split()[:_MOST_WORDS]:
            words = _plain_words(piece)
            if self._tells([*([before] if before else []), *words]):
                break
            kept.append(piece)
            before = words[-1] if words else before
        # A word or two would not tell a person which comment it is.
        if len(kept) < _LEAST_WORDS:
            return ""
        return " ".join(kept) + (" …" if len(kept) < len(spoken.split()) else "")

    def _tells(self, words: Sequence[str]) -> bool:
        if any(word in self.single for word in words):
            return True
        pairs = pairwise(words)
        return any(pair in self.pairs and not set(pair) <= lexicon.FUNCTION_WORDS for pair in pairs)


def _plain_words(text: str) -> list[str]:
    return [token.text for token in tokens(text) if token.text not in (".", ",") and token.text[0] != "="]
