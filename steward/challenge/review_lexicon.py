"""What the matcher knows of English: which words deny, wish and praise, which mean the same in a review.

Written for this project; the meaning of each list is told in `docs/reviews.md`, "How a sentence is compared".
Words stand as people write them; they are stemmed where they are used.
"""

from __future__ import annotations

FUNCTION_WORDS = frozenset(
    """
    afaict afaik afraid already anyway basically bygone fairly frankly guess honestly imho imo maybe obviously
    perhaps presumably pretty probably quite reckon simply somehow sure suspect
    a about after again all also although am an and another any are as at be because been before being
    between both but by can could did do does doing done during each either else even ever every few for
    from further get gets had has have having he her here his how however i if in instead into is it its
    just like made make makes many may me might more most much must my need needs no nor not now of off on
    once one only onto or other our out over own per please rather really same shall she should since so
    some still such than that the their them then there these they this those though through thus to too
    under until up upon us very was we were what when where whether which while who whom whose why will
    with within without would yes yet you your e g i.e eg ie etc via t s d ll re ve m
    """.split()
)
"""Words that carry no meaning of their own; a text with hardly any of them is a list of keywords or no English."""

NARROWING = frozenset("only per each same".split())
"""Function words that a fault may hang on ("a query per row", "the same seat"): they weigh a little."""

COMMON_WORDS = frozenset(
    """
    code method function call called calling calls use used using uses line lines issue issues problem
    problems error errors value values return returned returns result results set new add added adding
    change changes file files class case cases cause causes causing lead leads leading incorrect
    incorrectly wrong ensure implementation name names type object data logic handle handles handling
    variable two first second unexpected behavior behaviour actually current currently existing pass
    passes passed potential potentially consider fix bug here thing way time something it endpoint new
    every
    """.split()
)
"""Words of every review: they weigh little."""

NEGATORS = frozenset(
    """
    non not no never without nor neither nobody nothing nowhere missing misses lack lacks lacking lacked
    absent hardly barely fails_to forgets_to instead_of no_longer not_needed
    """.split()
)
COMPLAINTS = frozenset(
    """
    missing misses lack lacks lacking lacked lose loses losing fails_to forgets_to forget forgets forgot omit
    omits omitting
    """.split()
)
"""Denials by which nobody praises."""

REMEDIES = frozenset(
    """
    fix fixes fixed fixing avoid avoids avoided avoiding prevent prevents prevented preventing remove
    removes removed eliminate eliminates eliminated eliminating mitigate mitigates rule_out
    rules_out ruled_out protect protects replaces
    """.split()
)
"""Verbs that say what follows them is (to be) gone."""

MENDED = frozenset(
    """
    fixed avoided prevented eliminated removed rules_out ruled_out resolved addressed mitigated gone
    solved disabled deactivated
    """.split()
)
"""Passive, they say that their subject is gone; of something missing, that it is there."""

SUPPLIED = frozenset(
    """
    added restored introduced supplied
    """.split()
)
"""Passive, they say that what was missing is there."""

ELLIPSES = frozenset(
    """
    skip skips skipping bypass bypasses bypassing omit omits omitting forget forgets forgot lose loses losing
    """.split()
)
"""Verbs that say what follows them is left out, unless they are passive."""

WISHES = frozenset(
    """
    should must need needs ought required requires wants want has_to have_to
    """.split()
)
"""What is wished for is not there."""

IMPERATIVES = frozenset(
    """
    add use check validate verify close escape lock guard handle test ensure compare wrap require sanitize
    sanitise parametrize parameterize cover write introduce restrict enforce reject raise await fetch include
    """.split()
)
"""Verbs that wish when a clause starts with them."""

VERBS = frozenset(
    """
    proves passes fails runs takes returns raises throws covers checks asserts happens depends uses makes
    gives lets hides shares relies talks says tells expects mocks sleeps breaks does has needs is are was
    were only never always also still cannot can could may might will would goes comes leaves stays looks
    seems belongs blocks opens holds
    """.split()
)
"""After these a noun stands, though it looks like an order: "test proves nothing"."""

ORDERS = frozenset(
    """
    open set put return replace sort limit cap rotate hash encode decode mask batch paginate release join call pass
    log catch read load prefetch invalidate move make do keep give take let run
    force pin store convert parse assign declare commit save mask redact strip exclude treat switch turn wait poll
    cast copy quote split extract clear flush refresh reset bind sign seed schedule clone fetch swap create build
    """.split()
)
DETERMINERS = frozenset(
    "the a an it this these those each every its their them some something anything".split()
)
"""Verbs that are nouns as well wish only before one of these: "open the file …"."""

