"""`go.mod`: `require` and `replace`, alone and in blocks (`docs/dependencies.md`, "go.mod")."""

from __future__ import annotations

import re

from steward.intake.manifests.found import Found, ManifestError

_VERSION = re.compile(r"v\d+\.\d+\.\d+(?:[-+][0-9A-Za-z.+-]+)?")
_WORD = re.compile(r'"[^"]*"|`[^`]*`|[^\s"`]+')


def read(text: str) -> list[Found]:
    """Every module that is required, and every one that replaces another."""
    found: list[Found] = []
    block: str | None = None
    number = 0
    for number, row in enumerate(text.split("\n"), 1):
        words = [word.strip('"`') for word in _WORD.findall(row.split("//", 1)[0])]
        if not words:
            continue
        if block is not None and words == [")"]:
            block = None
        elif block is None and (words[-1] == "(" or words[0].endswith("(")):
            block = words[0].removesuffix("(")
        else:
            verb, rest = (block, words) if block is not None else (words[0], words[1:])
            found += _stated(verb, rest, number)
    if block is not None:
        raise ManifestError(f"ends inside the block {block!r}", number)
    return found


def _stated(verb: str, words: list[str], line: int) -> list[Found]:
    if verb == "require":
        if len(words) != 2:
            raise ManifestError("expected a module and its version", line)
        return [_module(words[0], words[1], line)]
    if verb == "replace":
        if "=>" not in words or not words[words.index("=>") + 1 :]:
            raise ManifestError("expected MODULE => MODULE VERSION, or a folder", line)
        target = words[words.index("=>") + 1 :]
        return [_module(target[0], target[1] if len(target) > 1 else "", line)]
    return []


def _module(name: str, version: str, line: int) -> Found:
    # Without a version only a folder can stand here: a module needs one.
    pinned = bool(_VERSION.fullmatch(version)) or (not version and name.startswith((".", "/")))
    return Found(name=name, version=version, pinned=pinned, line=line)
