"""A `git` on PATH that stands before the real one."""

from __future__ import annotations

import shutil
from pathlib import Path


def foreign_owner(folder: Path) -> Path:
    """A folder for PATH whose git takes every repository for somebody else's, by git's own test switch."""
    folder = folder / "bin"
    folder.mkdir()
    wrapper = folder / "git"
    wrapper.write_text(f'#!/bin/sh\nGIT_TEST_ASSUME_DIFFERENT_OWNER=1 exec "{shutil.which("git")}" "$@"\n')
    wrapper.chmod(0o755)
    return folder


def fake_git(folder: Path, script: str) -> None:
    """A folder for PATH whose git is this shell script for diffs, and git for everything else."""
    wrapper = folder / "git"
    wrapper.write_text(
        "#!/bin/sh\n"
        f'case " $* " in *" diff-tree "*) {script} ;; *) exec "{shutil.which("git")}" "$@" ;; esac\n'
    )
    wrapper.chmod(0o755)