TRANSPARENT = frozenset(
    """
    sign signs risk risks chance chances way trace evidence possibility danger kind sort open vulnerable
    subject prone susceptible exposed problem problems issue issues bug bugs concern concerns indication
    instance hint see seeing find found think believe notice noticed spot spotted say anything able
    possible longer any really actually true need needed danger affected suffer suffers room potential
    """.split()
)
"""Words through which a denial reaches what follows: "no risk of …", "I do not see …"."""

MODALS = frozenset("do does did can could will would may might".split())
"""After these a denial has a verb: what is not done to a thing is not the thing that is absent."""

SUPPORTS = frozenset(
    """
    contain contains include includes provide provides add adds do perform performs run runs make makes write writes
    exist exists support supports apply applies receive receives take takes set sets define defines create creates
    give gives offer offers implement implements come happen find get gets send sends return returns see know
    """.split()
)
"""Verbs whose denial is that of their object: "does not provide a timeout"."""

CARRIERS = frozenset(
    """
    check checks checking checked verify verifies verified verifying validate validates validated
    validation ensure ensures enforce enforces enforced compare compares compared call calls called use
    uses look looks looking looked guard
    """.split()
)
"""Things whose absence is the absence of what they are done to: "does not check who owns it"."""

BELIEFS = frozenset(
    """
    thought expected assumed feared suspected believed reckoned wondered guessed figured imagined worried
    """.split()
)
"""What somebody did before they looked; a "but" after it takes back what they thought."""

WORRIES = frozenset(
    """
    worried afraid concerned feared suspected concern fear worry suspicion suspicious nervous anxious wondered
    """.split()
)
"""The same of faults: what follows the "but" is that there is none."""

PREPOSITIONS = frozenset(
    """
    for of in on to at by from with about around per against before after under into during via through
    between within over across behind beside onto that who
    """.split()
)
CLAUSE_ENDS = frozenset(
    """
    but because since so which although though while when if unless then whereas however as thus therefore
    meaning hence except until
    """.split()
)
FINITE = frozenset("returns raises throws fails crashes becomes causes leads".split())
"""Verbs that begin another clause after "does not …"."""

AUXILIARIES = frozenset(
    """
    is are was were be been being isn get gets got has have had do does did can could will would may might
    """.split()
)
SUBJECTS = frozenset(
    """
    i we you it he she they this that these those there the
    """.split()
)

APPROVALS = frozenset(
    """
    fine good great nice nicely excellent perfect perfectly lgtm correctly properly safe safely impossible
    takes_care_of as_it_should well_done well_tested works_well looks_right clean cleanly solid thorough
    neat elegant kudos love loved thanks ok okay harmless unaffected unfounded moot baseless reassuring
    happy false_alarm non_issue correct luckily fortunately thankfully
    """.split()
)
"""What is called so is no fault, unless the word itself is denied or wished for."""

STATES = frozenset("safe clean solid good fine ok okay neat nice correct".split())
PREDICATIVE = frozenset(
    """
    is are was looks look seems all very really pretty quite and have has now perfectly feels already so , find
    """.split()
)
"""Words of praise that are plain adjectives too praise only after one of these: "is safe", not "marked as safe"."""

