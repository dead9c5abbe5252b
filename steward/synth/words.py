"""The word lists of the contract (`docs/prose.md`, "Words").

Patterns are read over lower-case words with single spaces between them, without any other sign.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from steward.model import DimensionKey


def any_of(*patterns: str) -> re.Pattern[str]:
    """One of them, as whole words. Blanks round a stroke, and how lines are broken, say nothing."""
    listed = " ".join("|".join(patterns).split())
    return re.compile(r"\b(?:" + listed.replace(" |", "|").replace("| ", "|") + r")\b")


# ------------------------------------------------------------------------------------------ of the dimensions

VOCABULARY: Mapping[DimensionKey, tuple[str, ...]] = {
    DimensionKey.CORRECTNESS: tuple(
        "test tests tested testing untested coverage correctness correct".split()
    ),
    DimensionKey.SECURITY: tuple(
        "security secure insecure sensitive vulnerability vulnerabilities vulnerable exploit attack".split()
    ),
    DimensionKey.COMPLEXITY: tuple("complexity complex complicated".split()),
    DimensionKey.DOCS: tuple(
        "docs doc documentation documented undocumented document documents readme changelog".split()
    ),
    DimensionKey.GOVERNANCE: tuple("governance constitution mission domain domains policy policies".split()),
}

# Security rests on tests too: its paragraph may name them where correctness is Unknown.
SHARED: Mapping[DimensionKey, frozenset[str]] = {DimensionKey.SECURITY: frozenset(("test", "tests"))}

NOUNS: Mapping[DimensionKey, str] = {
    DimensionKey.CORRECTNESS: r"(?:unit |integration )?(?:tests?|testing|coverage|test suite|correctness)",
    DimensionKey.SECURITY: r"(?:security|cryptography|authentication|authorization|hardening)",
    DimensionKey.COMPLEXITY: r"(?:complexity|size|diff|footprint)",
    DimensionKey.DOCS: r"(?:docs|documentation|readme|changelog|guides?|release notes)",
    DimensionKey.GOVERNANCE: r"(?:governance|constitution|mission|polic(?:y|ies)|alignment)",
}

JUDGING = (
    r"(?:complete|incomplete|comprehensive|thorough|full|extensive|exhaustive|careful|proper|adequate"
    r"|inadequate"
    r"|sufficient|insufficient|clear|unclear|clean|messy|tidy|sound|thin|sparse|weak|poor|lacking|light"
    r"|limited|minimal"
    r"|meaningful|solid|strong|rich|sloppy|outdated|stale|helpful|useful|useless|high|low|impressive"
    r"|convincing"
    r"|good|bad|excellent|great|perfect|healthy|fragile|brittle|flimsy|shallow|deep|rigorous|decent"
    r"|reasonable"
    r"|appropriate|reassuring|worrying|disappointing|satisfying|alarming|up to date|in order|in place"
    r"|on point"
    r"|tight|loose|robust|superb|fine|okay|ok|nice|neat|acceptable|unacceptable|questionable|concerning"
    r"|problematic)"
)

# -------------------------------------------------------------------------------------------------- numbers

NUMBER = any_of(
    r"""
    zero | two | three | four | five | six | seven | eight | nine | ten | eleven | twelve | (?:thir |
    four | fif | six | seven | eigh | nine)teen | (?:twen | thir | for | fif | six | seven | eigh |
    nine)ty\w* | hundreds? | thousands? | [mbtr]+illions? | dozens? | half | halves | halved | thirds |
    quarters? | tenths? | fifths? | (?:a | one) third | third of | twice | thrice | doubl\w+(?! checks?\b) |
    tripl\w+ | quadrupl\w+ | (?:two | three | four | five | six | ten | hundred | thousand | many)fold |
    per ?cent | percentages? | percentile | majority | minority | fraction of | most of |
    most (?:\w+ )?(?:files? | lines? | tests? | paths? | changes? | changed | source | code | docs |
    additions | deletions) | mostly(?! (?:additions | added | new | adds)\b)
    """
)
ROMAN = re.compile(r"\b[IVX]{2,}\b")

# A word with a slash that is no pair of words: the beginning of a path.
PATH = re.compile(
    r"\w+/\w+/|\b(?:src|lib|libs|pkg|cmd|app|apps|bin|internal|packages|modules|vendor|tools|scripts"
    r"|config|test|tests"
    r"|spec|docs?|doc|web|server|client|core|api|services?|components|etc|usr|home|tmp|opt|var)/(?=\w)"
    r"(?!or\b|and\b)(?!(?:docs|tests|code|server|client)\b)",
    re.IGNORECASE,
)

# ------------------------------------------------------------------------------------------------- language

ENGLISH = frozenset(
    """
    the a an and or of to in on at by for from with without as is are was were be been it its this that
    these those there here no not nor none nothing one each every some any all both only also too so but
    if while where which who what when how than then though because since until before after between
    beside besides alongside has have had do does did can could may might would should will need needs
    more less few little much many other same such own change changed changes changing touch touches
    touched file files line lines source test tests code path paths docs documentation domain domains
    small medium large huge size first look worth reviewer reviewers review read reading start add added
    adds update updated score rests rest stands near under over into out up down about across through
    well you your we they their them he she
    """.split()
)
# What a rule of the repository asks for is no judgement on the change.
DEMANDED = re.compile(r"\b(?:asks?|asking|wants?|requires?|expects?|demands?|calls? for|sets?|limits?)\b")
SPELLED = re.compile(r"\b(?:[a-z] ){2,}[a-z]\b")
