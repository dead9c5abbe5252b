"""Which files instruct coding agents, and their versions as text (`docs/evals.md`, "Instruction files")."""

from __future__ import annotations

import re

import msgspec

MOST_BYTES = 256 * 1024
"""What no file for an agent needs; a longer one is not judged."""

# Matched against a path in lower case: names count in every folder, and agents read them in any case.
_PATHS = re.compile(
    r"(?:.*/)?(?:"
    r"claude(?:\.local)?\.md|agent\.md|agents(?:\.override)?\.md|gemini\.md|qwen\.md"
    r"|\.cursorrules|\.windsurfrules|\.clinerules|\.goosehints"
    r"|\.github/copilot-instructions\.md|[^/]+\.instructions\.md|\.junie/guidelines\.md"
    r"|\.cursor/rules/.+\.mdc?|\.(?:windsurf|claude|continue|amazonq|roo)/rules/.+\.md"
    r"|\.clinerules/.+\.(?:md|txt)"
    r")",
    re.DOTALL,
)


def is_instruction_file(path: str) -> bool:
    """Whether a coding agent reads the file at this path as its instructions."""
    return _PATHS.fullmatch(path.lower()) is not None


class Version(msgspec.Struct, frozen=True, kw_only=True):
    """One side of a change. `text` is None when there is no such file, or when `note` says why it is not read."""

    text: str | None = None
    note: str = ""

    @property
    def exists(self) -> bool:
        """Whether there is such a file, readable or not."""
        return self.text is not None or bool(self.note)


class InstructionFile(msgspec.Struct, frozen=True, kw_only=True):
    """An instruction file that a pull request changes: its text at the merge base and at the head."""

    path: str
    base: Version = Version()
    head: Version = Version()


def version(data: bytes | None) -> Version:
    """The bytes of a file as text, or why they are none; None is a file that does not exist.

    One that the caller cannot have has `Version(note="…")`: a symbolic link, a submodule, a failed request.
    """
    if data is None:
        return Version()
    if len(data) > MOST_BYTES:
        return Version(note=f"has more than {MOST_BYTES:,} bytes")
    if b"\x00" in data:
        return Version(note="is binary")
    try:
        # Patterns end at the ends of lines, whatever system wrote them.
        return Version(text=data.decode("utf-8-sig").replace("\r\n", "\n"))
    except UnicodeDecodeError:
        return Version(note="is not UTF-8 text")