_START = r"(?:^|(?<=[.,;:!?—–-]\s)|(?<=\band\s)|(?<=\bbut\s)|(?<=\byet\s))"
_LOOK = r"(?:find|found|see|seen|saw|spot|think of|come up with|construct|imagine|know of)"
_CASE = r"(?:case|way|path|place|scenario|situation|input|reason|example|circumstance|chance|danger|risk)s?"
PHRASES: tuple[tuple[str, str], ...] = (
    (
        _START
        + r"(?:it|that|they|this|these|those|we|you|he|she) (?:do|does|did|is|are|was|were|has|have|can"
        r"|will|would|could) not(?: either| though| anymore)?(?=\s*(?:[.,;:!—–]|$))",
        "taken_back",
    ),
    (
        _START
        + r"(?:there (?:is|are|was|were) none|(?:I )?(?:found|see|saw) (?:none|nothing)|(?:I )?(?:could|did"
        r"|do|can) not (?:find|see|spot) (?:any|one)|(?:that|this) is not (?:so|the case)|none (?:here|found))"
        r"(?=\s*(?:[.,;:!—–]|$))",
        "taken_back",
    ),
    (
        r"(?:(?:can|could|did|do|have|had) not " + _LOOK + r" (?:any|a|an|one)|there (?:is|are|was) no"
        r"|(?:I )?(?:see|found|saw|know of) no) (?:single |other )?"
        + _CASE
        + r" (?:in which|where|that|for which)",
        "untrue_that",
    ),
    (r"(?:there is )?no way (?:that |(?=this|it|we|the|they|you))", "untrue_that "),
    (r"(?:nothing|nobody|no one) (?:stops|prevents|keeps|hinders|guards)", ""),
    (r"(?:will|would|may|might|could|can) be gone", "lost"),
    (r"belongs?(?= (?:in|into|inside|under)\b)", "should be"),
    (r"not an? (?:big |huge |great )?fan of", ""),
    (r"(?:big|huge|great) fan of", "love"),
    (r"(?:stopped|stops|ceased|quit)(?= \w+ing\b)", "no_longer"),
    (
        r"(?:was|were) (?:going|about|ready|tempted) to (?:complain|say|ask|report|write|comment)(?: about)?",
        "was worried",
    ),
    (r"(?<=\? )(?:no|nope)(?=\s*[.,;!—–]|$)", "taken_back"),
    (
        r"(?<=: )(?:not possible|no|none|nope|n/a|not present|not found|not applicable|ruled out)(?=\s*[.,;!]|$)",
        "taken_back",
    ),
    (r"(?:that|this|it) is (?:untrue|not true|not so|false)(?=\s*[.,;!:]|$)", "taken_back"),
    (
        r"on purpose|by design|intentional(?:ly)?|deliberate(?:ly)?|(?:is|are) (?:intended|acceptable)",
        "on_purpose",
    ),
    (
        r"(?:missing|absent|not mentioned) (?:from|in) (?:the )?(?:docs?|documentation|readme|changelog)",
        "not documented",
    ),
    (r"(?<=\? )none(?: at all)?(?=\s*[.,;!—–]|$)", "taken_back"),
    (r"zero(?= (?:tests?|coverage|checks?|validation|docs|documentation|limits?|error handling)\b)", "no"),
    (r"sqlis?|sqlinjections?", "sql injection"),
    (r"idors?", "no permission check"),
    (r"g[eo]ts? rid of|getting rid of|gotten rid of|did away with|does away with", "removed"),
    (r"(?:by no means|in no way|far from|anything but)", "not"),
    (r"no longer|not any ?more|no more", "no_longer"),
    (r"instead of|rather than|in place of", "instead_of"),
    (r"(?:fail(?:s|ed|ing)?|neglects?|neglected|refuses?) to", "fails_to"),
    (r"(?:forget(?:s|ting)?|forgot|forgotten) to", "forgets_to"),
    (r"not (?:only|just|merely|simply)", ""),
    (r"no (?:matter|doubt|wonder)", ""),
    (r"as (?:it|they) should(?: be)?|as (?:expected|intended)", "as_it_should"),
    (r"takes? care of (?:it|that|this)|(?:is|are) taken care of|covers that", "takes_care_of"),
    (r"well done|good job|good work", "well_done"),
    (
        r"(?:tested|covered|handled|guarded|written) (?:very )?well|well[- ](?:tested|covered|guarded)",
        r"well_tested tested",
    ),
    (r"works? (?:well|as (?:it|they) should)", "works_well"),
    (r"false (?:alarm|positive)", "false_alarm"),
    (r"no need (?:for|to)|(?:not|never) (?:strictly )?(?:needed|necessary|required)", ""),
    (r"free (?:of|from)|immune (?:to|from|against)|safe (?:from|against)", "without"),
    (r"(?:it|that|this) is (?:already )?(?:there|present|in place|done|handled|covered)", "takes_care_of"),
    (r"non[- ]issue|not an issue|not a problem|no problem|no issues?", "non_issue"),
    (r"rul(?:es?|ed|ing) out", "rules_out"),
    (r"(?:has|have|had|having) to", "have_to"),
    (r"data races?", "race"),
    (r"(?:turned|switched|commented) (?:off|out)", "disabled"),
    (
        r"(?:(?:was|were) (?:looking|searching|hunting)|looked(?: hard| everywhere)?|searched) for",
        "was worried",
    ),
    (r"none of (?:the|these|those|its|our|them)", "no"),
    (r"catastrophic backtracking|re-?dos", "redosattack"),
    (r"carr(?:y|ies|ied) on|go(?:es)? on as if", "continue"),
    (r"two times", "twice"),
    (r"more than one|several", "two"),
    (r"out[- ]of[- ]date", "outdated"),
    (r"up[- ]to[- ]date", "current"),
    (r"constant[- ]time", "constanttime timing"),
    (r"side[- ]channels?", "timing attack"),
    (r"getting[- ]started", "readme"),
    (r"(?:sign|signs|signed|signing) (?:up|in)", "login"),
    (
        r"(?:log|logs|logged|logging) (?:in|on)(?= |$|[.,])(?! (?:plain|clear|full|json|debug|(?:the|a) log))",
        "login",
    ),
    (r"lower[- ]?cased?|upper[- ]?cased?", "case"),
    (r"(?:bring|brings|take|takes|knock|knocks) (?:\w+ ){0,3}down", "crash exhausted"),
    (r"(?:piles?|piling|piled) up", "leak"),
    (r"at (?:exactly |about )?the same (?:time|moment|instant)|within the same \w+|at once", "concurrently"),
    (r"(?:happy|sunny(?:[- ]day)?|golden|good|success(?:ful)?) (?:path|flow|scenario)s?", "happypath"),
    (r"(?:go(?:es|ne|ing)?|went) wrong", "failure"),
    (r"f[io](?:nd|und)s? out|finding out", "notice"),
    (r"r[ua]ns? out(?! of)", "expired"),
    (r"(?:(?:a|the) )?second time|once more|once again", "again"),
    (r"time of check|check[- ]then[- ]act", "toctou"),
    (r"time[- ]zones?", "timezone"),
    (r"(?:goes|went|going|go|gone|taken|thrown?|throws|threw|throwing) (?:away|out)", "discarded"),
    (r"throws? (?:it|them|these|those|everything|the \w+) (?:away|out)", "discarded"),
    (r"r[ua]ns? out of|running out of", "exhausted"),
    (r"g[io]ves? (?:it |them )?back|giving back", "released"),
    (r"up[- ]front", "upfront"),
    (r"round[- ]trips?", "roundtrip"),
    (r"(?:how long|as long as)(?= (?:we|it|they|you|this) waits?)", "timeout"),
    (
        r"(?:bare|broad|blanket|wide|naked|generic|overbroad) (?:`?try`?[/ -])?`?(?:excepts?|catch)`?",
        "catchall exception",
    ),
    (r"(?:try[/ -])?excepts?[/ -](?:block|clause|branch|handler|body)s?", "exception"),
    (r"catch[- ]block(?:s)?", "exception"),
    (r"except:? ?(?:Exception|BaseException|Throwable)", "catchall exception"),
    (r"f-?strings?", "fstring"),
    (r"order by|group by", "orderby"),
    (
        r"without (?:telling|informing|notifying|warning) (?:any(?:one|body)|us|the user|the caller)",
        "silently",
    ),
    (r"without (?:a )?(?:trace|notice|warning)", "silently"),
    (r"n ?(?:\+|plus) ?(?:1|one)", "nplusone"),
    (r"off[- ]by[- ]one|fencepost", "offbyone"),
    (r"plain[- ]?text|clear[- ]?text", "plaintext"),
    (r"thread[- ]safe(?:ty)?", "threadsafe"),
    (r"hard[- ]cod(?:ed?|es|ing)", "hardcoded"),
    (r"(?:blow|blows|blew|blowing) up", "crash"),
    (r"check(?:s|ed)? (?:it |them )?in(?:to)?(?= git| the repo|[.,;]|$)", "commit"),
    (r"bind (?:variables?|params?|parameters?)|placeholders?|prepared statements?", "parameterized"),
    (r"where clause", "sql query"),
    (r"time[- ]?outs?|timed out|times out", "timeout"),
    (r"for ever|never (?:ends?|terminates?|stops?|returns?|gives? up)", "forever"),
    (r"cross[- ]site scripting", "xss"),
    (r"cross[- ]site request forgery", "csrf"),
    (r"brute[- ]?force[ds]?", "bruteforce"),
    (r"magic (?:number|constant)s?", "magic number"),
    (r"dead[- ]?locks?", "deadlock"),
    (r"catch[- ]?all", "catchall"),
    (r"context managers?|with[- ](?:statement|block)s?", "contextmanager"),
    (r"back[- ]?off", "backoff"),
    (r"clean(?:ed|s|ing)? up", "cleanup"),
    (r"read[- ]modify[- ]write", "readmodifywrite"),
)
"""Several words that mean one thing: a pattern over the lower-case text, and what stands for it."""

