"""Commits in a line, and pull requests made of them."""

from __future__ import annotations

from hashlib import sha1

from msgspec.structs import replace

from steward.dimensions.scorecard import scorecard
from steward.facts import Account, Asked, Commit, GateFacts, Identity, Missing, Signatures
from steward.model import Finding, GateOutcome, PullRequest
from steward.policy import Cla, Dco, GateMode, Gates
from steward.report.markdown import plain
from tests.unit.build import pull_request, record

MARA = Identity(name="Mara Okafor", email="mara@example.org")
JO = Identity(name="Jo Lind", email="jo@example.net")
GITHUB = Identity(name="GitHub", email="noreply@github.com")

MARA_ACCOUNT = Account(id=501, login="mara-okafor", bot=False)
JO_ACCOUNT = Account(id=502, login="JoLind", bot=False)
BOT_ACCOUNT = Account(id=49_699_333, login="dependabot[bot]", bot=True)
WEB_FLOW = Account(id=19_864_447, login="web-flow", bot=False)

DCO = Dco(mode=GateMode.ENFORCE)
CLA = Cla(mode=GateMode.ENFORCE)
BASE = "b" * 40
CARD = scorecard(pull_request("src/a.py"))


def sha(seed: object) -> str:
    """A commit's name, the same for the same seed."""
    return sha1(str(seed).encode(), usedforsecurity=False).hexdigest()


def signed(author: Identity = MARA, subject: str = "A change") -> str:
    """A message with one sign-off."""
    return f"{subject}\n\nSigned-off-by: {author.name} <{author.email}>\n"


def commit(
    message: str = "A change",
    seed: object = 1,
    *,
    author: Identity = MARA,
    account: Account | None = MARA_ACCOUNT,
    committer: Identity | None = None,
    committer_account: Account | None = None,
    parents: tuple[str, ...] = (BASE,),
    verified: bool = False,
    name: str | None = None,
) -> Commit:
    """A commit of Mara's; `name` is its SHA when the seed's will not do."""
    return Commit(
        sha=name or sha(seed),
        parents=parents,
        author=author,
        committer=committer or author,
        message=message,
        author_account=account,
        committer_account=committer_account or (None if committer else account),
        verified=verified,
    )


def by_github(
    message: str, seed: object = "queue", *, author: Identity = MARA, verified: bool = True
) -> Commit:
    """A commit that GitHub made, for the author it names."""
    return commit(
        message,
        seed,
        author=author,
        committer=GITHUB,
        committer_account=WEB_FLOW if verified else None,
        verified=verified,
    )


def changed(
    commits: Asked[tuple[Commit, ...]],
    *,
    dco: Dco = DCO,
    cla: Cla = CLA,
    signatures: Signatures | None = None,
    queued: Asked[tuple[Commit, ...]] = None,
    queue: bool = False,
) -> PullRequest:
    """A pull request of these commits; with `queue`, a group of a merge queue."""
    made = pull_request("src/a.py")
    return replace(
        made,
        record=replace(record(), number=None) if queue else record(),
        gates=Gates(dco=dco, cla=cla),
        beside=GateFacts(commits=commits, signatures=signatures, queued=queued),
    )


def text(finding: Finding) -> str:
    """All that a finding says, as a line."""
    return " | ".join([plain(finding.what), finding.measured, finding.limit, plain(finding.mend)])


def texts(outcome: GateOutcome) -> str:
    """All that an outcome says."""
    return "\n".join([plain(outcome.said), *map(text, outcome.findings)])


MISSING = Missing(why="the commits could not be read", mend="Let the token read pull requests.")
