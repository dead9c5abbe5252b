"""What a submission may be: a `git diff` of plain text files inside `editable`, and nothing else.

Each rule has its own name and its own message (`docs/challenges.md`, "What is refused"). The reading of the diff is
that of the rest of Steward; the rules here are stricter than it, for what passes is given to `git apply`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from io import BytesIO

import msgspec

from steward.challenge.manifest import Manifest
from steward.errors import DiffUnreadable
from steward.intake.diff import ParsedDiff, parse_diff
from steward.intake.quoting import unquote
from steward.model import ChangedFile
from steward.paths import globs
from steward.report.markdown import visible

_START = re.compile(rb"^diff --git ", re.MULTILINE)
_HEADER_END = re.compile(rb"^(?:@@ |--- |\+\+\+ )", re.MULTILINE)
_BODY = re.compile(rb"^@@ ", re.MULTILINE)
_MODE = re.compile(rb"^(?:new file mode|new mode|old mode|deleted file mode) ([0-7]{6})$", re.MULTILINE)
_INDEX_MODE = re.compile(rb"^index [0-9a-f]+\.\.[0-9a-f]+ ([0-7]{6})$", re.MULTILINE)
_NEW_MODE = re.compile(rb"^(?:new file mode|new mode) ([0-7]{6})$", re.MULTILINE)
_BINARY = re.compile(rb"^(?:GIT binary patch|Binary files .* differ)$", re.MULTILINE)
_RENAME = re.compile(rb"^rename (?:from|to) ", re.MULTILINE)
_COPY = re.compile(rb"^copy (?:from|to) ", re.MULTILINE)
_LABEL = re.compile(rb"^(?:---|\+\+\+) (.+?)\t?$", re.MULTILINE)
_FIRST = re.compile(rb"\Adiff --git (.+)$", re.MULTILINE)
_HUNK = re.compile(rb"@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")
_DRIVE = re.compile(r"[A-Za-z]:")
_LINK, _SUBMODULE, _EXECUTABLE, _PLAIN = b"120000", b"160000", b"100755", b"100644"


class Refusal(msgspec.Struct, frozen=True, kw_only=True):
    """A rule that a patch breaks, and the sentence that says so."""

    rule: str
    what: str


class Submission(msgspec.Struct, frozen=True, kw_only=True):
    """A patch that may be applied: its files, the lines it adds to each by number, and those it removes."""

    patch: bytes
    files: tuple[ChangedFile, ...] = ()
    lines: Mapping[str, Mapping[int, str]] = {}
    removed: Mapping[str, tuple[str, ...]] = {}

    @property
    def paths(self) -> tuple[str, ...]:
        """The paths that the patch names."""
        return tuple(file.path for file in self.files)


def read_patch(
    patch: bytes, manifest: Manifest, outside: tuple[str, ...] = ()
) -> tuple[Submission | None, tuple[Refusal, ...]]:
    """The submission of a patch, or every rule that it breaks. `outside` are paths that it changes elsewhere."""
    early = _too_large(patch, manifest)
    if early is not None:
        return None, (early,)
    if not patch.strip() and not outside:
        return Submission(patch=b""), ()
    found = list(_sections_refused(patch))
    refused = [Refusal(rule="outside-editable", what=_outside(path, manifest)) for path in outside]
    try:
        parsed = parse_diff(BytesIO(patch))
    except DiffUnreadable as error:
        return None, _distinct(
            [*found, *refused, Refusal(rule="headers", what=f"it is no git diff: {error.what}")]
        )
    refused += [*found, *_broken(parsed, told=bool(found)), *_paths_refused(parsed.files, manifest)]
    if refused:
        return None, _distinct(refused)
    lines, removed = _lines(patch, parsed)
    return Submission(patch=patch, files=parsed.files, lines=lines, removed=removed), ()


def _too_large(patch: bytes, manifest: Manifest) -> Refusal | None:
    most = manifest.limits.patch_bytes
    if len(patch) > most:
        return Refusal(rule="too-large", what=f"the patch has {len(patch):,} bytes; allowed: {most:,}")
    if b"\0" in patch:
        return Refusal(rule="nul", what="the patch holds a NUL byte, which no text file needs")
    return None


def _distinct(refused: list[Refusal]) -> tuple[Refusal, ...]:
    return tuple(dict.fromkeys(refused))


def _sections_refused(patch: bytes) -> Iterator[Refusal]:
    """The rules that only the header lines show: modes, renames, binaries, and paths that git would not write."""
    starts = [found.start() for found in _START.finditer(patch)]
    if not starts or patch[: starts[0]].strip():
        yield from _raw_paths(patch)
    for start, end in zip(starts, [*starts[1:], len(patch)], strict=False):
        section = patch[start:end]
        body = _BODY.search(section)
        head = section[: body.start()] if body else section
        mark = _HEADER_END.search(head)
        yield from _header_refused(head[: mark.start()] if mark else head, _name(section))
        yield from _raw_paths(head)


def _name(section: bytes) -> str:
    first = section.partition(b"\n")[0].removeprefix(b"diff --git ")
    return visible(first.rpartition(b" b/")[2].decode("utf-8", "surrogateescape") or "a file")


def _header_refused(head: bytes, name: str) -> Iterator[Refusal]:
    modes = {*_MODE.findall(head), *_INDEX_MODE.findall(head)}
    becomes = set(_NEW_MODE.findall(head))
    if _LINK in modes:
        yield Refusal(rule="symlink", what=f"{name} is or would become a symbolic link")
    if _SUBMODULE in modes:
        yield Refusal(rule="submodule", what=f"{name} is or would become a submodule")
    if _EXECUTABLE in becomes:
        yield Refusal(rule="executable", what=f"{name} would become executable")
    if modes - {_LINK, _SUBMODULE, _EXECUTABLE, _PLAIN}:
        yield Refusal(rule="mode", what=f"{name} has a mode that is none of a plain file")
    if _RENAME.search(head):
        yield Refusal(rule="rename", what=f"{name} is a rename: make the diff with --no-renames")
    if _COPY.search(head):
        yield Refusal(rule="copy", what=f"{name} is a copy: make the diff with --no-renames")
    if _BINARY.search(head):
        yield Refusal(rule="binary", what=f"{name} is binary; only text can be submitted")


def _raw_paths(head: bytes) -> Iterator[Refusal]:
    """Paths in the words of the header itself: the strict reading refuses such a header before it knows them."""
    texts = [found[1] for found in _LABEL.finditer(head)]
    first = _FIRST.match(head)
    if first:
        names = first[1].rstrip(b"\r")
        half = names[: len(names) // 2]
        texts += [half, names[len(half) + 1 :]]
    for raw in [text.rstrip(b"\r") for text in texts]:
        text = raw.strip(b'"').removeprefix(b"a/").removeprefix(b"b/")
        name = visible(text.decode("utf-8", "surrogateescape"))
        if text.startswith(b"/") and text != b"/dev/null":
            yield Refusal(rule="absolute-path", what=f"{name} is an absolute path")
        if b".." in text.replace(b"\\", b"/").split(b"/"):
            yield Refusal(rule="parent-path", what=f"{name} leads out of the challenge through ..")
        if b"\\" in raw and not raw.startswith(b'"'):
            yield Refusal(rule="backslash", what=f"{name} is written with backslashes")


def _broken(parsed: ParsedDiff, *, told: bool) -> Iterator[Refusal]:
    for section in () if told else parsed.unreadable:
        name = visible(section.path) if section.path else "one of its files"
        what = f"{name}, from line {section.line} of the patch: {section.why}"
        yield Refusal(rule="headers", what=what)


def _paths_refused(files: tuple[ChangedFile, ...], manifest: Manifest) -> Iterator[Refusal]:
    if len(files) > manifest.limits.files:
        most = manifest.limits.files
        yield Refusal(
            rule="too-many-files", what=f"the patch changes {len(files):,} files; allowed: {most:,}"
        )
    editable = globs(tuple(manifest.editable))
    for path in [part for file in files for part in (file.path, file.previous_path) if part]:
        odd = list(_path_refused(path))
        yield from odd
        if not odd and (_is_hidden(path, manifest) or not editable(path)):
            yield Refusal(rule="outside-editable", what=_outside(path, manifest))


def _outside(path: str, manifest: Manifest) -> str:
    # Whether a hidden file of that name exists is nobody's to find out.
    name = "a path among the hidden files" if _is_hidden(path, manifest) else visible(path)
    return f"{name} is not among the files that a submission may change"


def _is_hidden(path: str, manifest: Manifest) -> bool:
    return any(path == hidden or path.startswith(f"{hidden}/") for hidden in manifest.hidden)


def _path_refused(path: str) -> Iterator[Refusal]:
    name, parts = visible(path), path.split("/")
    if path.startswith("/") or _DRIVE.match(path):
        yield Refusal(rule="absolute-path", what=f"{name} is an absolute path")
    if ".." in parts:
        yield Refusal(rule="parent-path", what=f"{name} leads out of the challenge through ..")
    if "\\" in path:
        yield Refusal(rule="backslash", what=f"{name} is written with backslashes")
    lowered = [part.lower().rstrip(". ") for part in parts]
    if lowered[0] == ".github":
        yield Refusal(rule="github", what=f"{name} belongs to the repository's workflows")
    elif any(part.startswith((".git", "git~")) for part in lowered):
        yield Refusal(rule="git-file", what=f"{name} is a file of git's own")
    strange = name != path or any(part in ("", ".") or part != part.strip() for part in parts)
    if strange and not path.startswith("/"):
        yield Refusal(rule="odd-path", what=f"{name} is no plain path")


def _lines(patch: bytes, parsed: ParsedDiff) -> tuple[dict[str, dict[int, str]], dict[str, tuple[str, ...]]]:
    """The added lines by their numbers and the removed ones, by path."""
    added: dict[str, dict[int, str]] = {}
    removed: dict[str, list[str]] = {}
    paths = {file.path for file in parsed.files}
    path, number, old, new = "", 0, 0, 0
    for line in patch.split(b"\n"):
        mark, text = line[:1], line[1:].decode("utf-8", "replace")
        if old <= 0 and new <= 0:
            hunk = _HUNK.match(line)
            if hunk:
                number = int(hunk[2])
                old, new = (int(part) if part is not None else 1 for part in (hunk[1], hunk[3]))
            elif line.startswith((b"+++ ", b"--- ")) and _label(line[4:]) in paths:
                path = _label(line[4:])
            continue
        if mark == b"+":
            added.setdefault(path, {})[number] = text
        elif mark == b"-":
            removed.setdefault(path, []).append(text)
        number += mark in (b"+", b" ", b"")
        new -= mark in (b"+", b" ", b"")
        old -= mark in (b"-", b" ", b"")
    return added, {name: tuple(texts) for name, texts in removed.items()}


def _label(text: bytes) -> str:
    plain = text.removesuffix(b"\t")
    return (unquote(plain) or plain)[2:].decode("utf-8", "surrogateescape")