TERMS = frozenset(
    "npluson offbyon readmodifywrit contextmanag threadsaf deadlock xss csrf ssrf toctou xxe redosattack".split()
)
"""Stems of terms that name a fault by themselves: one of them says enough."""

SYNONYMS: tuple[str, ...] = tuple(
    """
    permission authorization authorisation authorize authorized owner owns owned ownership acl privilege
      belongs access;
    authentication authenticate authenticated login unauthenticated anonymous;
    none null nil undefined empty;
    race concurrent concurrently concurrency simultaneous simultaneously parallel interleave interleaved
      readmodifywrite -threadsafe -lock -locking -mutex -atomic -atomically -transaction -synchronized;
    threadsafe lock locking mutex atomic atomically transaction synchronized selectforupdate;
    deadlock hang hangs stuck blocked blocks -timeout;
    leak leaks leaked leaking -close -closed -closing -cleanup -release -released -dispose -contextmanager;
    close closes closed closing cleanup release released dispose contextmanager;
    crash crashes raise raises raised throw throws thrown exception exceptions fail fails failure failures
      dereference nullpointer attributeerror typeerror;
    check checked checks checking verify verifies verified validate validates validated validation compare
      compares guard guarded ensure ensures enforce enforced assert asserts;
    swallow swallows swallowed ignore ignores ignored suppress suppresses suppressed hide hides hidden
      vanish vanishes silently silent catchall discard discards discarded -propagate -propagates
      -propagated -reported -surfaced;
    test tests tested testing untested spec specs coverage cover covers covered uncovered suite exercise
      exercised exercising;
    query queries select sql database db roundtrip hits;
    secret secrets credential credentials token tokens password passwords key keys;
    hardcoded commit committed plaintext -environment -encrypted -vault;
    repository repo git source vcs;
    modify modifies modified update updates updated change edit edits write writes writing patch overwrite
      overwrites mutate mutates mutated alter;
    last final trailing;
    element elements item items row rows entry entries record records;
    skip skipped skips omit omitted drop drops dropped lose loses lost excluded exclude disappear
      disappears -include -included -includes -exported -processed -kept;
    loop loops iterate iterates iteration each nplusone per lazily;
    offbyone bound bounds boundary upper fencepost index range;
    parameter parameters parameterized parameterised param params;
    inject injection injected injectable executed -escape -escaped -sanitize -sanitized -parameterized
      -bound;
    escape escaped escaping sanitize sanitized sanitise unsanitized encode encoded xss;
    string formatting format fstring concatenate concatenated concatenation interpolate interpolated
      interpolation -parameterized -parameters;
    slow slower performance inefficient expensive quadratic -fast -efficient;
    unbounded infinite infinitely endless forever unlimited -limit -limited -cap -capped -bounded -maximum;
    limit limits limited cap capped bounded maximum max;
    delete deletes deleted remove removes removed erase;
    create creates created insert inserts inserted;
    retry retries retried retrying reattempt backoff;
    duplicate duplicates duplicated twice double repeated -unique -deduplicate -deduplicated -idempotent;
    user users caller account attacker someone anybody anyone everyone everybody customer;
    log logs logged logging print printed trace;
    timezone utc tz aware;
    naive local -aware -utc;
    round rounding rounded float floating precision decimal cents;
    cache cached caching memoize;
    stale outdated -invalidate -invalidated -refresh -refreshed -fresh;
    order ordering sort sorted sorting;
    redirect redirects redirected;
    path traversal directory;
    doc docs documentation docstring comment readme;
    typo misspelled misspelling spelling;
    rename renamed naming name;
    handle handles file descriptor descriptors;
    batch bulk prefetch selectrelated eager;
    payment payments card charge charged paid;
    success successful succeed succeeds;
    breaking breaks incompatible -compatible -compatibility;
    response reply body payload;
    negative minus below;
    timeout timeouts deadline expire expires expired expiry;
    page pages paginate paginated pagination paging;
    memory ram heap oom buffer buffered load loads loaded -stream -streamed -streaming -chunk -chunked;
    whole entire complete full all;
    wrong incorrect invalid bad broken mistaken inverted reversed swapped backwards opposite -correct
      -right;
    condition predicate branch comparison operator;
    missing absent lacking omitted;
    message messages text wording label;
    input inputs request parameter argument arguments payload supplied untrusted;
    escape escaping html markup;
    constant literal number hardcoded magic;
    unused dead unreachable redundant superfluous unnecessary;
    async await awaited coroutine promise asynchronous;
    block blocks blocking synchronous event;
    retry attempt attempts;
    money amount amounts price prices currency cents;
    email mail address;
    case uppercase lowercase casing insensitive sensitive;
    encoding utf8 unicode charset decode decodes;
    rollback revert partial inconsistent halfway -transaction -atomic -atomically;
    migration migrate schema column columns;
    default defaults fallback;
    mutable shared global state;
    start begin first initial;
    end stop stops terminate exit;
    time clock date datetime now timestamp;
    random flaky nondeterministic unstable intermittent -deterministic -stable;
    assert asserts assertion assertions expects verify verifies;
    mock mocks mocked stub stubbed fake;
    document documented undocumented docs docstring explain explained;
    public exposed expose exposes leak leaks visible leaked reveal reveals -masked -redacted -hidden
      -private;
    connection connections socket pool session;
    send sends sent post emit publish notify;
    download fetch fetches fetched read reads load loads retrieve;
    import imports dependency dependencies library package;
    version versions pin pinned pinning;
    role roles admin administrator privileged;
    forge forged csrf spoof spoofed tampered;
    hash hashed md5 sha1 digest weak;
    compute calculate calculated calculates calculation total sum;
    overflow exceed exceeds exceeded wraps;
    wait waits sleep sleeps delay;
    resource resources object objects thing things record item;
    guess guessable predictable bruteforce enumerate;
    server backend service host;
    outage down dead unavailable offline;
    big large huge;
    visitor reader client clients customer tenant;
    rate throttle throttled throttling limiter;
    copy copied copies duplicate duplicated;
    api interface contract signature endpoint route handler view;
    zero 0;
    division divide divides divided;
    wait waits waiting hang hangs stuck spin spins stall stalls stalled freeze freezes block blocks blocked
      unresponsive;
    answer answers answered respond responds responding responded reply replies;
    timeout deadline -forever -unlimited;
    forever eternity indefinite indefinitely infinite infinitely endless;
    round rounds rounded rounding floor ceil ceiling truncate truncates truncated remainder leftover leftovers;
    float floats imprecise imprecision drift drifts penny pence cents cent decimal rounding;
    money euro euros dollar dollars pence penny amount price prices invoice;
    lose loses lost loss gone vanish vanishes vanished wipe wipes wiped destroy destroys destroyed erase erases
      erased delete deletes deleted discard discards discarded drop drops dropped -preserve -preserves -kept
      -keeps;
    stale outdated obsolete wrong -current -updated -update;
    compare compares compared comparison equality equal equals match matches;
    status code http response;
    job jobs task tasks;
    worker workers process processes thread threads;
    mandatory required obligatory -optional;
    regex regexp regular pattern expression;
    swallow swallows continue continues pass passes;
    break breaks upgrade upgrading major;
    socket sockets connection connections descriptor descriptors;
    grab grabs take takes start starts;
    submit submits post posts send sends;
    attack attacker attackers exploit exploited abuse abused;
    start starts started spawn spawns spawned launch launches;
    stop stops stopped join joined joins shutdown cancel cancelled terminate terminated;
    list listed lists show shown shows display displayed displays appear appears visible;
    normalise normalised normalize normalized canonical lowercase uppercase case;
    maximum max limit size length big large huge megabytes gigabytes mb gb;
    upload uploads uploaded attachment picture pictures image images file files;
    weak weaker vacuous meaningless trivial useless;
    readme docs documentation instructions guide manual;
    remove removed removes archive archived hide hidden delete deleted;
    email mail address;
    formula formulas spreadsheet excel;
    charge charges charged bill bills billed pay pays paid payment payments;
    webhook webhooks hook hooks callback;
    again twice double repeat repeated repeatedly replay;
    deliver delivers delivered delivery redeliver redelivers redelivered resend resent;
    phishing phish phishers foreign evil external;
    url link links address uri;
    folder directory path;
    outside beyond escape escapes leave leaves;
    serve serves served download downloads;
    script scripts javascript;
    html markup page pages;
    inverted backwards reversed swapped opposite negated round;
    condition comparison operator check predicate;
    accept accepts accepted let lets allow allows allowed;
    expired ended elapsed old;
    digest hash hashes md5 sha1;
    salt salted unsalted pepper;
    scan scans sequential full;
    slow crawl crawls slowly;
    order ordering sequence;
    transfer transfers send sends sent;
    lock locks locked locking hold holds held;
    default defaults initial;
    share shared shares survive survives persist persists;
    memory ram exhaust exhausts exhausted;
    copy copies copied move moves moved transfer transferred migrate migrated backfill backfilled preserve
      preserves;
    invalidate invalidates invalidated invalidation evict evicts evicted flush flushes flushed bust purge purged
      purges refresh refreshes refreshed clear clears cleared reset discarded;
    stale outdated old older previous obsolete yesterday;
    cache cached redis memcached memcache memoize memoized dictionary dict;
    evict evicts evicted remove removes removed clear cleared expire shrink shrinks;
    client clients consumer consumers caller callers integration integrations integrate integrates app frontend
      downstream;
    break breaks breaking broke incompatible contract -compatible -deprecate;
    rename renamed renames renaming;
    field fields attribute property key column;
    log logs logged logging logger print printed prints dump dumps dumped stdout console;
    password passwords passphrase passwd credential credentials;
    sensitive personal pii private confidential;
    body payload json;
    test tests tested testing suite pytest unittest testcase;
    declined decline declines rejected reject rejects refused refuse refuses fail fails failed failing failure
      unsuccessful;
    happypath success successful succeed succeeds;
    race concurrent concurrently simultaneous simultaneously parallel together toctou;
    book books booked booking bookings reserve reserves reserved reservation reservations sell sells sold oversold
      oversell;
    twice double doubled same both duplicate;
    query lookup lookups postgres mysql sqlite statement orm;
    query hit hits roundtrip;
    fetch load loads loaded lazily lazy;
    batch bulk prefetch selectrelated join joined eager upfront;
    string fstring concatenate concatenated concatenation paste pastes pasted glue glued gluing splice spliced
      interpolate interpolated embed embedded;
    inject injection injected smuggle smuggled bobby;
    swallow swallows swallowed eat eats eaten silently unnoticed ignore ignores ignored notice noticed -notice
      -notices -noticed -raised -logged;
    exception exceptions error errors failure failures problem problems;
    close closes closed release releases released freed frees finally contextmanager;
    leak leaks leaked leaking exhaust exhausts exhausted -close -finally -released;
    connection connections handle handles conn pool slot descriptor descriptors;
    timezone utc gmt tz tzinfo offset dst;
    naive local wall machine;
    reach reached reachable show shows shown appear appears -lost -dropped -missing -skipped -unreachable;
    unreachable -reached -reachable;
    deserialize deserialization unpickle pickle unsafe untrusted;
    expire expires expired expiry revoke revoked ttl;
    none null nil undefined nothing;
    crash crashes raise raises keyerror indexerror valueerror npe nullpointerexception panic panics die dies
      explode explodes abort aborts;
    misleading confusing unclear cryptic vague;
    complex complicated nested long tangled;
    environment env config configuration settings setting;
    trust trusts trusted blindly unvalidated -check -checked -validate -validated -validation;
    permission rights allowed entitled privilege privileges;
    mixed mix mixes mixing compare compares compared;
    big large huge oversized;
    reversible rollback downgrade;
    flaky timing sleep sleeps
    """.split(";")
)
"""Words that reviewers use for each other; one with - means the opposite. A stem may stand in several groups."""

