"""The header of one file's section in a git diff: `diff --git`, the extended header lines, `---` and `+++`.

Everything that is known of a file except its lines is read here; a header that does not say one thing only
is refused. The rules are git's own ("Generating patch text with -p" in git's manual) and are shown for
users in `docs/action.md`, "Reading the change".
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from steward.intake.lines import LONGEST, Lines
from steward.intake.quoting import halves, spells, unquote
from steward.model import Kind

GIT = b"diff --git "
EMPTY_BLOBS = (
    "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391",
    "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813",
)
"""The names of an empty file's content, in git's SHA-1 and SHA-256 repositories."""

_FIELDS = {
    b"old mode": rb"[0-7]{6}",
    b"new mode": rb"[0-7]{6}",
    b"new file mode": rb"[0-7]{6}",
    b"deleted file mode": rb"[0-7]{6}",
    b"similarity index": rb"[0-9]{1,3}%",
    b"dissimilarity index": rb"[0-9]{1,3}%",
    b"rename from": rb".+",
    b"rename to": rb".+",
    b"copy from": rb".+",
    b"copy to": rb".+",
    b"index": rb"[0-9a-f]{4,64}\.\.[0-9a-f]{4,64}(?: [0-7]{6})?",
}
_FIELD = re.compile(b"(?:%s)\n" % b"|".join(b"(%s) (%s)" % field for field in _FIELDS.items()))
_PAIRS = (
    (b"old mode", b"new mode"),
    (b"rename from", b"rename to"),
    (b"copy from", b"copy to"),
)
_KINDS = {
    b"new file mode": Kind.ADDED,
    b"deleted file mode": Kind.DELETED,
    b"rename to": Kind.RENAMED,
    b"copy to": Kind.COPIED,
}
_NULL = b"/dev/null"
_PREFIXES = "its names do not stand under a/ and b/"


class Broken(Exception):  # noqa: N818 - it is a section that is broken, not the program
    """One file's section cannot be read; the text says why, in words of ours only."""


class Prefixes(Broken):
    """The names do not stand under `a/` and `b/`: a setting of the git that wrote the diff."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """What a section says of its file before the first changed line.

    `source` and `target` are the names as `---` and `+++` must repeat them. `differs` is whether the header
    announces changed bytes, `emptiness` whether the one content of an added or deleted file is empty.
    `type` is git's file type of an added or deleted file: "100" a file, "120" a link, "160" a submodule.
    """

    kind: Kind
    path: bytes
    previous: bytes | None
    source: bytes
    target: bytes
    differs: bool
    emptiness: bool
    type: str


def read_header(lines: Lines) -> Header:
    """Read `diff --git` and the extended header lines, and go on to the first line that is neither."""
    names = _whole(lines.take())[len(GIT) : -1]
    fields = _read_fields(lines)
    kind = _kind(fields)
    previous, path = _names(names, kind, fields)
    before, after = fields.get(b"index", b"..").split(b" ")[0].split(b"..")
    content = before if kind is Kind.DELETED else after
    return Header(
        kind=kind,
        path=path,
        previous=previous if kind in (Kind.RENAMED, Kind.COPIED) else None,
        source=_NULL if kind is Kind.ADDED else b"a/" + previous,
        target=_NULL if kind is Kind.DELETED else b"b/" + path,
        differs=b"index" in fields or fields.get(b"similarity index", b"100%") != b"100%" or not fields,
        emptiness=is_empty_blob(content.decode("ascii")),
        type=(fields.get(b"new file mode") or fields.get(b"deleted file mode") or b"")[:3].decode("ascii"),
    )


def is_empty_blob(name: str) -> bool:
    """Whether `name`, whole or shortened to no less than four digits, is that of an empty content."""
    return len(name) >= 4 and any(blob.startswith(name) for blob in EMPTY_BLOBS)


def check_labels(header: Header, lines: Lines) -> None:
    """Read `---` and `+++`, which must say what the header said."""
    for mark, name in ((b"--- ", header.source), (b"+++ ", header.target)):
        line = _whole(lines.take())
        # Git ends a name that holds a space with a tab.
        if not line.startswith(mark) or unquote(line[len(mark) : -1].removesuffix(b"\t")) != name:
            raise Broken("its --- and +++ lines are missing or name another file than its first line")


def _whole(line: bytes) -> bytes:
    if len(line) > LONGEST:
        raise Broken("a header line is longer than git writes them")
    if not line.endswith(b"\n"):
        raise Broken("the diff ends in the middle of the header")
    if line.endswith(b"\r\n"):
        raise Broken("its header lines end with CR LF: something translated the diff's line ends")
    return line


def _read_fields(lines: Lines) -> Mapping[bytes, bytes]:
    fields: dict[bytes, bytes] = {}
    while (found := _FIELD.fullmatch(lines.here())) is not None:
        last = found.lastindex or 0
        if found[last - 1] in fields:
            raise Broken("its header says one thing twice")
        fields[found[last - 1]] = found[last]
        lines.skip()
    return fields


def _kind(fields: Mapping[bytes, bytes]) -> Kind:
    if any((one in fields) != (other in fields) for one, other in _PAIRS):
        raise Broken("its header is cut: one line of a pair is missing")
    kinds = [kind for name, kind in _KINDS.items() if name in fields]
    whole = kinds and kinds[0] in (Kind.ADDED, Kind.DELETED)
    if len(kinds) > 1 or (whole and b"old mode" in fields):
        raise Broken("its header contradicts itself: it says more than one kind of change")
    if (b"similarity index" in fields) != bool(kinds and not whole):
        raise Broken("its header is cut or contradicts itself about a rename")
    return kinds[0] if kinds else Kind.MODIFIED


def _names(text: bytes, kind: Kind, fields: Mapping[bytes, bytes]) -> tuple[bytes, bytes]:
    if not text.removeprefix(b'"').startswith(b"a/"):
        raise Prefixes(_PREFIXES)
    if kind in (Kind.RENAMED, Kind.COPIED):
        verb = b"rename" if kind is Kind.RENAMED else b"copy"
        old, new = unquote(fields[verb + b" from"]), unquote(fields[verb + b" to"])
        if old and new and old != new and spells(text, b"a/" + old, b" ", b"b/" + new):
            return old, new
        raise Broken("its first line names other files than its rename or copy lines")
    name = same_name(text)
    return name, name


def same_name(text: bytes) -> bytes:
    """The one name that both halves of a `diff --git` line spell, without its prefixes."""
    names = halves(text)
    if names is None:
        raise Broken("its first line does not name one file in git's way")
    if names[0][:2] != b"a/" or names[1][:2] != b"b/":
        raise Prefixes(_PREFIXES)
    if names[0][2:] != names[1][2:] or len(names[0]) == 2:
        raise Broken("its first line names two files, and no rename is said")
    return names[0][2:]
