"""Where a submission is judged: pristine copies, the patch in one of them, hidden files for a moment.

Every step of a challenge gets a copy of its own at one and the same path, so nothing that a step does to files is
seen by the next; only what an install step leaves is kept (`docs/challenges.md`, "What happens to a submission").
"""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import tempfile
import time
from collections.abc import Collection, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Protocol

import msgspec

from steward.adapters import sandbox
from steward.adapters.challenge_files import Entry, Source
from steward.errors import DiffUnreadable
from steward.report.markdown import visible

_REPORT_BYTES = 4 * 1024 * 1024
_APPLY_SECONDS = 30.0
_LEFTOVERS = ("/tmp", "/var/tmp", "/dev/shm")  # noqa: S108 - swept after others, not written to
_PLAIN = 0o100644


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
        hidden: Collection[str],
        limits: sandbox.Limits,
        environ: Mapping[str, str],
    ) -> None:
        self._root, self._source, self._limits, self._environ = root, source, limits, environ
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
        _write(folder, self._base, None)
        file = self._root / "keep" / "submission.patch"
        file.write_bytes(patch)
        for check in (("--check",), ()) if patch.strip() else ():
            problem = _git_apply(folder, file, check)
            if problem:
                return Applied(problem=problem)
        found = _read(folder)
        problem = _unlike(self._base, found, named)
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
            _write(self._place.work, self._source.hidden(step.placed), None, into=True)
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
        report = _read_inside(self._place.work, step.report) if step.report is not None else None
        if step.keeps:
            self._keep(str(tree))
        if step.placed is not None:
            _remove(self._place.work)
        self._sweep()
        return Ran(
            exit=ended.exit, stdout=ended.stdout, stderr=ended.stderr, timed_out=ended.timed_out,
            flooded=ended.flooded, report=report, seconds=took,
        )  # fmt: skip

    def _set_out(self, tree: str) -> None:
        place, uid = self._place, self._walls.uid
        for folder in (place.work, place.home, place.scratch):
            _remove(folder)
            folder.mkdir(mode=0o755)
            _own(folder, uid)
        kept = self._kept.get(tree)
        if kept is not None:
            _copy(kept / "work", place.work, uid)
            _copy(kept / "home", place.home, uid)
        _write(place.work, self._trees[tree], uid, into=True)

    def _make_room(self, report: str) -> None:
        """The folder of a report, and no report in it yet: one that was brought along would be believed."""
        folder = self._place.work
        for part in report.split("/")[:-1]:
            folder = folder / part
            if folder.is_symlink() or not folder.is_dir():
                folder.unlink(missing_ok=True)
                folder.mkdir(mode=0o755)
                _own(folder, self._walls.uid)
        _remove(folder / report.rsplit("/", 1)[-1])

    def _keep(self, tree: str) -> None:
        kept = self._root / "keep" / f"installed-{tree}"
        _remove(kept)
        _copy(self._place.work, kept / "work", None)
        _copy(self._place.home, kept / "home", None)
        self._kept[tree] = kept

    def _sweep(self) -> None:
        """What the commands' user left in the folders that everybody may write to."""
        if self._walls.uid is None:
            return
        for folder in _LEFTOVERS:
            with suppress(OSError), os.scandir(folder) as entries:
                for entry in entries:
                    with suppress(OSError):
                        if entry.stat(follow_symlinks=False).st_uid == self._walls.uid:
                            _remove(Path(entry.path))


@contextmanager
def open_workshop(
    source: Source, *, hidden: Collection[str], limits: sandbox.Limits, environ: Mapping[str, str]
) -> Iterator[Workshop]:
    """A workshop for one challenge; `hidden` are the paths of it that no copy holds. Gone afterwards."""
    with ExitStack() as stack:
        root = Path(tempfile.mkdtemp(prefix="steward-"))
        stack.callback(_remove, root)
        root.chmod(0o755)
        (root / "keep").mkdir(mode=0o700)
        (root / "live").mkdir(mode=0o755)
        yield Workshop(root, source, hidden, limits, environ)


def _below(path: str, folders: Collection[str]) -> bool:
    return any(path == folder or path.startswith(f"{folder}/") for folder in folders)


def _write(folder: Path, entries: Mapping[str, Entry], uid: int | None, *, into: bool = False) -> None:
    """Files into a folder; what stands in the way of one goes, and no link on the way is followed."""
    if not into:
        folder.mkdir(mode=0o755)
    for path, entry in entries.items():
        at = folder
        for part in path.split("/")[:-1]:
            at = at / part
            if at.is_symlink() or not at.is_dir():
                _remove(at)
                at.mkdir(mode=0o755)
                _own(at, uid)
        target = folder / path
        _remove(target)
        if entry.link:
            target.symlink_to(os.fsdecode(entry.data))
        else:
            target.write_bytes(entry.data)
            target.chmod(0o755 if entry.executable else 0o644)
        _own(target, uid)


