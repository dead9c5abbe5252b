"""Which settings a new settings file changes, by their keys in the file (`docs/policy.md`, "Preview")."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from steward.intake.config import Config
from steward.model import Changed

_KEYS = {
    "rules.test_conventions": "scoring.tests.conventions",
    "rules.test_globs": "scoring.tests.globs",
    "rules.security_match": "scoring.security.match",
    "rules.complexity_exclude": "scoring.complexity.exclude",
    "comment": "comment.mode",
}
_NOTHING = "nothing"


def differing(old: Config, new: Config) -> tuple[Changed, ...]:
    """Every setting that holds otherwise under the new file, in the order of the keys' groups."""
    before, after = dict(_leaves(msgspec.to_builtins(old))), dict(_leaves(msgspec.to_builtins(new)))
    return tuple(
        Changed(
            key=_KEYS.get(key, key),
            before=_said(key, before.get(key)),
            after=_said(key, after.get(key)),
        )
        for key in dict.fromkeys((*before, *after))
        if before.get(key) != after.get(key)
    )


def _leaves(block: dict[str, object], above: str = "") -> Iterator[tuple[str, object]]:
    for name, value in block.items():
        if isinstance(value, dict):
            yield from _leaves(value, f"{above}{name}.")
        else:
            yield f"{above}{name}", sorted(value) if isinstance(value, list) else value


def _said(key: str, value: object) -> str:
    if key == "prose.daily_credits" and isinstance(value, int):
        return f"{value / 100:.2f}"
    if isinstance(value, list):
        return ", ".join(map(str, value)) or _NOTHING
    if isinstance(value, bool):
        return str(value).lower()
    return _NOTHING if value in (None, "") else str(value)
