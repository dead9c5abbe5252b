"""One pull request judged: its facts collected, its gates and words; whatever goes wrong is told as a verdict."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from steward import pipeline
from steward.action.ends import internal
from steward.action.saving import save
from steward.action.world import World
from steward.adapters.collect import collect, stricter
from steward.adapters.comments import Comments
from steward.adapters.gate_facts import GateReader, Spot
from steward.adapters.policy import GOVERNANCE, policy_of, read_files
from steward.adapters.publish import Publisher
from steward.errors import ConfigInvalid, Reason, StewardError, Superseded
from steward.intake.config import Config, Skip
from steward.intake.differing import differing
from steward.intake.event import Event, Task
from steward.intake.settings import CONFIG, CommentMode, Settings
from steward.intake.standing import Standing
from steward.model import Evaluation, Preview, PullRequest, Record, Run
from steward.ports import Comment
from steward.report.check import name_for

if TYPE_CHECKING:
    from steward.adapters.claude import Claude


_WITHOUT_TESTS = frozenset(
    {"issue_comment", "pull_request_review", "workflow_run", "workflow_dispatch", "schedule"}
)
"""Events whose jobs run no tests as a rule: where they have no coverage file, the commit's own run had it."""


class Judge:
    """Judges pull requests of one event. `standing` is what the commands in the comments came to at last, and
    `seen` the comments; `warnings` are the policy's, which stop nothing."""

    def __init__(self, world: World) -> None:
        self._settings, self._event = world.settings, world.event
        self._github, self._source = world.github, world.source
        self._clock, self._say = world.clock, world.say
        self._gates = GateReader(world.github, world.source, left=world.clock.left)
        self._claude = _model(world.settings, world.event)
        self.standing = Standing()
        self.seen: tuple[Comment, ...] = ()
        self.warnings: tuple[str, ...] = ()

    def permission(self, login: str) -> str:
        """What somebody may do, asked once in a run."""
        return self._gates.permission(login)

    def judge(
        self, record: Record, publisher: Publisher, comments: Comments | None, *, run: Run
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
            config, self.warnings = found.config, found.warnings
            if config is not None and (skipped := _skip(record, config)):
                return skipped, config
            if found.pull_request is None:
                return pipeline.failed(record, found.failed or StewardError("nothing was collected")), config
            facts = self._with_gates(found.pull_request, config or Config(), publisher, comments)
            self._save_facts(facts)
            evaluation = pipeline.judge(facts)
            evaluation = replace(
                evaluation, preview=self._preview(facts, config or Config(), publisher, comments)
            )
            return self._written(evaluation, config or Config(), found.governance, publisher, run), config
        except StewardError as error:
            return pipeline.failed(record, error), config
        except Superseded:
            raise
        except Exception as error:  # noqa: BLE001 - a bug of ours is published as a red, not as a traceback
            return pipeline.failed(record, internal(error)), config

    def _written(
        self, evaluation: Evaluation, config: Config, governance: str, publisher: Publisher, run: Run
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
            may_write=CommentMode(config.comment) is not CommentMode.OFF,
            run=f"{run.id}.{run.attempt}",
            left=self._clock.left,
            say=self._say.say,
        )
        return scribe.write(evaluation, config.prose, governance)

    def _with_gates(
        self, facts: PullRequest, config: Config, publisher: Publisher, comments: Comments | None
    ) -> PullRequest:
        """The facts with those that only gates look at."""
        beside, self.standing = self._gates.read(facts, self._spot(config, publisher, comments))
        if self._event.comment is not None and comments is not None:
            self.seen = comments.seen()
        return replace(facts, beside=beside)

    def _spot(self, config: Config, publisher: Publisher, comments: Comments | None) -> Spot:
        settings = self._settings
        # Only a comment that every verdict rewrites tells which commit was shown last.
        always = {settings.comment, CommentMode(config.comment)} == {CommentMode.ALWAYS}
        return Spot(
            comments=lambda of: comments.seen() if comments else self._github.comments(of.number or 0),
            check_name=lambda of: name_for(settings.check_name, of),
            bound=publisher.bound,
            rules=config.waivers,
            workspace=settings.workspace,
            coverage_file=settings.coverage_file,
            asking=self._event.comment,
            shown=publisher.shown if always else lambda: None,
            arrived=self._event.arrived,
            coverage_elsewhere=self._event.name in _WITHOUT_TESTS,
            gate_run_passed=self._event.gate_run_passed,
        )

    def _preview(
        self, facts: PullRequest, config: Config, publisher: Publisher, comments: Comments | None
    ) -> Preview | None:
        """What the change would come to under the policy that it brings; None when it brings none.

        `config` are the settings that hold now.
        """
        path = self._settings.config or CONFIG
        record = facts.record
        if record is None or not {path, GOVERNANCE}.intersection(facts.change.touched):
            return None
        try:
            files = read_files(
                self._github,
                record.head.sha,
                self._settings.config,
                left=self._clock.left,
                of="the head of this change",
            )
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
            changed = differing(config, policy.config)
            return replace(pipeline.preview(replace(under, beside=beside)), changed=changed)
        except ConfigInvalid as error:
            return Preview(problems=error.problems)
        except StewardError as error:
            mend = error.mend or "Run the job again."
            return Preview(unread=f"could not be read this time: {error.what}. {mend}")

    def _save_facts(self, pull_request: PullRequest) -> None:
        if self._settings.facts_file is not None:
            from steward.intake.facts import encode_facts

            save(self._settings.facts_file, encode_facts(pull_request))


def _model(settings: Settings, event: Event) -> Claude | None:
    """The model, when there is a key and something to write under; importing it begins here."""
    if not settings.model_key or settings.problems or settings.comment is CommentMode.OFF:
        return None
    if event.task is Task.ANSWER or event.name == "merge_group":
        return None
    from steward.adapters.claude import Claude

    return Claude(key=settings.model_key, base_url=settings.model_url, seconds=float(settings.model_seconds))


def _skip(record: Record, config: Config) -> Evaluation | None:
    if Skip.DRAFT in config.skip and record.draft:
        return pipeline.skipped(record, Reason.DRAFT)
    if Skip.BOT in config.skip and record.author.bot and record.number is not None:
        return pipeline.skipped(record, Reason.BOT)
    return None
