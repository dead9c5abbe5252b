"""Draws comment.png and check.png from what `make demo` wrote: the two pages as GitHub shows them.

    make demo
    .venv/bin/python docs/images/render.py path/to/github-markdown-light.css

The style sheet comes from the npm package github-markdown-css; the drawing is Chromium's, started by name
(`--browser` names another). Neither is needed for anything else.
"""

# ruff: noqa: S603, T201, TID251 - a tool of the README's, no part of the core: it starts a browser and prints
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

from markdown_it import MarkdownIt

ROOT = Path(__file__).resolve().parents[2]
OPENED, PUSHED = (ROOT / "build" / "demo" / folder for folder in ("1-opened", "2-pushed"))
WIDTH = 860
SCALE = 1.5
_MARKDOWN = MarkdownIt("commonmark", {"html": True}).enable("table")
_PAGE = """<!doctype html><meta charset="utf-8"><style>{css}
body {{ margin: 0; padding: 16px; background: #fff; font-family: "Noto Sans", sans-serif; }}
.box {{ border: 1px solid #d1d9e0; border-radius: 6px; overflow: hidden; }}
.bar {{ background: #f6f8fa; border-bottom: 1px solid #d1d9e0; padding: 8px 16px; font-size: 14px; }}
.bar {{ color: #59636e; }}
.bar b {{ color: #1f2328; }}
.bar .tag {{ border: 1px solid #d1d9e0; border-radius: 2em; padding: 0 6px; font-size: 12px; }}
.markdown-body {{ padding: 16px; font-size: 14px; font-family: "Noto Sans", "Noto Color Emoji", sans-serif; }}
.markdown-body pre, .markdown-body code {{ font-family: "Noto Sans Mono", monospace; }}
</style><div id="page"><div class="box"><div class="bar">{bar}</div><article class="markdown-body">{body}</article>
</div></div><script>document.title = document.body.scrollHeight</script>"""


def main() -> int:
    """Draw both pictures. Returns 0, or 2 with a line for each thing that is missing."""
    parser = argparse.ArgumentParser(description="Draw the README's pictures from what `make demo` wrote.")
    parser.add_argument("css", type=Path, help="github-markdown-light.css")
    parser.add_argument("--browser", default="chromium", help="Chromium's command")
    given = parser.parse_args()
    missing = list(_missing(given.css, given.browser))
    if missing:
        print("\n".join(f"render.py: {one}" for one in missing), file=sys.stderr)
        return 2
    css = given.css.read_text(encoding="utf-8")
    for name, (bar, body) in {"comment": _comment(), "check": _check()}.items():
        target = ROOT / "docs" / "images" / f"{name}.png"
        _draw(given.browser, _PAGE.format(css=css, bar=bar, body=body), target)
        print(target.relative_to(ROOT))
    return 0


def _missing(css: Path, browser: str) -> Iterator[str]:
    if not PUSHED.exists():
        yield f"{PUSHED.relative_to(ROOT)} is missing: run make demo first"
    if not css.exists():
        yield f"{css} is missing: take it from the npm package github-markdown-css"
    if not shutil.which(browser):
        yield f"{browser} is missing: install Chromium, or name it with --browser"


def _comment() -> tuple[str, str]:
    markdown = (OPENED / "comment.md").read_text(encoding="utf-8")
    return '<b>github-actions</b> <span class="tag">bot</span> commented', _MARKDOWN.render(markdown)


def _check() -> tuple[str, str]:
    check = json.loads((PUSHED / "check.json").read_text(encoding="utf-8"))[-1]
    bar = f"<b>{html.escape(check['name'])}</b> &nbsp; {html.escape(check['conclusion'])}"
    body = f"<h2>{html.escape(check['title'])}</h2>" + _MARKDOWN.render("\n".join(check["summary"]))
    return bar, body


def _draw(browser: str, page: str, target: Path) -> None:
    """Twice: once to learn how high the page is, once to draw it at that height."""
    with tempfile.TemporaryDirectory(prefix="steward-render-") as folder:
        file = Path(folder) / "page.html"
        file.write_text(page, encoding="utf-8")
        base = [
            browser,
            "--headless",
            "--no-sandbox",
            "--hide-scrollbars",
            f"--user-data-dir={folder}/profile",
        ]
        shown = _run([*base, f"--window-size={WIDTH},400", "--dump-dom", file.as_uri()])
        height = int(re.search(r"<title>(\d+)", shown)[1])  # type: ignore[index]
        _run(
            [
                *base,
                f"--force-device-scale-factor={SCALE}",
                f"--window-size={WIDTH},{height}",
                f"--screenshot={target}",
                file.as_uri(),
            ]
        )


def _run(command: list[str]) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=120).stdout


if __name__ == "__main__":
    sys.exit(main())
