"""A text taken apart for the rubric: passages, how each opens, where it hedges.

Every line is looked at by itself, without knowing what fence it stands in: a word more in one line then never
changes what another line is, which is what keeps the rubric's scores monotone (`docs/evals.md`, "The rubric").
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

_HEADING = re.compile(r"\s{0,3}(?:#{1,6}(?:\s|$)|=++\s*+$|-{3,}+\s*+$|(?:\*\s*+){3,}+$)")
_FENCE = re.compile(r"\s*+(?:`{3,}+|~{3,}+)\s*+[\w+-]*+\s*+$")
_COMMENT = re.compile(r"\s*<!--.*-->\s*$")
_RULER = re.compile(r"(?=[^|]*+\|)[\s:|-]*+$")
_BULLET = re.compile(r"\s*(?:[-*+•]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?")
_EMPHASIS = re.compile(r"[*_]{1,3}(?=\S)|[>|]\s*")
_LABEL = re.compile(r"(?:[\w /-]{1,40}:)[*_]*\s+(?=\S)")

_COMMANDS = frozenset(
    "ansible apt awk bash black brew bun bundle cargo cat cd chmod cmake composer cp curl deno docker dotnet "
    "eslint find flake8 gcc gh git go gradle grep helm java jest kubectl ls make mkdir mv mvn mypy nix node npm "
    "npx php pip pipx pnpm poetry prettier pre-commit psql pytest python python3 rake rm ruby ruff rustup sed "
    "sh sudo swift terraform tox tsc uv vitest wget yarn".split()
)
_VERBS = frozenset(
    "add allow always annotate append apply ask assert attach avoid begin bind branch build bump call catch "
    "change check choose clean close commit compare compile configure copy cover create declare default define "
    "delete deploy describe disable do document don't drop edit enable end ensure escape exclude export fail "
    "fetch fix follow format generate give group handle identify ignore implement import include increase "
    "indent initialize inject inline insert install invoke keep leave let limit link lint list load log look "
    "make mark match measure mend merge mock move must name never open order pass pin place plan prefer prefix "
    "preserve print pull push put quote raise read rebase record refuse regenerate reject remove rename replace "
    "report request require reset resolve restart restore return reuse revert review rewrite run save say "
    "search see send separate set ship show skip sort split squash start state stop store tag take tell test "
    "treat type update upgrade use validate verify wait wrap write".split()
)
_HEDGES = re.compile(
    r"\b(?:maybe|perhaps|possibly|probably|presumably|ideally|generally|usually|typically|normally|often|"
    r"sometimes|might|could|may|try|consider|considering|somewhat|relatively|arguably|preferably|optionally|"
    r"roughly|hopefully|seems?|depends|depending|feel free|if possible|where possible|when possible|"
    r"as (?:needed|necessary|appropriate|required|you see fit)|(?:if|when|where) (?:needed|necessary|"
    r"appropriate|applicable|it makes sense|in doubt)|in most cases|in general|more or less|kind of|sort of|"
    r"should be fine|it would be (?:nice|good)|would be (?:nice|good)|use your (?:\w+ )?judge?ment|"
    r"at your discretion|do your best|keep in mind|be (?:careful|mindful)|aim (?:to|for)|strive|attempt|"
    r"best practices?|clean code|good code|appropriate(?:ly)?|proper(?:ly)?|reasonabl[ey]|sensibl[ey]|etc)\b",
    re.IGNORECASE,
)
# A word that is code by its looks: a path, a call, a flag, a name with underscores, a pattern.
_CODE = re.compile(
    r"`|\$\s?\S|--?\w|@\w|[\w.*~-]*/[\w.*/-]*|\w+_\w|\w+\(|[\w*-]+\.[a-z]{1,5}\b|[A-Z_]{2,}=|\w+\s?:?=\s|[{}<]"
)


class Passage(msgspec.Struct, frozen=True, kw_only=True):
    """A paragraph, a list item, a line of code: `line` counts from 1, `hedges` are the words themselves."""

    line: int
    text: str
    concrete: bool
    hedges: tuple[str, ...]
    listed: bool

    @property
    def words(self) -> int:
        """Its length; a word has about six letters where a language sets no spaces."""
        return size(self.text)


def size(text: str) -> int:
    """The words of a text."""
    return max(len(text.split()), len(text) // 10)


def hedges(text: str) -> tuple[str, ...]:
    """Every hedge in a text, as it stands there."""
    return tuple(found[0].lower() for found in _HEDGES.finditer(text))


def opens_with_instruction(text: str) -> bool:
    """Whether the first words are a command, a path, a pattern or the verb of a rule."""
    bare = _EMPHASIS.sub("", text.strip(), count=2).lstrip()
    label = _LABEL.match(bare)
    return _instructs(bare) or (label is not None and _instructs(bare[label.end() :]))


def opens_with_verb(text: str) -> bool:
    """Whether the first word is the verb of a rule."""
    return _first(text) in _VERBS


def _instructs(text: str) -> bool:
    return opens_with_verb(text) or _first(text) in _COMMANDS or _CODE.match(text) is not None


def _first(text: str) -> str:
    return text.split(maxsplit=1)[0].strip("*_.,:;!\"'").lower() if text.strip() else ""


def passages(text: str) -> tuple[Passage, ...]:
    """The passages of a text; headings, rules and fences are none."""
    return tuple(_passage(line, lines) for line, lines in _joined(text))


def _joined(text: str) -> Iterator[tuple[int, list[str]]]:
    """Lines that belong together: a wrapped paragraph or list item, or a line that is code by itself."""
    gathered: list[str] = []
    began = 0
    for number, line in enumerate(text.splitlines(), 1):
        separates = _separates(line)
        starts = _BULLET.match(line) or (gathered and _CODE.match(line.strip()))
        if gathered and (separates or starts):
            yield began, gathered
            gathered = []
        if not separates:
            began = began if gathered else number
            gathered.append(line)
    if gathered:
        yield began, gathered


def _separates(line: str) -> bool:
    """Whether a line is no passage's: empty, a rule, a fence, or a heading or comment that does not hedge."""
    if not line.strip() or _FENCE.match(line) or _RULER.match(line):
        return True
    return bool(_HEADING.match(line) or _COMMENT.match(line)) and not hedges(line)


def _passage(line: int, lines: list[str]) -> Passage:
    listed = _BULLET.match(lines[0]) is not None
    text = " ".join([_BULLET.sub("", lines[0], count=1), *lines[1:]]) if listed else " ".join(lines)
    text = " ".join(text.split())
    found = hedges(text)
    return Passage(
        line=line,
        text=text,
        concrete=not found and opens_with_instruction(text),
        hedges=found,
        listed=listed,
    )
