"""PXF text becomes a document. The language and its limits: `docs/governance.md`, "The language".

A value that cannot be read costs that value. Where the structure is wrong, reading goes on with the next line
that begins a field, but only when all brackets match: then nobody has to guess where a block ends. So one pass
tells of every mistake.
"""

from __future__ import annotations

from msgspec import Struct

from steward.errors import ConfigInvalid
from steward.governance.brackets import Unexpected, match
from steward.governance.complaints import Complaints
from steward.governance.descent import Descent
from steward.governance.directives import read_directives
from steward.governance.document import Document, Problem, Source
from steward.governance.tokens import tokenize

MOST_BYTES = 64 * 1024
MEND = "Correct the file on the default branch."


class PxfError(ConfigInvalid):
    """A text that is no PXF. Each of `problems` reads `FILE:LINE:COLUMN: what was expected`."""


class Parsed(Struct, frozen=True):
    """What could be read of a text, and every problem. Without a problem there is a document."""

    source: Source
    document: Document | None
    problems: tuple[Problem, ...]


def parse(data: bytes | str, *, path: str) -> Document:
    """The document of a text, `path` being its file's name in messages. Raises `PxfError`."""
    parsed = attempt(data, path=path)
    if parsed.document is None or parsed.problems:
        raise PxfError(parsed.source.worded(parsed.problems), mend=MEND)
    return parsed.document


def attempt(data: bytes | str, *, path: str) -> Parsed:
    """As `parse`, for those who go on with what could be read. Raises nothing."""
    source, problem = _decode(data, path)
    if problem:
        return Parsed(source, None, (problem,))
    complaints = Complaints(source, tokenize(source.text))
    try:
        return _read(Descent(complaints, None))
    except Unexpected:
        return _read_around(Complaints(source, complaints.tokens))


def _decode(data: bytes | str, path: str) -> tuple[Source, Problem | None]:
    """The text without its byte order mark; or the part of it before the first byte that is no text."""
    raw = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data
    if len(raw) > MOST_BYTES:
        return Source(path, ""), Problem(0, f"expected at most {MOST_BYTES:,} bytes, found {len(raw):,}")
    try:
        return Source(path, raw.decode().removeprefix("\ufeff")), None
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode().removeprefix("\ufeff")
        what = f"expected UTF-8, found the byte 0x{raw[error.start]:02x} where it begins no character"
        return Source(path, before), Problem(len(before), what)


def _read(descent: Descent) -> Parsed:
    directives, at = read_directives(descent)
    body, _ = descent.block(at, 0)
    source = descent.complaints.source
    return Parsed(source, Document(source, tuple(directives), body), descent.complaints.problems)


def _read_around(complaints: Complaints) -> Parsed:
    """A text whose structure is wrong somewhere: every mistake, and what is left when its brackets match."""
    swallowed = complaints.check_tokens()
    try:
        closers = match(complaints.tokens, complaints.source)
    except Unexpected as error:
        # A string without an end may have taken the bracket that is missed here.
        if not swallowed or error.too_deep:
            complaints.tell(error.token, error.what)
        return Parsed(complaints.source, None, complaints.problems)
    return _read(Descent(complaints, closers))
