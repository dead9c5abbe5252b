"""Manifests, patches and runs for tests of Task Mode."""

from __future__ import annotations

import msgspec

from steward.challenge.manifest import Manifest, parse_manifest

CHECKS = """
  - {id: public, kind: public, run: [python, -m, pytest, public], junit: out/public.xml}
  - {id: hidden, kind: hidden, files: hidden/tests, run: [python, -m, pytest, hidden/tests], junit: out/hidden.xml}
  - {id: cli, kind: behaviour, run: [python, -m, slugs, "Ä b"], expect: {stdout: '^a-b$'}}
"""


def manifest(editable: str = '["src/**"]', checks: str = CHECKS, more: str = "") -> Manifest:
    """A challenge whose submissions may change what `editable` says."""
    text = f"version: 1\nid: slugs\ntitle: Slugs\neditable: {editable}\n{more}\nchecks:{checks}"
    return parse_manifest(text.encode(), path="challenge.yml")


def section(path: str, *lines: str, head: str = "new file mode 100644\nindex 0000000..1234567") -> bytes:
    """The section of a patch that adds a file."""
    added = lines or ("x = 1",)
    body = "".join(f"+{line}\n" for line in added)
    names = f"diff --git a/{path} b/{path}\n{head}\n--- /dev/null\n+++ b/{path}\n"
    return f"{names}@@ -0,0 +1,{len(added)} @@\n{body}".encode()


class Ran(msgspec.Struct, frozen=True, kw_only=True):
    """How a command ended."""

    exit: int | None = 0
    stdout: bytes = b""
    stderr: bytes = b""
    timed_out: bool = False
    flooded: bool = False
    report: bytes | None = None
    seconds: float = 0.0
