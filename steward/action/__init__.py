"""One run of the Action on one pull request: find it, judge it, publish the judgement.

Here the pure stages meet the adapters. Whatever goes wrong on the way becomes an evaluation too, and is published
like any other (`docs/action.md`, "States").
"""

from __future__ import annotations

from datetime import timedelta

from msgspec.structs import replace

from steward import pipeline
from steward.action.ends import Outcome as Outcome
from steward.action.ends import internal as internal
from steward.action.ends import nothing, unpublished
from steward.action.finding import find
from steward.action.judging import Judge
from steward.action.saving import save as save
from steward.action.world import World as World
from steward.adapters.answers import Answers
from steward.adapters.comments import Comments
from steward.adapters.publish import Published, Publisher
from steward.errors import Cancelled, Reason, StewardError, Superseded
from steward.intake.commands import Command, Verb
from steward.intake.config import Config
from steward.intake.event import Task
from steward.intake.standing import MOST_ASKED, Standing
from steward.ledger import moment
from steward.model import Evaluation, GateMode, GateResult, Record
from steward.wording import count

_MOST_MOVES = 3
_A_MOMENT = timedelta(minutes=1)
_WAIVABLE = (GateResult.FAIL, GateResult.UNMEASURED)


def evaluate(world: World) -> Outcome:
    """Do what the event asks for."""
    event = world.event
    if event.task is Task.NOTHING:
        return nothing(event.said, record=event.record, why=event.why or Reason.NOT_ASKED)
    return replace(_Action(world).run(), job_is_the_verdict=event.job_is_the_verdict)


class _Action:
    """Evaluates the pull request of one event and publishes what comes of it."""

    def __init__(self, world: World) -> None:
        self._settings, self._event = world.settings, world.event
        self._github, self._source = world.github, world.source
        self._clock, self._say = world.clock, world.say
        self._run = world.settings.run
        self._judge = Judge(world)

    def run(self) -> Outcome:
        """Evaluate, and again when the head moves on meanwhile. Raises nothing but what no run can foresee."""
        record = self._event.record
        try:
            found = find(self._settings, self._event, self._github)
            if isinstance(found, Outcome):
                return found
            record = found
            if self._event.task is Task.ANSWER and self._event.command is not None:
                return self._answer(record, self._event.command)
            if (refused := self._refused(record)) is not None:
                return refused
            outcome = self._until_it_rests(record)
            self._acknowledge(record, outcome.published.evaluation)
            return outcome
        except Superseded:
            return unpublished(pipeline.skipped(record, Reason.SUPERSEDED))
        except StewardError as error:
            return self._give_up(record, error)

    def _until_it_rests(self, record: Record) -> Outcome:
        """Judge and publish, and again for what was found meanwhile; what was published last is the outcome."""
        published = None
        for _ in range(_MOST_MOVES):
            comments = self._comments(record)  # read while we judge
            publisher = self._publisher(record, comments)
            try:
                judged = self._judge.judge(record, publisher, comments, run=self._run)
                published = self._noted(publisher.publish(*judged))
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

    def _noted(self, published: Published) -> Published:
        """What was published, with what a reader should know beside it."""
        unread = self._judge.standing.unread
        waivable = any(gate.result in _WAIVABLE for gate in published.evaluation.gates)
        waivers = (
            (f"No waiver counts: the comments could not be read: {unread}",) if unread and waivable else ()
        )
        few = _not_counted(self._judge.standing) if waivable else ()
        return replace(published, notes=(*published.notes, *self._judge.warnings, *waivers, *few))

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
            fresh=self._is_fresh,
        )

    def _is_fresh(self) -> bool:
        """Whether the event was sent a moment ago, by GitHub's own clock, and costs no call of a model."""
        sent, now = moment(self._event.sent), moment(self._source.now())
        told = sent is not None and now is not None and now - sent < _A_MOMENT
        return told and not self._settings.model_key

    def _answers(self, record: Record) -> Answers | None:
        """Where to answer the comment that asked; None when none did."""
        comment = self._event.comment
        if comment is None or record.number is None:
            return None
        return Answers(
            self._github,
            self._source,
            number=record.number,
            comment=comment,
            login=self._settings.comment_author,
            permission=self._judge.permission,
            say=self._say.say,
        )

    def _refused(self, record: Record) -> Outcome | None:
        """An outcome at once for a command of somebody who may give none: nothing is judged for it."""
        answers = self._answers(record)
        if answers is None or self._event.command is None:
            return None
        why = answers.objection(record, self._event.speaker)
        if not why:
            return None
        answers.acknowledge(why, self._github.comments(record.number or 0))
        return nothing(f"the command {self._event.command.verb} was refused: {why}")

    def _acknowledge(self, record: Record, evaluation: Evaluation) -> None:
        """Say to the commander that the command counts, or why it does not."""
        answers = self._answers(record)
        if answers is not None and self._event.command is not None:
            answers.acknowledge(self._why_not(evaluation, self._event.command), self._judge.seen)

    def _why_not(self, evaluation: Evaluation, command: Command) -> str | None:
        """Why the command of this run came to nothing; None when it counts."""
        standing, comment = self._judge.standing, self._event.comment or 0
        facts = evaluation.pull_request
        if evaluation.scorecard is None or facts is None:
            return f"nothing was judged: {evaluation.decision.title}"
        if standing.unread:
            return "the comments could not be read: say it again in a while"
        if comment not in standing.seen:
            return "the comment could not be found when the pull request was judged"
        refused = standing.refused.get(comment)
        if refused is None and command.verb is Verb.WAIVE:
            off = getattr(facts.gates, command.subject).mode is GateMode.OFF
            return f"the gate {command.subject} is off here" if off else None
        return refused

    def _answer(self, record: Record, command: Command) -> Outcome:
        """Answer a comment that asks for words; nothing is judged."""
        answers = self._answers(record)
        if answers is None:
            return nothing("nothing is asked")
        return nothing(answers.answer(record, command, self._settings, left=self._clock.left))

    def _give_up(self, record: Record | None, error: StewardError) -> Outcome:
        """A run that failed before it could read anything: published where there is a head to publish on."""
        evaluation = pipeline.failed(record, error)
        if record is None or not self._settings.can_ask:
            return unpublished(evaluation)
        try:
            return Outcome(published=self._publisher(record).publish(evaluation, Config()))
        except Superseded:
            return unpublished(pipeline.skipped(record, Reason.SUPERSEDED))


def _not_counted(standing: Standing) -> tuple[str, ...]:
    """What a reader should know of waivers that were given and do not count."""
    notes = []
    if standing.shared is not None:
        notes.append(f"No waiver counts here: {standing.shared.why}. {standing.shared.mend}")
    if standing.partly:
        notes.append(
            f"In this merge group a waiver of {', '.join(standing.partly)} does not count: a pull request of the "
            "group lacks it. Give it on each of them, or queue them one by one."
        )
    if standing.unasked:
        people = f"the permission of {count(standing.unasked, 'more person', 'more people')} was not asked"
        mend = "A waiver that does not count for that counts when it is given again."
        notes.append(
            f"Of those who gave commands only the newest {MOST_ASKED} are looked at: {people}. {mend}"
        )
    return tuple(notes)
