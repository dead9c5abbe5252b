"""Collecting: all facts of one pull request, read once and side by side.

What is read, in which order and what each fault means: `docs/action.md`, "Reading the change".
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import msgspec

from steward.adapters.policy import read_policy
from steward.adapters.together import start
from steward.errors import (
    ConfigInvalid,
    DiffUnreadable,
    GitHubFailed,
    StewardError,
    Superseded,
    TimedOut,
)
from steward.intake.change import Source, read_change, read_uncounted
from steward.intake.config import Config
from steward.intake.diff import parse_diff
from steward.model import Change, FailOn, PullRequest, ReadFrom, Record, Totals
from steward.ports import GitHub, Listing

_MOST_IN_A_DIFF = 300  # files; above that GitHub gives no diff
_STRICTNESS = tuple(FailOn)
_T = TypeVar("_T")


class Collected(msgspec.Struct, frozen=True, kw_only=True):
    """All facts of a pull request, or why there are none. `config` is None when the policy was not read."""

    pull_request: PullRequest | None = None
    config: Config | None = None
    failed: StewardError | None = None
    warnings: tuple[str, ...] = ()
    governance: str = ""


def collect(
    github: GitHub,
    record: Record,
    *,
    workspace: str,
    config: str | None,
    fail_on: FailOn | None,
    left: Callable[[], float],
) -> Collected:
    """All facts of `record`. `config` is an explicit path of the settings file, `fail_on` the input, `left` how
    many seconds there are.

    What goes wrong with the change stands in `failed`, so that the policy holds for a failure too. Raises
    `Superseded` when the pull request's head has moved on.
    """
    policy_later = start(lambda: read_policy(github, record.default_branch, config, left=left))
    change, failed = _attempt(lambda: read(github, record, workspace))
    policy, unread = _attempt(lambda: policy_later.result(within=left()))
    if policy is None or change is None:
        # A policy that is there and wrong leaves the defaults; one that was not seen leaves nothing to go by.
        unseen = None if not isinstance(unread, ConfigInvalid) else Config()
        return Collected(config=policy.config if policy else unseen, failed=failed or unread)
    pull_request = PullRequest(
        record=record,
        change=change,
        governance_present=policy.constitution is not None,
        rules=policy.config.rules,
        fail_on=stricter(fail_on, policy.config.fail_on),
        constitution=policy.constitution,
        gates=policy.config.gates,
    )
    return Collected(
        pull_request=pull_request, config=policy.config, warnings=policy.warnings, governance=policy.text
    )


def _attempt(call: Callable[[], _T]) -> tuple[_T | None, StewardError | None]:
    try:
        return call(), None
    except StewardError as error:
        return None, error


def stricter(given: FailOn | None, configured: FailOn) -> FailOn:
    """An input may tighten what the default branch says, never loosen it."""
    return max(given or FailOn.NEVER, configured, key=_STRICTNESS.index)


def read(github: GitHub, record: Record, workspace: str) -> Change:
    """The change of a pull request, or of a merge queue's group, by the first source that shows all of it."""
    local = Source(name=ReadFrom.GIT, read=lambda: read_git(workspace, record))
    if record.number is None:
        compared = Source(
            name=ReadFrom.COMPARE, read=lambda: github.compare(record.base.sha, record.head.sha)
        )
        return read_uncounted((compared, local))
    return _read_pull_request(github, record, record.number, local)


def _read_pull_request(github: GitHub, record: Record, number: int, local: Source) -> Change:
    """By the first of diff, local git and files API that equals GitHub's totals."""

    def now() -> Totals | None:
        live = github.pull_request(number)
        if live.head.sha != record.head.sha:
            raise Superseded
        return live.totals

    def live() -> Totals | None:
        try:
            return now()
        except TimedOut:
            raise
        except StewardError:
            return None

    expected = record.totals or now()
    if expected is None:
        raise GitHubFailed("GitHub did not say how large the change is", mend="Run the job again.")
    diff = Source(name=ReadFrom.DIFF, read=lambda: github.diff(number))
    files = Source(name=ReadFrom.FILES_API, read=lambda: github.files(number))
    # A diff that GitHub would refuse (406) is not asked for: the rest takes requests enough.
    large = expected.files > _MOST_IN_A_DIFF
    return read_change((local, files) if large else (diff, local, files), expected, live)


def read_git(workspace: str, record: Record) -> Listing:
    """The change by the repository that a checkout step left in the workspace."""
    if not workspace:
        raise DiffUnreadable("there is no workspace to ask git in")
    # Imported here: the diff is enough for nearly every run, and `subprocess` is not free.
    from steward.adapters.git import open_repository

    repository = open_repository(Path(workspace))
    for sha in (record.base.sha, record.head.sha):
        if not repository.has_commit(sha):
            raise DiffUnreadable(f"the repository in the workspace lacks the commit {sha[:12]}")
    with repository.diff_between(record.base.sha, record.head.sha) as stream:
        parsed = parse_diff(stream)
    return Listing(files=parsed.files, unreadable=len(parsed.unreadable))