DONE = frozenset(
    """
    masked redacted stripped filtered sanitized sanitised escaped validated verified checked locked
    awaited closed released capped limited bounded encrypted parameterized parameterised guarded
    protected handled covered documented paginated batched prefetched rotated pinned rounded unlinked
    disposed revoked invalidated evicted refreshed throttled restricted enforced serialized serialised
    synchronized masks redacts strips filters sanitizes sanitises escapes validates verifies awaits
    closes releases caps encrypts guards protects covers documents paginates batches prefetches rotates
    unlinks disposes revokes invalidates evicts refreshes throttles restricts enforces serializes
    serialises synchronizes bails
    """.split()
)
"""What is said to be done so, where the fault is something else, may be the very thing that mends it."""

OPPOSITES = tuple(
    """
    same different; same differ; up down; ceil floor; less greater; less more; below above; smaller larger;
    valid invalid; async sync; asynchronous synchronous; public private; before after; allowed forbidden;
    accepted refused; accepted rejected; ascending descending; encrypted plaintext; first last; earlier
    later; minimum maximum; inclusive exclusive; mutable immutable; safe unsafe; known unknown; bounded
    unbounded; limited unlimited; present absent; enabled disabled; open closed; local remote; right wrong;
    correct incorrect; faster slower; shared separate; read written; optional required; unique duplicate;
    sorted unsorted; lower upper; early late; old new
    """.replace("\n", " ").split(";")
)
"""Who says the one does not say the other."""

