"""A review as a person writes it becomes findings: `docs/reviews.md`, "How a review is read".

Each inline comment is a finding, and each paragraph and list item of the body. Quoted code, praise and questions
are none. Severity and category come from plain words or from Conventional Comments.
"""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from steward.challenge import review_lexicon as lexicon
from steward.challenge.review_decision import decided_in, decided_on_a_line, frames
from steward.challenge.review_polarity import Sense
from steward.challenge.review_sentences import sentences
from steward.challenge.review_words import links, stem, tokens
from steward.challenge.rubric import Decision, Severity

MOST_FINDINGS = 300
_MOST_BODY = 200_000
_MOST_REMARK = 4000  # the matcher reads no more


class Remark(Struct, frozen=True, kw_only=True):
    """Something that was said at a place: an inline comment, or an entry of an answer's `findings`. `line` is
    the last line of a comment over several, `first` the first."""

    text: str
    severity: Severity | None = None
    category: str = ""
    file: str = ""
    line: int | None = None
    first: int | None = None


class Finding(Struct, frozen=True, kw_only=True):
    """One thing that a review says is wrong. `number` counts the review's remarks from 1; `spoken` is the text
    less quotes, praise and questions; `listed` is a list of words, or no English, and `asked`
    what is only asked for or wondered about: neither is ever sure to match."""

    number: int
    text: str
    spoken: str
    severity: Severity | None = None
    category: str = ""
    file: str = ""
    line: int | None = None
    first: int | None = None
    blocking: bool = False
    fixing: bool = False
    listed: bool = False
    foreign: bool = False
    asked: bool = False


class Review(Struct, frozen=True, kw_only=True):
    """What a person decided and found; `remarks` is how many things were said, praise and questions included."""

    decision: Decision | None
    findings: tuple[Finding, ...] = ()
    remarks: int = 0


def read_review(decision: Decision | None, body: str, inline: Iterable[Remark] = ()) -> Review:
    """A review's decision, body and inline comments. The body is read up to 200,000 characters."""
    return _review(decision, [*_body(body[:_MOST_BODY]), *inline])


def read_remarks(decision: Decision | None, remarks: Iterable[Remark]) -> Review:
    """A review whose remarks are already apart."""
    return _review(decision, list(remarks))


def _review(decision: Decision | None, remarks: Sequence[Remark]) -> Review:
    said = [remark for remark in remarks if remark.text.strip()]
    read = (_finding(number, each) for number, each in enumerate(said[:MOST_FINDINGS], 1))
    findings = [each for each in read if each]
    if _mostly_terse(findings):
        findings = [replace(each, listed=True) for each in findings]
    return Review(decision=decision, findings=tuple(findings), remarks=len(said))


# ------------------------------------------------------------------------------------------------- the body

_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})[ \t]*(\w*)")
_ITEM = re.compile(r"^\s*(?:[-*+]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?")
_HEADING = re.compile(r"^ {0,3}#{1,6}\s+(.*?)\s*#*\s*$")
_DIFF = re.compile(r"^(?:diff --git |index [0-9a-f]+\.\.|--- |\+\+\+ |@@ .*@@)")
_INDENTED = re.compile(r"^[-+](?: {4,}|\t)\S")
_CODE = re.compile(
    r"^[-+](?: {2,}|\t| ?(?:#|//|/\*|@|(?:def|class|import|from|return|const|let|var) ))|[;{}:]\s*$|\w\(.*\)| = "
)
_DIFF_LINE = re.compile(
    r"^(?:[-+ \\]|diff --git |index |@@|--- |\+\+\+ |(?:new|deleted) file|old mode|new mode)"
)
_HTML = re.compile(r"<!--.*?(?:-->|\Z)|</?[A-Za-z][^<>]{0,300}>", re.DOTALL)


