"""The fault matrix: every request of a run, everything that can go wrong with it, and what comes of it.

`tests/contract/test_faults.py` plays each cell and holds it to what must never happen; `docs/faults.md` is the same
outcomes as a table (`pytest tests/contract/test_faults.py --regen` rewrites it).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from steward.state import Series
from tests.contract.inside import AMBER, GREEN, Stage, StillClock, run
from tests.github import builders
from tests.github.events import Event
from tests.github.exchange import Request
from tests.github.faults import ALWAYS, is_diff
from tests.github.nouns import Change, CheckRun, Comment, User, WorkflowRun
from tests.github.objects import fake_sha
from tests.github.patches import rows_of
from tests.github.runner import ROOT
from tests.github.runner import Outcome as Left
from tests.github.server import GitHubServer

PAGE = ROOT / "docs" / "faults.md"
HANGING_SECONDS = 0.3
PATIENT_SECONDS = 5.0
_STRICT = {".github/steward.yml": "fail_on: amber\n", "governance.pxf": 'version = "1"\n'}
_LAX = {".github/steward.yml": "version: 1\n", "governance.pxf": 'version = "1"\n'}
QUEUED = fake_sha("queued")
FORK = "stranger/widgets"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """Something that goes wrong, in the stand-in's terms and in a reader's."""

    name: str
    kind: str
    times: int = ALWAYS


FAULTS = (
    Fault(name="500 once", kind="500", times=1),
    Fault(name="502 twice", kind="502", times=2),
    Fault(name="503 always", kind="503"),
    Fault(name="401", kind="401"),
    Fault(name="403 forbidden", kind="403"),
    Fault(name="403, limit used up for an hour", kind="primary-limit"),
    Fault(name="429, `Retry-After: 3600`", kind="secondary-limit"),
    Fault(name="no answer", kind="timeout"),
    Fault(name="connection reset", kind="reset"),
    Fault(name="200 with a web page", kind="html"),
    Fault(name="200 cut off", kind="truncated"),
    Fault(name="done, then 502", kind="stored-then-502", times=1),
    Fault(name="done, then no answer", kind="stored-then-timeout", times=1),
)


def _is_pull(request: Request) -> bool:
    return request.operation == "pulls/get" and not request.wants_diff


def _lists_root(request: Request) -> bool:
    return request.operation == "repos/get-content" and not request.parameters["path"].strip("/")


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One request of a run: how the run comes to it, and which one it is.

    `before` builds what stands already, `event` is what starts the run. With `files` and `diff` as they are the
    verdict is green, or red because of the policy: then a policy taken for absent would show. `head` is where the
    check run goes, the pull request's head unless another is named. With `worded` the page shows each fault's own
    words, not only those round them.
    """

    key: str
    what: str
    route: str | Callable[[Request], bool]
    method: str = "GET"
    skip: int = 0
    files: Mapping[str, str] = field(default_factory=lambda: _LAX)
    diff: bytes = GREEN
    before: Callable[[Stage], None] = lambda stage: None
    event: Callable[[Stage], Event] = lambda stage: stage.events.pull_request(stage.pull)
    inputs: Mapping[str, str] = field(default_factory=dict)
    head: str = ""
    worded: bool = False


def _an_older_verdict(stage: Stage) -> None:
    """A run for the head before has left its comment."""
    assert stage.run().exit_code == 0
    stage.push("newer")


def _the_same_head_with_another_verdict(stage: Stage) -> None:
    stage.pull.change = Change(diff=AMBER, rows=rows_of(AMBER))
    assert stage.run().outputs["overall"] == "73"
    stage.pull.change = Change(diff=GREEN, rows=rows_of(GREEN))


def _two_of_ours(stage: Stage) -> None:
    """Two comments of ours, as a run that was killed between two requests can leave them."""
    _an_older_verdict(stage)
    first = stage.ours()[0]
    builders.add_comment(stage.world, stage.repository, stage.pull.number, first.body, viewer=stage.world.job)


def _too_large(stage: Stage) -> None:
    stage.pull.diff_too_large = True


