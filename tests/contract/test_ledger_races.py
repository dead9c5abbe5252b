"""The day's cap holds, whatever races: many runs on different pull requests and on the same one, in many orders.

Every case is played in an order that its seed decides, near the edge of the cap; a failing test names the order.
The model is inside this process: what is tried here is the ledger, whose every step is a request to the stand-in.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from steward import ledger, state
from steward.adapters import claude
from steward.adapters.claude import Answered, Asked
from steward.model import ProseReason
from tests.contract.inside import AMBER, Stage
from tests.contract.interleaving import Interleaving
from tests.github import builders
from tests.github.events import Event
from tests.github.nouns import PullRequestState
from tests.github.objects import fake_sha
from tests.github.server import GitHubServer

SEEDS = 60
CALL = ledger.CALL
EVENING = datetime(2026, 11, 17, 23, 59, 50, tzinfo=UTC)


class Dead(BaseException):
    """The process of a run is gone: nothing more of it happens."""


class Service:
    """Counts the calls, and answers each as `behaves` says."""

    def __init__(self) -> None:
        self.calls = 0
        self.answered = 0
        self.behaves: Callable[[int], str] = lambda call: "writes"

    def ask(self, asked: Asked, *, left: float) -> Answered:
        self.calls += 1
        how = self.behaves(self.calls)
        if how == "dies":
            raise Dead
        if how == "fails":
            return Answered(reason=ProseReason.OVERLOADED)
        self.answered += 1
        fields = dict.fromkeys(asked.schema["properties"], "A change to look at from the tests on.")
        return Answered(answered=True, model="fake", stop_reason="end_turn", texts=(json.dumps(fields),))


class Ledgers:
    """A stage with several pull requests, runs that start together, and a cap of so many calls."""

    def __init__(self, github: GitHubServer, home: Path, seed: int, service: Service) -> None:
        self.stage = Stage(github, home, diff=AMBER)
        self.order = Interleaving(self.stage, seed)
        self.chance = self.order.chance
        self.service = service
        self.cap = 0
        self.before = 0
        self.dead = 0

    def calls_left(self, number: int) -> None:
        """So many calls are left of the day's credits; what was spent stands on another pull request."""
        self.before = self.chance.randint(0, 3) * CALL
        self.cap = self.before + number * CALL + self.chance.randint(0, CALL - 1)
        if self.before:
            self._spent_before()

    def _spent_before(self) -> None:
        stage, other = self.stage, self.open(99)
        at = stage.world.clock.now().strftime("%Y-%m-%dT%H:%M:%SZ")
        charge: state.Charge = {"id": "1.1.x", "at": at, "amount": self.before, "state": "charged"}
        block = state.Block(
            pr=99,
            head=other.head_sha,
            run=1,
            attempt=1,
            state="done",
            now=state.Past(head=other.head_sha, title="x"),
            charges=[charge],
        )
        body = f"{state.encode(block)}\n### x"
        builders.add_comment(stage.world, stage.repository, 99, body, viewer=stage.world.job)

    def open(self, number: int) -> PullRequestState:
        """A further pull request."""
        head = fake_sha("head", number)
        return builders.open_pull(
            self.stage.world,
            self.stage.repository,
            number=number,
            diff=AMBER,
            head_sha=head,
            head_ref=f"topic-{number}",
        )

    def start(self, pull: PullRequestState, event: Callable[[PullRequestState], Event] | None = None) -> None:
        """A run that asks a model, later than every one before."""
        name = f"run-{len(self.order.ended) + len(self.order._going) + 1}"
        runner = self.stage.runner
        runner.viewer = self.stage.world.add_viewer(name)
        runner.run_id += 1
        shown = (event or self.stage.events.pull_request)(pull)
        hundredths = f"{self.cap // 100}.{self.cap % 100:02}"
        given = {"anthropic-api-key": "sk-key", "daily-credits": hundredths}
        self.order.run(name, runner.environment(shown, given), dies=Dead)

    @property
    def entries(self) -> list[ledger.Entry]:
        """Every charge of every day that stands in our comments, each once."""
        charges = [
            charge
            for comment in self.stage.repository.comments.values()
            if (block := state.decode(comment.body))
            for charge in block.charges
        ]
        days = {str(charge["at"])[:10] for charge in charges}
        found: list[ledger.Entry] = []
        for day in days:
            evening = datetime.fromisoformat(f"{day}T23:59:59+00:00")
            whole = ledger.account(charges, evening).entries
            found += [entry for entry in whole if entry.at.date() == evening.date()]
        return found

    def hold(self, *, more: int = 0) -> None:
        """The cap was not passed, and what was answered is what is charged. `more` calls may go over it."""
        told = self.order.told
        spent = Counter[str]()
        for entry in self.entries:
            spent[entry.at.date().isoformat()] += entry.amount
        assert all(day <= self.cap + more * CALL for day in spent.values()), (spent, self.cap, told)
        if len(spent) < 2:
            assert self.before + self.service.calls * CALL <= self.cap + more * CALL, told
        for done in self.order.ended.values():
            assert "Traceback" not in done.log, told
            assert done.outputs["state"] in ("done", "skipped"), (done.log, told)

    def hold_the_charges(self) -> None:
        """No run died: exactly what was answered is charged, nothing is left reserved, no check run is open."""
        told = self.order.told
        ours = [entry for entry in self.entries if entry.id != "1.1.x"]
        assert {entry.standing for entry in ours} <= {ledger.Standing.CHARGED}, told
        assert len(ours) == self.service.answered, told
        assert {one.status for one in self.stage.repository.check_runs.values()} <= {"completed"}, told


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch) -> Service:
    made = Service()
    monkeypatch.setattr(claude, "Claude", lambda **given: made)
    return made


