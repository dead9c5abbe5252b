"""Words that rate a change or say what ought to become of it (`docs/prose.md`, "Words").

Patterns are read over lower-case words with single spaces between them, without any other sign. A list of words
never is complete: the page says what comes through.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from steward.model import Status
from steward.synth.words import any_of

COLOURS: Mapping[str, Status | None] = {
    "green": Status.GREEN,
    "greens": Status.GREEN,
    "amber": Status.AMBER,
    "ambers": Status.AMBER,
    "red": Status.RED,
    "reds": Status.RED,
    **dict.fromkeys("yellow orange blue purple gold golden silver platinum emerald crimson scarlet".split()),
}
COLOUR = any_of(*COLOURS)
_COLOURED = r" ?\b(?:green|amber|red)\b"
# A colour said of what is none of the field's own: of all others, of what ought to be, or as a signal.
COLOUR_OF_ALL = re.compile(
    rf"\b(?:everything|all|every \w+|whole \w+|entire \w+|others?|rest|both)(?: of)?(?: the| these)?(?: \w+){{0,2}}"
    rf" (?:is|are|be|was|were|stays?|shows?|looks?|turns?|comes?|goes)(?: \w+)?{_COLOURED}"
    rf"|\ball{_COLOURED}|{_COLOURED}.*\b(?:everything|all round|across the board|throughout)\b"
    rf"|{_COLOURED} (?:lights?|lit|flags?|lighted|card|tick|check|checkmark)\b"
    rf"|\b(?:should|must|ought|deserves?|merits|be|become|becomes|turn|turns|really|actually|truly)"
    rf" (?:\w+ ){{0,3}}{_COLOURED}"
)
COLOUR_OF_OVERALL = re.compile(rf"\boverall\b.*{_COLOURED}|{_COLOURED}.*\boverall\b")

RATING = any_of(
    r"""
    excellent\w* | perfect\w* | flawless\w* | faultless\w* | outstanding\w* | superb\w* | exemplary |
    impeccabl\w+ | stellar | fantastic\w* | amazing\w* | awesome\w* | wonderful\w* | brilliant\w* |
    magnificent\w* | splendid\w* | marvellous | terrific | top notch | first class | first rate |
    world class | state of the art | best in class | best practices? | gold standard |
    great(?! care\b) | nice | nicely | lovely | beautiful\w* | elegant\w* | impressive\w* |
    remarkabl\w+ | commendabl\w+ | good(?! (?:place | places | point | idea | candidate | start |
    starting | first | moment | time | next | way | fit | reason | question | habit |
    addition to consider | companion | reference | home | spot | opportunity | step)\b) | bad | badly |
    worst | poor | poorly | terribl\w+ | awful\w* | horribl\w+ | dreadful\w* | sloppy | careless\w* |
    lazy | mediocre | subpar | garbage | rubbish | junk | (?:is | are | looks? | seems?) broken |
    broken (?:code | change | build) | buggy | bug free | error free | defect free | risk free |
    riskless | satisfactory | unsatisfactory | acceptabl\w+ | unacceptabl\w+ | adequate\w* |
    inadequate\w* | sufficient\w* | insufficient\w* | robust\w* | solid | solidly | strong | weak |
    weakly | healthy | unhealthy | trustworthy | reliabl\w+ | unreliabl\w+ | bulletproof | rock solid |
    watertight | airtight | battle tested | production (?:ready | grade | quality) | enterprise grade |
    foolproof | harmless\w*(?! (?:match | coincidence | hit | overlap)\b) | innocuous |
    benign(?! (?:match | coincidence | hit | overlap)\b) | safe | safely | safest | unsafe | secure |
    secured | securely | insecure | dangerous\w* | hazardous | (?:low | lower | lowest | no | zero |
    high | higher | minimal | little | negligible | without | any | free of | acceptable) risks? |
    risky | high quality | low quality | quality | (?<!as )well (?!as\b)(?:\w+ed | \w+en | done |
    built | thought | made | put | kept) | correct(?! to the\b) | correctly | flawed | clean(?! up\b) | cleanly |
    sane | sound(?! like\b) | spotless | polished | professional\w* | ready(?! for (?:a |
    the) (?:closer )?(?:read | look)\b) | readiness | mature | competent\w* | expert\w* | skilled |
    (?:is | are | looks? | seems? | be | all | just | perfectly | totally) (?:all )?(?:fine | okay |
    ok | right | alright | great | sound) | works (?:well | fine | as (?:intended | expected |
    designed | it should)) | behaves as (?:intended | expected)
    """
)
VERDICT = any_of(
    r"""
    (?:dis)?approv\w* | endors\w+ | lgtm\w* | ack | nack | plus one | thumbs (?:up | down) | kudos |
    congrat\w+ | hooray | bravo | well done | (?:look | looks | looking | seem | seems | feel |
    feels) (?:\w+ ){0,2}(?:good | great | fine | ok | okay | right | correct | sensible | reasonable |
    sane | complete | promising | suspicious | wrong) | good to go | good enough | ship(?:s | ped |
    ping | pable | s it)? | greenlit | greenlight\w* | rubber ?stamp\w* | sign(?:s | ed)? off | (?:can |
    could | should | must | may | be | to | please | been) accept(?:ed)? | accept (?:this | it) |
    acceptance | (?:can | could | should | must | may | to | been) (?:be )?reject(?:ed)? |
    reject (?:this | it | the change) | rejection | veto\w* | merg\w* | automerg\w* | mergeable |
    land (?:this | it | the) | landing (?:this | it) | releas(?:e | ed | ing) (?:this | it | the | now |
    today | immediately) | (?:can | should | must | may | could | to be | be |
    not) (?:\w+ )?(?:be )?(?:releas | deploy | publish | revert | clos | block | land)(?:e | ed) |
    block(?:s | ed | ing)? (?:this | the | it | any | merge | release | (?:change | changes |
    changeset | patch | diff | pull request | pr | contribution | work | code | commit | commits)) |
    blockers? | showstoppers? | non ?blocking | ignor\w+ | disregard\w* | overrid\w+ | overrul\w+ |
    bypass\w* | overrode | circumvent\w* | skip(?:s | ped | ping)? | waiv\w+ | exempt\w* | suppress\w* |
    forget (?:about | the | all | everything | any | your) | (?:should | must | ought to | shall |
    has to | needs to | deserves? | deserved | merits? | earns? |
    warrants) (?:to )?(?:be )?(?:\w+ )?(?:rated | scored | graded | ranked | marked | raised | lowered |
    upgraded | downgraded | higher | lower | trusted | passed | failed) | (?:deserves? | merits |
    earns? | earned | warrants?) (?:\w+ ){0,3}(?:scores? | ratings? | grades? | marks? | praise |
    credit | status) | rated | rating | ratings | grade | grades | graded | scored | stars? |
    full marks | top marks | high marks | perfect score | a plus | (?:real | true | actual | correct |
    right | proper | fair | honest | new | higher | lower | maximum | full | top | best | wrong |
    unfair | updated | revised | corrected | misleading | inflated) (?:scores? | status | verdict |
    result) | scores? (?:is | are | was | were | seems? | looks? | must | should | ought | can |
    cannot | will) (?:\w+ )?(?:wrong | unfair | misleading | incorrect | invalid | mistaken | too |
    inaccurate | unreliable | be | higher | lower | meaningless | final) | (?:tests? | checks? |
    gates? | ci | build | change | pull request | pr | it | everything | all | review | audit |
    suite) (?:(?!(?:to | of | for | with | in | on | about)\b)\w+ ){0,2}(?:pass | passes | passed |
    passing | fail | fails | failed | failing | succeed | succeeds | succeeded) | pass(?:es | ed |
    ing)? (?:\w+ ){0,2}(?:review | tests? | checks? | gates? | audit | ci | muster | inspection |
    suite | every) | (?:no | not | without | never | zero | nor) (?:\w+ ){0,2}(?:issues? | problems? |
    concerns? | bugs? | defects? | flaws? | mistakes? | errors? | regressions? | surprises | worries |
    danger | harm | hazards? | objections? | complaints? | red flags? | doubts? | weakness\w*) |
    no (?:further | more | additional | other | extra | human | manual | code | need | deeper | closer |
    careful | second)(?: \w+){0,2} (?:needed | required | necessary | review\w* | read | look |
    check\w* | attention | action | work | eyes | scrutiny) | (?:needs? | requires? | calls? for |
    demands? | deserves?) (?:no | little | hardly any | not much) (?:\w+ )?(?:review\w* | read | look |
    check\w* | attention | action | work | scrutiny | care | tests? | testing | changes? | discussion |
    thought) | no (?:review | action | attention | scrutiny | look | check)(?: \w+)?(?: (?:is |
    are))? (?:needed | required | necessary) | no need (?:to | for) | (?:nothing | not anything |
    little) (?:\w+ )?to (?:worry | fear | fix | see here | check | review | improve) |
    need not be (?:\w+ )?(?:read | reviewed | checked | tested) | (?:does | do) not (?:need | require |
    warrant | deserve) (?:\w+ ){0,2}(?:review\w* | attention | scrutiny | reading | checking | care |
    look | read | testing | tests?) | (?<!be )(?:verified | certified | audited | vetted | proven) |
    guarante\w+ | foolproof | (?:has | have) been (?:\w+ )?(?:reviewed | checked | verified | audited |
    inspected | validated | confirmed | cleared | tested) | trust (?:me | this | the | it) | (?:can |
    should | may | must | could) be (?:\w+ )?(?:trusted | taken | cleared | fast ?tracked | waved) |
    fast ?track\w* | as is | without (?:\w+ )?(?:review\w* | delay | hesitation | further ado |
    a second look) | (?:previous | prior | earlier | above | these | my | your | other | all | new |
    following) instructions? | instructions? (?:above | says? | tells? | were | in the title |
    in the body) | system (?:prompt | message | text) | as an ai | language model | (?:has | have |
    had | contain | contains | introduce | introduces | introduced | fix | fixes | fixed | closes |
    closed | opens | adds | known | new | possible | potential | critical | severe | serious | any |
    every | all | the | a | is | are) (?:\w+ ){0,2}(?:vulnerabilit\w+ | vulnerable | exploit\w* |
    backdoors? | malware | malicious\w* | injections? | xss | security (?:holes? | flaws? | bugs? |
    issues?)) | malicious\w* | backdoors? | malware | spyware | trojan | hacker\w* | evil | stolen |
    leak(?:s | ed | ing)? (?:secrets? | tokens? | keys?) | trivially | risk level | severity |
    critical | severe | catastroph\w+ | disaster\w* | nightmare | urgent\w*
    """
)
UNMEASURED = any_of(
    r"""
    risk\w* | all clear | second thoughts? | move along | nothing (?:\w+ )?(?:to see | worth) |
    not worth | protect(?:s | ed) against | (?:was | were | is | are | been) (?:\w+ )?(?:hardened |
    protected) | closes? (?:a | the) holes? | (?:stays? | remains? | keeps? | left) (?:\w+ )?intact |
    (?:do | does | did | will | would | can) not (?:affect | change | break | touch | alter |
    influence) (?:who | how | what | anything | behaviour | behavior | any) |
    does what (?:\w+ ){0,3}(?:says | promises | claims | should) | (?:fix | change |
    work) is (?:complete | done | finished) | nothing else (?:has | needs | is) | compiles? |
    builds on | runs on | (?<!be )(?:tested | checked | verified | done | tried |
    confirmed) (?:\w+ )?(?:by hand | manually) | coverage (?:has | have | also )?(?:went | rose |
    rises | fell | falls | goes | grew | grows | increase[sd] | decrease[sd] | drops | dropped |
    improved | improves | up | down | is | was | stays | stayed | remains | meets | exceeds | above |
    below) | (?:obey | violate | breach | satisfie | respect | follow | keep | meet | break | honour |
    exceed)(?:s | ed)? (?:\w+ ){0,4}(?:rules? | limits? | thresholds? | requirements? | constitution |
    polic(?:y | ies) | mission | standards?) | (?:met | kept | satisfy | satisfying | broke |
    broken) (?:\w+ ){0,4}(?:rules? | limits? | thresholds? | requirements?) | (?:rules? | limits? |
    thresholds? | requirements?) (?:\w+ ){0,4}(?:are | is | were | was) (?:\w+ )?(?:kept | met |
    obeyed | broken | violated | satisfied | respected | followed | exceeded) | compl(?:y | ies | ied |
    iant | iance)(?: with)? | conform\w* | adher\w+ | violat\w+ | attackers? | (?:under | an | this |
    the) attack | adversar\w+ | intruders? | (?:is | are | was | were | be | been |
    gets?) (?:\w+ )?exposed | expos(?:e | es | ing) (?:\w+ ){0,2}(?:secrets? | keys? | tokens? |
    passwords? | data | credentials?) | steal\w* | stole\w* | leak(?:s | ed | ing)? | sprawling |
    convoluted | tangled | bloated | unwieldy | spaghetti | hard to (?:follow | understand | maintain) |
    reads? well | (?:works? | runs? | behaves? | fits?) (?:very | quite )?well
    """
)
URGED = any_of(
    r"""
    press the | wav(?:e | ed) (?:it | this | them)?(?: )?through | go ahead | happy(?! path\b) |
    (?:steward | i | we) recommends? | my blessing | bless\w* | (?:has | have | had) agreed |
    agreed (?:to | with | on) | agrees? (?:to | with) | consent\w* | no (?:reviewers? | approvers? |
    maintainers?) | (?:is | are | was | be) (?:\w+ )?(?:a | an) (?:mistake | error)(?: |$) | (?:score |
    scores | check | checks | status | gate | gates | rule | rules | amber | red | green |
    steward) (?:is | are | was | were) (?:\w+ )?(?:wrong | mistaken | off | broken | unfair | nonsense |
    useless | pointless) | (?:do | does | did) ?n?o?t (?:really )?(?:matter | count | apply) |
    gates? (?:should | must | may | can | could | will | has to) | let (?:it | this | them) (?:through |
    in | pass | go) | give (?:it | this) a pass | (?:gates? | checks? | rules? | steward |
    scores?) (?:\w+ ){0,5}(?:turned off | switched off | disabled) | (?:turn |
    switch)(?:ed)? off (?:the | this) (?:gate | check | rule | score) | disable (?:the | this) (?:gate |
    check | rule | score) | (?:no | not | never | hardly) (?:\w+ ){0,3}(?:needed | necessary |
    required | called for) | waste of (?:time | effort) | (?:add | adds | gain | gains) (?:nothing |
    little) | close (?:this | the pull | the pr | it) | reopen\w* | revert (?:this | the | it) |
    (?:author | contributor | submitter) (?:\w+ )?(?:cannot | can | should | must | is | was | seems |
    knows) | (?:send | give | mail | show | tell | paste | enter | share) (?:me | us | your | him |
    her) | your (?:key | keys | token | password | secrets?) | (?:please | now | must | should |
    just) (?:visit | click | download | install | execute | run) | (?:visit | click | download |
    execute) (?:the | this | a | on | here | our | my | it) | install (?:this | my | our) | curl |
    wget | run (?:the | this | it | your) (?:\w+ )?(?:script | command | file | code) | dot (?:com |
    org | net | io | dev | example) | \w+ dot \w+ | slash command | hashtag | an a | a [bcdf] | an f |
    out of ten | ten out
    """
)
HURRIED = any_of(
    r"""
    fine by (?:me | us) | fine with (?:me | us) | (?:get | pull | take | put | bring | let) (?:this | it
    | these)(?: \w+)? in | (?:push | hit | press | click) (?:the | this | that) (?:\w+ )?button | (?:can
    | may | should | could | must | to | will | shall | might) (?:now )?(?:go | be put | be taken)
    (?:right |straight )?(?:in(?! (?:one | parts? | steps? | a | the | several | order | pieces | any |
    that | this)\b) | through | ahead) | go(?:es)? to the main branch | main branch | (?:a | one) keeper
    | keepers? | (?:i | we) would (?:take | keep | use | have) | yes to | (?:say | a big) yes | no
    (?:\w+ )?(?:readers? | reviewers? | one | person) (?:\w+ )?(?:needs? | need | has | must | should) |
    (?:reader | readers | reviewer | reviewers | you) (?:need not | can (?:rest | relax | move on | stop
    | leave | go on | pass | sleep) | may (?:rest | relax | move on | stop | leave) | could (?:leave |
    pass | stop)) | needs? no (?:second | other | further | more | careful)? ?(?:readers? | reviewers? |
    eyes | look | hands) | without a (?:reader | reviewer | second reader) | (?:could | can | cannot |
    will) (?:not )?be (?:any )?(?:higher | lower | better | worse) | as (?:high | low | well | bad) as
    (?:it gets | they come | it can | they get | can be) | a mess | messy | ugly | (?:is | a) (?:total
    |dirty |ugly |nasty )?hack | breaks? (?:the (?:build | site | service | app) | build | logins? |
    everything | things | users?) | slows? | (?:makes? | made | make) (?:\w+ ){1,3}(?:faster | slower |
    better | worse | safer) | holds? up | all of it holds | stands? in the way | nothing left to | left
    to do | has to do(?! with\b) | no idea | worthy | (?:time | right) for this (?:\w+ )?to | could want
    | finest | wholly | in line with | idiot\w* | stupid\w* | evil\w* | moron\w* | fool(?:s | ish)? |
    (?:change | code | work | patch | it | this) (?:is | are) (?:the )?top | was looked at and | take
    this (?:one | change) | belongs? in (?:the )?(?:main | master | trunk | production)
    """
)
REFUSED = (HURRIED, RATING, VERDICT, UNMEASURED, URGED)
# Verdicts that stay what they are however they are joined.
JOINED = re.compile(
    r"approv|lgtm|safeto|(?<!al)readyto|looksgood|goodtogo|shipit|mergeit|mergenow|automerge|rubberstamp"
)
# Said of what comes first, not of the change.
TAKEN_OUT = re.compile(
    r"\bbefore (?:the |a |any |this |it )?(?:is |gets |has been |change is )?merg(?:e|es|ed|ing)\b"
    r"|\bmerge (?:commits?|conflicts?|queue|base)\b|\bred herring\b"
    r"|\b(?:gitignore|dockerignore)\b"
)