def stated_decision(body: str) -> Decision | None:
    """The decision that a line of its own states, else one that whole sentences say.

    None where there is none, or where two lines state different ones; what is quoted or hidden decides nothing.
    """
    said = unquoted(_HTML.sub(" ", body))
    stated = set(filter(None, map(decided_on_a_line, said.splitlines())))
    if stated:
        return stated.pop() if len(stated) == 1 else None
    return decided_in(_SENTENCE.split(said))


def _body(body: str) -> Iterator[Remark]:
    severity: Severity | None = None
    for kind, text in _blocks(body):
        if kind == "heading":
            severity = _named_severity(text)
        elif not text.endswith(":") or len(text) > 150:
            yield Remark(text=text, severity=severity if severity and not _severity(text) else None)


def _blocks(body: str) -> Iterator[tuple[str, str]]:
    """Headings, paragraphs and list items of Markdown, without quotes, code and diffs."""
    held: list[str] = []
    for kind, line in _lines(_HTML.sub(" ", body)):
        if kind != "more" and held:
            yield "text", " ".join(held)
            held = []
        if kind == "heading":
            yield kind, line
        elif line:
            held.append(line)
    if held:
        yield "text", " ".join(held)


def _lines(body: str) -> Iterator[tuple[str, str]]:
    for line in unquoted(body).split("\n"):
        heading, item = _HEADING.match(line), _ITEM.match(line)
        if not line.strip() or decided_on_a_line(line):
            yield "gap", ""
        elif heading:
            yield "heading", heading[1]
        elif item:
            yield "item", line[item.end() :].strip()
        else:
            yield "more", line.strip()


def unquoted(text: str) -> str:
    """The text without what others wrote: fenced code, block quotes and diffs."""
    kept: list[str] = []
    fence, diff = "", False
    for line in _without_diffs(text.splitlines()):
        opening = _FENCE.match(line)
        if fence:
            fence = "" if opening and opening[1].startswith(fence) and not opening[2] else fence
        elif opening:
            fence = opening[1]
            kept.append(f" {_BLOCK} " if opening[2] == "suggestion" else "")
        elif _DIFF.match(line) or (diff and _DIFF_LINE.match(line)):
            diff = True
        elif not line.lstrip().startswith(">"):
            diff = False
            kept.append(line)
    return "\n".join(kept)


def _is_code(line: str) -> bool:
    return bool(_CODE.search(line))


def _without_diffs(lines: Sequence[str]) -> Iterator[str]:
    """The lines less those of a diff that has lost its head: runs of `-` and `+` lines, and indented code."""
    for _, run in itertools.groupby(lines, key=lambda line: not line.strip()):
        held = list(run)
        marked = [line for line in held if line[:1] in ("+", "-")]
        diff = len({line[0] for line in marked}) > 1 and sum(map(_is_code, marked)) * 2 >= len(marked)
        for line in held:
            changed = line[:1] in ("+", "-") and (diff or _INDENTED.match(line))
            yield "" if changed else line


# ------------------------------------------------------------------------------------------------ one remark

