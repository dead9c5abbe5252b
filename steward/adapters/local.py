"""A change on this machine as the facts of a pull request: two commits, a diff, or facts saved before.

Everything that is wrong is a `StewardError` that says what to type (`docs/cli.md`).
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

import msgspec

from steward.adapters.git import Repository, open_repository
from steward.adapters.git_process import shown
from steward.adapters.local_gates import elsewhere, of_a_diff, with_gates
from steward.adapters.policy import policy_of
from steward.errors import DiffUnreadable, InputInvalid
from steward.intake.change import count
from steward.intake.config import MOST_BYTES
from steward.intake.diff import ParsedDiff, parse_diff
from steward.intake.facts import MAX_BYTES, decode_facts, encode_facts
from steward.intake.policy_file import OTHER_ENDING, UNREAD, PolicyFile, PolicyFiles
from steward.intake.settings import CONFIG
from steward.model import Change, PullRequest, ReadFrom
from steward.policy import Gates

GOVERNANCE = "governance.pxf"
STANDARD_INPUT = "-"
_BRANCH = re.compile(r"[A-Za-z0-9][\w./-]*", re.ASCII)
_NAME_BASE = "Name what to compare with: steward evaluate --base REV"


class Collected(msgspec.Struct, frozen=True, kw_only=True):
    """The facts, and what a person should know about how they were found."""

    facts: PullRequest
    notes: tuple[str, ...] = ()


def from_repository(
    folder: Path,
    *,
    base: str | None,
    head: str | None,
    governance: Path | bool | None,
    coverage_file: str | None = None,
) -> Collected:
    """The commits from the merge base of `base` and `head` up to `head`.

    `head` None is the commit that is checked out; `base` None is the default branch as the repository knows
    it. `governance` None reads governance.pxf at the tip of the default branch; the settings file is read there
    too, as the Action reads it, so that both give the same scores. A path names another one; True and False say
    that there is one, or none.
    """
    repository = open_repository(folder)
    tip = _head(repository, head)
    name, start = _base(repository, base, against=head)
    left = repository.merge_base(start, tip)
    if left is None:
        raise _no_common_ancestor(repository, name, head or "HEAD")
    with repository.diff_between(start, tip) as diff:
        change = _change(parse_diff(diff), ReadFrom.GIT)
    ruling = _default_branch(repository, start)
    files = _policy_files(repository, ruling, governance)
    policy = policy_of(files)
    config = policy.config
    facts = PullRequest(
        record=None,
        change=change,
        governance_present=policy.constitution is not None or governance is True,
        rules=config.rules,
        fail_on=config.fail_on,
        constitution=policy.constitution,
        gates=config.gates,
    )
    notes = (*_notes(repository, base=base, head=head, name=name), *files.notes, *elsewhere(facts))
    facts = with_gates(facts, repository, start=left, head=tip, coverage_file=coverage_file)
    if not change.files:
        notes = (*notes, f"nothing to score: {shown(head or 'HEAD')} changes no file against {shown(name)}")
    return Collected(facts=facts, notes=notes)


def from_diff(file: str, *, governance: Path | bool | None) -> Collected:
    """The change that a `git diff` in a file, or on standard input, shows. `governance` as in a repository."""
    with _opened(file, "--diff") as diff:
        change = _change(parse_diff(diff), ReadFrom.FILE)
    files = PolicyFiles(settings=None, governance=_named(governance), read_from=file)
    constitution = policy_of(files).constitution
    facts = PullRequest(
        record=None,
        change=change,
        governance_present=constitution is not None or governance is True,
        constitution=constitution,
        gates=of_a_diff(Gates()),
    )
    source = "standard input" if file == STANDARD_INPUT else shown(file)
    notes = () if change.files else (f"nothing to score: the diff from {source} is empty",)
    return Collected(facts=facts, notes=notes)


def from_facts(file: str) -> Collected:
    """The facts that a run with `--save-facts` wrote."""
    with _opened(file, "--facts") as stream:
        data = stream.read(MAX_BYTES + 1)
    return Collected(facts=decode_facts(data))


def save(pull_request: PullRequest, file: str) -> None:
    """Write the facts where `from_facts` can read them again."""
    try:
        Path(file).write_bytes(encode_facts(pull_request))
    except OSError as error:
        what = f"--save-facts: {shown(file)} cannot be written: {shown(error.strerror or str(error))}"
        raise InputInvalid((what,)) from None


@contextmanager
def _opened(file: str, option: str) -> Iterator[BinaryIO]:
    try:
        if file == STANDARD_INPUT:
            if sys.stdin is None:
                raise InputInvalid((f"{option} -: standard input is closed",))
            yield sys.stdin.buffer
        else:
            with Path(file).open("rb") as stream:
                yield stream
    except OSError as error:
        raise InputInvalid(
            (f"{option}: {shown(file)} cannot be read: {shown(error.strerror or str(error))}",)
        ) from None


def _change(parsed: ParsedDiff, read_from: ReadFrom) -> Change:
    """The whole change, never a number from half of it."""
    if parsed.unreadable:
        first, others = parsed.unreadable[0], len(parsed.unreadable) - 1
        path = f" ({shown(first.path)})" if first.path else ""
        more = f", and {others:,} more like it" if others else ""
        raise DiffUnreadable(
            f"the section at line {first.line} of the diff{path} cannot be read: {first.why}{more}"
        )
    return Change(files=parsed.files, totals=count(parsed.files), read_from=read_from)


# --------------------------------------------------------------------------------------------- both ends


def _head(repository: Repository, given: str | None) -> str:
    tip = repository.resolve(given or "HEAD")
    if tip is not None:
        return tip
    if given:
        raise _unknown(repository, "--head", given)
    branch = _short(repository.current_branch() or "HEAD")
    raise InputInvalid((f"{shown(branch)} has no commit yet",), mend="Commit first: only commits are judged.")


def _base(repository: Repository, given: str | None, *, against: str | None) -> tuple[str, str]:
    """The base as a person names it, and its commit."""
    if given:
        commit = repository.resolve(given)
        if commit is None:
            raise _unknown(repository, "--base", given)
        return given, commit
    ref = repository.default_branch_ref()
    if ref is None:
        what = "no base found: there is no origin/HEAD, origin/main, origin/master, main or master here"
        raise InputInvalid((what,), mend=_fetch(repository, "main") or _NAME_BASE)
    if against is None and ref == repository.current_branch():
        what = f"no base found: {shown(_short(ref))} itself is checked out, and there is no origin"
        raise InputInvalid((what,), mend=_NAME_BASE)
    return _short(ref), repository.resolve(ref) or ref


def _short(ref: str) -> str:
    return re.sub(r"^refs/(heads|remotes)/", "", ref)


def _unknown(repository: Repository, option: str, given: str) -> InputInvalid:
    what = f"{option}: {shown(given)} names no commit here"
    if repository.resolve(f"origin/{given}"):
        return InputInvalid(
            (what,), mend=f"There is origin/{given}: steward evaluate {option} origin/{given}"
        )
    branch = given.removeprefix("origin/")
    return InputInvalid((what,), mend=_fetch(repository, branch) or "git branch --all lists the branches.")


def _fetch(repository: Repository, branch: str) -> str | None:
    if not repository.has_origin() or not _BRANCH.fullmatch(branch):
        return None
    return f"Run: git fetch origin {branch}:refs/remotes/origin/{branch}"


def _no_common_ancestor(repository: Repository, base: str, head: str) -> InputInvalid:
    what = f"{shown(base)} and {shown(head)} have no common ancestor"
    if repository.shallow:
        return InputInvalid((f"{what} in this shallow clone",), mend="Run: git fetch --unshallow")
    return InputInvalid((f"{what}: their histories are unrelated",), mend=_NAME_BASE)


def _default_branch(repository: Repository, base: str) -> str:
    """The commit whose policy files count: the default branch's, or the base's where none is known."""
    ref = repository.default_branch_ref()
    return (ref and repository.resolve(ref)) or base


def _policy_files(repository: Repository, commit: str, governance: Path | bool | None) -> PolicyFiles:
    constitution = _named(governance)
    if governance is None:
        data = repository.read_file(commit, GOVERNANCE, most=MOST_BYTES)
        constitution = PolicyFile(path=GOVERNANCE, data=data)
    settings = PolicyFile(path=CONFIG, data=repository.read_file(commit, CONFIG, most=MOST_BYTES))
    notes = (UNREAD,) if repository.file_exists(commit, OTHER_ENDING) else ()
    return PolicyFiles(settings=settings, governance=constitution, read_from=commit, notes=notes)


def _named(governance: Path | bool | None) -> PolicyFile | None:
    if not isinstance(governance, Path):
        return None
    with _opened(str(governance), "--governance") as stream:
        return PolicyFile(path=shown(str(governance)), data=stream.read(MOST_BYTES + 1))


def _notes(repository: Repository, *, base: str | None, head: str | None, name: str) -> Iterator[str]:
    if base is None:
        yield f"compared with {shown(name)}; --base REV names another"
    if head is None and repository.has_uncommitted_changes():
        yield "only commits are judged: there are uncommitted changes"
    if repository.shallow:
        yield "this is a shallow clone: where the branches parted may lie before its history begins"