def _own(path: Path, uid: int | None) -> None:
    if uid is not None:
        os.lchown(path, uid, uid)


def _copy(source: Path, target: Path, uid: int | None) -> None:
    """A tree as it stands: files, folders and links; nothing else, and no link is followed."""
    target.mkdir(mode=0o755, parents=True, exist_ok=True)
    _own(target, uid)
    with os.scandir(source) as entries:
        for entry in entries:
            to = target / entry.name
            if entry.is_symlink():
                to.symlink_to(os.readlink(entry.path))
                _own(to, uid)
            elif entry.is_dir(follow_symlinks=False):
                _copy(Path(entry.path), to, uid)
            elif entry.is_file(follow_symlinks=False):
                shutil.copy2(entry.path, to, follow_symlinks=False)
                to.chmod(0o755 if entry.stat().st_mode & 0o111 else 0o644)
                _own(to, uid)


def _remove(path: Path) -> None:
    """A file or a whole tree, whatever its permissions; nothing where nothing is."""
    if path.is_symlink() or not path.is_dir():
        path.unlink(missing_ok=True)
        return
    if os.geteuid() != 0:
        for folder, _, _ in os.walk(path):
            with suppress(OSError):
                os.chmod(folder, 0o700)
    shutil.rmtree(path)


def _read(folder: Path) -> dict[str, Entry]:
    found = {}
    for place, folders, files in os.walk(folder):
        for name in (*files, *(name for name in folders if os.path.islink(os.path.join(place, name)))):
            path = Path(place, name)
            mode = path.lstat().st_mode
            link = stat.S_ISLNK(mode)
            found[path.relative_to(folder).as_posix()] = Entry(
                data=os.fsencode(os.readlink(path)) if link else path.read_bytes(),
                link=link,
                executable=not link and bool(mode & 0o111),
            )
    return found


def _unlike(base: Mapping[str, Entry], found: Mapping[str, Entry], named: Collection[str]) -> str | None:
    """Why what git made of a patch is not what the patch says; None when it is."""
    changed = {path for path in {*base, *found} if base.get(path) != found.get(path)}
    for path in sorted(changed):
        if path not in named:
            return f"it changes {visible(path)}, which its headers do not name"
        entry = found.get(path)
        if entry is not None and (entry.link or entry.executable != (path in base and base[path].executable)):
            return f"{visible(path)} would become something else than a plain file"
    return None


def _git_apply(folder: Path, file: Path, options: tuple[str, ...]) -> str | None:
    """What git says against a patch; None when it has nothing to say."""
    environ = {
        "PATH": os.environ.get("PATH", os.defpath), "LC_ALL": "C", "HOME": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": os.devnull, "GIT_ATTR_NOSYSTEM": "1",
        "GIT_CEILING_DIRECTORIES": str(folder.parent),
    }  # fmt: skip
    command = ["git", "-C", str(folder), "-c", "core.symlinks=true", "apply", *options, "--whitespace=nowarn"]
    try:
        done = subprocess.run(
            [*command, str(file)], env=environ, capture_output=True, check=False, timeout=_APPLY_SECONDS,
            stdin=subprocess.DEVNULL,
        )  # fmt: skip
    except FileNotFoundError:
        raise DiffUnreadable(
            "the git command was not found", mend="Install git, or put it on PATH."
        ) from None
    except subprocess.TimeoutExpired:
        return "git apply took too long"
    if done.returncode == 0:
        return None
    said = [line for line in done.stderr.decode("utf-8", "replace").splitlines() if line.strip()]
    return f"git says: {visible(said[0].removeprefix('error: ')) if said else 'nothing'}"


def _read_inside(folder: Path, path: str) -> bytes | None:
    """A regular file below a folder that others write to: no link is followed, nothing is waited for."""
    flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK
    with ExitStack() as stack, suppress(OSError):
        at = os.open(folder, flags | os.O_DIRECTORY)
        stack.callback(os.close, at)
        *folders, name = path.split("/")
        for part in folders:
            at = os.open(part, flags | os.O_DIRECTORY, dir_fd=at)
            stack.callback(os.close, at)
        file = os.open(name, flags, dir_fd=at)
        stack.callback(os.close, file)
        if not stat.S_ISREG(os.fstat(file).st_mode) or os.fstat(file).st_size > _REPORT_BYTES:
            return None
        with os.fdopen(os.dup(file), "rb") as stream:
            return stream.read(_REPORT_BYTES)
    return None
