"""The file of signatures: along with the changed manifests where some are read, else by itself.

Either way it is the default branch's (`docs/cla.md`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from msgspec.structs import replace

from steward.adapters import measured
from steward.adapters.measured import or_missing
from steward.adapters.once import BlobsOnce, FilesOnce
from steward.adapters.together import Later, start
from steward.errors import NotFound
from steward.facts import Missing, Signature, Signatures
from steward.model import PullRequest, Record
from steward.policy import GateMode

_DEFAULT = "HEAD"  # of a repository, for GitHub: the tip of its default branch

_File = tuple[Signature, ...] | Missing


class SignaturesFile:
    """Reads the file of signatures, once."""

    def __init__(self, files: FilesOnce, blobs: BlobsOnce, *, left: Callable[[], float]) -> None:
        self._files = files
        self._blobs = blobs
        self._left = left

    def along(self, pull_request: PullRequest) -> tuple[tuple[str, str], ...]:
        """What to ask for along with the manifests; nothing where no manifest is asked for."""
        cla = pull_request.gates.cla
        if cla.mode is GateMode.OFF or not measured.manifest_files(pull_request):
            return ()
        return ((_DEFAULT, cla.signatures),)

    def begin(self, pull_request: PullRequest, record: Record) -> Callable[[], _File]:
        """Begin to read it, when a gate wants it; returns how to get it once the manifests are there."""
        path = pull_request.gates.cla.signatures
        read = partial(self._alone, path, record.default_branch)
        if self.along(pull_request):
            return lambda: read() if (came := self._came_along(path)) is None else came
        if pull_request.gates.cla.mode is GateMode.OFF:
            return tuple
        later: Later[_File] = start(read)
        return lambda: later.result(within=self._left())

    @staticmethod
    def added(file: Callable[[], _File], found: Signatures | None) -> Signatures | None:
        """The signatures with what the file says."""
        return found if found is None else replace(found, file=file())

    def _came_along(self, path: str) -> tuple[Signature, ...] | None:
        """None for a link, a text too long for that answer, or no answer: then it is asked for by itself."""
        # Imported here: few repositories ask for signatures.
        from steward.intake.signatures import parse_signatures

        blob = self._blobs.known(_DEFAULT, path)
        if blob is not None and not blob.exists:
            return ()
        text = blob.text if blob is not None else None
        if text is None:
            return None
        found = or_missing(lambda: parse_signatures(text.encode(), path=path), path)
        return None if isinstance(found, Missing) else found

    def _alone(self, path: str, branch: str) -> _File:
        from steward.intake.signatures import parse_signatures

        def read() -> tuple[Signature, ...]:
            try:
                return parse_signatures(self._files.read_file(path, branch), path=path)
            except NotFound:
                return ()

        return or_missing(read, path)
