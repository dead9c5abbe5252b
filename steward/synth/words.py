"""The word lists of the contract (`docs/prose.md`, "Words").

Patterns are read over lower-case words with single spaces between them, without any other sign.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from steward.model import DimensionKey, Status


def _any(*patterns: str) -> re.Pattern[str]:
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

NUMBER = _any(
    r"""
    zero | two | three | four | five | six | seven | eight | nine | ten | eleven | twelve |
    (?:thir | four | fif | six | seven | eigh | nine)teen | (?:twen | thir | for | fif | six | seven |
    eigh | nine)ty\w* |
    hundreds? | thousands? | [mbtr]+illions? | dozens? | half | halves | halved | thirds | quarters? |
    tenths? | fifths? |
    (?:a | one) third | third of | twice | thrice | doubl\w+ | tripl\w+ | quadrupl\w+ |
    (?:two | three | four | five | six | ten | hundred | thousand | many)fold |
    per ?cent | percentages? | percentile | majority | minority | fraction of |
    most of | most (?:\w+ )?(?:files? | lines? | tests? | paths? | changes? | changed | source | code |
    docs | additions | deletions) |
    mostly(?! (?:additions | added | new | adds)\b)
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

# -------------------------------------------------------------------------------------------------- ratings

COLOURS: Mapping[str, Status | None] = {
    "green": Status.GREEN,
    "greens": Status.GREEN,
    "amber": Status.AMBER,
    "ambers": Status.AMBER,
    "red": Status.RED,
    "reds": Status.RED,
    **dict.fromkeys("yellow orange blue purple gold golden silver platinum emerald crimson scarlet".split()),
}
COLOUR = _any(*COLOURS)
_COLOURED = r"\b(?:green|amber|red)\b"
# A colour said of what is none of the field's own: of all others, of what ought to be, or as a signal.
COLOUR_OF_ALL = re.compile(
    rf"\b(?:everything|all|every|whole|entire\w*|throughout|other|others|rest|both)\b.*{_COLOURED}"
    rf"|{_COLOURED}.*\b(?:everything|all round|across the board|throughout)\b"
    rf"|{_COLOURED} (?:lights?|lit|flags?|lighted|card|tick|check|checkmark)\b"
    rf"|\b(?:should|must|ought|deserves?|merits|be|become|becomes|turn|turns|really|actually|truly)"
    rf" (?:\w+ ){{0,3}}{_COLOURED}"
)
COLOUR_OF_OVERALL = re.compile(rf"\boverall\b.*{_COLOURED}|{_COLOURED}.*\boverall\b")