@pytest.mark.parametrize("seed", range(SEEDS))
def test_on_different_pull_requests(
    github: GitHubServer, tmp_path: Path, service: Service, seed: int
) -> None:
    play = Ledgers(github, tmp_path, seed, service)
    runs = play.chance.choice((2, 2, 3, 3, 4, 6, 12))
    play.calls_left(play.chance.randint(0, runs - 1))
    for number in range(runs):
        play.start(play.open(20 + number))

    play.order.play()

    play.hold()
    play.hold_the_charges()


@pytest.mark.parametrize("seed", range(SEEDS))
def test_on_one_head(github: GitHubServer, tmp_path: Path, service: Service, seed: int) -> None:
    play = Ledgers(github, tmp_path, seed, service)
    play.calls_left(play.chance.randint(1, 2))
    for _ in range(play.chance.choice((2, 2, 3, 4))):
        play.start(play.stage.pull)

    play.order.play()

    play.hold()
    assert service.calls <= 1, play.order.told
    play.hold_the_charges()


@pytest.mark.parametrize("seed", range(SEEDS))
def test_on_one_head_and_on_others(github: GitHubServer, tmp_path: Path, service: Service, seed: int) -> None:
    """Runs of other events, too, which ask no model but write the same comment."""
    play = Ledgers(github, tmp_path, seed, service)
    play.calls_left(play.chance.randint(1, 2))
    pulls = [play.stage.pull, play.open(20)]
    world = play.stage.world

    def review(pull: PullRequestState) -> Event:
        made = builders.add_review(world, pull, world.user("reviewer"))
        return play.stage.events.review(pull, made)

    for _ in range(play.chance.choice((3, 4, 5))):
        event = review if play.chance.random() < 0.4 else None
        play.start(play.chance.choice(pulls), event)

    play.order.play()

    play.hold()
    play.hold_the_charges()


@pytest.mark.parametrize("seed", range(SEEDS))
def test_when_the_model_fails_nothing_is_charged(
    github: GitHubServer, tmp_path: Path, service: Service, seed: int
) -> None:
    play = Ledgers(github, tmp_path, seed, service)
    service.behaves = lambda call: play.chance.choice(("fails", "writes"))
    play.calls_left(play.chance.randint(1, 3))
    for number in range(play.chance.choice((2, 3, 4))):
        play.start(play.open(20 + number) if play.chance.random() < 0.7 else play.stage.pull)

    play.order.play()

    spent = sum(entry.amount for entry in play.entries)
    assert spent <= play.cap, play.order.told
    play.hold_the_charges()


