"""One run of the Action on one pull request: find it, judge it, publish the judgement.

Here the pure stages meet the adapters. Whatever goes wrong on the way becomes an evaluation too, and is published
like any other (`docs/action.md`, "States").
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from steward import pipeline
from steward.adapters.actions import Log
from steward.adapters.answers import Answers
from steward.adapters.clock import Clock
from steward.adapters.collect import collect, stricter
from steward.adapters.comments import Comments
from steward.adapters.gate_facts import GateReader, Spot
from steward.adapters.policy import GOVERNANCE, policy_of, read_files
from steward.adapters.publish import Published, Publisher, check_name
from steward.errors import (
    Cancelled,
    ConfigInvalid,
    GitHubFailed,
    InputInvalid,
    NotFound,
    Reason,
    StewardError,
    Superseded,
)
from steward.intake.commands import Command
from steward.intake.config import Config, Skip
from steward.intake.event import Event, Head, Task
from steward.intake.settings import CONFIG, CommentMode, Settings
from steward.intake.standing import Standing
from steward.model import Evaluation, Preview, PullRequest, Record
from steward.ports import Comment, GateSource, GitHub

if TYPE_CHECKING:
    from steward.adapters.claude import Claude

_MOST_MOVES = 3


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """What a run came to, before the runner's files are written.

    `said` is the one line of a run that was asked for nothing.
    """

    published: Published
    job_is_the_verdict: bool = True
    said: str = ""


class Action:
    """Evaluates the pull request of one event and publishes what comes of it."""

    def __init__(
        self,
        settings: Settings,
        event: Event,
        *,
        github: GitHub,
        source: GateSource,
        clock: Clock,
        say: Log,
    ) -> None:
        self._settings = settings
        self._run = settings.run
        self._event = event
        self._github = github
        self._source = source
        self._gates = GateReader(github, source, left=clock.left)
        self._clock = clock
        self._say = say
        self._standing = Standing()
        self._claude = _model(settings, event)
        self._seen: tuple[Comment, ...] = ()

    def run(self) -> Outcome:
        """Evaluate, and again when the head moves on meanwhile. Raises nothing but what no run can foresee."""
        record = self._event.record
        try:
            found = self._find(record)
            if isinstance(found, Outcome):
                return found
            record = found
            if self._event.task is Task.ANSWER and self._event.command is not None:
                return self._answer(record, self._event.command)
            outcome = self._until_it_rests(record)
            self._acknowledge(record)
            return outcome
        except Superseded:
            return _unpublished(pipeline.skipped(record, Reason.SUPERSEDED))
        except StewardError as error:
            return self._give_up(record, error)

    def _until_it_rests(self, record: Record) -> Outcome:
        """Judge and publish, and again for what was found meanwhile; what was published last is the outcome."""
        published = None
        for _ in range(_MOST_MOVES):
            comments = self._comments(record)  # read while we judge
            publisher = self._publisher(record, comments)
            try:
                published = publisher.publish(*self._judge(record, publisher, comments))
            except Superseded:
                break
            except Cancelled:
                publisher.cancel()
                raise
            if published.moved is None and published.stead is None:
                break
            record = published.moved or record
            if published.stead is not None:
                self._run = replace(self._run, id=published.stead[0], attempt=published.stead[1])
        if published is None:
            raise Superseded
        return Outcome(published=published)

    def _comments(self, record: Record) -> Comments | None:
        if record.number is None:
            return None
        return Comments(self._github, record.number, left=self._clock.left)

    def _publisher(self, record: Record, comments: Comments | None = None) -> Publisher:
        return Publisher(
            self._settings,
            record,
            run=self._run,
            github=self._github,
            clock=self._clock,
            say=self._say.say,
            comments=comments,
        )

    # ------------------------------------------------------------------------------------- answers

    def _answers(self, record: Record) -> Answers | None:
        """Where to answer the comment that asked; None when none did."""
        comment = self._event.comment
        if comment is None or record.number is None:
            return None
        return Answers(self._github, self._source, number=record.number, comment=comment, say=self._say.say)

    def _acknowledge(self, record: Record) -> None:
        """Say to the commander that the command counts, or why it does not."""
        answers = self._answers(record)
        if answers is not None:
            answers.acknowledge(self._standing.refused.get(self._event.comment or 0), self._seen)

    def _answer(self, record: Record, command: Command) -> Outcome:
        """Answer a comment that asks for words; nothing is judged."""
        answers = self._answers(record)
        if answers is None:
            return _nothing("nothing is asked")
        return _nothing(answers.answer(record, command, self._settings, left=self._clock.left))

    # ---------------------------------------------------------------------------------------- find

    def _find(self, record: Record | None) -> Record | Outcome:
        """The pull request of the event; an outcome at once when there is nothing to publish for it."""
        if self._settings.problems:
            raise InputInvalid(self._settings.problems, mend="Correct the step's `with:` block.")
        if record is not None:
            return record
        if self._event.head is not None:
            return self._find_by_head(self._event.head)
        found = self._github.pull_request(self._event.number or 0)
        if not found.open:
            raise NotFound(f"pull request #{found.number} is closed", mend="Name an open pull request.")
        return found

    def _find_by_head(self, head: Head) -> Record | Outcome:
        """The one open pull request from this branch of this repository, still at this commit.

        Only GitHub's own list counts: what the finished workflow left behind could have been forged.
        """
        listed = self._github.pulls_of(head.owner, head.branch)
        found = [
            one for one in listed if one.head.repository == head.repository and one.head.name == head.branch
        ]
        if not found:
            said = "no open pull request has the finished workflow's branch: nothing to publish"
            return _nothing(said, why=Reason.CLOSED)
        if len(found) > 1:
            numbers = ", ".join(f"#{one.number}" for one in found)
            raise GitHubFailed(
                f"several open pull requests have the finished workflow's branch: {numbers}",
                mend="Close all but one of them.",
            )
        if found[0].head.sha != head.sha:
            raise Superseded
        if not (found[0].from_fork or found[0].author.bot):
            return _nothing("this pull request's own run may write: nothing to publish")
        # The list has no totals: they are asked for when the change is read, which shows a head that moved on too.
        return found[0]

    # --------------------------------------------------------------------------------------- judge

    def _judge(
        self, record: Record, publisher: Publisher, comments: Comments | None
    ) -> tuple[Evaluation, Config | None]:
        """Collect and judge; what goes wrong becomes the evaluation. No settings when they could not be read."""
        config = None
        try:
            found = collect(
                self._github,
                record,
                workspace=self._settings.workspace,
                config=self._settings.config,
                fail_on=self._settings.fail_on,
                left=self._clock.left,
            )
            config = found.config
            if config is not None and (skipped := _skip(record, config)):
                return skipped, config
            if found.pull_request is None:
                return pipeline.failed(record, found.failed or StewardError("nothing was collected")), config
            facts = self._with_gates(found.pull_request, config or Config(), publisher, comments)
            self._save_facts(facts)
            evaluation = pipeline.judge(facts)
            evaluation = replace(evaluation, preview=self._preview(facts, publisher, comments))
            return self._written(evaluation, config or Config(), found.governance, publisher), config
        except StewardError as error:
            return pipeline.failed(record, error), config
        except Superseded:
            raise
        except Exception as error:  # noqa: BLE001 - a bug of ours is published as a red, not as a traceback
            return pipeline.failed(record, internal(error)), config

    def _written(
        self, evaluation: Evaluation, config: Config, governance: str, publisher: Publisher
    ) -> Evaluation:
        """The evaluation in a model's words, where the workflow gives a key."""
        if self._claude is None or evaluation.record is None or evaluation.record.number is None:
            return evaluation
        # Imported here: a run without a model pays nothing for it.
        from steward.adapters.scribe import Scribe

        scribe = Scribe(
            self._claude,
            self._source,
            publisher,
            model=self._settings.model,
            cap=self._settings.daily_credits,
            may_ask=self._event.may_ask,
            run=f"{self._run.id}.{self._run.attempt}",
            left=self._clock.left,
            say=self._say.say,
        )
        return scribe.write(evaluation, config.prose, governance)

    def _with_gates(
        self, facts: PullRequest, config: Config, publisher: Publisher, comments: Comments | None
    ) -> PullRequest:
        """The facts with those that only gates look at."""
        beside, self._standing = self._gates.read(facts, self._spot(config, publisher, comments))
        if self._event.comment is not None and comments is not None:
            self._seen = comments.seen()
        return replace(facts, beside=beside)

    def _spot(self, config: Config, publisher: Publisher, comments: Comments | None) -> Spot:
        settings = self._settings
        return Spot(
            comments=lambda of: comments.seen() if comments else self._github.comments(of.number or 0),
            check_name=lambda of: check_name(settings.check_name, of),
            bound=publisher.bound,
            rules=config.waivers,
            workspace=settings.workspace,
            coverage_file=settings.coverage_file,
            coverage_elsewhere=self._event.task is Task.PUBLISH,
        )

    def _preview(self, facts: PullRequest, publisher: Publisher, comments: Comments | None) -> Preview | None:
        """What the change would come to under the policy that it brings; None when it brings none."""
        path = self._settings.config or CONFIG
        record = facts.record
        if record is None or not {path, GOVERNANCE}.intersection(facts.change.touched):
            return None
        try:
            files = read_files(self._github, record.head.sha, self._settings.config, left=self._clock.left)
            policy = policy_of(files)
            under = replace(
                facts,
                governance_present=policy.constitution is not None,
                rules=policy.config.rules,
                fail_on=stricter(self._settings.fail_on, policy.config.fail_on),
                constitution=policy.constitution,
                gates=policy.config.gates,
            )
            beside, _ = self._gates.read(under, self._spot(policy.config, publisher, comments))
            return pipeline.preview(replace(under, beside=beside))
        except ConfigInvalid as error:
            return Preview(problems=error.problems)
        except StewardError as error:
            return Preview(problems=(f"the policy could not be read: {error.what}",))

    def _save_facts(self, pull_request: PullRequest) -> None:
        if self._settings.facts_file is not None:
            from steward.intake.facts import encode_facts

            save(self._settings.facts_file, encode_facts(pull_request))

    def _give_up(self, record: Record | None, error: StewardError) -> Outcome:
        """A run that failed before it could read anything: published where there is a head to publish on."""
        evaluation = pipeline.failed(record, error)
        if record is None or not self._settings.token:
            return _unpublished(evaluation)
        try:
            return Outcome(published=self._publisher(record).publish(evaluation, Config()))
        except Superseded:
            return _unpublished(pipeline.skipped(record, Reason.SUPERSEDED))