def _token_of_another_app(stage: Stage) -> None:
    """The comment was made with the token of an App of one's own: nothing but GitHub can tell whose it is."""
    app = User(login="our-app[bot]", id=77, type="Bot")
    stage.runner.viewer = stage.world.add_viewer("app", user=app)
    _an_older_verdict(stage)


def _a_queue(stage: Stage) -> None:
    change = Change(diff=AMBER, rows=rows_of(AMBER))
    stage.repository.comparisons[stage.repository.default_sha(), QUEUED] = change


def _from_a_fork(stage: Stage) -> None:
    fork = stage.world.add_repository(FORK, fork=True)
    builders.open_pull(
        stage.world, stage.repository, diff=GREEN, fork=fork, author=stage.world.user("stranger")
    )
    stage.pull = stage.repository.pulls[7]


def _finished(stage: Stage) -> Event:
    made = WorkflowRun(id=5, head_sha=stage.pull.head_sha, head_branch="topic", head_repository=FORK)
    return stage.events.workflow_run(made)


def _reviewed(stage: Stage) -> Event:
    review = builders.add_review(stage.world, stage.pull, stage.world.user("reviewer"))
    return stage.events.review(stage.pull, review)


def _the_check_is_lost(stage: Stage) -> None:
    stage.github.fault("POST", "checks/create", "stored-then-502")


def _is_comments(request: Request) -> bool:
    return request.operation == "issues/list-comments"


