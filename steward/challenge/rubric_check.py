"""What is wrong with a rubric beyond its form: `docs/reviews.md`, "Checking a rubric".

The rubric is proved on itself with the matcher that scores reviews: each evidence sentence and acceptable answer
must match its own finding and no other, and its negation must not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Literal

from msgspec import Meta, Struct

from steward.challenge.review_match import Key, Level, Said, keys, match
from steward.challenge.review_polarity import Sense
from steward.challenge.review_sentences import sentences
from steward.challenge.rubric import Expected, Rubric, RubricReading, read_rubric
from steward.wording import count

Lines = Callable[[str], int | None]
"""How many lines a file of the change has; None when it does not exist."""

_MORE = 2  # words that one of two opposites may have more
_ABSENCES = frozenset("missing no not without lacks lack lacking never skips".split())


class RubricCheck(Struct, frozen=True, kw_only=True):
    """What `steward rubric check` says. `errors` make the rubric unusable or untrue, `warnings` do not; each reads
    `FILE:LINE:COLUMN: key: …`. The report `steward.rubric-check/1` has these keys: under version 1 one may be
    added, none is renamed, removed or given another meaning."""

    schema: Literal["steward.rubric-check/1"] = "steward.rubric-check/1"
    file: str
    errors: Annotated[tuple[str, ...], Meta(description="What is to be mended.")] = ()
    warnings: Annotated[tuple[str, ...], Meta(description="What may be meant so.")] = ()
    findings: Annotated[int, Meta(ge=0, description="How many findings the rubric expects.")] = 0
    proved: Annotated[
        int, Meta(ge=0, description="How many sentences were held against their own finding.")
    ] = 0

    @property
    def clean(self) -> bool:
        """Whether there is no error."""
        return not self.errors


def check_rubric(data: bytes, *, path: str, lines: Lines, strict: bool = False) -> RubricCheck:
    """Everything that is wrong with a rubric. `lines` looks files up. Unless `strict`, places are only warned of
    when none of their files is there: then the files of the change are kept somewhere else."""
    reading = read_rubric(data, path=path)
    if reading.rubric is None:
        return RubricCheck(file=path, errors=reading.errors)
    errors, places = (
        [*_proof(reading.rubric), *_opposed(reading.rubric)],
        list(_places(reading.rubric, lines)),
    )
    warnings = [*_thin(reading.rubric), *_alike(reading.rubric)]
    if strict or not _elsewhere(reading.rubric, lines):
        errors += places
    else:
        warnings += places
    if reading.rubric.decision.value == "approve" and any(each.required for each in reading.rubric.expected):
        warnings.append(("mergeDecision", "approves a change in which findings are required"))
    return RubricCheck(
        file=path,
        errors=_told(errors, reading, path),
        warnings=_told(warnings, reading, path),
        findings=len(reading.rubric.expected),
        proved=sum(len(each.evidence) + len(each.acceptable_answers) for each in reading.rubric.expected),
    )


_Problem = tuple[str, str]


def _told(problems: list[_Problem], reading: RubricReading, path: str) -> tuple[str, ...]:
    places: Mapping[str, tuple[int, int]] = reading.places
    found = sorted((places.get(key, (1, 1)), key, what) for key, what in problems)
    return tuple(f"{path}:{line}:{column}: {key}: {what}" for (line, column), key, what in found)


# -------------------------------------------------------------------------------------------------- the proof


def _proof(rubric: Rubric) -> Iterator[_Problem]:
    found = keys([_said(each) for each in rubric.expected])
    for number, (key, expected) in enumerate(zip(found, rubric.expected, strict=True)):
        for path, text in _ways(number, expected):
            yield from _proved(path, text, key)


def _said(each: Expected) -> Said:
    return Said(
        says=each.acceptable_answers, concepts=each.concepts, others=each.others, evidence=each.evidence
    )


def _ways(number: int, expected: Expected) -> Iterator[tuple[str, str]]:
    for name, texts in (("evidence", expected.evidence), ("acceptableAnswers", expected.acceptable_answers)):
        for at, text in enumerate(texts):
            yield f"expectedFindings[{number}].{name}[{at}]", text


def _proved(path: str, text: str, key: Key) -> Iterator[_Problem]:
    if not any(sentence.words for sentence in sentences(text)):
        yield path, "has no word that could be compared"
        return
    if match(key, text).level is not Level.FULL:
        if _lone(text) and not _praise(text):
            yield (
                path,
                f"{text!r} is one word to the matcher, which never counts in full; say it in two or more",
            )
            return
        yield path, f"does not match its own finding: {_reason(text)}"
        return
    for negated in negations(text):
        if match(key, negated).level > Level.NONE:
            yield path, f"its negation matches too: {negated!r}"
            return


def _opposed(rubric: Rubric) -> Iterator[_Problem]:
    """What says the opposite of another way to say the same finding: a denial would count as the fault."""
    for number, expected in enumerate(rubric.expected):
        ways = list(_ways(number, expected))
        for path, text in ways:
            other = next((other for _, other in ways if _opposite(text, other)), None)
            if other is not None:
                yield (
                    path,
                    f"says the opposite of {other!r}, which is of the same finding; one of them is wrong",
                )


def _opposite(text: str, other: str) -> bool:
    """Whether a text denies what another affirms, in the same words."""
    ours, theirs = _stems(text), _stems(other)
    if not (ours <= theirs or theirs <= ours) or len(ours ^ theirs) > _MORE or not _denies(text):
        return False
    return _denied(other, text) or _denied(text, other)


def _denied(said: str, by: str) -> bool:
    (key,) = keys([Said(says=(said,))])
    return match(key, by).level is Level.DENIED


def _denies(text: str) -> bool:
    return any(word.sense is Sense.ABSENT for sentence in sentences(text) for word in sentence.words)


def _stems(text: str) -> set[str]:
    return {word.stem for sentence in sentences(text) for word in sentence.words}


def _lone(text: str) -> bool:
    return len(_stems(text)) == 1


def _praise(text: str) -> bool:
    return all(sentence.approving for sentence in sentences(text))


def _reason(text: str) -> str:
    if _praise(text):
        return "it reads as praise"
    return "it is too short, like a sentence under `not`, or contradicts the finding's other sentences"


def negations(text: str) -> Iterator[str]:
    """The same said to be untrue, and for a short phrase said not to be there."""
    bare = text.strip().rstrip(".!;: ")
    yield f"It is not true that {bare[0].lower()}{bare[1:]}."
    words = bare.lower().split()
    if len(words) < 5 and not _ABSENCES & set(words):
        yield f"There is no {bare} here."
    if words[0] in ("no", "missing") and len(words) < 5:
        yield f"There is no {bare.split(maxsplit=1)[-1]} missing here."


# --------------------------------------------------------------------------------------------- words and places


def _thin(rubric: Rubric) -> Iterator[_Problem]:
    """What matches too little, or says nothing new."""
    for number, expected in enumerate(rubric.expected):
        for name in ("evidence", "acceptable_answers"):
            texts = [text.casefold() for text in getattr(expected, name)]
            if len(set(texts)) < len(texts):
                yield f"expectedFindings[{number}]", "says the same thing twice"
        if len(expected.concepts) == 1:
            yield f"expectedFindings[{number}].concepts", "is one group: it never counts in full"
        for group, words_ in enumerate(expected.concepts):
            for at, word in enumerate(words_):
                if len(word.split()) > 3:
                    yield (
                        f"expectedFindings[{number}].concepts[{group}][{at}]",
                        "is a sentence; groups hold words",
                    )


def _alike(rubric: Rubric) -> Iterator[_Problem]:
    """A sentence that matches another finding as well may be counted there."""
    found = keys([_said(each) for each in rubric.expected])
    for number, expected in enumerate(rubric.expected):
        for path, text in _ways(number, expected):
            for key, other in zip(found, rubric.expected, strict=True):
                if other.id != expected.id and match(key, text).level is Level.FULL:
                    yield path, f"also matches the finding {other.id!r}"


def _places(rubric: Rubric, lines: Lines) -> Iterator[_Problem]:
    for number, expected in enumerate(rubric.expected):
        where = expected.location
        if where is None:
            continue
        length = lines(where.file)
        path = f"expectedFindings[{number}].location"
        if length is None:
            yield f"{path}.file", f"there is no file {where.file!r}"
        elif where.lines and where.lines[1] > length:
            yield f"{path}.lines", f"{where.file!r} ends at line {length}"


def _elsewhere(rubric: Rubric, lines: Lines) -> bool:
    """Whether none of the files that locations name is there: then the change is somewhere else."""
    named = {expected.location.file for expected in rubric.expected if expected.location}
    return bool(named) and all(lines(file) is None for file in named)


def render(check: RubricCheck) -> str:
    """Plain text: a problem a line, as compilers print them, then what was proved."""
    warned = (each.split(": ", 1) for each in check.warnings)
    lines = [*check.errors, *(f"{place}: warning: {what}" for place, what in warned)]
    if check.errors:
        lines.append(f"{check.file}: {len(check.errors)} to mend")
    else:
        lines.append(
            f"{check.file}: {count(check.findings, 'finding')}, {check.proved} sentences match their own finding, "
            "and their negations do not"
        )
    return "\n".join(lines) + "\n"
