"""Where a submission is judged: pristine copies, the patch in one of them, hidden files for a moment.

Every step of a challenge gets a copy of its own at one and the same path, so nothing that a step does to files is
seen by the next; only what an install step leaves is kept (`docs/challenges.md`, "What happens to a submission").
"""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import Collection, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Protocol

import msgspec

from steward.adapters import sandbox
from steward.adapters import workshop_files as disk
from steward.adapters.challenge_entries import Entry
from steward.adapters.challenge_files import Source
from steward.adapters.sandbox_sight import COMMON
from steward.adapters.workshop_patch import git_apply, unlike


class Wanted(Protocol):
    """A step, as `steward.challenge.bench` has it."""

    @property
    def arguments(self) -> tuple[str, ...]: ...
    @property
    def seconds(self) -> float: ...
    @property
    def given(self) -> bytes: ...
    @property
    def report(self) -> str | None: ...
    @property
    def placed(self) -> str | None: ...
    @property
    def network(self) -> bool: ...
    @property
    def keeps(self) -> bool: ...
    @property
    def afresh(self) -> bool: ...


class Ran(msgspec.Struct, frozen=True, kw_only=True):
    """How a command ended, and what it wrote as its report."""

    exit: int | None
    stdout: bytes
    stderr: bytes
    timed_out: bool
    flooded: bool
    report: bytes | None
    seconds: float


class Applied(msgspec.Struct, frozen=True, kw_only=True):
    """The files after the patch, or why there are none."""

    problem: str | None = None
    files: Mapping[str, bytes] = {}


