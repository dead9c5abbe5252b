"""What of a page would come to life on GitHub, and of a log on a runner, that is not ours."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from markdown_it.token import Token

from tests.github.commands import Command, parse_commands
from tests.unit.report import gfm

# What GitHub makes of plain text, beyond what its Markdown says.
_IN_TEXT = {
    "a mention": re.compile(r"@[\w-]"),
    "an issue": re.compile(r"#[0-9]|\bGH-[0-9]", re.IGNORECASE),
    "a commit": re.compile(r"(?<![\w.-])(?=[a-f]*[0-9])[0-9a-f]{7,64}(?![\w.-])"),
    "an emoji": re.compile(r":[a-z0-9_+-]+:"),
    "an address": re.compile(r"https?:|www\.|[\w.+-]@\w", re.IGNORECASE),
    "a formula": re.compile(r"\$"),
    "a footnote": re.compile(r"\[\^"),
    "an alert": re.compile(r"\[![A-Z]"),
    "a task": re.compile(r"^\[[ xX]\]"),
    "a command to a bot": re.compile(r"^\s*/[a-z]"),
}
_OURS = re.compile(r"(?:### \S+ [\w ,.:()–-]+|#### (?:What would raise it|Gates|In words))\Z")
# Hidden as a whole, for nothing in it can end it.
_MARKER = re.compile(r"<!-- steward(?:-[a-z]+)?:v1 (?:(?!--)[^<>])* -->")
_COMMENTS = {"<!-- steward:v1": 0, "<!-- steward-": 0, "<!-- steward:footer": 1}
_OUR_TITLES = ("Steward: ", "No test of this name changed", "Sensitive path: ", "Gate ")
_PIPE = re.compile(r"(?<!\\)\|")
_UNSEEN = ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")


def on_page(markdown: str, *, links: tuple[str, ...] = (), headings: tuple[str, ...] = ()) -> list[str]:
    """Everything alive in a comment, check or summary that is none of ours.

    `links` are where ours lead, `headings` are further headings of ours, each as a whole.
    """
    marker, _, page = markdown.partition("\n")
    if not _MARKER.fullmatch(marker):
        page = markdown
    alive = [one for one in _tokens(page, links) if one.removeprefix("a heading: ") not in headings]
    return [*alive, *_tables(page), *unseen(page.replace("\n", ""))]


def _tokens(markdown: str, links: tuple[str, ...]) -> Iterator[str]:
    yield from (f"HTML: {piece}" for piece in gfm.foreign_html(markdown))
    yield from (
        f"another {mark}" for mark, most in _COMMENTS.items() if _comments(markdown).count(mark) > most
    )
    within = 0
    previous: Token | None = None
    for token in gfm.tokens(markdown):
        within += (token.type == "link_open") - (token.type == "link_close")
        if token.type == "text" and not within:
            yield from (
                f"{what}: {token.content}" for what, found in _IN_TEXT.items() if found.search(token.content)
            )
        elif token.type in ("link_open", "image"):
            address = str(token.attrs.get("href") or token.attrs.get("src"))
            if token.type == "image" or not address.startswith(links or ("\0",)):
                yield f"{token.type}: {address}"
        elif token.type == "inline" and previous is not None and previous.type == "heading_open":
            heading = f"{'#' * int(previous.tag[1])} {token.content}"
            if not _OURS.fullmatch(heading):
                yield f"a heading: {heading}"
        previous = token


def _comments(markdown: str) -> str:
    return "".join(token.content for token in gfm.tokens(markdown) if token.type.startswith("html_"))


def _outside(markdown: str) -> Iterator[str]:
    """The lines that stand in no fence."""
    fenced = False
    for line in markdown.splitlines():
        fenced ^= line.startswith(("~~~", "```"))
        if not fenced:
            yield line


def _tables(markdown: str) -> Iterator[str]:
    """Rows with another number of cells than the row of hyphens above them."""
    columns = 0
    for line in _outside(markdown):
        if re.fullmatch(r"\|[:|-]+\|", line):
            columns = len(_PIPE.findall(line))
        elif not line.startswith("|"):
            columns = 0
        elif columns and len(_PIPE.findall(line)) != columns:
            yield f"a broken row: {line}"


def unseen(text: str) -> list[str]:
    """Characters that cannot be seen, or that turn the text around them."""
    return [f"U+{ord(one):04X}" for one in sorted(set(text)) if unicodedata.category(one) in _UNSEEN]


def _is_titled(command: Command) -> bool:
    return command.properties.get("title", "").startswith(_OUR_TITLES)


def in_log(log: str) -> list[str]:
    """Everything that a runner, or a terminal, would act on and that is none of ours."""
    ours = ("add-mask", "error", "warning", "notice")
    lines = log.split("\n")
    foreign = [
        line for line in lines if line and not line.startswith(("steward:", *(f"::{o}" for o in ours)))
    ]
    found = parse_commands(log)
    return [
        *(f"a line of somebody else: {line}" for line in foreign),
        *(f"a command: {one}" for one in found if one.name not in ours or one.legacy),
        *(f"an annotation: {one}" for one in found if one.name in ours[1:] and not _is_titled(one)),
        *([] if sum(command.name == "add-mask" for command in found) == 1 else ["not one mask"]),
        *unseen(log.replace("\n", "")),
        *(["a traceback"] if "Traceback" in log else []),
    ]
