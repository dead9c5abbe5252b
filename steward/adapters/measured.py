"""Reading what gates measure: both versions of changed files, and the coverage file of the workflow."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TypeVar

from steward.adapters.together import start
from steward.errors import NotFound, StewardError, Superseded, TimedOut
from steward.facts import Asked, FileCoverage, Functions, Manifest, Missing
from steward.governance.asking import measured_files, moves_in, wants_coverage, wants_manifests
from steward.governance.mapping import Domains
from steward.model import ChangedFile, Content, Kind, PullRequest
from steward.policy import Domain
from steward.ports import Blob, Comparison, ReadsBlobs, ReadsFiles
from steward.report.markdown import visible

MOST_MEASURED = 40
MOST_MANIFESTS = 50
_MOST_COVERAGE = 64 * 1024 * 1024
_AT_ONCE = 8
_T = TypeVar("_T")


def or_missing(read: Callable[[], _T], what: str) -> _T | Missing:
    """What a read brings, or why it could not be had; a run out of time stays one."""
    try:
        return read()
    except (TimedOut, Superseded):
        raise
    except StewardError as error:
        return Missing(why=f"{what} could not be read: {error.what}", mend=error.mend or "Run the job again.")


def functions(
    pull_request: PullRequest,
    compared: Comparison | Missing | None,
    *,
    github: ReadsFiles,
    head: str,
    left: Callable[[], float],
) -> Asked[tuple[Functions, ...]]:
    """The functions of the changed files that have a limit: at most two requests a file, eight at once."""
    files = measured_files(pull_request)
    if not files:
        return None
    if compared is None or isinstance(compared, Missing):
        return compared
    # Imported here: it brings readers for twenty languages.
    from steward.intake.functions import is_measurable

    of = Domains(pull_request.constitution.domains if pull_request.constitution else ()).of
    known = [file for file in files if is_measurable(file.path)]
    found = [Functions(path=file.path, known=False) for file in files if not is_measurable(file.path)]
    for begin in range(0, min(len(known), MOST_MEASURED), _AT_ONCE):
        some = known[begin : min(begin + _AT_ONCE, MOST_MEASURED)]
        waiting = [start(partial(_measure, file, compared.merge_base, head, github, of)) for file in some]
        found += [later.result(within=left()) for later in waiting]
    over = Missing(
        why=f"only the first {MOST_MEASURED} changed files of a pull request are measured",
        mend="Split the change.",
    )
    found += [Functions(path=file.path, missing=over) for file in known[MOST_MEASURED:]]
    return tuple(sorted(found, key=lambda one: one.path))


def _measure(
    file: ChangedFile, base: str, head: str, github: ReadsFiles, of: Callable[[str], Domain | None]
) -> Functions:
    from steward.adapters.measuring import measure

    new = file.kind in (Kind.ADDED, Kind.COPIED) or moves_in(file, of)
    before = None if new else _at(github, file.previous_path or file.path, base)
    after = _at(github, file.path, head)
    for side in (before, after):
        if isinstance(side, Missing):
            return Functions(path=file.path, missing=side)
    assert not isinstance(before, Missing)  # noqa: S101 - for the type checker
    assert not isinstance(after, Missing)  # noqa: S101
    return measure(file.path, before, after, previous_path=file.previous_path)


def _at(github: ReadsFiles, path: str, commit: str) -> bytes | Missing | None:
    def read() -> bytes | None:
        try:
            return github.read_file(path, commit)
        except NotFound:
            return None

    found = or_missing(read, f"the file at {commit[:7]}")
    # What the change lists on that side is there; GitHub's "not found" then says that it may not be seen.
    mend = "Run the job again, with a token that may read contents."
    return (
        found if found is not None else Missing(why=f"the file could not be found at {commit[:7]}", mend=mend)
    )


def coverage(
    pull_request: PullRequest, file: str | None, *, workspace: str
) -> Asked[tuple[FileCoverage, ...]]:
    """The lines that tests reached, from the file that an input names."""
    if not wants_coverage(pull_request):
        return None
    if file is None:
        return Missing(
            why="no coverage file is given",
            mend="Give the step the input coverage-file: a Cobertura XML or LCOV file of the test run.",
        )
    path = Path(workspace or ".") / file
    try:
        # A pipe or a device would keep the run waiting.
        data = path.read_bytes() if path.is_file() and path.stat().st_size <= _MOST_COVERAGE else None
    except OSError:
        data = None
    if data is None:
        return Missing(
            why="the coverage file cannot be read: it is not there, no plain file, or longer than 64 MiB",
            mend="Correct the input coverage-file: a path in the workspace.",
        )
    # Imported here: it brings a reader of XML.
    from steward.intake.coverage_file import read

    known = _tracked(workspace) or pull_request.change.touched
    return read(data, name=visible(file), workspace=workspace, known=known)


def _tracked(workspace: str) -> tuple[str, ...]:
    """The tracked files of the checkout that the tests ran in; none where there is no checkout."""
    # Imported here: only a coverage file asks for it, and `subprocess` is not free.
    from steward.adapters.git import open_repository

    try:
        return open_repository(Path(workspace or ".")).tracked_files() or ()
    except StewardError:
        return ()


def manifest_files(pull_request: PullRequest) -> list[ChangedFile]:
    """The changed manifests that may add something, where somebody looks at what they add."""
    if not wants_manifests(pull_request):
        return []
    # Imported here: it brings readers for ten kinds of manifest.
    from steward.intake.manifests import is_manifest

    return [
        file
        for file in pull_request.change.files
        if is_manifest(file.path) and _may_add(file, becomes=not is_manifest(file.previous_path or file.path))
    ]


def manifests(
    pull_request: PullRequest,
    compared: Comparison | Missing | None,
    *,
    source: ReadsBlobs,
    head: str,
    also: Sequence[tuple[str, str]] = (),
) -> Asked[tuple[Manifest, ...]]:
    """What the changed manifests add: one request for all of them, and for what somebody else wants `also`."""
    if not wants_manifests(pull_request):
        return None
    files = manifest_files(pull_request)
    if not files:
        return ()
    if compared is None or isinstance(compared, Missing):
        return compared
    some, rest = files[:MOST_MANIFESTS], files[MOST_MANIFESTS:]
    wanted = [side for file in some for side in _sides(file, compared.merge_base, head)]
    blobs = or_missing(lambda: source.blobs([*wanted, *also])[: len(wanted)], "the manifests")
    if isinstance(blobs, Missing):
        return blobs
    pairs = zip(blobs[::2], blobs[1::2], strict=True)
    over = Missing(why=f"only the first {MOST_MANIFESTS} manifests are read", mend="Split the change.")
    return (
        *(_compared(file, *pair) for file, pair in zip(some, pairs, strict=True)),
        *(Manifest(path=file.path, missing=over) for file in rest),
    )


def _may_add(file: ChangedFile, *, becomes: bool) -> bool:
    """Whether a manifest may add something; `becomes` is whether its name makes it one only now."""
    if file.kind is Kind.DELETED:
        return False
    return file.content is not Content.SAME or becomes or file.kind is Kind.COPIED


def _sides(file: ChangedFile, base: str, head: str) -> tuple[tuple[str, str], tuple[str, str]]:
    return (base, file.previous_path or file.path), (head, file.path)


def _compared(file: ChangedFile, before: Blob, after: Blob) -> Manifest:
    from steward.intake.manifests import compare, is_manifest

    if file.kind is Kind.TYPE_CHANGED:
        return Manifest(path=file.path, missing=_LINK)
    # What was no manifest before, or is copied from one, adds all that it holds.
    new = file.kind in (Kind.ADDED, Kind.COPIED) or not is_manifest(file.previous_path or file.path)
    if after.text is None or (not new and before.text is None):
        missing = Missing(why="GitHub gives it out as no text", mend="Store it as text of a usual size.")
        return Manifest(path=file.path, missing=missing)
    old = before.text.encode() if before.text is not None and not new else None
    found = compare(file.path, old, after.text.encode())
    # A link's text is the path that it leads to: one line without an end, in which nothing is named.
    links = new and bool(after.text) and "\n" not in after.text and not found.added
    return Manifest(path=file.path, missing=_LINK) if links and found.missing is None else found


_LINK = Missing(
    why="it is, or was, a link, and links are not followed", mend="Store the manifest as a plain file."
)
