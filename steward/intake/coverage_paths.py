"""From the paths of a coverage report to those of the repository: `docs/coverage.md`, "Paths"."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

_MOST_PARTS = 50
_DRIVE = re.compile(r"[A-Za-z]:/")


def normal(path: str) -> str:
    """A path with `/` only, without `.`, `..` and doubled slashes; absolute ones stay so."""
    path = path.strip().replace("\\", "/").removeprefix("file://")
    parts: list[str] = []
    for part in path.split("/"):
        if part == ".." and parts and parts[-1] != "..":
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return ("/" if path.startswith("/") else "") + "/".join(parts)


def _is_absolute(path: str) -> bool:
    return path.startswith("/") or bool(_DRIVE.match(path + "/"))


class Places:
    """Where the files of one report are in the repository."""

    def __init__(self, sources: Sequence[str], workspace: str, known: Collection[str]) -> None:
        self._workspace = normal(workspace) if workspace else ""
        self._sources = tuple(dict.fromkeys(normal(one) for one in sources))
        self._known = frozenset(known)
        self._ends: dict[str, str | None] = {}
        for one in self._known:
            parts = one.split("/")[-_MOST_PARTS:]
            for end in ("/".join(parts[at:]) for at in range(len(parts))):
                self._ends[end] = None if end in self._ends else one

    def of(self, path: str) -> str | tuple[str, ...]:
        """The file's path in the repository, or the several that it may be."""
        path = normal(path)
        stated = self._stated(path)
        there = [one for one in stated if one in self._known]
        inside = [one for one in stated if not _is_absolute(one)]
        if len(there) == 1 or len(inside) == 1:
            return (there if len(there) == 1 else inside)[0]
        # Where the tests ran elsewhere, the end of a path is all that it has in common with ours.
        if not inside and (alike := self._alike(path)):
            return alike
        candidates = tuple(there or inside or stated)
        return candidates[0].removeprefix("/") if len(candidates) == 1 else candidates

    def _stated(self, path: str) -> tuple[str, ...]:
        """Where the report says that the file is: in a source, in the workspace, or somewhere else."""
        if _is_absolute(path):
            return (self._inside(path),)
        joined = [normal(f"{source}/{path}" if source else path) for source in self._sources]
        return tuple(dict.fromkeys(self._inside(one) for one in joined)) or (path,)

    def _inside(self, path: str) -> str:
        """Without the folder of the workspace, where the path lies in it."""
        root = self._workspace
        if root and (path + "/").lower().startswith(root.lower() + "/") and _DRIVE.match(root + "/"):
            return path[len(root) + 1 :]
        return (path + "/").removeprefix(root + "/").rstrip("/") if root else path

    def _alike(self, path: str) -> str | None:
        """The one known path that ends as this one does: the longest common end wins, a tie is no answer.

        Only where the one path is the whole end of the other: `src/a.py` is not `lib/a.py`.
        """
        parts = path.strip("/").split("/")[-_MOST_PARTS:]
        whole = "/".join(parts)
        if whole in self._ends:
            return self._ends[whole]
        ends = ("/".join(parts[at:]) for at in range(1, len(parts)))
        return next((end for end in ends if end in self._known), None)