class Workshop:
    """The copies of one challenge and the commands that run in them; made by `open_workshop`."""

    def __init__(
        self,
        root: Path,
        source: Source,
        *,
        hidden: Collection[str],
        held: Collection[str],
        limits: sandbox.Limits,
        environ: Mapping[str, str],
    ) -> None:
        self._root, self._source, self._limits, self._environ = root, source, limits, environ
        self._held = held
        self._walls = sandbox.walls()
        self._base = {path: entry for path, entry in source.entries.items() if not _below(path, hidden)}
        self._trees: dict[str, Mapping[str, Entry]] = {"base": self._base}
        self._kept: dict[str, Path] = {}
        live = root / "live"
        self._place = sandbox.Place(
            work=live / "work",
            home=live / "home",
            scratch=live / "scratch",
            hidden=(root / "keep", *source.private(hidden)),
        )

    @property
    def base(self) -> Mapping[str, bytes]:
        """The challenge's regular files, without the hidden ones."""
        return {path: entry.data for path, entry in self._base.items() if not entry.link}

    @property
    def lacking(self) -> tuple[str, ...]:
        """What of the isolation this machine does not give."""
        return self._walls.lacking

    @property
    def sealed(self) -> bool:
        """Whether a command cannot read hidden files: another user, or a file namespace, stands between."""
        return self._walls.uid is not None or self._walls.files_hidden

    def hidden(self, path: str) -> Mapping[str, bytes]:
        """The hidden files at or below a path."""
        return {name: entry.data for name, entry in self._source.hidden(path).items()}

    def apply(self, patch: bytes, named: Collection[str], pinned: Collection[str]) -> Applied:
        """Apply a patch with git, and hold what came of it against what the patch said it would be."""
        folder = self._root / "keep" / "submission"
        disk.write(folder, self._base, None)
        file = self._root / "keep" / "submission.patch"
        file.write_bytes(patch)
        for check in (("--check",), ()) if patch.strip() else ():
            problem = git_apply(folder, file, check)
            if problem:
                return Applied(problem=problem)
        found = disk.read(folder)
        problem = unlike(self._base, found, named)
        if problem:
            return Applied(problem=problem)
        for path in pinned:
            found.pop(path, None)
            if path in self._base:
                found[path] = self._base[path]
        shutil.rmtree(folder)
        self._trees["submission"] = found
        return Applied(files={path: entry.data for path, entry in found.items() if not entry.link})

    def run(self, tree: str, step: Wanted) -> Ran:
        """Run one command in a fresh copy, with its hidden files, and take its report; the copy goes afterwards."""
        if step.afresh or not self._place.work.exists():
            self._set_out(str(tree))
        if step.placed is not None:
            lent = self._source.hidden(step.placed)
            lent = {path: entry for path, entry in lent.items() if not _below(path, self._held)}
            disk.write(self._place.work, lent, None, into=True)
        if step.report is not None:
            self._make_room(step.report)
        limits = msgspec.structs.replace(self._limits, seconds=step.seconds)
        with sandbox.closed(sandbox.out_of_sight(self._place, self._environ), self._walls):
            began = time.monotonic()
            ended = sandbox.run(
                step.arguments, given=step.given, place=self._place, limits=limits, around=self._walls,
                environ=self._environ, network=step.network,
            )  # fmt: skip
            took = time.monotonic() - began
        report = disk.read_inside(self._place.work, step.report) if step.report is not None else None
        if step.keeps:
            self._keep(str(tree))
        if step.placed is not None:
            disk.remove(self._place.work)
        self._sweep()
        return Ran(
            exit=ended.exit, stdout=ended.stdout, stderr=ended.stderr, timed_out=ended.timed_out,
            flooded=ended.flooded, report=report, seconds=took,
        )  # fmt: skip

    def _set_out(self, tree: str) -> None:
        place, uid = self._place, self._walls.uid
        for folder in (place.work, place.home, place.scratch):
            disk.remove(folder)
            folder.mkdir(mode=0o755)
            disk.own(folder, uid)
        kept = self._kept.get(tree)
        if kept is not None:
            disk.copy(kept / "work", place.work, uid)
            disk.copy(kept / "home", place.home, uid)
        disk.write(place.work, self._trees[tree], uid, into=True)

    def _make_room(self, report: str) -> None:
        """The folder of a report, and no report in it yet: one that was brought along would be believed."""
        folder = self._place.work
        for part in report.split("/")[:-1]:
            folder = folder / part
            if folder.is_symlink() or not folder.is_dir():
                folder.unlink(missing_ok=True)
                folder.mkdir(mode=0o755)
                disk.own(folder, self._walls.uid)
        disk.remove(folder / report.rsplit("/", 1)[-1])

    def _keep(self, tree: str) -> None:
        kept = self._root / "keep" / f"installed-{tree}"
        disk.remove(kept)
        disk.copy(self._place.work, kept / "work", None)
        disk.copy(self._place.home, kept / "home", None)
        self._kept[tree] = kept

    def _sweep(self) -> None:
        """What the commands' user left in the folders that everybody may write to."""
        if self._walls.uid is None:
            return
        for folder in COMMON:
            with suppress(OSError), os.scandir(folder) as entries:
                for entry in entries:
                    with suppress(OSError):
                        if entry.stat(follow_symlinks=False).st_uid == self._walls.uid:
                            disk.remove(Path(entry.path))


@contextmanager
def open_workshop(
    source: Source,
    *,
    hidden: Collection[str],
    limits: sandbox.Limits,
    environ: Mapping[str, str],
    held: Collection[str] = (),
) -> Iterator[Workshop]:
    """A workshop for one challenge; `hidden` are the paths of it that no copy holds, `held` those of them that are
    lent to no step either. Gone afterwards."""
    with ExitStack() as stack:
        root = Path(tempfile.mkdtemp(prefix="steward-"))
        stack.callback(disk.remove, root)
        root.chmod(0o755)
        (root / "keep").mkdir(mode=0o700)
        (root / "live").mkdir(mode=0o755)
        yield Workshop(root, source, hidden=hidden, held=held, limits=limits, environ=environ)


def _below(path: str, folders: Collection[str]) -> bool:
    return any(path == folder or path.startswith(f"{folder}/") for folder in folders)