@pytest.mark.parametrize("seed", range(SEEDS))
def test_when_runs_die_while_they_ask(
    github: GitHubServer, tmp_path: Path, service: Service, seed: int
) -> None:
    """What a dead run has reserved counts until midnight, and its open check run stops nobody for ever."""
    play = Ledgers(github, tmp_path, seed, service)
    service.behaves = lambda call: play.chance.choice(("dies", "writes"))
    play.calls_left(play.chance.randint(1, 3))
    for number in range(play.chance.choice((2, 3, 4, 5))):
        play.start(play.open(20 + number))

    play.order.play()

    play.hold()


@pytest.mark.parametrize("seed", range(SEEDS))
def test_when_answers_are_lost(github: GitHubServer, tmp_path: Path, service: Service, seed: int) -> None:
    """Writes are done, and the run is not told; or they are not, and it is told nothing either."""
    play = Ledgers(github, tmp_path, seed, service)
    play.calls_left(play.chance.randint(1, 2))
    for number in range(play.chance.choice((2, 3))):
        play.start(play.open(20 + number) if play.chance.random() < 0.5 else play.stage.pull)
    for _ in range(play.chance.randint(1, 4)):
        kind = play.chance.choice(("stored-then-502", "502"))
        github.fault("*", lambda request: request.is_write, kind, skip=play.chance.randint(0, 8))

    play.order.play()

    play.hold()


@pytest.mark.parametrize("seed", range(SEEDS))
def test_over_midnight(github: GitHubServer, tmp_path: Path, service: Service, seed: int) -> None:
    """Each day has its own cap, by GitHub's clock alone."""
    play = Ledgers(github, tmp_path, seed, service)
    play.stage.world.clock.set(EVENING)
    play.calls_left(play.chance.randint(0, 2))
    for number in range(play.chance.choice((2, 3, 4))):
        play.start(play.open(20 + number))
    for _ in range(play.chance.randint(1, 3)):
        play.order.deed(
            "time goes on", lambda: play.stage.world.clock.advance(play.chance.choice((1, 6, 20)))
        )

    play.order.play()

    play.hold()


@pytest.mark.parametrize("seed", range(SEEDS))
def test_a_push_into_a_call_costs_one_call_more_at_most(
    github: GitHubServer, tmp_path: Path, service: Service, seed: int
) -> None:
    play = Ledgers(github, tmp_path, seed, service)
    play.calls_left(1)
    play.start(play.stage.pull)

    def push() -> None:
        play.stage.push("again")
        play.start(play.stage.pull)

    play.order.deed("a push", push)
    play.order.play()

    play.hold(more=1)


@pytest.mark.parametrize("seed", range(SEEDS // 2))
def test_with_many_pages_of_comments(
    github: GitHubServer, tmp_path: Path, service: Service, seed: int
) -> None:
    play = Ledgers(github, tmp_path, seed, service)
    stage = play.stage
    for number in range(play.chance.choice((99, 100, 230))):
        builders.add_comment(stage.world, stage.repository, stage.pull.number, f"a remark {number}")
    play.calls_left(play.chance.randint(0, 1))
    for number in range(2):
        play.start(play.open(20 + number))

    play.order.play()

    play.hold()
    play.hold_the_charges()


def test_too_many_pages_are_no_call(github: GitHubServer, tmp_path: Path, service: Service) -> None:
    play = Ledgers(github, tmp_path, 0, service)
    stage = play.stage
    for number in range(2_050):
        builders.add_comment(stage.world, stage.repository, 500, f"a remark {number}")
    play.calls_left(2)
    play.start(stage.pull)

    play.order.play()

    assert service.calls == 0
    assert [entry for entry in play.entries if entry.id != "1.1.x"] == []