_CONVENTIONAL = re.compile(
    r"^\W{0,4}(praise|nitpick|nit|suggestion|issue|todo|question|thought|chore|note|typo|polish|quibble)"
    r"\W{0,3}(?:\(([^()]{0,80})\))?\W{0,3}:\W{0,3}\s+",
    re.IGNORECASE,
)
_NO_FINDINGS = frozenset("praise question thought note".split())
_LABELS = {
    "nitpick": Severity.LOW,
    "nit": Severity.LOW,
    "typo": Severity.LOW,
    "polish": Severity.LOW,
    "quibble": Severity.LOW,
}
_WORDS = (
    (Severity.CRITICAL, r"critical|severe|showstopper"),
    (Severity.HIGH, r"high|major|serious|blocking|blocker|must[- ]fix"),
    (Severity.MEDIUM, r"medium|moderate"),
    (Severity.LOW, r"low|minor|nit|nitpick|trivial|cosmetic"),
)
_STATED = tuple(
    (
        severity,
        re.compile(
            rf"^\W{{0,6}}(?:[A-Za-z-]{{2,20}} ?[/|·] ?)?(?:severity\W{{1,4}})?(?:{words})\b"
            rf"(?:[ -](?:severity|priority|risk))?"
            rf"(?: ?\([^()]{{0,40}}\))?\W{{0,3}}[:\])—–-]"
            rf"|[(\[](?:[\w -]{{0,30}}, ?)?(?:{words})(?:,[\w ,-]{{0,40}})?(?: severity)?[)\]]"
            rf"|\bseverity\W{{1,4}}(?:is )?(?:{words})\b|\b(?:{words})[ -](?:severity|priority)\b"
            rf"|\b(?:this|that|it|which) is (?:a |an )?(?:very )?(?:{words})\b"
            rf"|\ba (?:{words}) (?:issue|bug|problem|flaw|vulnerability|finding|security)\b",
            re.IGNORECASE,
        ),
    )
    for severity, words in _WORDS
)
_LEAD = re.compile(
    r"^\W{0,6}(?:severity\W{1,4})?(?:" + "|".join(words for _, words in _WORDS) + r")\b"
    r"(?:[ -](?:severity|priority|risk))?(?: ?\([^()]{0,40}\))?\W{0,3}[:\])—–-][^\w`\"'(\[@]{0,4}",
    re.IGNORECASE,
)
_IN_BRACKETS = re.compile(r"\(([^()]{0,80})\)")
_BLOCKING = re.compile(r"(?<!non-)(?<!non )(?<!not )(?<!isn't )\b(?:blocking|blocker)\b", re.IGNORECASE)
_PLACE = re.compile(r"(?<![\w/])((?:[\w.-]{1,80}/){0,12}[\w-]{1,80}\.[A-Za-z]{1,6}):(\d{1,7})\b")
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+")
_ASKS = re.compile(
    r"^\W*(?:so |and |but |ok |also )?(?:why|what|how|who|when|where|which|is|are|was|were|does|do|did|can|could"
    r"|would|will|should|has|have|any|may|might|(?:should|is|are|do|does|wo|would|could)n't)\b",
    re.IGNORECASE,
)
_REQUESTS = (
    (
        re.compile(
            r"^\W*(?:could|can|would|will) (?:you|we)(?: please| also| perhaps| maybe)?(?! not)\b",
            re.IGNORECASE,
        ),
        "please",
    ),
    (
        re.compile(
            r"^\W*(?:and |but |so )?should(?:n't)? (?!I\b)((?:the )?[\w.`]+)(?: not)?(?= )", re.IGNORECASE
        ),
        r"\1 should",
    ),
    (
        re.compile(r"^\W*(?:and |but |so )?where (?:is|are) (?:the|a|an|any|your|our)\b", re.IGNORECASE),
        "missing",
    ),
    (
        re.compile(
            r"^\W*(?:and |but |so )?(?:is|are|does|do|wo|would|ca|could|has|have)n't\b", re.IGNORECASE
        ),
        "",
    ),
)
_SOUGHT = re.compile(
    r"\bwhere (?:is|are) (?:the|a|an|any|your|our) ([^?.!\n]{1,120})\? I (?:can't|can ?not|couldn't|don't) "
    r"(?:find|see) (?:one|any|it|them)\b",
    re.IGNORECASE,
)
_MAYBE = re.compile(r"^\W*(?:maybe|perhaps|possibly)\b", re.IGNORECASE)
_BLOCK = "suggestion block"
_LITTLE = 0.7  # less than one word of meaning
_LOOKED = re.compile(
    r"^\W*I(?: have|'ve)? (?:also )?(?:followed|checked|verified|tried|ran|read|confirmed|reviewed|compared)\b",
    re.IGNORECASE,
)
_BUT = re.compile(
    r"\b(?:but|however|though|yet|still|except|and it|fails?|crash\w*|rais\w+|wrong)\b", re.IGNORECASE
)
_SUMMARY = re.compile(
    r"^\W*(?:this|the) (?:pr|pull request|change|patch|diff|commit)s? "
    r"(?:add|introduce|implement|update|move|refactor)s\b",
    re.IGNORECASE,
)


