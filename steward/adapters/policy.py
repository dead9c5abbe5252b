"""The two policy files through GitHub: of the default branch, which count, or of a pull request, to preview them.

What each fault means: `docs/action.md`, "Reading the change".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from steward.adapters.together import start
from steward.errors import ConfigInvalid, GitHubFailed, NotFound
from steward.intake.config import MEND, Config, read_config
from steward.intake.policy_file import PolicyFile, PolicyFiles
from steward.intake.settings import CONFIG
from steward.policy import Constitution
from steward.ports import Entry, GitHub

GOVERNANCE = "governance.pxf"

MOST_LISTED = 1000
"""How many entries of a folder GitHub lists."""


class Policy(msgspec.Struct, frozen=True, kw_only=True):
    """What a branch says: the settings file and the constitution, None where there is none; `text` is its own."""

    config: Config
    constitution: Constitution | None = None
    warnings: tuple[str, ...] = ()
    text: str = ""


def read_policy(github: GitHub, ref: str, config: str | None, *, left: Callable[[], float]) -> Policy:
    """What a branch says; `config` is an explicit path. Raises `ConfigInvalid` with every mistake of both files."""
    return policy_of(read_files(github, ref, config, left=left))


def read_files(
    github: GitHub,
    ref: str,
    config: str | None,
    *,
    left: Callable[[], float],
    of: str = "the default branch",
) -> PolicyFiles:
    """Both files of a branch or commit, which is called `of`. One is absent only when its folder could be read."""
    try:
        root = github.entries("", ref)
    except NotFound as error:
        raise GitHubFailed(f"{of} cannot be read: {error.what}", mend=error.mend) from None
    # What a full listing leaves out is asked for by its name.
    full = len(root) >= MOST_LISTED
    governance = start(lambda: _governance(github, ref, root, full=full))
    settings = _settings(github, ref, config, folder_there=full or ".github" in root, of=of)
    return PolicyFiles(
        settings=PolicyFile(path=config or CONFIG, data=settings),
        governance=PolicyFile(path=GOVERNANCE, data=governance.result(within=left())),
        read_from=ref,
    )


def policy_of(files: PolicyFiles) -> Policy:
    """What the files say. Raises `ConfigInvalid` with every mistake of both."""
    config, errors = Config(), tuple[str, ...]()
    if files.settings is not None and files.settings.data is not None:
        settings = read_config(files.settings.data, path=files.settings.path)
        config, errors = settings.config or config, settings.errors
    if files.governance is None or files.governance.data is None:
        _refuse(errors)
        return Policy(config=config)
    # Imported here: most repositories have no constitution.
    from steward.governance import constitution
    from steward.governance.enforced import enforced

    reading = constitution.read(files.governance.data, path=files.governance.path)
    _refuse((*errors, *reading.errors))
    text = files.governance.data.decode("utf-8", "replace")
    return Policy(
        config=config, constitution=enforced(reading.usable()), warnings=reading.warnings, text=text
    )


def _refuse(errors: tuple[str, ...]) -> None:
    if errors:
        raise ConfigInvalid(errors, mend=MEND)


def _governance(github: GitHub, ref: str, root: Mapping[str, Entry], *, full: bool) -> bytes | None:
    listed = root.get(GOVERNANCE)
    if listed is None and not full:
        return None
    if listed is not None and listed.kind not in ("file", "symlink"):
        return None
    # Of a link the listing shows the link's own blob, so what it leads to is taken as it comes.
    sha = listed.sha if listed is not None and listed.kind == "file" else None
    try:
        return github.read_file(GOVERNANCE, ref, sha=sha)
    except NotFound:
        if listed is None:
            return None
        what = f"{GOVERNANCE} is listed on {ref}, and could not be found"
        raise GitHubFailed(what, mend="Run the job again; a link has to lead to a file.") from None


def _settings(github: GitHub, ref: str, path: str | None, *, folder_there: bool, of: str) -> bytes | None:
    if path is None and not folder_there:
        return None
    try:
        return github.read_file(path or CONFIG, ref)
    except NotFound:
        if path is None:
            return None
        problem = f"{path}: is not on {of}, {ref}"
        raise ConfigInvalid((problem,), mend="Correct the input config, or add the file.") from None
