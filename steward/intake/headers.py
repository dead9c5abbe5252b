"""The header of one file's section in a git diff: `diff --git`, the extended header lines, `---` and `+++`.

Everything that is known of a file except its lines is read here; a header that does not say one thing only
is refused. The rules are git's own ("Generating patch text with -p" in git's manual); `docs/action.md`,
"Reading the change", shows them to users.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec

from steward.intake.lines import LONGEST, Lines
from steward.intake.quoting import halves, spells, unquote
from steward.model import Kind

GIT = b"diff --git "
PREFIXES = "its names do not stand under a/ and b/"
CARRIAGE_RETURNS = "its header lines end with CR LF"
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
_VERBS = {Kind.RENAMED: b"rename", Kind.COPIED: b"copy"}
_ORDINARY = {b"index"}
_NULL = b"/dev/null"


class Broken(Exception):
    """One file's section cannot be read; the text is a clause that says why, in words of ours only."""


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """What a section says of its file before the first changed line.

    `source` and `target` are the names as the lines after the header must repeat them. `may_end` is whether
    the file has no changed lines: without any, another header is that of a diff that was cut. `type` is
    git's type of an added or deleted file: "100" is a file, "120" a symbolic link, "160" a submodule.
    """

    kind: Kind
    path: bytes
    previous: bytes | None
    source: bytes
    target: bytes
    may_end: bool
    type: str


def read_header(lines: Lines) -> Header:
    """Read `diff --git` and the extended header lines, and go on to the first line that is neither."""
    names = whole(lines.take())[len(GIT) : -1]
    fields = _read_fields(lines)
    kind = _kind(fields)
    old, new = _names(names, kind, fields)
    mode = fields.get(b"new file mode") or fields.get(b"deleted file mode") or b""
    return Header(
        kind=kind,
        path=new,
        previous=old if old != new else None,
        source=_NULL if kind is Kind.ADDED else b"a/" + old,
        target=_NULL if kind is Kind.DELETED else b"b/" + new,
        may_end=_may_end(kind, fields),
        type=mode[:3].decode("ascii"),
    )


def read_labels(header: Header, lines: Lines) -> None:
    """Read `---` and `+++`, which must say what the header said."""
    for mark, name in ((b"--- ", header.source), (b"+++ ", header.target)):
        line = whole(lines.here())
        # Git ends a name that holds a space with a tab.
        text = line[len(mark) : -1].removesuffix(b"\t")
        if not line.startswith(mark) or (text != name and unquote(text) != name):
            raise Broken("its --- and +++ lines name another file than its first line, or one is missing")
        lines.skip()


def whole(line: bytes) -> bytes:
    """The header line as it is, when nothing has cut or translated it."""
    if len(line) > LONGEST:
        raise Broken("one of its header lines is longer than git writes them")
    if not line.endswith(b"\n"):
        raise Broken("the diff ends in the middle of its header")
    if line.endswith(b"\r\n"):
        raise Broken(CARRIAGE_RETURNS)
    return line


def same_name(text: bytes) -> bytes:
    """The one name that both halves of a `diff --git` line spell, without its prefixes."""
    names = halves(text)
    if names is None:
        raise Broken("its first line does not name one file as git would")
    old, new = names
    if not old.startswith(b"a/") or not new.startswith(b"b/"):
        raise Broken(PREFIXES)
    if old[2:] != new[2:] or len(old) == 2:
        raise Broken("its first line names two files, and no line says that one became the other")
    return old[2:]


def is_empty_blob(name: str) -> bool:
    """Whether `name`, whole or shortened to no less than four digits, is that of an empty content."""
    return len(name) >= 4 and any(blob.startswith(name) for blob in EMPTY_BLOBS)


def _read_fields(lines: Lines) -> Mapping[bytes, bytes]:
    fields: dict[bytes, bytes] = {}
    while found := _FIELD.fullmatch(lines.here()):
        last = found.lastindex or 0
        if found[last - 1] in fields:
            raise Broken("its header says one thing twice")
        fields[found[last - 1]] = found[last]
        lines.skip()
    return fields


def _kind(fields: Mapping[bytes, bytes]) -> Kind:
    if fields.keys() == _ORDINARY:
        return Kind.MODIFIED
    if any((one in fields) != (other in fields) for one, other in _PAIRS):
        raise Broken("one line of a pair is missing in its header")
    kinds = [kind for name, kind in _KINDS.items() if name in fields] or [Kind.MODIFIED]
    if len(kinds) > 1 or (b"old mode" in fields and kinds[0] in (Kind.ADDED, Kind.DELETED)):
        raise Broken("its header says more than one kind of change")
    if (b"similarity index" in fields) != (kinds[0] in _VERBS):
        raise Broken("its header is not whole: a rename goes with a similarity, and nothing else does")
    return kinds[0]


def _names(text: bytes, kind: Kind, fields: Mapping[bytes, bytes]) -> tuple[bytes, bytes]:
    if not text.removeprefix(b'"').startswith(b"a/"):
        raise Broken(PREFIXES)
    if b"similarity index" not in fields:
        name = same_name(text)
        return name, name
    old, new = (unquote(fields[_VERBS[kind] + end]) for end in (b" from", b" to"))
    if old and new and old != new and spells(text, b"a/" + old, b" ", b"b/" + new):
        return old, new
    raise Broken("its first line names other files than the lines that say what became what")


def _may_end(kind: Kind, fields: Mapping[bytes, bytes]) -> bool:
    if kind in (Kind.ADDED, Kind.DELETED):
        contents = fields.get(b"index", b"").decode("ascii").partition("..")
        return is_empty_blob(contents[2 if kind is Kind.ADDED else 0].partition(" ")[0])
    # Git writes an `index` line whenever the bytes differ.
    return bool(fields) and b"index" not in fields and fields.get(b"similarity index", b"100%") == b"100%"