def _finding(number: int, remark: Remark) -> Finding | None:
    """A remark as a finding; None for praise, questions and what says nothing."""
    plain = unicodedata.normalize("NFKC", remark.text[:_MOST_REMARK])[:_MOST_REMARK]
    text = unquoted(_HTML.sub(" ", plain)).strip()
    labelled = _CONVENTIONAL.match(text)
    label = labelled[1].lower() if labelled else ""
    if label in _NO_FINDINGS:
        return None
    bare = text[labelled.end() :] if labelled else text
    lead = _LEAD.match(bare)
    spoken, asked = _spoken(bare[lead.end() :] if lead else bare)
    if not spoken or spoken == _BLOCK or _SUMMARY.match(bare):
        return None
    decorated = (labelled[2] if labelled else "") or "".join(
        _IN_BRACKETS.findall(lead[0] if lead else "")[:1]
    )
    decorations = [each.strip().lower() for each in decorated.split(",") if each.strip()]
    place = _PLACE.search(text)
    return Finding(
        number=number,
        text=remark.text,
        spoken=spoken,
        severity=remark.severity or _severity(text) or _labelled(label, decorations),
        category=remark.category or next((area(each) for each in decorations if area(each) in _NAMES), ""),
        file=remark.file or (place[1] if place else ""),
        line=remark.line or (int(place[2]) if place and not remark.file else None),
        first=remark.first,
        blocking=("blocking" in decorations) or bool(_BLOCKING.search(text)),
        fixing="```suggestion" in remark.text,
        listed=_is_list(spoken) or _is_foreign(spoken),
        foreign=_is_foreign(spoken),
        asked=asked,
    )


def _spoken(text: str) -> tuple[str, bool]:
    """What is said, without praise and questions, and whether all of it is only asked for."""
    told = [_told(each) for each in _SENTENCE.split(_SOUGHT.sub(r"there is no \1", text))]
    kept = [(each, asked) for each, asked in told if each and not _praises(each)]
    spoken = " ".join(each for each, _ in kept).strip()
    framing = all(frames(each) for each, _ in kept)
    if framing or (_weight(spoken) <= _LITTLE and spoken.isascii()):
        return "", False
    return spoken, all(asked for each, asked in kept if each != _BLOCK and _weight(each) > _LITTLE)


def _weight(text: str) -> float:
    return sum(word.weight for sentence in sentences(text) for word in sentence.words)


def _told(sentence: str) -> tuple[str, bool]:
    """A sentence as a statement and whether it is a question that asks for a change; a mere question is ""."""
    if not sentence.rstrip(" )\"'*_").endswith("?"):
        return sentence, _half_praised(sentence)
    for pattern, statement in _REQUESTS:
        if pattern.match(sentence):
            return pattern.sub(statement, sentence, count=1).rstrip(" )\"'*_?") + ".", True
    if _ASKS.match(sentence):
        return "", False
    return sentence, bool(_MAYBE.match(sentence))


def _half_praised(sentence: str) -> bool:
    """Praise that denies something as well: for a person where it comes near a fault, else free."""
    read = sentences(sentence)
    return bool(read) and all(each.approving for each in read) and any(each.mixed for each in read)


def _praises(sentence: str) -> bool:
    read = sentences(sentence)
    if read and all(each.approving and not each.mixed for each in read):
        return True
    # "I followed every caller" tells what was looked at, unless something is missing, wished for or denied there.
    words = (word for each in read for word in each.words)
    return (
        bool(_LOOKED.match(sentence))
        and all(word.sense is Sense.SAID for word in words)
        and not _BUT.search(sentence)
    )


def _severity(text: str) -> Severity | None:
    """The worst severity that the words state."""
    return next((severity for severity, pattern in _STATED if pattern.search(text[:600])), None)


