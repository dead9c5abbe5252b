"""The two ways in which git writes that a binary file changed."""

from __future__ import annotations

import re

from steward.intake.headers import Broken, Header, whole
from steward.intake.lines import Lines
from steward.intake.quoting import spells

NOTICE = b"Binary files "
PATCH = b"GIT binary patch\n"
_DIFFER = b" differ\n"
_SIZE = re.compile(rb"(?:literal|delta) [0-9]{1,19}\n")
_BLANK = re.compile(rb"\n")
_DATA = re.compile(rb"([A-Za-z])((?:[0-9A-Za-z!#$%&()*+;<=>?@^_`{|}~-]{5}){1,13})\n")


def read_notice(header: Header, lines: Lines) -> None:
    """Read `Binary files … and … differ`, which must name what the header named."""
    line = whole(lines.here())
    names = line.removeprefix(NOTICE).removesuffix(_DIFFER)
    if not spells(names, header.source, b" and ", header.target):
        raise Broken("its binary line names another file than its first line")
    lines.skip()


def read_patch(lines: Lines) -> None:
    """Read `GIT binary patch`: one block for each direction, each ended by a blank line."""
    lines.skip()
    for _ in ("forwards", "backwards"):
        _expect(lines, _SIZE)
        while _is_data(lines.here()):
            lines.skip()
        _expect(lines, _BLANK)


def _expect(lines: Lines, wanted: re.Pattern[bytes]) -> None:
    if not wanted.fullmatch(lines.here()):
        raise Broken("its binary patch is cut or changed")
    lines.skip()


def _is_data(line: bytes) -> bool:
    found = _DATA.fullmatch(line)
    if found is None:
        return False
    # The letter says how many bytes the line holds: five characters hold four.
    letter = found[1][0]
    count = letter - ord("A") + 1 if letter <= ord("Z") else letter - ord("a") + 27
    return len(found[2]) == (count + 3) // 4 * 5
