"""What a field may not say because the evidence says otherwise: a small table for each dimension.

Read sentence by sentence, in lower case (`docs/prose.md`, "What an answer is held to"). A claim is told from advice
and from its denial by the words round it: a reading of words, not of meaning, and the page says what it misses.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from steward.model import Band
from steward.synth.domains import domains
from steward.synth.field import Field, Measured
from steward.synth.figures import figures
from steward.synth.markers import ADVICE, DENIED
from steward.synth.slots import Slots

Claim = Callable[[str, Measured, Slots], bool]
"""Whether a sentence says something that the evidence does not."""


def polarity(field: Field) -> bool:
    """Whether no sentence contradicts the evidence."""
    claims = _CLAIMS if field.key is not None else (*_CLAIMS, _first_size)
    return not any(
        claim(sentence, field.measured, field.slots) for sentence in field.sentences for claim in claims
    )


# Only what stands right before a claim makes a condition of it.
_IF = re.compile(
    r"\b(?:existing|older|possible that|perhaps|maybe|might|may|if|once(?! (?:again|more))|unless|until|when"
    r"|whether|before|after)\b(?: [\w'{}]+){0,3} ?$"
)
_TWICE = re.compile(
    r"\b(?:no|not|none|never|nothing|neither|hardly)\b[^,]*\b(?:without|lacks?|lacking|untested|undocumented|missing)\b"
)


def _denied_before(sentence: str, at: int, reach: int = 5) -> bool:
    """Whether one of the last words before the place denies what follows, or makes a condition of it."""
    before = sentence[:at]
    near = " ".join(before.split()[-reach:])
    return DENIED.search(near) is not None or _IF.search(before) is not None


def _claims(pattern: re.Pattern[str], sentence: str) -> bool:
    """Whether the pattern is said, and neither denied nor a condition."""
    return any(
        not _denied_before(sentence, found.start()) and not DENIED.search(found[0])
        for found in pattern.finditer(sentence)
    )


def _are_there(noun: str, slot: str, shown: str) -> Callable[[str], bool]:
    """Whether a sentence says that there is some of what was counted as none.

    What stands beside the slot is a count of none, and says so; `shown` are the verbs that point at something.
    """
    none = re.compile(rf"\{{{slot}\}}(?: (?:changed|new|added))?(?: (?:left out|{noun}|files?|pages?))*")
    words = rf"(?:[\w'{{}}]+ ){{0,4}}?{noun}"
    said = re.compile(
        rf"\b(?:adds|added|updates|updated|includes|included|extends|extended|comes? with|came with"
        rf"|ships? with|brings"
        rf"|covers|covered (?:by|with|in)|backed (?:up )?by|accompanied by|supported by|has|gains|gained"
        rf"|provides|provided"
        rf"|alongside|together with|as well as|plus|along with|keeps|kept|touches|touched|modifies"
        rf"|modified|changes"
        rf"|rewrites|improves|improved|delivers|carries) {words}"
        rf"|{noun}(?: files?)? (?:\w+ )?(?:were|was|are|is|have been|has been|got|also|both|all|do|does"
        rf"|did)? ?"
        r"(?:added|updated|included|changed|extended|touched|written|there|provided|present|cover|covers"
        r"|covering"
        r"|accompany|accompanies|accompanied|back|support|exist|exists|grew|change|moved?|follow|follows"
        r"|followed|came|come|arrived?|shipped|grown|grew)\b"
        rf"|\b(?:the|these|those|its|their) (?:new|added|changed|extra|accompanying|extended|updated) {noun}\b"
        rf"|\b{shown} (?:the|these|those|its|their) {noun}(?: files?| pages?)?"
        r"(?=,| (?:that (?!exist|already)|which|next|beside|first|for|along|in this|of this|with)|$)"
    )
    mention = re.compile(rf"\b{noun}\b")

    def claimed(sentence: str) -> bool:
        sentence = none.sub("", sentence)
        if not mention.search(sentence):
            return False
        if _claims(said, sentence) or _TWICE.search(sentence):
            return True
        return not DENIED.search(sentence) and not ADVICE.search(sentence)

    return claimed


_TESTS = (
    r"(?:unit |integration )?(?:tests?|testing|test suite|test coverage|test ?cases?|unit ?tests?|specs?"
    r"|assertions?|pytests?)"
)
_DOCS = (
    r"(?:docs?|documentation|readme|changelog|release notes?|guides?|doc ?strings?|manuals?|handbooks?|wiki)"
)
_TESTS_ARE_THERE = _are_there(
    _TESTS, "test_files", r"(?:read|see|note|start with|begin with|look at|open|run)"
)
_DOCS_ARE_THERE = _are_there(_DOCS, "docs_files", r"(?:read|see|note)")
_TESTED = re.compile(r"\b(?:tested|covered|exercised)\b")
_DOCUMENTED = re.compile(r"\b(?:documented)\b")
_OF_ONE = re.compile(
    r"\{(?:untested|path)|\b(?:own|name[ds]?|matching|same|each|every|for|whose|such|others?|some|parts?|rest)\b"
)
_NONE_OF = (
    r"\b(?:no|without(?: any| a)?|lacks?(?: any)?|lacking|missing|zero|not (?:any|a single|one)|absence of)"
)
_GO = r"(?:removed|deleted|dropped|disabled|commented out)\b"
_TESTS_GO = re.compile(rf"\b{_TESTS}(?: files?)? (?:\w+ )?(?:is|are|was|were|been) {_GO}|\b{_GO} {_TESTS}\b")
_DOCS_GO = re.compile(rf"\b{_DOCS}(?: files?)? (?:\w+ )?(?:is|are|was|were|been) {_GO}|\b{_GO} {_DOCS}\b")
_NO_TESTS = re.compile(
    rf"{_NONE_OF} (?:\w+ ){{0,2}}?{_TESTS}\b|\b{_TESTS}(?: files?)? (?:\w+ )?(?:is|are|was|were|did|do"
    rf"|have|has)"
    r"(?: not|n't| missing| absent| lacking| nowhere)|\buntested\b|\bnot tested\b|\bnothing (?:\w+ )?tests?\b"
    r"|\bforg\w+ (?:\w+ )?tests?\b|\bnone (?:of \w+ )?(?:is|are|was|were) tests?\b"
)
_NO_DOCS = re.compile(
    rf"{_NONE_OF} (?:\w+ ){{0,2}}?{_DOCS}\b|\b{_DOCS} (?:\w+ )?(?:is|are|was|were|did|do|have|has)"
    r"(?: not|n't| missing| absent| lacking| unchanged)|\bundocumented\b|\bnot documented\b"
)
_ALL_TESTED = re.compile(
    r"\b(?:all|every|each|both|everything|fully)\b[^,]*\b(?:tests?|tested|covered|accompanied)\b"
    r"|\b(?:tests?|covered|tested)\b[^,]*\b(?:all|every|each|everything) (?:\w+ ){0,2}(?:source|file"
    r"|files|code|line|path)"
)


def _tests(sentence: str, found: Measured, slots: Slots) -> bool:
    if found.test_files is None:
        return False
    if not found.test_files:
        return _TESTS_ARE_THERE(sentence) or (_claims(_TESTED, sentence) and not ADVICE.search(sentence))
    if found.untested and _claims(_ALL_TESTED, sentence) and not ADVICE.search(sentence):
        return True
    if _claims(_TESTS_GO, sentence):
        return True
    return _NO_TESTS.search(sentence) is not None and not (found.untested and _OF_ONE.search(sentence))


def _docs(sentence: str, found: Measured, slots: Slots) -> bool:
    if found.docs_files is None:
        return False
    if not found.docs_files:
        return _DOCS_ARE_THERE(sentence) or (_claims(_DOCUMENTED, sentence) and not ADVICE.search(sentence))
    return _NO_DOCS.search(sentence) is not None or _claims(_DOCS_GO, sentence)


_SENSITIVE = re.compile(r"\bsensitive\b|\bsecurity (?:sensitive|relevant|critical|related)\b")
_NOT_SENSITIVE = re.compile(
    r"\b(?:no|nothing|none|not|without|never|neither|zero)\b (?:[\w{}]+ ){0,6}?sensitive\b(?! only\b)"
    r"|\b(?:nothing|none|no (?:\w+ ){0,3}paths?)\b[^,]*\bsensitive\b"
)
_HARMLESS = re.compile(r"\b(?:is|are|was|were|times) (?:not |hardly )?sensitive\b|\bharmless\b")
_ALL_OR_ONE = re.compile(
    r"\b(?:only|just|other|others|else|further|more|besides|apart|except|remaining|itself|by itself)\b"
)


def _sensitive(sentence: str, found: Measured, slots: Slots) -> bool:
    if found.sensitive is None:
        return False
    if "{sensitive_paths}" in sentence:
        return bool(found.sensitive) and _HARMLESS.search(sentence) is not None
    if not found.sensitive:
        return _claims(_SENSITIVE, sentence) and not ADVICE.search(sentence) and not DENIED.search(sentence)
    return _NOT_SENSITIVE.search(sentence) is not None and not _ALL_OR_ONE.search(sentence)


# --------------------------------------------------------------------------------------------------- size

SIZES: Mapping[str, tuple[Band, ...]] = {
    **dict.fromkeys(
        "small tiny little minor compact slight minimal miniature trivial".split(), (Band.SMALL,)
    ),
    **dict.fromkeys("short brief modest".split(), (Band.SMALL, Band.MEDIUM)),
    **dict.fromkeys("medium moderate moderately midsized middling".split(), (Band.MEDIUM,)),
    **dict.fromkeys("large big sizeable sizable substantial lengthy major".split(), (Band.LARGE, Band.HUGE)),
    **dict.fromkeys("huge massive enormous giant gigantic vast immense".split(), (Band.HUGE,)),
}
_ADJECTIVE = rf"(?P<size>{'|'.join(SIZES)})"
_WHOLE = r"(?:change|changes|changeset|pull request|diff|patch|update|rewrite|in size|overall|footprint)"
_SIZED = (
    re.compile(
        rf"\b{_ADJECTIVE}(?: sized)? (?:[a-z]+ ){{0,3}}?{_WHOLE}\b(?! (?:to|in|of|at|inside) (?:the )?\{{)"
    ),
    re.compile(
        rf"\b(?:{_WHOLE}|it|size|this|lines|files)(?: \w+)? (?:is|was|are|stays?|remains?|looks?|counts as"
        rf"|counted as|comes?"
        rf"(?: out)?(?: as| at)?|makes? it|ranks as) (?:(?:a|an|very|quite|rather|still|only|just|the"
        rf"|fairly) )*{_ADJECTIVE}\b"
    ),
    re.compile(rf"\bsize (?:\w+ ){{0,2}}?{_ADJECTIVE}\b"),
)
_FIRST_SIZE = re.compile(rf"(?:a |an |the |one )?(?:very |rather |quite )?{_ADJECTIVE}\b")
_FEW = re.compile(
    r"\b(?:handful|couple|pair|trio) of (?:\w+ )?(?:lines?|files?|edits?)\b|\bone liners?\b"
    r"|\b(?:one|single|two) line (?:fix|change|edit|patch|update)\b|\b(?:a|only|just) few (?:\w+ )?lines\b"
)
_GENERATED = re.compile(r"\b(?:generated|vendored|lock ?files?|autogenerated)\b")
_EXCLUDED = re.compile(r"\b(?:excluded?s?|left out|leaves? out)\b")
_LOPSIDED = re.compile(
    r"\b(?:nearly|almost|virtually) (?:all|entirely|only) (?:\w+ )?(?:additions|added|new)\b"
    r"|\b(?:lopsided|one sided)\b"
)
_MOSTLY_ADDED = re.compile(r"\bmostly (?:additions|added|new)\b")
_BALANCED = re.compile(r"\b(?:balanced|evenly|even mix|equal parts)\b")
_DELETES = re.compile(r"\b(?:removes|deletes|removed|deleted|drops|dropped) (?:\w+ ){0,2}(?:lines?|code)\b")
_ADDS_LINES = re.compile(r"\b(?:adds|added) (?:\w+ ){0,2}(?:lines|code)\b")


def _size(sentence: str, found: Measured, slots: Slots) -> bool:
    if not found.bands:
        return False
    if Band.SMALL not in found.bands and _FEW.search(sentence):
        return True
    said = (match for pattern in _SIZED for match in pattern.finditer(sentence))
    for match in said:
        fits = any(band in found.bands for band in SIZES[match["size"]])
        if not fits and not _denied_before(sentence, match.start("size"), reach=2):
            return True
    return False


def _first_size(sentence: str, found: Measured, slots: Slots) -> bool:
    """A headline that begins with a size says it of the whole change, whatever it is called."""
    match = _FIRST_SIZE.match(sentence)
    if match is None or not found.bands:
        return False
    return not any(band in found.bands for band in SIZES[match["size"]])


def _lines(sentence: str, found: Measured, slots: Slots) -> bool:
    absent = (
        (found.generated == 0, _GENERATED),
        (found.excluded == 0, _EXCLUDED),
        (not _outweigh(found, 9), _LOPSIDED),
        (not _outweigh(found, 2), _MOSTLY_ADDED),
        (found.lopsided, _BALANCED),
        (found.deletions == 0, _DELETES),
        (found.additions == 0, _ADDS_LINES),
    )
    return any(is_absent and _claims(claim, sentence) for is_absent, claim in absent)


def _outweigh(found: Measured, times: int) -> bool:
    """Whether there are so many additions for each deletion; the rule of the score asks for many lines besides."""
    return (found.additions or 0) > times * (found.deletions or 0)


_CLAIMS: tuple[Claim, ...] = (_tests, _docs, _sensitive, _size, _lines, domains, figures)
