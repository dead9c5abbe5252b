"""What a comment is about, where its words are not those of the rubric: words that go together in reviews.

Two words of one topic on each side make a comment worth a person's look, never more (`docs/reviews.md`, "How a
sentence is compared").
"""

from __future__ import annotations

from functools import lru_cache

from steward.challenge.review_bag import LIGHT, Bag
from steward.challenge.review_polarity import Sense
from steward.challenge.review_words import stem

_TOPICS = """
    sql query statement select insert bind bound parameter parameterized placeholder prepared escape
      escaped quote quotes concatenate concatenated concatenation fstring interpolate interpolated string
      inject injection smuggle raw execute executed search database;
    html script markup escape escaped escaping unescaped autoescape sanitize sanitized safe render
      rendered template jinja innerhtml dangerouslysetinnerhtml xss browser browsers javascript alert
      bleach csp executed inject injection dom;
    redirect redirects redirected next url host hosts domain site link phishing phisher phishers location
      allowlist external foreign evil scheme bounce bounces relative;
    ssrf url fetch internal metadata host private network localhost allowlist external address;
    path traversal folder directory filename join resolve resolved absolute upload uploads symlink passwd
      shadow root outside below parent arbitrary zip;
    permission permissions authorization neighbour neighbor yours mine id ids put patch record records
      save saved overwrite authorize authorized owner owns owned ownership role roles admin tenant tenants
      account access anybody anyone somebody belongs belong forbidden allowed decorator idor else caller
      stranger;
    login session token authentication authenticated anonymous password expired expiry logout signed
      bearer cookie jwt verify signature;
    csrf cookie samesite form submit submits site exempt decorator middleware post posts hidden visit
      origin header forged forgery cors token;
    secret secrets key keys credential credentials hardcoded commit committed git environment env vault
      rotate repository password passwords config leaked;
    hash hashed hashes hashing md5 sha1 salt salted unsalted bcrypt argon2 scrypt digest rainbow encrypt
      encrypted encryption cipher password passwords credential credentials crack reverse;
    random predictable guess guessable seed uuid nonce entropy token secrets;
    log logs logged logging logger print dump dumps sensitive personal pii mask masked redact redacted
      kibana sentry splunk plaintext password passwords passphrase credential credentials payload body;
    race lock locks grab task job twice process same row update select somebody skip locked locking mutex
      atomic atomically transaction concurrent concurrently parallel simultaneous thread threads worker
      workers interleave interleaved overwrite overwrites selectforupdate increment toctou serializable
      isolation oversold;
    deadlock lock locks locked locking order stuck hold holds acquire acquired opposite wait waits;
    async await coroutine event loop block blocks blocking sync synchronous executor promise freeze
      freezes aiohttp httpx requests callback;
    timeout hang hangs wait waits waiting forever deadline unresponsive provider upstream remote respond
      responds responding reply stuck worker workers socket block blocks stall spin spins;
    retry retries retrying attempt attempts backoff delay sleep jitter forever loop hammer hammers spin
      spins exhausted unlimited broker down busy cpu outage;
    idempotent idempotency duplicate duplicates twice again replay redeliver redelivers redelivered
      delivery delivered webhook webhooks hook event events charge charged bill billed double pay pays;
    exception exceptions error continue pass blanket reraise happened support notify report reported
      gateway errors catch catches caught catchall swallow swallows swallowed ignore ignores ignored
      silent silently traceback raise raises handler hide hides fail fails failure unnoticed notice vanish
      vanishes disappear disappears try;
    close closes closed closing open opened leak leaks handle handles descriptor descriptors connection
      connections conn pool file socket finally contextmanager release released session exhausted cursor
      resource;
    memory ram heap oom load loads entire whole stream streaming chunk chunks limit unbounded page
      paginate pagination million millions rows row table kill cursor all;
    query queries loop lazy lazily eager prefetch selectrelated join batch database db roundtrip nplusone
      select lookup iteration orm hit hits postgres mysql;
    index indexes indices indexed scan scans table explain column rows row slow crawl lookup sequential
      filter;
    slow slower quadratic nested performance expensive linear loop compute computed repeated scale scales
      latency;
    cache cached caches stale invalidate invalidated evict evicts flush flushed expire expires ttl redis
      memcached outdated previous old refresh bust;
    bound bounds boundary newest oldest arithmetic reached offset subtract multiply count counted page
      last first final offbyone range length element elements item items skip skipped remainder ceil floor
      round rounds edge inclusive exclusive end leftover leftovers reach unreachable page pages missing;
    float floats floating decimal round rounding money cent cents price prices total amount amounts
      currency penny pence euro euros dollar precision imprecise sum;
    overflow integer divide division divides zero negative underflow wrap wraps;
    timezone utc gmt naive aware datetime now local offset dst clock hour hours midnight tzinfo summer;
    none null nil undefined optional attributeerror typeerror keyerror crash crashes dereference empty
      unknown missing exist exists nothing account;
    condition inverted comparison operator opposite negate negated backwards reversed swapped greater less
      branch boolean expired valid accepted refused accept still let lets;
    mutable default argument list dict shared share survives evaluated once global state instance none
      body calls;
    test tests tested testing untested coverage cover covered uncovered suite assert asserts assertion
      spec specs regression mock pytest exercise exercises exercised case cases branch happypath declined;
    breaking break breaks broke signature major minor bump semver upgrade upgrading mandatory required
      argument parameter callers typeerror rename renamed renaming field client clients contract
      compatible backwards response version deprecate deprecated integration integrations consumer
      consumers app schema v2 alias api rely;
    migration migrate column drop drops dropped lose loses lost loss delete deletes deleted wipe wipes
      copy copied backfill rollback downgrade production existing data gone discarded preserve preserves;
    documentation docs docstring readme comment outdated example changelog undocumented describe describes
      document documented explain;
    name named naming misleading confusing cryptic rename unclear vague;
    duplicate duplicated copy paste pasted extract shared repeated repeats;
    dead unused unreachable leftover superfluous redundant remove;
    config configuration environment debug production setting settings flag default deploy deployment;
    validate validated validation input check checked size length negative trust trusts untrusted reject
      rejected schema limit maximum arbitrary unchecked payload;
    encoding utf8 unicode decode encode bytes ascii locale charset;
    dependency dependencies pin pinned package lockfile vulnerable upgrade version;
    pickle yaml deserialize deserialization unpickle eval exec unsafe untrusted arbitrary;
    rate throttle throttling bruteforce brute attempts guess enumerate lockout limit login;
    message messages queue consumer ack acknowledge lost publish broker event outbox redelivered dropped;
    regex regexp pattern match matches quantifier quantifiers nested exponential exponentially explode
      explodes attacker input minutes redosattack hang backtracking redos catastrophic anchor anchored;
    accessibility aria label screenreader contrast keyboard focus alt;
    upload uploads uploaded size content extension mime filename large limit;
    thread threads goroutine leak leaks shutdown cancel cancelled daemon join;
    http status code 200 400 401 403 404 409 422 500 response ok success failure fails failed client error
      errors body frontend monitoring retry 4xx 5xx;
    readme docs documentation instructions newcomers guide section mention mentions outdated setup
      changelog install;
    thread threads stop stops stopped event background spawn spawns start starts daemon join joined worker
      pile leak leaks forget forgets thousands running;
    deleted delete removed remove archived restore restored filter filtered listed list hidden visible
      still reload overview again back;
    email mail address case lowercase normalise normalised normalize normalized account accounts register
      registered registration login duplicate twice;
    division divide zero empty length len count values crash average mean nothing;
    signature hmac mac compare comparison constanttime timing attack equality equal digest bytes guess
      leak leaks signed verify;
    formula formulas spreadsheet excel csv cell cells export apostrophe evaluate execute injection prefix;
    upload uploads size limit megabytes gigabytes mb gb memory disk stream read contentlength refuse huge
      large picture avatar;
    assert asserts assertion weak proves green pass passes expected compare content result vacuous
      anything test tests;
    transaction commit committed rollback partial half atomic halfway consistency inconsistent crash
      between;
    i18n translation translated locale language hardcoded text message plural;
    metric metrics monitoring alert alerts trace tracing observability dashboard;
    signal signals graceful shutdown sigterm kill drain;
    docker image container root user base tag latest layer;
    type types typing any cast annotation mypy typescript unchecked;
    hook hooks effect dependency dependencies array rerender render component state stale closure;
    unwrap panic expect goroutine defer pointer nil interface;
    inheritance class subclass override coupling responsibility single module split big god;
    nested nesting branch branches complexity complicated readable early return;
    permission mode chmod world readable writable file umask;
    temp temporary file tmp tempfile predictable cleanup delete;
    shell command subprocess argument arguments quote injection exec system popen;
    ordering sort sorted stable order random nondeterministic set dict iteration;
    copy deep shallow alias aliasing reference mutate mutated same list object;
    privacy gdpr personal consent retention delete anonymise tracking;
    feature flag toggle rollout default enabled disabled;
    api key quota cost billing budget limit usage;
    clock skew monotonic time elapsed duration timestamp;
    interrupt cancel cancelled cancellation context deadline cleanup;
    compression zip bomb archive extract decompress size;
    xml entity external parser doctype expansion
"""
_SHARED = 2


@lru_cache(maxsize=1)
def _topics() -> dict[str, frozenset[int]]:
    found: dict[str, set[int]] = {}
    for number, topic in enumerate(_TOPICS.split(";")):
        for word in topic.split():
            found.setdefault(stem(word), set()).add(number)
    return {word: frozenset(numbers) for word, numbers in found.items()}


def topics(words: Bag) -> frozenset[int]:
    """The topics that a text has two words or more of, as the text means them and not as it denies them."""
    counts: dict[int, int] = {}
    for word, weight in words.weights.items():
        if weight > LIGHT and word[0] != "=":
            for topic in _topics().get(word, frozenset()):
                counts[topic] = counts.get(topic, 0) + 1
    return frozenset(topic for topic, count in counts.items() if count >= _SHARED)


def denied(words: Bag) -> bool:
    """Whether all that a text says of some topic is denied."""
    known = [word for word in words.weights if word in _topics()]
    return bool(known) and all(words.senses[word] == {Sense.ABSENT} for word in known)
