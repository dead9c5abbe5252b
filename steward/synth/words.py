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

# What else speaks of the same. No part of `VOCABULARY`, which the model is told.
SYNONYMS: Mapping[DimensionKey, tuple[str, ...]] = {
    DimensionKey.CORRECTNESS: tuple(
        "unittest unittests testcase testcases testsuite pytest pytests spec specs assertion assertions"
        " suite suites assert asserts retest retested".split()
    ),
    DimensionKey.SECURITY: tuple("cve exploitable exploits attacks attackable".split()),
    DimensionKey.COMPLEXITY: tuple("cyclomatic complexities intricate".split()),
    DimensionKey.DOCS: tuple(
        "docstring docstrings handbook handbooks wiki wikis manual manuals guide guides javadoc manpage manpages"
        " documenting tutorial tutorials readmes changelogs".split()
    ),
    DimensionKey.GOVERNANCE: tuple("charter charters constitutional manifesto bylaws".split()),
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
    quarters? | tenths? | fifths? | (?:a | one) third | third of | twice | thrice | doubl\w+(?!
    checks?\b) | tripl\w+ | quadrupl\w+ | (?:two | three | four | five | six | ten | hundred | thousand
    | many)fold | per ?cent | percentages? | percentile | majority | minority | fraction of | pairs? of
    | (?:a | the) pair | couple of | a couple | trios? | duos? | quartets? | (?:a | the) score of |
    scores of (?:lines | files | tests | changes) | gross of | myriads? | (?:thir | four | fif | six |
    seven | eigh | nin)teenths? | (?:twent | thirt | fort | fift | sixt | sevent | eight | ninet)ieths?
    | third(?! part(?:y | ies)\b) | fourth | fifth | sixths? | sevenths? | eighths? | ninths? | tenth |
    elevenths? | twelfths? | hundredths? | thousandths? | lion s share | lions share | bulk of the
    (?:lines | files | tests) | most of(?! which\b) | most (?:\w+ )?(?:files? | lines? | tests? | paths? | changes?
    | changed | source | code | docs | additions | deletions) | mostly(?! (?:additions | added | new |
    adds)\b)
    """
)
# Words and short names that happen to be made of the same letters stay.
ROMAN = re.compile(
    r"\b(?!(?:mix|ci|cli|div|cd|md|di)\b)(?=[mdclxvi]{2})m{0,3}(?:cm|cd|d?c{0,3})(?:xc|xl|l?x{0,3})"
    r"(?:ix|iv|v?i{0,3})(?!\w)",
    re.IGNORECASE,
)
# Letters in the place of digits.
LOOKALIKE = re.compile(r"\b(?=[lILo]*O)[lILOo]{3,}\b|\blO\b")

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
    well you your we they their them he she i me us our his her who whom whose what whatever
    new old own name names named word words term terms list lists listed page pages score scores status
    green amber red because although though however yet still even just again once already often always never
    perhaps maybe rather quite very likely probably nearly almost mainly mostly further instead else otherwise
    part parts piece place places point points step steps way ways kind kinds thing things case cases end
    beginning title description body author authors user users people somebody someone nobody anybody anyone
    reader readers repository branch default present whole full alone together among against within along outside
    inside beyond above below next last later earlier early late now soon first second third other another
    either neither both several such certain particular special same similar different own long longer short
    shorter simple natural possible useful good better best easy easier easiest close closely quick quickly
    see seen seems seem looks looked looking show shows shown say says said tell tells told ask asks asked
    asking give gives given go goes going gone come comes came take takes taken make makes made making mean
    means meant keep keeps kept let lets put get gets got use uses used using find found help helps helpful
    know knows known think want wants need needed try tried call calls called come hold holds held lie lies
    stand stands stood stay stays remain remains bring brings brought leave leaves left follow follows
    followed turn turns open opens close closes run runs running work works worked working write written
    explain explains explained describe describes described mention mentioned match matches matched matching
    count counts counted belong belongs include includes including contain contains hold check checked checking
    consider compare comparing confirm cover covers covered split move moves moved remove removed removal
    delete deleted deletions additions addition rename renamed replace replaced import imports imported
    sensitive term restricted generated security complexity coverage governance repository constitution mission
    rule rules limit limits question reason sense idea example examples sentence sentences note notes
    minute time times day number sitting order side view form content text value values figure total totals
    login logins password passwords token tokens session sessions secret secrets key keys server client
    function functions build package folder module import data code edit edits lines per group groups
    comment comments report release service request requests setting settings must shall able about please
    care careful carefully attention quick glance nothing something anything everything anywhere somewhere
    elsewhere away back off onto round aside apart therefore thus hence whether unless except despite like
    unlike toward towards during while however
    fits fit rest resting rely rests depends depend decide decides deciding appear appears suggest suggests
    expect expected sit sits came become became start starts starting begin begins took taking touching
    reads reach reaches exist exists lack lacks pair paired wide few fewer least most spread
    deserve deserves detail details behaviour behavior purpose point subject
    rests red comes speak speaks asks allow allows
    """.split()
)
# What a rule of the repository asks for is no judgement on the change.
DEMANDED = re.compile(r"\b(?:asks?|asking|wants?|requires?|expects?|demands?|calls? for|sets?|limits?)\b")
SPELLED = re.compile(r"\b(?:[a-z] ){2,}[a-z]\b")
