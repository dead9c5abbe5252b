"""Draws comment.png and check.png from what `make demo` wrote: what GitHub's pages show of it (`make pictures`).

The Markdown is the demo's own, set in GitHub's type by the npm package github-markdown-css (MIT; fetched when a
picture is drawn, not kept here). The frame round it, frame.css and the marks below, is our own drawing. Chromium
takes the picture.
"""

from __future__ import annotations

import argparse
import html
import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
OPENED, PUSHED = (ROOT / "build" / "demo" / folder for folder in ("1-opened", "2-pushed"))
WIDTH = 900
SCALE = 1.5
MOST_BYTES = 300_000
BROWSERS = ("chromium", "chromium-browser", "google-chrome")

_MARKDOWN = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
# Every setting keeps the browser from talking to anybody: the page is whole as it is.
_QUIET = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
)
_TICK = (
    '<svg class="mark" viewBox="0 0 16 16"><circle cx="8" cy="8" r="8"/>'
    '<path d="M4.4 8.3l2.5 2.5 4.8-5.3" fill="none" stroke="#fff" stroke-width="1.6"/></svg>'
)
_FACE = (
    '<svg class="face" viewBox="0 0 40 40"><circle cx="20" cy="20" r="19.5"/>'
    '<path d="M13 27v-6M20 27V13M27 27V17" stroke="#fff" stroke-width="4" stroke-linecap="round"/></svg>'
)
# A page is cut below the heading that data-cut names, and fades there.
_PAGE = """<!doctype html><meta charset="utf-8"><style>{css}</style>{body}<script>
const topOf = (element) => element.getBoundingClientRect().top;
const cut = document.querySelector(".cut");
const last = [...cut.querySelectorAll("h4")].find((heading) => heading.textContent === cut.dataset.cut);
if (last) cut.style.height = topOf(last) - topOf(cut) + 70 + "px";
document.title = Math.ceil(document.documentElement.getBoundingClientRect().height);
</script>"""


class CannotDraw(Exception):
    """A picture cannot be drawn; the message says what is missing and where it comes from."""


def main() -> int:
    """Draw both pictures. Returns 0, or 2 with a line that says what is missing."""
    parser = argparse.ArgumentParser(description="Draw the README's pictures from what `make demo` wrote.")
    parser.add_argument("css", type=Path, help="github-markdown-light.css")
    parser.add_argument("--browser", default=next(filter(shutil.which, BROWSERS), BROWSERS[0]))
    given = parser.parse_args()
    try:
        for problem in _missing(given.css, given.browser):
            raise CannotDraw(problem)
        css = given.css.read_text(encoding="utf-8") + (HERE / "frame.css").read_text(encoding="utf-8")
        for name, body in {"comment": _comment(), "check": _check()}.items():
            _draw(given.browser, _PAGE.format(css=css, body=body), HERE / f"{name}.png")
    except (CannotDraw, OSError, subprocess.SubprocessError) as problem:
        print(f"make pictures: {problem}", file=sys.stderr)
        return 2
    return 0


def _missing(css: Path, browser: str) -> Iterator[str]:
    if not (PUSHED / "check.json").exists():
        yield f"{PUSHED.relative_to(ROOT)} is missing: run make demo first"
    if not css.exists():
        yield f"{css} is missing: it is part of the npm package github-markdown-css"
    if not shutil.which(browser):
        yield f"{browser} is missing: install Chromium, or name it with --browser"


# --- what the pages show --------------------------------------------------------


def _comment() -> str:
    """The comment on the opened pull request, cut where it starts to tell the table in words."""
    markdown = (OPENED / "comment.md").read_text(encoding="utf-8")
    return f"""<div class="talk">{_FACE}<div class="box said">
<div class="bar"><b>github-actions</b> <span class="tag">bot</span> commented</div>
<article class="markdown-body"><div class="cut" data-cut="In words">{_MARKDOWN.render(markdown)}</div></article>
</div></div>"""


def _check() -> str:
    """The check's line in the merge box, and below it the check's own page, after the second push."""
    check: dict[str, Any] = json.loads((PUSHED / "check.json").read_text(encoding="utf-8"))[-1]
    name, title = html.escape(check["name"]), html.escape(check["title"])
    summary = _MARKDOWN.render("\n".join(check["summary"]))
    return f"""<div class="box">
<div class="row head">{_TICK}<div><b>All checks have passed</b><br><span>1 successful check</span></div></div>
<div class="row">{_TICK}<div><b>{name}</b> <span>{title}</span></div><span class="tag right">Required</span></div>
</div><div class="box page">
<div class="row head">{_TICK}<b>{name}</b><span>{html.escape(check["conclusion"])}</span></div>
<article class="markdown-body"><h2>{title}</h2><div class="cut" data-cut="What would raise it">{summary}</div>
{_annotations(check)}</article></div>"""


def _annotations(check: dict[str, Any]) -> str:
    rows = "".join(
        f'<div class="note"><b>{html.escape(one["title"])}</b> '
        f"<code>{html.escape(one['path'])}#L{one['start_line']}</code><br>{html.escape(one['message'])}</div>"
        for one in check["annotations"]
    )
    return f"<h4>Annotations</h4>{rows}" if rows else ""


# --- the picture ------------------------------------------------------------------


def _draw(browser: str, page: str, target: Path) -> None:
    """Twice: once to learn how high the page is, once to take it at that height."""
    with tempfile.TemporaryDirectory(prefix="steward-pictures-") as folder:
        file = Path(folder) / "page.html"
        file.write_text(page, encoding="utf-8")
        # The scale decides where lines break, so the first look needs it too.
        start = (
            browser,
            *_QUIET,
            f"--user-data-dir={folder}/profile",
            f"--force-device-scale-factor={SCALE}",
        )
        shown = _run(*start, f"--window-size={WIDTH},400", "--dump-dom", file.as_uri())
        height = re.search(r"<title>(\d+)</title>", shown)
        if height is None:
            raise CannotDraw(f"{browser} did not say how high the page is")
        _run(*start, f"--window-size={WIDTH},{height[1]}", f"--screenshot={target}", file.as_uri())
    taken = target.stat().st_size
    print(f"{target.relative_to(ROOT)}: {WIDTH} × {height[1]} points, {taken:,} bytes")
    if taken > MOST_BYTES:
        raise CannotDraw(f"{target.name} is larger than {MOST_BYTES:,} bytes: show less of the page")


def _run(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    if done.returncode:
        raise CannotDraw(f"{command[0]} ended with {done.returncode}: {done.stderr.strip()[-500:]}")
    return done.stdout


if __name__ == "__main__":
    sys.exit(main())
