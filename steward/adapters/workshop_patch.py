"""What git makes of a patch, and whether that is what the patch says."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Collection, Mapping
from pathlib import Path

from steward.adapters.challenge_entries import Entry
from steward.adapters.git_process import environment_of, not_started
from steward.report.markdown import visible

_APPLY_SECONDS = 30.0


def unlike(base: Mapping[str, Entry], found: Mapping[str, Entry], named: Collection[str]) -> str | None:
    """Why what git made of a patch is not what the patch says; None when it is."""
    changed = {path for path in {*base, *found} if base.get(path) != found.get(path)}
    for path in sorted(changed):
        if path not in named:
            return f"it changes {visible(path)}, which its headers do not name"
        entry = found.get(path)
        if entry is not None and (
            entry.link or (entry.executable and not (path in base and base[path].executable))
        ):
            return f"{visible(path)} would become something else than a plain file"
    return None


def git_apply(folder: Path, file: Path, options: tuple[str, ...]) -> str | None:
    """What git says against a patch; None when it has nothing to say."""
    # No repository above the copy has a say, and no settings of a home.
    environ = environment_of({"HOME": os.devnull, "GIT_CEILING_DIRECTORIES": str(folder.parent)})
    command = ["git", "-C", str(folder), "-c", "core.symlinks=true", "apply", *options, "--whitespace=nowarn"]
    try:
        done = subprocess.run(
            [*command, str(file)], env=environ, capture_output=True, check=False, timeout=_APPLY_SECONDS,
            stdin=subprocess.DEVNULL,
        )  # fmt: skip
    except OSError as error:
        raise not_started(error) from None
    except subprocess.TimeoutExpired:
        return "git apply took too long"
    if done.returncode == 0:
        return None
    said = [line for line in done.stderr.decode("utf-8", "replace").splitlines() if line.strip()]
    return f"git says: {visible(said[0].removeprefix('error: ')) if said else 'nothing'}"