CASES = (
    Case(key="diff", what="the diff", route=is_diff, files=_STRICT, diff=AMBER),
    Case(
        key="root",
        what="the default branch's root",
        route=_lists_root,
        files=_STRICT,
        diff=AMBER,
        worded=True,
    ),
    Case(
        key="settings", what="`.github/steward.yml`", route=r"/contents/\.github", files=_STRICT, diff=AMBER
    ),
    Case(key="comments", what="the comments", route=_is_comments),
    Case(key="check", what="the check run, made", method="POST", route="checks/create"),
    Case(key="comment", what="the first comment, made", method="POST", route="issues/create-comment"),
    Case(key="comments-after", what="the comments after a first one was made", route=_is_comments, skip=1),
    Case(
        key="head-before",
        what="the live head, before an older head's verdict is replaced",
        route=_is_pull,
        before=_an_older_verdict,
    ),
    Case(
        key="update",
        what="the comment, changed",
        method="PATCH",
        route="issues/update-comment",
        before=_an_older_verdict,
    ),
    Case(
        key="head-after",
        what="the live head, after an older head's verdict was replaced",
        route=_is_pull,
        skip=1,
        before=_an_older_verdict,
    ),
    Case(
        key="files",
        what="the list of files, where there is no diff (406)",
        route="pulls/list-files",
        files=_STRICT,
        diff=AMBER,
        before=_too_large,
    ),
    Case(
        key="totals",
        what="the pull request, for an event without totals (a review)",
        route=_is_pull,
        files=_STRICT,
        diff=AMBER,
        event=_reviewed,
    ),
    Case(
        key="dispatched",
        what="the pull request, for an event that has only its number",
        route=_is_pull,
        files=_STRICT,
        diff=AMBER,
        event=lambda stage: stage.events.workflow_dispatch(),
        inputs={"pull-request": "7"},
    ),
    Case(
        key="compare",
        what="the comparison of a merge queue's group",
        route="repos/compare-commits",
        files=_STRICT,
        before=_a_queue,
        event=lambda stage: stage.events.merge_group(stage.repository.default_sha(), QUEUED),
        head=QUEUED,
    ),
    Case(
        key="publisher-list",
        what="the publisher's list of pull requests",
        route="pulls/list",
        before=_from_a_fork,
        event=_finished,
    ),
    Case(
        key="publisher-pull",
        what="the publisher's pull request",
        route=_is_pull,
        before=_from_a_fork,
        event=_finished,
    ),
    Case(
        key="viewer",
        what="the question who the token is (GraphQL)",
        method="POST",
        route="graphql",
        before=_token_of_another_app,
    ),
    Case(
        key="checks-after",
        what="the list of check runs, when one was made and the answer lost",
        route="checks/list-for-ref",
        before=_the_check_is_lost,
    ),
    Case(
        key="checks-later",
        what="the list of check runs, after another verdict on the same head was replaced",
        route="checks/list-for-ref",
        before=_the_same_head_with_another_verdict,
    ),
    Case(
        key="delete",
        what="a second comment of ours, deleted",
        method="DELETE",
        route="issues/delete-comment",
        before=_two_of_ours,
    ),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """What a run came to. `stage` is as the run left it."""

    case: Case
    stage: Stage
    done: Left
    clock: StillClock

    @property
    def head(self) -> str:
        return self.case.head or self.stage.pull.head_sha

    @property
    def state(self) -> str:
        outputs = self.done.outputs
        assert "reason" in outputs, f"the run left no outputs; its log:\n{self.done.log}"
        return outputs["state"] + (f"({outputs['reason']})" if outputs["reason"] else "")

    @property
    def checks(self) -> list[CheckRun]:
        """The check runs that this run made on the head."""
        ours = f"steward:{self.stage.runner.run_id}:"
        return [one for one in self.stage.checks(self.head) if one.external_id.startswith(ours)]

    @property
    def reports(self) -> list[Comment]:
        """The comments of ours that show a verdict: one that was replaced and cannot be deleted shows none."""
        return [one for one in self.stage.ours() if not one.body.startswith(Series.EVALUATION.retired)]

    @property
    def comment(self) -> Comment | None:
        """The comment at rest, if this run wrote it."""
        found = self.reports
        mine = f'"run":{self.stage.runner.run_id},'
        return found[0] if len(found) == 1 and mine in found[0].body.split("\n")[0] else None

    @property
    def notes(self) -> list[str]:
        """What the summary says beside the report."""
        return re.findall(r"^> (.*)$", self.done.summary, re.MULTILINE)

    @property
    def problem(self) -> str:
        found = re.search(r"^\*\*What happened:\*\* (.*)$", self.done.summary, re.MULTILINE)
        return found[1] if found else ""

    @property
    def remarks(self) -> list[str]:
        """The lines of the log that tell of a fault as it happens."""
        first = self.done.log.find("steward: Steward ")
        return [line.removeprefix("steward: ") for line in self.done.log[:first].splitlines()[1:]]

    def outcome(self) -> Outcome:
        """What the page tells of this cell."""
        return Outcome(
            state=self.state,
            exit=str(self.done.exit_code),
            check=self._check(),
            comment=self._comment(),
            said=self._said(),
        )

    def _said(self) -> str:
        told = [text for text in (self.problem, *self.notes) if text]
        told = told or [f"In the log: {text}." for text in dict.fromkeys(self.remarks)]
        text = _plain(" ".join(told), self.stage)
        return (text if self.case.worded else _MEND.sub("", _ANSWER.sub("…", text))) or "–"

    def _check(self) -> str:
        if not self.checks:
            return "none"
        twice = " (twice)" if len(self.checks) > 1 else ""
        return ("failure" if self.state.startswith("failed") else "the verdict") + twice

    def _comment(self) -> str:
        if self.comment is not None:
            return "the failure" if self.state.startswith("failed") else "the verdict"
        return "the earlier one" if self.reports else "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """One row of the page."""

    state: str
    exit: str
    check: str
    comment: str
    said: str


_ANSWER = re.compile(
    r"GitHub(?:'s)? (?:answered|refused|did not answer|answer to|rate limit was reached at) .*?"
    r"(?:with \d{3}|no JSON|no answer in time|the connection failed|of another form|\d+ seconds)"
)
_MEND = re.compile(
    r"(?<=…)\. (?:Run the job again[^.]*|The token is not valid[^.]*|The token may not do this: [^.]*\.md\))(?=\.)"
)


def _plain(text: str, stage: Stage) -> str:
    """A sentence without what differs from run to run."""
    text = text.replace(f"/repos/{stage.repository.full_name}", "").replace("`", "")
    text = re.sub(r"/\S*/workspace", "the workspace", text)
    text = re.sub(r"\b[0-9a-f]{40}\b", "SHA", text)
    text = re.sub(r"\b9\d{6}\b", "ID", text)
    return re.sub(r"\b3[56]\d\d seconds", "3600 seconds", text)


def play(
    github: GitHubServer,
    home: Path,
    case: Case,
    fault: Fault | None,
    more: Callable[[Stage], None] = lambda stage: None,
) -> Cell:
    """Run one cell; without a fault, what is usual. `more` is done just before the run.

    A run that is to meet silence waits for a moment only. On a busy machine an answer can take longer than that:
    then the cell is played again, with patience.
    """
    cell = _play(github, home, case, fault, more, HANGING_SECONDS)
    if cell.clock.given_up <= sum(recorded.silent for recorded in github.requests):
        return cell
    with GitHubServer() as again:
        return _play(again, home / "again", case, fault, more, PATIENT_SECONDS)


def _play(
    github: GitHubServer,
    home: Path,
    case: Case,
    fault: Fault | None,
    more: Callable[[Stage], None],
    patience: float,
) -> Cell:
    stage = Stage(github, home, files=case.files, diff=case.diff)
    case.before(stage)
    if fault is not None:
        github.fault(case.method, case.route, fault.kind, times=fault.times, skip=case.skip)
    more(stage)
    hanging = fault is not None and fault.kind.endswith("timeout")
    clock = StillClock(patience) if hanging else StillClock()
    stage.runner.run_id += 1
    done = run(stage.runner.environment(case.event(stage), case.inputs), clock)
    return Cell(case=case, stage=stage, done=done, clock=clock)


Table = Mapping[tuple[str, str], Outcome]
"""What each cell came to, by what the request is for and what went wrong."""

_HEAD = """# Faults

What becomes of a run when GitHub does not answer as it should: every request of a run, and everything that is tried
out with it. This page is written by the tests (`pytest tests/contract/test_faults.py --regen`), and the tests hold
every row to it.

What holds in all rows:

- There are never two comments that show a verdict, and none that says more than the check run.
- A file of the policy that could not be read is never taken for absent, and no verdict is better for a fault.
- A run sleeps at most 60 seconds, all told, and ends within 180.
- The job's exit code and the check run agree: 0 with `success` or `neutral`, 1 and 2 with `failure`. On events
  whose job belongs to the default branch (`workflow_dispatch`, `workflow_run`) a failing verdict exits 0: the
  check run carries it.

Reads are tried up to four times, with half a second, one and two seconds between. A write is sent again only
after looking that it was not done. "The verdict" means: as if nothing had happened. "…" stands for what GitHub
answered, worded as under "The default branch's root", and for what to do about it.
"""

_COLUMNS = ("What goes wrong", "State", "Exit", "Check run", "Comment", "What is said")


def render(table: Table) -> str:
    """The page: a table for each request, faults that end alike in one row."""
    return _HEAD + "".join(_section(case, table) for case in CASES)


def _section(case: Case, table: Table) -> str:
    alike: dict[Outcome, list[str]] = {}
    for fault in FAULTS:
        alike.setdefault(table[case.what, fault.name], []).append(fault.name)
    rows = (
        ("<br>".join(faults), f"`{one.state}`", one.exit, one.check, one.comment, one.said)
        for one, faults in alike.items()
    )
    lines = (_COLUMNS, tuple("---" for _ in _COLUMNS), *rows)
    return f"\n## {_capital(case.what)}\n\n" + "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def parse(page: str) -> Table:
    """The table that a rendered page holds."""
    return dict(_cells(page))


def _cells(page: str) -> Iterator[tuple[tuple[str, str], Outcome]]:
    for section in page.split("\n## ")[1:]:
        title, _, rest = section.partition("\n")
        what = next(case.what for case in CASES if _capital(case.what) == title)
        for line in rest.strip().splitlines()[2:]:
            faults, state, code, check, comment, said = line.strip("| ").split(" | ")
            one = Outcome(state=state.strip("`"), exit=code, check=check, comment=comment, said=said)
            yield from (((what, fault), one) for fault in faults.split("<br>"))
