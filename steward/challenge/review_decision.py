"""What a review says of the change as a whole: its decision in words, and sentences that only frame the rest.

"Decision: request changes" on a line of its own, or a whole sentence such as "Please do not merge this yet." A
sentence about the merge, or one that points at a list, is no finding (`docs/reviews.md`, "How a review is read").
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from steward.challenge.review_lexicon import FUNCTION_WORDS
from steward.challenge.rubric import Decision

_LABEL = re.compile(
    r"^\W*(?:(?:my|final|merge|review|overall)\s+)*(?:decision|verdict|recommendation)(?:\s+is)?\W+(.*)$",
    re.IGNORECASE,
)
_UNTICKED, _TICKED = re.compile(r"^[\s>*+-]*\[ ?\]"), re.compile(r"^[\s>*+-]*\[[xX]\]")
_STATED = {
    Decision.APPROVE: re.compile(r"approved?"),
    Decision.COMMENT: re.compile(r"comment(?:ed)?"),
    Decision.REQUEST_CHANGES: re.compile(r"request(?:ed)? changes|changes requested|reject(?:ed)?"),
}
_PLAIN = re.compile(r"approved?|request changes|changes requested")
_MOST_LINE, _MOST_WORDS = 200, 30

_CHANGE = r"(?:pr|mr|pull request|merge request|change|changes|patch|diff|branch)"
_THIS = rf"(?: (?:this|it|that|the|your|these))?(?: {_CHANGE})?"
_STATE = r"(?:yet|now|here|as is|as it is|as it stands|like this|in this (?:state|form|shape)|at the moment)"
_YET = rf"(?: {_STATE})*"
_GOES = r"(?:can|could|is|be|go|goes|in|merge|merged|approve)"
_FIRST = rf"(?: before (?:(?:this|it|we|i)(?: {_GOES})+|merging|a merge))?"
_IT = rf"(?:(?:this|it|that|the)(?: {_CHANGE})? )?"
_I = r"(?:(?:i|we) )?"
_APPROVE = (
    rf"{_I}(?:(?:am|do|can|will|have|happily|hereby) )*(?:approved?|approving){_THIS}",
    rf"{_I}approved?{_THIS} with (?:\w+ )?(?:comments|nits|suggestions|remarks)",
    r"lgtm|looks good to me|ship it|good to go|thumbs up",
    rf"{_IT}(?:is )?(?:ready|good|fine|ok|okay|safe) to (?:merge|be merged|go in|ship|land)",
    rf"(?:please )?merge (?:this|it)|{_IT}can be merged",
)
_COMMENT = (rf"{_I}(?:(?:only|just) comment(?:ing|s)?|comment(?:s|ing)? only)",)
_REQUEST = (
    rf"{_I}(?:(?:am|do|would|will|must|have to) )*request(?:ing|ed)? (?:some )?changes{_YET}{_FIRST}",
    rf"changes (?:are )?(?:requested|required|needed|necessary){_YET}{_FIRST}",
    rf"(?:do not|never) (?:merge|approve|ship|land){_THIS}{_YET}",
    rf"(?:i|we) (?:would|will|can|could|do|should) not (?:want to )?(?:merge|approve|ship|accept){_THIS}{_YET}",
    rf"(?:i|we) (?:am|are) not (?:going to )?(?:merg(?:e|ing)|approv(?:e|ing)){_THIS}{_YET}",
    rf"{_IT}(?:should|must|can|may|could|is) not (?:be )?(?:merged|approved|shipped|accepted|mergeable){_YET}",
    rf"{_IT}(?:is )?not (?:ready|safe|fit|good enough) (?:to (?:merge|be merged|go in|ship)|for merging){_YET}",
    rf"(?:i|we) do not think (?:that )?{_IT}(?:should|can) (?:be merged|be approved|go in){_YET}",
    rf"{_IT}needs? (?:some |more )?(?:changes|work){_FIRST}",
    rf"{_I}reject(?:ed|ing)?{_THIS}|nack|no go",
)
_SAID = {Decision.APPROVE: _APPROVE, Decision.COMMENT: _COMMENT, Decision.REQUEST_CHANGES: _REQUEST}
_SAYS = {
    decision: re.compile(
        rf"(?:(?:please|so|overall|therefore|hence) )*(?:{'|'.join(forms)})(?: please| thanks)?"
    )
    for decision, forms in _SAID.items()
}
_OPENED = (
    (re.compile(r"\b(?:cannot|cant|can't)\b"), "can not"),
    (re.compile(r"\b(?:wont|won't)\b"), "will not"),
    (re.compile(r"\bdont\b"), "do not"),
    (re.compile(r"n't\b"), " not"),
    (re.compile(r"\b(?:i'm|i am)\b"), "i am"),
    (re.compile(r"'d\b"), " would"),
    (re.compile(r"\W+"), " "),
)


def decided_on_a_line(line: str) -> Decision | None:
    """The decision that a line of its own states: "Decision: request changes"."""
    if len(line) >= _MOST_LINE or _UNTICKED.match(line):
        return None
    line = _TICKED.sub("", line)
    labelled = _LABEL.match(line)
    said = _words(labelled[1] if labelled else line)
    if not labelled:
        return _found(said, _STATED) if _PLAIN.fullmatch(said) else None
    return _found(said, _STATED) or _found(said, _SAYS)


def decided_in(sentences: Iterable[str]) -> Decision | None:
    """The decision that whole sentences say: "I request changes."; None where they say none, or two."""
    told = (each for each in sentences if len(each) < _MOST_LINE and not _open(each))
    found = {decision for each in told if (decision := _found(_words(each), _SAYS))}
    return found.pop() if len(found) == 1 else None


def _open(sentence: str) -> bool:
    """Whether it is a question, or a box that is not ticked."""
    return bool(_UNTICKED.match(sentence)) or sentence.rstrip(" )\"'*_").endswith("?")


def _found(said: str, forms: dict[Decision, re.Pattern[str]]) -> Decision | None:
    return next((decision for decision, form in forms.items() if form.fullmatch(said)), None)


def _words(text: str) -> str:
    plain = text.lower().replace("’", "'").replace("_", " ")
    for pattern, instead in _OPENED:
        plain = pattern.sub(instead, plain)
    return plain.strip()


# ----------------------------------------------------------------------------------------------- what frames

_CODE = re.compile(r"[`/=]|\w\(|\w_\w|[a-z][A-Z]|\w\.\w")
_POINTS = re.compile(
    r"\b(?:merg(?:e|ed|es|ing|eable)|approv(?:e|ed|al|ing)|ship|shipped|ready|request(?:ing|ed)? changes"
    r"|below|above|inline|comments?|remarks|list|listed|following|decision|verdict|recommendation|lgtm|nack|start"
    r"|blockers?|blocking|things|issues|problems|points|findings|concerns|changes|needs? (?:more |some )?work)\b"
)
_FRAME = FUNCTION_WORDS | frozenset(
    """
    merge merged merges merging mergeable approve approved approval approving ship shipped shipping ready
    request requesting requested below above inline comment comments commented remark remarks note notes list
    listed following decision verdict recommendation lgtm nack start blocker blockers blocking thing things
    issue issues problem problems point points finding findings concern concerns bug bugs change changes
    changed pr mr pull branch patch diff review reviewed see look looks good great nice solid promising close
    work fix fixed fixes fixing think address addressed resolve resolved solve solved mention mentioned detail
    details detailed found find left serious severe major minor small couple number two three four five six
    seven eight nine ten several first state shape form moment stands stand approach direction idea effort
    like thanks thank happy hold wait want currently comes come worth decide
    """.split()
)


def frames(sentence: str) -> bool:
    """Whether a sentence is only about the merge or points at a list: "Three things have to change."."""
    if len(sentence) >= _MOST_LINE or _CODE.search(sentence.strip().rstrip(".")):
        return False
    plain = _words(sentence)
    words = plain.split()
    # "It does not merge the first one" tells of what the code does.
    known = all(word in _FRAME or word.isdigit() for word in words) and not {"does", "did"} & set(words)
    return known and len(words) <= _MOST_WORDS and bool(_POINTS.search(plain))
