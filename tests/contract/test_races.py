"""Whatever races, one comment of ours is at rest, it shows the newest head, and the check runs agree with it.

Every case is played in many orders, each decided by a seed; a failing test names the order.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from steward.state import Block, Series, decode
from tests.contract.inside import AMBER, Stage, diff_of, run
from tests.contract.interleaving import PATIENCE_SECONDS, Interleaving
from tests.github import builders
from tests.github.exchange import Request
from tests.github.faults import is_diff
from tests.github.nouns import ACTIONS_BOT, Comment, User
from tests.github.objects import as_entry
from tests.github.runner import Outcome
from tests.github.server import GitHubServer

SEEDS = 40
SETTINGS = ".github/steward.yml"


class Race:
    """A stage with runs that are later one after the other, and the order they are played in."""

    def __init__(self, github: GitHubServer, home: Path, seed: int) -> None:
        self.stage = Stage(github, home, files={SETTINGS: "version: 1\n"}, diff=AMBER)
        self.order = Interleaving(self.stage, seed)
        self.chance = self.order.chance
        self.runs: dict[str, tuple[int, int]] = {}

    def prepare(
        self, *, attempt: int = 1, run_id: int | None = None, user: User = ACTIONS_BOT
    ) -> Callable[[], None]:
        """A run for the pull request as it is now, later than all before; what is returned starts it."""
        name = f"run-{len(self.runs) + 1}"
        runner = self.stage.runner
        runner.viewer = self.stage.world.add_viewer(name, user=user)
        runner.run_id = run_id or runner.run_id + 1
        runner.run_attempt = attempt
        environment = runner.environment(self.stage.events.pull_request(self.stage.pull))
        self.runs[name] = (runner.run_id, attempt)
        return lambda: self.order.run(name, environment)

    def start(self, *, attempt: int = 1, run_id: int | None = None, user: User = ACTIONS_BOT) -> None:
        self.prepare(attempt=attempt, run_id=run_id, user=user)()

    def finish(self) -> Outcome:
        """A run on its own, to its end."""
        runner = self.stage.runner
        runner.viewer = None
        runner.run_attempt = 1
        return self.stage.run()

    def push(self) -> None:
        """A push, and the run that it starts."""
        self.stage.push(len(self.runs))
        self.start()

    def delete(self) -> None:
        """Somebody deletes one of our comments."""
        if reports := self.reports:
            del self.stage.repository.comments[self.chance.choice(reports).id]

    def tighten(self) -> None:
        """The default branch's rules become stricter, and a later run for the same head starts."""
        self.stage.repository.files[SETTINGS] = as_entry("fail_on: amber\n")
        self.start()

    @property
    def reports(self) -> list[Comment]:
        return [one for one in self.stage.ours() if not one.body.startswith(Series.EVALUATION.retired)]

    def block(self) -> Block:
        (report,) = self.reports
        block = decode(report.body)
        assert block is not None
        return block

    def hold(self) -> None:
        """What is true after every race."""
        told = self.order.told
        head = self.stage.pull.head_sha
        assert set(self.order.ended) == set(self.runs), told
        assert [len(self.reports), self.block().head] == [1, head], told
        assert {one.status for one in self.stage.repository.check_runs.values()} == {"completed"}, told
        assert self.stage.checks(head), told
        assert self.stage.checks(head)[-1].title == self.block().now.title, told
        for name, done in self.order.ended.items():
            self._hold_run(name, done, told)

    def _hold_run(self, name: str, done: Outcome, told: str) -> None:
        run_id, attempt = self.runs[name]
        mark = f"steward:{run_id}:{attempt}"
        made = [one for one in self.stage.repository.check_runs.values() if one.external_id == mark]
        assert "Traceback" not in done.log, told
        assert done.outputs["state"] in ("done", "skipped"), told
        if done.outputs["state"] == "skipped":
            assert (done.outputs["reason"], done.exit_code, made) == ("superseded", 0, []), told


def first_runs(race: Race) -> None:
    """Two to four runs at once, for one head, without a comment."""
    for _ in range(race.chance.randint(2, 4)):
        race.start()


def first_runs_and_a_push(race: Race) -> None:
    race.start()
    for _ in range(race.chance.randint(1, 3)):
        race.order.deed("a push", race.push)


def pushes_over_an_older_verdict(race: Race) -> None:
    race.finish()
    race.stage.push("first")
    race.start()
    for _ in range(race.chance.randint(1, 3)):
        race.order.deed("a push", race.push)


def a_late_run_for_an_older_head(race: Race) -> None:
    """The older head's run may end last, with or without a comment, as a repeated run or with a number that came
    after the newer one's."""
    if race.chance.random() < 0.5:
        race.finish()
        race.stage.push("first")
    number = race.stage.runner.run_id + 1
    race.start(attempt=race.chance.choice((1, 2)), run_id=number + race.chance.choice((0, 2)))
    race.stage.push("second")
    race.start(run_id=number + 1)


def two_attempts(race: Race) -> None:
    """An earlier attempt that is still going when the later one starts, over a verdict on the same head."""
    race.finish()
    race.start(attempt=1, run_id=race.stage.runner.run_id + 1)
    race.start(attempt=2, run_id=race.stage.runner.run_id)


def duplicates_are_there(race: Race) -> None:
    race.finish()
    leave_duplicates(race)
    if race.chance.random() < 0.5:
        race.stage.push("first")
    for _ in range(race.chance.randint(1, 3)):
        race.start()


def a_late_run_finds_duplicates(race: Race) -> None:
    start = race.prepare()
    race.stage.push("first")
    race.finish()
    leave_duplicates(race)
    start()
    if race.chance.random() < 0.5:
        race.start()


