"""Files that are asked for once in a run: a preview asks again for what its gates share with the verdict's."""

from __future__ import annotations

from collections.abc import Sequence

from steward.errors import GitHubFailed, NotFound
from steward.ports import Blob, ReadsBlobs, ReadsFiles


class FilesOnce:
    """Gives out files of commits and branches, each asked for once; so is why one could not be had."""

    def __init__(self, files: ReadsFiles) -> None:
        self._files = files
        self._known: dict[tuple[str, str], bytes | NotFound | GitHubFailed] = {}

    def read_file(self, path: str, ref: str, *, sha: str | None = None) -> bytes:
        """The bytes of a file; raises what asking for it raised."""
        key = (ref, path)
        if key not in self._known:
            try:
                self._known[key] = self._files.read_file(path, ref, sha=sha)
            except (NotFound, GitHubFailed) as error:
                self._known[key] = error
        found = self._known[key]
        if isinstance(found, bytes):
            return found
        raise found


class BlobsOnce:
    """Gives out many files at once, and asks only for those that nobody has asked for yet."""

    def __init__(self, blobs: ReadsBlobs) -> None:
        self._blobs = blobs
        self._known: dict[tuple[str, str], Blob] = {}

    def blobs(self, wanted: Sequence[tuple[str, str]]) -> tuple[Blob, ...]:
        """Files at commits, each a pair of commit and path, in the same order."""
        new = [one for one in dict.fromkeys(wanted) if one not in self._known]
        if new:
            self._known.update(zip(new, self._blobs.blobs(new), strict=True))
        return tuple(self._known[one] for one in wanted)

    def known(self, commit: str, path: str) -> Blob | None:
        """A file that came with others; None when it was never given out."""
        return self._known.get((commit, path))
