"""The two policy files before anybody read them: names and bytes, and the tree that they speak of."""

from __future__ import annotations

import msgspec

from steward.intake.settings import CONFIG

OTHER_ENDING = CONFIG.replace(".yml", ".yaml")
UNREAD = f"{OTHER_ENDING} is not read: the settings file is {CONFIG}"


class PolicyFile(msgspec.Struct, frozen=True, kw_only=True):
    """A file by the name that messages use. `data` is None when there is none, and cut past what is readable."""

    path: str
    data: bytes | None


class PolicyFiles(msgspec.Struct, frozen=True, kw_only=True):
    """The files that were asked for, None for one that was not, and where they were read.

    `notes` say what a person should know about it.
    """

    settings: PolicyFile | None
    governance: PolicyFile | None
    read_from: str
    notes: tuple[str, ...] = ()


class Tracked(msgspec.Struct, frozen=True, kw_only=True):
    """The tracked files, sorted, or why they are not known."""

    paths: tuple[str, ...] | None = None
    why: str = ""