def leave_duplicates(race: Race) -> None:
    """One or two more comments of ours, each with a charge of its own, as killed runs can leave them."""
    body = race.stage.ours()[0].body
    for number in range(race.chance.randint(1, 2)):
        charged = re.sub(r"} -->", f',"charges":[{{"id":"charge-{number}"}}]}} -->', body, count=1)
        stage = race.stage
        builders.add_comment(
            stage.world, stage.repository, stage.pull.number, charged, viewer=stage.world.job
        )


def another_token(race: Race) -> None:
    """What stands there was written with another token than the one that two runs use now."""
    race.finish()
    race.stage.push("first")
    app = User(login="our-app[bot]", id=77, type="Bot")
    for _ in range(2):
        race.start(user=app)


def somebody_deletes_our_comment(race: Race) -> None:
    if race.chance.random() < 0.5:
        race.finish()
    race.start()
    race.order.deed("our comment is deleted", race.delete)
    race.order.deed("a push", race.push)


def answers_are_lost(race: Race) -> None:
    """Writes are done, and the run is not told."""
    first_runs_and_a_push(race)
    for _ in range(race.chance.randint(1, 4)):
        skip = race.chance.randint(0, 6)
        race.stage.github.fault("*", lambda request: request.is_write, "stored-then-502", skip=skip)


CASES = (
    first_runs,
    first_runs_and_a_push,
    pushes_over_an_older_verdict,
    a_late_run_for_an_older_head,
    two_attempts,
    duplicates_are_there,
    a_late_run_finds_duplicates,
    another_token,
    somebody_deletes_our_comment,
    answers_are_lost,
)


@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.__name__)
def test_one_comment_is_at_rest_and_shows_the_newest_head(
    github: GitHubServer, tmp_path: Path, case: Callable[[Race], None], seed: int
) -> None:
    race = Race(github, tmp_path, seed)
    case(race)
    charges = {
        charge["id"] for one in race.stage.ours() if (block := decode(one.body)) for charge in block.charges
    }

    race.order.play()
    if case is somebody_deletes_our_comment and not race.reports:
        race.finish()  # it was deleted last of all: the next run makes another

    race.hold()
    assert {charge["id"] for charge in race.block().charges} == charges, race.order.told


@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("stands", ["nothing", "the same head's verdict", "an older head's verdict"])
def test_the_later_run_s_verdict_is_at_rest_when_the_rules_changed_between_two(
    github: GitHubServer, tmp_path: Path, stands: str, seed: int
) -> None:
    """Over an older head's verdict this holds for runs that take long: a quick one spares itself the question."""
    race = Race(github, tmp_path, seed)
    race.order.passed = 20.0 if stands.startswith("an older") else 0.0
    if stands != "nothing":
        race.stage.repository.files[SETTINGS] = as_entry("fail_on: red\nscoring: {tests: {globs: [src/*]}}\n")
        race.finish()
        race.stage.repository.files[SETTINGS] = as_entry("version: 1\n")
    if stands.startswith("an older"):
        race.stage.push("first")
    race.start()
    race.order.deed("the rules become stricter, and another run starts", race.tighten)

    race.order.play()

    race.hold()
    assert race.block().now.title == "73 amber, blocked: fail-on", race.order.told


def test_an_earlier_run_s_check_run_does_not_stay_on_top(github: GitHubServer, tmp_path: Path) -> None:
    """It was judged by laxer rules, made its check run after the later run's, and saw no comment of it."""
    stage = Stage(github, tmp_path, files={SETTINGS: "version: 1\n"}, diff=AMBER)
    earlier = stage.environment()
    stage.runner.viewer = stage.world.add_viewer("later")
    later = threading.Thread(target=lambda: run(stage.environment()), daemon=True)
    later_has_checked, earlier_has_ended = threading.Event(), threading.Event()

    def comments(request: Request) -> bool:
        by = request.viewer.name if request.viewer else ""
        return (request.operation, by) == ("issues/create-comment", "later")

    def the_later_run_gets_ahead(request: Request) -> None:
        stage.repository.files[SETTINGS] = as_entry("fail_on: amber\n")
        github.after("POST", "checks/create", lambda request: later_has_checked.set())
        github.before("POST", comments, lambda request: earlier_has_ended.wait(PATIENCE_SECONDS))
        later.start()
        assert later_has_checked.wait(PATIENCE_SECONDS)

    github.before("POST", "checks/create", the_later_run_gets_ahead)
    done = run(earlier)
    earlier_has_ended.set()
    later.join(PATIENCE_SECONDS)

    assert done.outputs["verdict"] == "warn"
    assert [one.title for one in stage.checks()] == [
        "73 amber, blocked: fail-on",
        "73 amber",
        "73 amber, blocked: fail-on",
    ]
    assert [one.body.split("\n")[2] for one in stage.ours()] == ["### ⛔ 73 amber, blocked: fail-on"]


def test_a_head_that_goes_away_and_comes_back_ends_with_its_own_verdict(
    github: GitHubServer, tmp_path: Path
) -> None:
    """GitHub's diff is of the head at that moment. The push that brings a head back starts a run of its own."""
    untested, tested = diff_of("src/a.py", "src/b.py"), diff_of("src/a.py", "tests/test_a.py")
    stage = Stage(github, tmp_path, diff=untested)
    head = stage.pull.head_sha
    github.before("GET", is_diff, lambda request: stage.push("away", tested) and None)
    github.after("GET", is_diff, lambda request: stage.push_back(head, untested))

    stage.run()
    between = stage.checks(head)[-1].title
    stage.run()

    assert stage.pull.head_sha == head
    assert [between, stage.checks(head)[-1].title] == ["85 green", "73 amber"]
    assert ["73 amber" in one.body for one in stage.ours()] == [True]
