"""What a sentence may not say of the constitution's domains: which are touched, which are restricted."""

from __future__ import annotations

import re

from steward.synth.field import Measured
from steward.synth.markers import ADVICE, DENIED
from steward.synth.slots import Slots

_NO_RULES = re.compile(
    r"\b(?:no|without(?: a| any)?|missing|lacks?(?: a| any)?|absent) (?:\w+ ){0,2}(?:governance"
    r"|constitution)\b(?! domains?)"
    r"|\b(?:governance|constitution)(?: file)? (?:is|was) (?:not|missing|absent)"
)
_TOUCHES = re.compile(
    r"\b(?:touch\w*|chang\w*|lies?|falls?|lands?|belongs?|within|inside|affect\w*|reach\w*|stays?|spans?|cross\w*)\b"
)
_DOMAIN = re.compile(r"\{(domain_\d+)\}", re.ASCII)
_FILES_OF = re.compile(r"\{(domain_\d+)_files\}", re.ASCII)
_ANY_DOMAIN = re.compile(r"\bdomains?\b")
_ONLY = re.compile(
    r"\bonly (?:the )?(?:domain )?\{domain_\d+\} (?:is|was|are) (?:touched|affected|changed)\b", re.ASCII
)
_RESTRICTED = re.compile(r"\brestricted\b")
_CONTRAST = re.compile(r",? (?:though|although|but) ")
_ALL_MAPPED = re.compile(r"\b(?:all|every|each|everything)\b[^,]*\b(?:domains?)\b")


def domains(sentence: str, found: Measured, slots: Slots) -> bool:
    """Whether the sentence says of the constitution or a domain what the evidence does not."""
    if found.domains is None:
        return False
    if _NO_RULES.search(sentence) or _is_misjudged(sentence, found.domains, found.restricted):
        return True
    if _is_mispaired(sentence) or (len(found.domains) > 1 and _ONLY.search(sentence)):
        return True
    if DENIED.search(sentence) or ADVICE.search(sentence):
        return False
    return _is_elsewhere(sentence, found.domains) or bool(found.unmapped and _ALL_MAPPED.search(sentence))


def _is_elsewhere(sentence: str, touched: frozenset[str]) -> bool:
    if not _TOUCHES.search(sentence):
        return False
    others = any(name not in touched for name in _DOMAIN.findall(sentence))
    return others or (not touched and _ANY_DOMAIN.search(sentence) is not None)


def _is_misjudged(sentence: str, touched: frozenset[str], restricted: frozenset[str]) -> bool:
    """Whether a touched domain is called restricted and is not, or the other way round."""
    if not _RESTRICTED.search(sentence):
        return False
    clause = next(one for one in _CONTRAST.split(sentence) if _RESTRICTED.search(one))
    named, denied = set(_DOMAIN.findall(sentence)), DENIED.search(clause) is not None
    if not named:
        return bool(restricted) if denied else not restricted
    if len(named) > 1 or not named <= touched:
        return False
    return (named <= restricted) is denied


def _is_mispaired(sentence: str) -> bool:
    named, counted = set(_DOMAIN.findall(sentence)), set(_FILES_OF.findall(sentence))
    return len(named) == len(counted) == 1 and named != counted
