"""What a command printed, as it may be shown: plain lines, no secrets, the end of it."""

from __future__ import annotations

import re

from steward.report.markdown import visible

MOST_LINES = 40
_MOST_CHARACTERS = 160
_MOST_READ = 64 * 1024
# CSI, OSC (with both its ends) and other escape sequences of a terminal.
_ANSI = re.compile(
    r"""\x1b(?: \[[0-?]*[ -/]*[@-~] | \][^\x07\x1b]*(?:\x07|\x1b\\)? | [PX^_][^\x1b]*(?:\x1b\\)? | [\x20-/]*[0-~] )
    | \x9b[0-?]*[\x20-/]*[@-~]""",
    re.VERBOSE,
)
_SECRETS = re.compile(
    r"""(?:gh[pousr]_|github_pat_)[A-Za-z0-9_]{16,} | sk-[A-Za-z0-9_-]{16,} | xox[abprs]-[A-Za-z0-9-]{10,}
    | (?:AKIA|ASIA)[A-Z0-9]{16} | glpat-[A-Za-z0-9_-]{16,}
    | eyJ[A-Za-z0-9_-]{8,2000}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*
    | npm_[A-Za-z0-9]{30,} | AIza[A-Za-z0-9_-]{30,} | pypi-[A-Za-z0-9_-]{30,}
    | -----BEGIN[ ][A-Z ]*PRIVATE[ ]KEY-----.*?(?:-----END[ ][A-Z ]*PRIVATE[ ]KEY-----|\Z)
    | (?<=://)[^/\s:@]+:[^/\s@]+(?=@)""",
    re.VERBOSE | re.DOTALL,
)


def readable(stdout: bytes, stderr: bytes) -> str:
    """The last lines of both streams, each line inert: no escape sequence, no unseen character, no secret."""
    texts = [_plain(stream) for stream in (stdout, stderr) if stream.strip()]
    lines = [visible(line, _MOST_CHARACTERS) for text in texts for line in text.split("\n") if line.strip()]
    # Two grammars of a runner's log: a command at the start of a line, and the older one anywhere in it.
    return "\n".join(lines[-MOST_LINES:]).replace("##[", "## [").replace("::", ": :")


def _plain(stream: bytes) -> str:
    text = stream[-_MOST_READ:].decode("utf-8", "replace").replace("\r\n", "\n").expandtabs(4)
    return _SECRETS.sub("[secret]", _ANSI.sub("", text))
