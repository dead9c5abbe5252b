"""Task Mode: what judging takes beside the challenge's own commands."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.figures import Figure, measure

TITLE = "Task Mode"
ABOUT = (
    "CPU of the whole command `steward task`, from its start to its JSON report, with all that it starts, on a "
    "challenge whose five checks are `true` and whose five hidden cases are `echo`: nearly all of it is Steward's "
    "own, walls and pristine copies too. The patch adds 20 files of Python, once of fifty lines each, once nearly "
    "as long as a patch may be."
)
RUNS = 5
_FILES = 20
_MANIFEST = """
version: 1
id: bench
title: Bench
editable: ["src/**"]
checks:
  - {id: lint, kind: lint, run: ["true"]}
  - {id: existing, kind: existing, run: ["true"]}
  - {id: public, kind: public, run: ["true"]}
  - {id: tests, kind: hidden, files: hidden/tests, run: ["true"]}
  - {id: cases, kind: hidden, cases: hidden/cases.yml, run: [echo, "{input}"]}
  - {id: cli, kind: behaviour, run: ["true"]}
"""
_FUNCTION = """def f{n}(given: str) -> dict[str, int]:
    return {{part.strip(): {n} for part in given.split("{n}") if part}}
"""


def figures() -> list[Figure]:
    """Measure; each the median of several."""
    with tempfile.TemporaryDirectory() as place:
        folder = _challenge(Path(place))
        usual, longest = (_seconds(folder, _patch(lines)) for lines in (50, 230))
    return [
        Figure(what="20 files of 50 lines, everything", value=usual, most=1, unit=" s"),
        Figure(what="20 files, 250 kB, everything", value=longest, most=1, unit=" s"),
    ]


def _challenge(folder: Path) -> Path:
    cases = "".join(f"- {{input: case {number}, output: case {number}}}\n" for number in range(5))
    files = {
        "challenge.yml": _MANIFEST,
        "hidden/cases.yml": cases,
        "hidden/tests/test_a.py": "def test_a(): ...\n",
    }
    files |= {f"src/old_{number}.py": _lines(50) for number in range(_FILES)}
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    git = ("git", "-c", "user.name=Bench", "-c", "user.email=bench@example.org", "-c", "commit.gpgsign=false")
    for words in (("init", "--quiet"), ("add", "--all"), ("commit", "--quiet", "--message", "Bench")):
        subprocess.run([*git, *words], cwd=folder, check=True, capture_output=True)
    return folder


def _lines(many: int) -> str:
    return "".join(_FUNCTION.format(n=number) for number in range(many // 2))


def _patch(lines: int) -> bytes:
    body = "".join(f"+{line}\n" for line in _lines(lines).splitlines())
    sections = (
        f"diff --git a/src/new_{number}.py b/src/new_{number}.py\nnew file mode 100644\nindex 0000000..1234567\n"
        f"--- /dev/null\n+++ b/src/new_{number}.py\n@@ -0,0 +1,{lines} @@\n{body}"
        for number in range(_FILES)
    )
    return "".join(sections).encode()


def _seconds(folder: Path, patch: bytes) -> float:
    file = folder / "submission.patch"
    file.write_bytes(patch)
    code = "from steward.cli import main; raise SystemExit(main())"
    words = ["task", "--challenge", str(folder), "--submission", str(file), "--seed", "1", "--format", "json"]
    command = [sys.executable, "-c", code, *words]
    done = subprocess.run(command, capture_output=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(done.stdout.decode() + done.stderr.decode())
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GITHUB_")}
    return statistics.median(measure(command, environment).cpu for _ in range(RUNS))