def _named_severity(heading: str) -> Severity | None:
    return next((s for s, words in _WORDS if re.search(rf"\b(?:{words})\b", heading, re.IGNORECASE)), None)


def _labelled(label: str, decorations: Sequence[str]) -> Severity | None:
    for severity in Severity:
        if severity.value in decorations:
            return severity
    if label in _LABELS:
        return _LABELS[label]
    if "blocking" in decorations:
        return Severity.HIGH
    if "non-blocking" in decorations or "if-minor" in decorations:
        return Severity.LOW if label in ("suggestion", "chore") else Severity.MEDIUM
    return None


# --------------------------------------------------------------------------------------------- the category

_AREAS = {
    word: area
    for area, words in {
        "security": """security vulnerability authorization authorisation authentication permission permissions
            injection secret secrets credential credentials xss csrf privacy attacker exploit""",
        "correctness": "correctness bug bugs logic functional functionality behaviour behavior regression crash",
        "testing": "testing tests test coverage untested",
        "performance": "performance slow latency efficiency memory scalability quadratic",
        "concurrency": "concurrency race races deadlock threading atomicity thread-safety",
        "reliability": """reliability error-handling errors robustness resilience timeout retry availability
            resources""",
        "maintainability": """maintainability readability style design architecture naming duplication complexity
            refactoring""",
        "documentation": "documentation docs docstring comment comments readme",
        "compatibility": "compatibility api breaking migration versioning",
    }.items()
    for word in words.split()
}
_NAMES = frozenset(_AREAS.values())
_SKILLS = {
    "testing": "testing",
    "maintainability": "judgement",
    "documentation": "judgement",
    "compatibility": "judgement",
}


def area(category: str) -> str:
    """The one name of a category: "error handling" and "errors" are reliability; an unknown one stays itself."""
    lower = category.strip().lower().replace("_", "-").replace(" ", "-")
    if lower in _NAMES:
        return lower
    parts = [lower, *lower.split("-")]
    return next((_AREAS[part] for part in parts if part in _AREAS), lower)


def skill(category: str) -> str:
    """The skill that a finding of this category shows: implementation, testing or judgement."""
    return _SKILLS.get(area(category), "implementation")


def areas_named(text: str) -> frozenset[str]:
    """The categories that the words of a text name."""
    return frozenset(_AREAS[token.text] for token in tokens(text) if token.text in _AREAS)


# ---------------------------------------------------------------------------------------- lists, not sentences


_LETTERS, _FEW = 3, 6
_KNOWN = 0.2  # of the words of a comment in English; prose has twice as much
_WORD = re.compile(r"[^\W\d_]+(?:'\w+)?")


def _is_foreign(text: str) -> bool:
    """Whether this is another language: other letters, or hardly a word of English that a review is made of."""
    words = _WORD.findall(text.lower())
    letters = sum(map(len, words))
    if letters > _LETTERS and sum(map(str.isascii, "".join(words))) < letters / 2:
        return True
    return len(words) >= _FEW and sum(map(_is_known, words)) < _KNOWN * len(words)


def _is_known(word: str) -> bool:
    return word in lexicon.FUNCTION_WORDS or word in lexicon.COMMON_WORDS or bool(links(stem(word)))


def _is_list(text: str) -> bool:
    """Whether these are keywords or code: hardly a word that holds a sentence together."""
    words = _WORD.findall(text.lower())
    if len(words) < _FEW:
        return False
    holding = sum(word in lexicon.FUNCTION_WORDS for word in words) / len(words)
    pieces = [piece for piece in re.split(r"[,;/|•\n]+", text) if piece.strip()]
    return holding < 0.1 or (len(pieces) > 4 and holding < 0.25 and len(words) / len(pieces) < 4)


def _mostly_terse(findings: Sequence[Finding]) -> bool:
    """Many items of a few words each are a list too, written one below the other."""
    terse = sum(len(each.spoken.split()) < 5 for each in findings)
    return len(findings) > 7 and terse > 0.7 * len(findings)
