"""A case's files, read strictly: a key that is not known is a mistake. The format: `tests/scenarios/README.md`."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal, TypeVar

import msgspec
import yaml

_T = TypeVar("_T")


class _Strict(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A block of a case's file."""


class Pull(_Strict, frozen=True, kw_only=True):
    """The pull request. `fork` is the repository its branch is on; an author that ends in [bot] is one."""

    title: str = "Change the widgets"
    body: str | None = "What changes and why."
    author: str = "contributor"
    branch: str = "topic"
    base: str = "main"
    draft: bool = False
    fork: str | None = None
    deleted_fork: bool = False
    state: Literal["open", "closed"] = "open"


class Run(_Strict, frozen=True, kw_only=True):
    """One run. `payload_of` repeats the payload of an earlier run, counted from 1, as a re-run does.

    `commits` are what is pushed before it, each signed off or not; without it nobody asks who wrote the change.
    `says` is what `by` comments, which starts the run of an `issue_comment`; `queue` how a `merge_group` is made.
    """

    event: str = "pull_request"
    action: str = "opened"
    change: str = "change"
    number: int = 1
    attempt: int = 1
    payload_of: int | None = None
    drop: list[str] = []
    commits: list[Literal["signed", "unsigned"]] = []
    says: str = "/steward evaluate"
    by: str = "maintainer"
    queue: Literal["merge", "squash", "rebase"] = "squash"


class Story(_Strict, frozen=True, kw_only=True):
    """`event.yml`."""

    about: str
    pull_request: Pull = msgspec.field(default_factory=Pull)
    runs: list[Run] = msgspec.field(default_factory=lambda: [Run()])


class Remark(_Strict, frozen=True, kw_only=True):
    """A comment that was there before."""

    body: str
    by: Literal["job", "person"] = "person"


class Fault(_Strict, frozen=True, kw_only=True):
    """What goes wrong; `request` is an operation of GitHub's, or `diff`."""

    request: str
    kind: str
    method: str = "*"
    times: int | Literal["always"] = 1
    skip: int = 0
    retry_after: int = 3600


class Totals(_Strict, frozen=True, kw_only=True):
    """What GitHub says of the size of the change, where that is more than it lists."""

    files: int
    additions: int
    deletions: int


class World(_Strict, frozen=True, kw_only=True):
    """`world.yml`. `files` stand on the default branch; `listed` is how many files the files API gives; `roles` are
    permissions by login."""

    files: dict[str, str] = {}
    roles: dict[str, str] = {}
    comments: list[Remark] = []
    token: Literal["write", "read-only", "documented"] = "write"
    private: bool = False
    enterprise: bool = False
    default_branch: str = "main"
    faults: list[Fault] = []
    totals: Totals | None = None
    listed: int | None = None
    diff_too_large: bool | None = None
    checkout: bool = False


class Case(_Strict, frozen=True, kw_only=True):
    """A folder. `payload` replaces every run's payload when the folder has an `event.json`."""

    folder: Path
    story: Story
    world: World
    inputs: dict[str, str]
    payload: dict[str, Any] | None


def read_case(folder: Path) -> Case:
    """The case of a folder. Raises `ValueError` that names the file when one is not as it should be."""
    event = folder / "event.json"
    return Case(
        folder=folder,
        story=_read(folder / "event.yml", Story),
        world=_read(folder / "world.yml", World),
        inputs=_inputs(folder / "settings.env"),
        payload=msgspec.json.decode(event.read_bytes()) if event.exists() else None,
    )


def _read(path: Path, kind: type[_T]) -> _T:
    data = yaml.safe_load(path.read_bytes()) if path.exists() else {}
    try:
        return msgspec.convert(data or {}, kind)
    except msgspec.ValidationError as error:
        raise ValueError(f"{path}: {error}") from None


def _inputs(path: Path) -> dict[str, str]:
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    pairs = (line.partition("=") for line in lines if line and not line.startswith("#"))
    return {name: value for name, _, value in pairs}