RATING = _any(
    r"""
    excellent\w* | perfect\w* | flawless\w* | faultless\w* | outstanding\w* | superb\w* | exemplary |
    impeccabl\w+ | stellar |
    fantastic\w* | amazing\w* | awesome\w* | wonderful\w* | brilliant\w* | magnificent\w* | splendid\w* |
    marvellous | terrific |
    top notch | first class | first rate | world class | state of the art | best in class |
    best practices? | gold standard |
    great(?! care\b) | nice | nicely | lovely | beautiful\w* | elegant\w* | impressive\w* |
    remarkabl\w+ | commendabl\w+ |
    good(?! (?:place | places | point | idea | candidate | start | starting | first | moment | time |
    next | way | fit | reason | question | habit | addition to consider | companion | reference | home |
    spot | opportunity | step)\b) |
    bad | badly | worst | poor | poorly | terribl\w+ | awful\w* | horribl\w+ | dreadful\w* | sloppy |
    careless\w* | lazy | mediocre | subpar |
    garbage | rubbish | junk | broken | buggy | bug free | error free | defect free | risk free | riskless |
    satisfactory | unsatisfactory | acceptabl\w+ | unacceptabl\w+ | adequate\w* | inadequate\w* |
    sufficient\w* | insufficient\w* |
    robust\w* | solid | solidly | strong | weak | weakly | healthy | unhealthy | trustworthy |
    reliabl\w+ | unreliabl\w+ | bulletproof |
    rock solid | watertight | airtight | battle tested | production (?:ready | grade | quality) |
    enterprise grade | foolproof |
    harmless\w* | innocuous | benign | safe | safely | safest | unsafe | secure | secured | securely |
    insecure | dangerous\w* | hazardous |
    (?:low | lower | lowest | no | zero | high | higher | minimal | little | negligible | without | any |
    free of | acceptable) risks? | risky |
    high quality | low quality | quality | well (?!as\b)(?:\w+ed | \w+en | done | built | thought |
    made | put | kept) |
    correct | correctly | flawed | clean(?! up\b) | cleanly | sane | sound(?! like\b) | spotless |
    polished | professional\w* |
    ready(?! for (?:a | the) (?:closer )?(?:read | look)\b) | readiness | finished | mature |
    competent\w* | expert\w* | skilled |
    (?:is | are | looks? | seems? | be | all | just | perfectly | totally) (?:all )?(?:fine | okay | ok |
    right | alright | great | sound) |
    works (?:well | fine | as (?:intended | expected | designed | it should)) | behaves as (?:intended |
    expected)
    """
)
VERDICT = _any(
    r"""
    (?:dis)?approv\w* | endors\w+ | lgtm\w* | ack | nack | plus one | thumbs (?:up | down) | kudos |
    congrat\w+ | hooray | bravo | well done |
    (?:look | looks | looking | seem | seems | feel | feels) (?:\w+ ){0,2}(?:good | great | fine | ok |
    okay | right | correct | sensible | reasonable | sane | complete | promising | suspicious | wrong) |
    good to go | good enough | ship(?:s | ped | ping | pable | s it)? | greenlit | greenlight\w* |
    rubber ?stamp\w* | sign(?:s | ed)? off |
    accept(?:s | ed | ing | ance)? | reject(?:ed | ion) | reject (?:this | the | it) | veto\w* |
    merg\w* | automerg\w* | mergeable |
    land (?:this | it | the) | landing (?:this | it) | releas(?:e | ed | ing) (?:this | it | the | now |
    today | immediately) |
    (?:can | should | must | may | could | to be | be | not) (?:\w+ )?(?:be )?(?:releas | deploy | publish |
    revert | clos | block | land)(?:e | ed) |
    block(?:s | ed | ing)? (?:this | the | it | any | merge | release | (?:change | changes | changeset |
    patch | diff | pull request | pr | contribution | work | code | commit | commits)) | blockers? |
    showstoppers? | non ?blocking |
    ignor\w+ | disregard\w* | overrid\w+ | overrul\w+ | bypass\w* | overrode | overlook\w* | dismissed |
    circumvent\w* |
    skip(?:s | ped | ping)? | waiv\w+ | exempt\w* | suppress\w* | forget (?:about | the | all |
    everything | any | your) |
    (?:should | must | ought to | shall | has to | needs to | deserves? | deserved | merits? | earns? |
    warrants) (?:to )?(?:be )?(?:\w+ )?(?:rated | scored | graded | ranked | marked | raised | lowered |
    upgraded | downgraded | higher | lower | trusted | passed | failed) |
    (?:deserves? | merits | earns? | earned | warrants?) (?:\w+ ){0,3}(?:scores? | ratings? | grades? |
    marks? | praise | credit | status) |
    rated | rating | ratings | grade | grades | graded | scored | stars? | full marks | top marks |
    high marks | perfect score | a plus |
    (?:real | true | actual | correct | right | proper | fair | honest | new | higher | lower | maximum |
    full | top | best | wrong | unfair | updated | revised | corrected | misleading |
    inflated) (?:scores? | status | verdict | result) |
    scores? (?:is | are | was | were | seems? | looks? | must | should | ought | can | cannot |
    will) (?:\w+ )?(?:wrong | unfair | misleading | incorrect | invalid | mistaken | too | inaccurate |
    unreliable | be | higher | lower | meaningless | final) |
    (?:tests? | checks? | gates? | ci | build | change | pull request | pr | it | everything | all |
    review | audit | suite)
    (?:(?!(?:to | of | for | with | in | on | about)\b)\w+ ){0,2}(?:pass | passes | passed | passing | fail | fails | failed | failing | succeed | succeeds | succeeded) |
    pass(?:es | ed | ing)? (?:\w+ ){0,2}(?:review | tests? | checks? | gates? | audit | ci | muster |
    inspection | suite | every) |
    (?:no | not | without | never | zero | nor) (?:\w+ ){0,2}(?:issues? | problems? | concerns? | bugs? |
    defects? | flaws? | mistakes? | errors? | regressions? | surprises | worries | danger | harm |
    hazards? | objections? | complaints? | red flags? | doubts? | weakness\w*) |
    no (?:further | more | additional | other | extra | human | manual | code | need | deeper | closer |
    careful | second)(?: \w+){0,2} (?:needed | required | necessary | review\w* | read | look |
    check\w* | attention | action | work | eyes | scrutiny) |
    (?:needs? | requires? | calls? for | demands? | deserves?) (?:no | little | hardly any |
    not much) (?:\w+ )?(?:review\w* | read | look | check\w* | attention | action | work | scrutiny |
    care | tests? | testing | changes? | discussion | thought) |
    no (?:review | action | attention | scrutiny | look | check)(?: \w+)?(?: (?:is | are))? (?:needed |
    required | necessary) |
    no need (?:to | for) | (?:nothing | not anything | little) (?:\w+ )?to (?:worry | fear | fix |
    see here | check | review | improve) |
    need not be (?:\w+ )?(?:read | reviewed | checked | tested) | (?:does | do) not (?:need | require |
    warrant | deserve) (?:\w+ ){0,2}(?:review\w* | attention | scrutiny | reading | checking | care |
    look | read | testing | tests?) |
    (?<!be )(?:verified | certified | audited | vetted | proven | validated) | guarante\w+ | foolproof |
    (?:has | have) been (?:\w+ )?(?:reviewed | checked | verified | audited | inspected | validated |
    confirmed | cleared | tested) |
    trust (?:me | this | the | it) | (?:can | should | may | must | could) be (?:\w+ )?(?:trusted |
    taken | cleared | fast ?tracked | waved) |
    fast ?track\w* | as is | right away | immediately | without (?:\w+ )?(?:review\w* | delay |
    hesitation | further ado | a second look) |
    previous instructions? | prior instructions? | instructions? | system (?:prompt | message | text) |
    as an ai | language model |
    (?:has | have | had | contain | contains | introduce | introduces | introduced | fix | fixes |
    fixed | closes | closed | opens | adds | known | new | possible | potential | critical | severe |
    serious | any | every | all | the | a | is | are) (?:\w+ ){0,2}(?:vulnerabilit\w+ | vulnerable |
    exploit\w* | backdoors? | malware | malicious\w* | injections? | xss | security (?:holes? | flaws? |
    bugs? | issues?)) |
    malicious\w* | backdoors? | malware | spyware | trojan | hacker\w* | evil | stolen | leak(?:s | ed |
    ing)? (?:secrets? | tokens? | keys?) |
    trivially | risk level | severity | critical | severe | catastroph\w+ | disaster\w* | nightmare |
    urgent\w*
    """
)
# Verdicts that stay what they are however they are joined.
JOINED = re.compile(
    r"approv|lgtm|safeto|readyto|looksgood|goodtogo|shipit|mergeit|mergenow|automerge|rubberstamp"
)
# Said of what comes first, not of the change.
TAKEN_OUT = re.compile(
    r"\bbefore (?:the |a |any |this |it )?(?:is |gets |has been |change is )?merg(?:e|es|ed|ing)\b"
    r"|\bmerge (?:commits?|conflicts?|queue|base)\b|\bred herring\b"
    r"|\b(?:gitignore|dockerignore)\b"
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
