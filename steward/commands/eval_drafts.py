"""What `steward eval prose` writes of: saved facts, and a constitution that is named beside them."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

from steward.adapters import local
from steward.adapters.policy import policy_of
from steward.errors import ConfigInvalid, InputInvalid
from steward.evals.writing import Draft
from steward.intake.policy_file import PolicyFile, PolicyFiles
from steward.policy import Constitution

_MOST_BYTES = 1024 * 1024


def drafts(facts: tuple[str, ...]) -> list[Draft]:
    """The pull requests of these files, those of a folder by name. Raises `InputInvalid`.

    Each is called by its file, and where two files have one name by the path.
    """
    files = _files(facts)
    _require_different(files)
    stems = Counter(path.stem for path in files)
    names = [path.stem if stems[path.stem] == 1 else path.with_suffix("").as_posix() for path in files]
    return [_draft(path, name) for path, name in zip(files, names, strict=True)]


def _files(facts: tuple[str, ...]) -> list[Path]:
    found: list[Path] = []
    for name in facts:
        path = Path(name)
        listed = sorted(path.glob("*.json")) if path.is_dir() else [path]
        if not listed:
            raise InputInvalid((f"{name} holds no file of facts (*.json)",))
        found += listed
    return found


def _require_different(files: list[Path]) -> None:
    seen: set[str] = set()
    for path in files:
        real = os.path.realpath(path)
        if real in seen:
            raise InputInvalid((f"{path} is named twice; a pull request counts once",))
        seen.add(real)


def _draft(path: Path, name: str) -> Draft:
    try:
        return Draft(name=name, facts=local.from_facts(str(path)).facts)
    except InputInvalid as error:
        said = error.problems[0].removeprefix(f"--facts: {path} ")
        raise InputInvalid((f"{path}: {said}",), mend=error.mend) from None


def constitution(name: str) -> tuple[Constitution | None, str]:
    """A governance.pxf that was named, and its text. Raises `InputInvalid` with every mistake of it."""
    try:
        with Path(name).open("rb") as file:
            data = file.read(_MOST_BYTES + 1)
    except OSError as error:
        raise InputInvalid((f"--governance: {name} cannot be read: {error.strerror}",)) from None
    if len(data) > _MOST_BYTES:
        raise InputInvalid((f"--governance: {name} has more than {_MOST_BYTES:,} bytes",))
    named = PolicyFile(path=name, data=data)
    try:
        policy = policy_of(PolicyFiles(settings=None, governance=named, read_from=name))
    except ConfigInvalid as error:
        raise InputInvalid(error.problems, mend="Correct the file.") from None
    return policy.constitution, policy.text