def evaluate(
    settings: Settings, event: Event, *, github: GitHub, source: GateSource, clock: Clock, say: Log
) -> Outcome:
    """Do what the event asks for."""
    if event.task is Task.NOTHING:
        return _nothing(event.said, record=event.record, why=event.why or Reason.NOT_ASKED)
    outcome = Action(settings, event, github=github, source=source, clock=clock, say=say).run()
    return replace(outcome, job_is_the_verdict=event.job_is_the_verdict)


def _model(settings: Settings, event: Event) -> Claude | None:
    """The model, when there is a key and something to write under; importing it begins here."""
    if not settings.model_key or settings.problems or settings.comment is CommentMode.OFF:
        return None
    if event.task is Task.ANSWER or event.name == "merge_group":
        return None
    from steward.adapters.claude import Claude

    return Claude(key=settings.model_key, base_url=settings.model_url, seconds=float(settings.model_seconds))


def _nothing(said: str, *, record: Record | None = None, why: Reason = Reason.NOT_ASKED) -> Outcome:
    return Outcome(published=Published(evaluation=pipeline.skipped(record, why)), said=said)


def _unpublished(evaluation: Evaluation) -> Outcome:
    return Outcome(published=Published(evaluation=evaluation))


def _skip(record: Record, config: Config) -> Evaluation | None:
    if Skip.DRAFT in config.skip and record.draft:
        return pipeline.skipped(record, Reason.DRAFT)
    if Skip.BOT in config.skip and record.author.bot and record.number is not None:
        return pipeline.skipped(record, Reason.BOT)
    return None


