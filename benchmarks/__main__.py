"""`make bench`: measure everything, write docs/benchmarks.md, and say which bounds hold."""

from __future__ import annotations

import platform
import sys
from pathlib import Path

from benchmarks import beside, diff, dry_run, evals, image, prose, pxf, review, task

PAGE = Path(__file__).parents[1] / "docs" / "benchmarks.md"
SECTIONS = (dry_run, beside, image, diff, pxf, prose, evals, review, task)

_HEAD = """# Benchmarks

Measured by `make bench`, which writes this page. Wherever there is something to compare with, a figure is a ratio
of two things measured in turn in one run, or a count, or a peak of memory: absolute times say more about the
machine than about Steward, and stand only where nothing of the kind is at hand. Each is a median unless it says
otherwise.

Python {python} on {machine}.
"""


def main() -> int:
    """Measure, write the page, print it; 1 when a bound does not hold."""
    parts, kept = (
        [_HEAD.format(python=platform.python_version(), machine=f"{platform.system()} {platform.machine()}")],
        True,
    )
    for section in SECTIONS:
        print(f"measuring: {section.TITLE}", file=sys.stderr, flush=True)
        found = section.figures()
        if not found:
            parts.append(f"## {section.TITLE}\n\n{section.ABOUT}\n\nNot measured in this run.\n")
            continue
        kept = kept and all(figure.kept for figure in found)
        rows = "\n".join(figure.row() for figure in found)
        parts.append(
            f"## {section.TITLE}\n\n{section.ABOUT}\n\n| what | measured | bound |\n| --- | --- | --- |\n{rows}\n"
        )
    page = "\n".join(parts)
    PAGE.write_text(page, encoding="utf-8")
    print(page)
    if not kept:
        print("a bound does not hold: see the table above", file=sys.stderr)
    return 0 if kept else 1


if __name__ == "__main__":
    raise SystemExit(main())