IN_WORDS = frozenset("consistent compatible complete secure sufficient adequate".split())
"""After "in": the opposite."""

UN_WORDS = frozenset(
    """
    tested covered checked validated handled closed guarded escaped sanitized sanitised authorized
    authorised authenticated protected bounded locked synchronized verified documented encrypted signed
    """.split()
)
"""After "un": the thing itself, absent."""

FAULTS = frozenset(
    """
    abuse abused abuses ambiguous anybody anyone arbitrary attacker attackers backwards bad blindly
    block blocked blocking blocks blow blows bottleneck break breakage breaking breaks broke broken bug
    bugs bypass bypassed bypasses careful catchall cheat collide collides collision complicated concern
    confuse confuses confusing corrupt corrupted corruption corrupts crack cracked crash crashed crashes
    crashing crawl cryptic csrf danger dangerous dead deadlock deadlocked deadlocks defeat defeats
    delete deletes deserialize die dies disappear disappears discard discarded discards double doubled
    doubles drain drop dropped drops duplicate duplicated duplicates early eat eats endless endlessly
    ends escalation everybody everyone exhaust exhausted exhausts explode explodes exploit exploitable
    expose exposed exposes exposing fail failing fails flaky forever forge forged forget forgets forgot
    forgotten fragile freeze freezes garbage gone guess guessable hammer hammers hang hanging hangs hard
    hardcode hardcoded hidden hide hides hiding hole hopeless idor ignore ignored ignores ignoring
    imprecise inaccessible incomplete inconsistent incorrect incorrectly indefinitely inefficient
    infinite inject injected injection injects insecure instead inverted invisible irreversible jam
    lands late leak leaked leaking leaks leave leaves left lie limitless local lose loses losing loss
    lost magic meaningless mess misleading mismatch miss misses misspelled misspelt mistake mistaken
    misuse mix mixed mixes mixing naive negated nobody nonsense nothing nowhere nplusone offbyone omit
    omits omitted open opposite otherwise outage outdated outside overflow overflows overlap overrun
    overruns oversell oversold overwrite overwrites overwriting overwritten panic panics partial per
    phishing pile piles plain plaintext pointless poison predictable private problem problematic
    problems prone quadratic race races racy raise raises random redosattack redundant relies rely
    repeated replay replayed reversed revert reverts risk risks risky scale sensitive separate serial
    shadow shadows share shared shares silent silently skip skipped skipping skips slip slips slow
    slower slows smuggle sneak sniff spoof stale stall stalls starve starves steal still stolen stuck
    swallow swallowed swallowing swallows swapped tamper tampered throw thrown throws timing toctou
    traversal trigger trivial truncated trust trusting trusts twice unavailable uncaught unclear
    undefined underflow unencrypted unexpected unexpectedly unintended unlimited unmasked unnecessary
    unprotected unreachable unredacted unsafe unsalted unstable unusable unused useless vacuous vague
    vanish vanished vanishes violate violates vulnerability vulnerable weak weaker whoever whole wide
    wipe wiped wipes worse wrong wrongly xss
    """.split()
)
"""Words by which people complain of code, unless they are denied."""

POSSIBLE = frozenset("can could may might".split())
"""What can happen is a complaint too, but not what "can only" happen."""

LABELS = frozenset("issue bug blocking blocker critical todo fixme major suggestion".split())
"""So people name a comment that complains."""

SIGNS = frozenset(
    """
    already always correct correctly covered enforced ensures excellent fine fortunately good great
    guaranteed guarantees handled kudos luckily merely nice nicely perfect perfectly praise properly
    reasonable right rightly safe safely sensible solved thank thanks thoughtful well
    """.split()
)
"""Words by which people may approve of code, unless they are denied."""
