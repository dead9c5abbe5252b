"""A diff under the attributes of one commit, and no others (`docs/cli.md`, "What is run").

Attributes decide what git takes for binary, and so what is counted. Those of `.git/info/attributes` cannot be
switched off, and before git 2.41 those of the working tree cannot either. So git is shown the repository's objects
through a folder of our own that has no attributes, no settings, and the commit's tree for its index.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from steward.adapters.git_process import ask, shown
from steward.errors import DiffUnreadable

_SHA256_LENGTH = 64
_PARTIAL = r"^(extensions\.partialclone|remote\..*\.promisor)$"


@contextmanager
def only_those_of(folder: Path, commit: str) -> Iterator[tuple[Path, dict[str, str]]]:
    """Where git has to run, and with which variables, for the attributes of a commit to hold alone.

    `commit` is a full SHA. Raises `DiffUnreadable` when git cannot read the commit's tree, or when there is no
    place for temporary files.
    """
    objects = folder / ask(folder, "rev-parse", "--git-path", "objects").removesuffix("\n")
    settings = _settings(folder, commit)
    with ExitStack() as kept:
        try:
            made = Path(kept.enter_context(TemporaryDirectory(prefix="steward-")))
            ours, tree = _lay_out(made, settings)
        except OSError as error:
            problem = f"no temporary files can be made: {shown(error.strerror or str(error))}"
            raise DiffUnreadable(problem, mend="Name a folder with room for them: TMPDIR.") from None
        environment = {
            "GIT_DIR": os.fspath(ours),
            "GIT_WORK_TREE": os.fspath(tree),
            "GIT_OBJECT_DIRECTORY": os.path.realpath(objects),
        }
        # Where the working tree has no attributes, those in the index count; there is nothing but them here.
        ask(folder, "read-tree", commit, environment=environment)
        yield tree, environment


def _lay_out(made: Path, settings: str) -> tuple[Path, Path]:
    """The least that git takes for a repository, and an empty working tree."""
    ours, tree = made / "git", made / "tree"
    for part in (ours / "objects", ours / "refs", tree):
        part.mkdir(parents=True)
    (ours / "HEAD").write_text("ref: refs/heads/none\n")
    (ours / "config").write_text(settings)
    return ours, tree


def _settings(folder: Path, commit: str) -> str:
    """What git has to know to read the objects, and nothing else of the repository's settings."""
    lines = ["[core]", "repositoryFormatVersion = 1", "bare = false", "[extensions]"]
    if len(commit) == _SHA256_LENGTH:
        lines.append("objectFormat = sha256")
    if ask(folder, "config", "--get-regexp", _PARTIAL, accept=(0, 1)):
        # So that git says of a missing object that the clone is a partial one; nothing is fetched by this name.
        lines.append("partialClone = origin")
    return "\n".join(lines) + "\n"
