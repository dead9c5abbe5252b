"""From matches to points, penalties, caps and the verdict: `docs/reviews.md`, "Points"."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from steward.challenge.review_match import Placing
from steward.challenge.review_reading import Finding, Review, area, areas_named, skill
from steward.challenge.rubric import Decision, Expected, Reveal, Rubric, Severity
from steward.wording import count

_MOST_PENALTY = 20.0
_CONTRADICTION = 15.0
_CENTRAL = 15.0
_CENTRAL_CAP = 50
_DECISION_CAP = 60
_HOW_TO_DECIDE = "write `Decision: request changes` on a line of its own"
_FLOOD = 60  # more findings than a person writes about one change
_STRAY = 4


class Verdict(StrEnum):
    """What becomes of the review: success, failure, or a person must look."""

    ACCEPTED = "accepted"
    FAILED = "failed"
    NEEDS_REVIEW = "needs_review"


class Hit(Struct, frozen=True, kw_only=True):
    """An expectation, and the finding that it got; `sure` when the match counts in full."""

    expected: Expected
    finding: Finding | None = None
    sure: bool = False
    placing: Placing = Placing.UNKNOWN


class Part(Struct, frozen=True, kw_only=True):
    """A part of the score: `points` of `most`."""

    name: str
    points: float
    most: float


class Matched(Struct, frozen=True, kw_only=True):
    """A finding that counted, and what it was worth. `severity` is exact, near, off or unstated."""

    comment: int
    sure: bool
    severity: str
    area: bool
    evidence: bool
    impact: bool
    fix: bool


class Missing(Struct, frozen=True, kw_only=True):
    """How many required findings are missing that show a skill; never which."""

    skill: str
    count: int


class Penalty(Struct, frozen=True, kw_only=True):
    """Points taken off, and why."""

    why: str
    points: float


class ReviewReport(Struct, frozen=True, kw_only=True):
    """All that is known about a scored review. `hits` and `rubric` are the key: they are shown only as `reveal`
    says, and never stand in the JSON report. `most` is the score if every unsure match counted."""

    score: int
    verdict: Verdict
    least: float
    parts: tuple[Part, ...]
    matched: tuple[Matched, ...]
    missing: tuple[Missing, ...]
    penalties: tuple[Penalty, ...]
    caps: tuple[str, ...]
    looks: tuple[str, ...]
    most: int
    unmatched: tuple[int, ...]
    review: Review
    rubric: Rubric
    hits: tuple[Hit, ...]

    @property
    def revealed(self) -> bool:
        """Whether this person may see the key."""
        always = self.rubric.reveal is Reveal.ALWAYS
        return always or (self.rubric.reveal is Reveal.AFTER_PASS and self.verdict is Verdict.ACCEPTED)


class _Sum(Struct, frozen=True, kw_only=True):
    parts: tuple[Part, ...]
    penalties: tuple[Penalty, ...]
    caps: tuple[str, ...]
    score: int


def report(
    rubric: Rubric, review: Review, hits: Sequence[Hit], free: frozenset[int], guessed: int
) -> ReviewReport:
    """Points, penalties and the verdict. `free` are findings that match nothing and cost nothing, `guessed` how
    many of these only come near."""
    taken = {hit.finding.number for hit in hits if hit.finding}
    stray = tuple(
        each.number for each in review.findings if each.number not in taken and each.number not in free
    )
    costly = sum(each.number in stray and not each.listed for each in review.findings)
    least = _sum(rubric, review, hits, costly)
    most = _sum(rubric, review, [replace(hit, sure=hit.finding is not None) for hit in hits], costly)
    looks = tuple(_looks(review, hits, len(stray) + guessed))
    return ReviewReport(
        score=least.score,
        verdict=_verdict(rubric, most, looks),
        least=rubric.least,
        parts=least.parts,
        matched=tuple(sorted(map(_matched, filter(_has_finding, hits)), key=lambda each: each.comment)),
        missing=_missing(hits),
        penalties=least.penalties,
        caps=least.caps,
        looks=looks,
        most=most.score,
        unmatched=stray,
        review=review,
        rubric=rubric,
        hits=tuple(hits),
    )


def _has_finding(hit: Hit) -> bool:
    return hit.finding is not None


def _verdict(rubric: Rubric, most: _Sum, looks: Sequence[str]) -> Verdict:
    """What cannot pass whatever a person sees has failed; what a person must see is not accepted. In another
    language nothing could be compared, so nothing is known to fail."""
    foreign = _FOREIGN in looks
    if most.score < rubric.least and not foreign:
        return Verdict.FAILED
    return Verdict.NEEDS_REVIEW if looks else Verdict.ACCEPTED


_GREY = "some comments come near what is expected and are not sure to say it"
_LISTED = "half of the comments or more are lists of words or code, not sentences"
_FOREIGN = "half of the comments or more are not in English"
_FLOODED = "there are more comments than a person writes about one change"
_SCATTERED = "most comments match nothing, or only come near what is expected"
_EMPTY = "the review says nothing beside its decision"


def _looks(review: Review, hits: Sequence[Hit], beside: int) -> Iterator[str]:
    """Why a person must look; `beside` is how many findings match nothing, or only come near and are left over."""
    findings = review.findings
    if any(hit.finding and not hit.sure for hit in hits):
        yield _GREY
    if findings and 2 * sum(each.listed for each in findings) >= len(findings):
        yield _FOREIGN if 2 * sum(each.foreign for each in findings) >= len(findings) else _LISTED
    if len(findings) > _FLOOD:
        yield _FLOODED
    matched = sum(hit.finding is not None for hit in hits)
    if beside >= max(_STRAY, 2 * matched + 1):
        yield _SCATTERED
    if not review.remarks:
        yield _EMPTY


# ------------------------------------------------------------------------------------------------ the points


def _sum(rubric: Rubric, review: Review, hits: Sequence[Hit], stray: int) -> _Sum:
    parts = tuple(_parts(rubric, review, hits))
    whole = sum(part.most for part in parts)
    penalties = tuple(_penalties(rubric, review, hits, stray))
    points = 100 * sum(part.points for part in parts) / whole if whole else 0.0
    points -= sum(each.points for each in penalties)
    caps = dict(_caps(rubric, review, hits))
    points = min([points, *caps.values()])
    return _Sum(
        parts=parts,
        penalties=penalties,
        caps=tuple(caps),
        score=int(max(0.0, min(100.0, points)) + 0.5 + 1e-9),
    )


def _parts(rubric: Rubric, review: Review, hits: Sequence[Hit]) -> Iterator[Part]:
    weights = rubric.weights
    right = review.decision is rubric.decision
    yield Part(name="decision", points=weights.decision * right, most=weights.decision)
    required = [hit for hit in hits if hit.expected.required]
    if not required:
        # Nothing had to be found: only the decision can be right or wrong.
        return
    found = [hit for hit in required if hit.sure]
    shares = {
        "findings": (weights.findings, float(len(found))),
        "severity": (weights.severity, sum(_severity_share(hit) for hit in found)),
        "area": (weights.area, float(sum(_area(hit) for hit in found))),
        "explanation": (weights.explanation, sum(sum(_explained(hit)) / 3 for hit in found)),
    }
    for name, (weight, share) in shares.items():
        yield Part(name=name, points=weight * share / len(required), most=weight)


def _severity_share(hit: Hit) -> float:
    return {"exact": 1.0, "near": 0.5}.get(_severity(hit), 0.0)


def _severity(hit: Hit) -> str:
    stated = hit.finding.severity if hit.finding else None
    if stated is None:
        return "unstated"
    order = list(Severity)
    steps = abs(order.index(stated) - order.index(hit.expected.severity))
    return ("exact", "near", "off")[min(steps, 2)]


def _area(hit: Hit) -> bool:
    if hit.placing is Placing.RIGHT or hit.finding is None:
        return hit.finding is not None
    expected = area(hit.expected.category)
    if hit.finding.category:
        return area(hit.finding.category) == expected
    return expected in areas_named(hit.finding.spoken)


_EVIDENCE = re.compile(r"`|\w\(|\w_\w|[a-z][A-Z]|\w\.\w|\bline \d|[\"“].+[\"”]|\b\d+\b")
_IMPACT = re.compile(
    r"\b(?:because|so|since|therefore|thus|then|means?|meaning|leads?|caus\w+|result\w*|allow\w*|lets?|can|could|would"
    r"|will|may|might|otherwise|risk\w*|crash\w*|breaks?|fails?|los[et]\w*|leak\w*|attacker\w*|anyone|anybody"
    r"|corrupt\w*|expos\w+|unnoticed|wrong|slow\w*)\b",
    re.IGNORECASE,
)
_FIX = re.compile(
    r"\b(?:should|must|needs?|please|use|using|add|instead|replace|consider|fix|suggest\w*|recommend\w*|move|wrap|let's"
    r"|rather|make sure|extract|rename|rotate|suggestion block)\b"
    r"|(?:^|[.;:,(]\s*|\bthen )(?:check|return|close|lock|compare|escape|guard|ensure|validate|require|reject|catch"
    r"|fetch|test|remove|try|raise|read|pass|keep|handle)\b",
    re.IGNORECASE,
)


def _explained(hit: Hit) -> tuple[bool, bool, bool]:
    """Whether evidence, impact and a fix are named."""
    if hit.finding is None:
        return False, False, False
    text = hit.finding.spoken
    evidence = bool(hit.finding.file) or bool(_EVIDENCE.search(text))
    return evidence, bool(_IMPACT.search(text)), hit.finding.fixing or bool(_FIX.search(text))


def _matched(hit: Hit) -> Matched:
    evidence, impact, fix = _explained(hit)
    return Matched(
        comment=hit.finding.number if hit.finding else 0,
        sure=hit.sure,
        severity=_severity(hit),
        area=_area(hit),
        evidence=evidence,
        impact=impact,
        fix=fix,
    )


def _missing(hits: Sequence[Hit]) -> tuple[Missing, ...]:
    skills = Counter(skill(h.expected.category) for h in hits if h.expected.required and h.finding is None)
    return tuple(Missing(skill=name, count=number) for name, number in sorted(skills.items()))


# ------------------------------------------------------------------------------------------ penalties and caps


def _penalties(rubric: Rubric, review: Review, hits: Sequence[Hit], stray: int) -> Iterator[Penalty]:
    if stray and rubric.penalty:
        points = min(_MOST_PENALTY, stray * rubric.penalty)
        why = f"{count(stray, 'comment')} that match{'es' if stray == 1 else ''} nothing"
        yield Penalty(why=why, points=points)
    if review.decision is Decision.APPROVE and any(map(_blocks, review.findings)):
        yield Penalty(
            why="the decision contradicts the review's own blocking findings", points=_CONTRADICTION
        )
    if any(map(_central_missed, _central(hits))):
        yield Penalty(why="the central risk is missing", points=_CENTRAL)


def _blocks(finding: Finding) -> bool:
    return finding.blocking or finding.severity in (Severity.CRITICAL, Severity.HIGH)


def _central(hits: Sequence[Hit]) -> list[Hit]:
    """The required expectations of the highest severity."""
    required = [hit for hit in hits if hit.expected.required]
    order = list(Severity)
    worst = min((order.index(hit.expected.severity) for hit in required), default=None)
    return [hit for hit in required if order.index(hit.expected.severity) == worst]


def _central_missed(hit: Hit) -> bool:
    return not hit.sure


def _caps(rubric: Rubric, review: Review, hits: Sequence[Hit]) -> Iterator[tuple[str, float]]:
    if any(map(_central_missed, _central(hits))):
        yield f"the central risk is missing: at most {_CENTRAL_CAP}", float(_CENTRAL_CAP)
    if review.decision is None:
        yield f"no decision found: {_HOW_TO_DECIDE}; at most {_DECISION_CAP}", float(_DECISION_CAP)
    elif review.decision is not rubric.decision:
        yield f"the decision is not the right one: at most {_DECISION_CAP}", float(_DECISION_CAP)