def internal(error: Exception) -> StewardError:
    """An error of ours: named by its kind and place, never by its text, which may quote anything."""
    frame = error.__traceback__
    while frame is not None and frame.tb_next is not None:
        frame = frame.tb_next
    place = (
        f"{Path(frame.tb_frame.f_code.co_filename).name}:{frame.tb_lineno}" if frame else "an unknown place"
    )
    return StewardError(
        f"Steward itself failed: {type(error).__name__} at {place}",
        mend="Please report it with the facts of the run: see docs/troubleshooting.md, section internal.",
    )


def save(path: str, data: bytes) -> None:
    """Write a file that an input names; `InputInvalid` when that cannot be done.

    Never through a link of the working directory: the checkout in it is a stranger's.
    """
    here = Path.cwd()
    file = Path(os.path.normpath(here / path))
    try:
        if file.is_relative_to(here) and file.resolve() != here.resolve() / file.relative_to(here):
            problem = f"{path} is not written: it leads through a link of the checkout"
            raise InputInvalid((problem,), mend="Name a file that no link leads to.")
        if file.exists() and not file.is_file():
            # A device could be the log itself, and nothing of a stranger's may reach that as it is.
            problem = f"{path} is not written: it is no plain file"
            raise InputInvalid((problem,), mend="Name a file.")
        file.write_bytes(data)
    except (OSError, RuntimeError) as error:
        problem = (
            f"{path} cannot be written: {getattr(error, 'strerror', None) or 'its links go in a circle'}"
        )
        raise InputInvalid((problem,), mend="Name a file in a folder that exists.") from None
