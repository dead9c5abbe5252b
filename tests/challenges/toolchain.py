"""A Python with pytest and ruff that the user of submissions can start.

Submissions run as another user when the tests run as root. Where that user cannot get at our own interpreter (it
lies in root's home), a copy is made that everybody can read, as `docs/challenges.md` tells users to do.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PACKAGES = ("pytest", "_pytest", "pluggy", "iniconfig", "packaging", "pygments", "ruff")
_LEFT_OUT = shutil.ignore_patterns(
    "site-packages", "test", "idlelib", "tkinter", "turtledemo", "ensurepip", "config-*"
)
_NOBODY = 65534


@contextmanager
def toolchain() -> Iterator[dict[str, str]]:
    """An environment with `python`, its pytest and ruff, and `node` on PATH, all of which submissions can start."""
    others = "/usr/local/bin:/usr/bin:/bin"
    if os.geteuid() != 0 or _startable():
        kept = {name: os.environ[name] for name in ("LD_LIBRARY_PATH",) if name in os.environ}
        yield {"PATH": f"{Path(sys.executable).parent}:{os.environ.get('PATH', others)}", **kept}
        return
    folder = Path(tempfile.mkdtemp(prefix="toolchain-"))
    try:
        folder.chmod(0o755)
        _copy(folder)
        yield {"PATH": f"{folder / 'bin'}:{others}", "LD_LIBRARY_PATH": str(folder / "lib")}
    finally:
        shutil.rmtree(folder)


def _startable() -> bool:
    try:
        done = subprocess.run(
            [sys.executable, "-c", "import pytest"], user=_NOBODY, group=_NOBODY, extra_groups=[], cwd="/",
            capture_output=True, check=False, env={"PATH": os.defpath},
        )  # fmt: skip
    except PermissionError:
        return False
    return done.returncode == 0


def _copy(folder: Path) -> None:
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    (folder / "bin").mkdir()
    for name in ("python", "python3", version):
        shutil.copy2(Path(sys.executable).resolve(), folder / "bin" / name)
    library = folder / "lib" / version
    shutil.copytree(Path(sysconfig.get_path("stdlib")), library, ignore=_LEFT_OUT, symlinks=True)
    for shared in (Path(sys.base_prefix) / "lib").glob("libpython*.so*"):
        shutil.copy2(shared, folder / "lib")
    installed = Path(sysconfig.get_path("purelib"))
    for package in PACKAGES:
        shutil.copytree(installed / package, library / "site-packages" / package)
    shutil.copy2(installed / "py.py", library / "site-packages")
    shutil.copy2(Path(sysconfig.get_path("scripts")) / "ruff", folder / "bin" / "ruff")
