"""A submission on disk, and how it is judged here: the README beside this file says what the folders hold."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

import msgspec
import yaml

from steward.adapters.challenge_files import open_source
from steward.challenge import task_report
from steward.challenge.task import TaskReport
from steward.commands.tasking import manifest_of, run_task

HERE = Path(__file__).parent
EXAMPLES = HERE.parent.parent / "examples" / "challenges"
SEED = 20
_WORD = re.compile(r"[\w.-]+")
_GIT = ("git", "-c", "user.name=Course", "-c", "user.email=course@example.org", "-c", "commit.gpgsign=false")


class Case(msgspec.Struct, frozen=True, kw_only=True):
    """One folder. `reason` is one that must be given, or several.

    `written` is what its writer had before them: the judge's code, or the page of the task alone.
    """

    about: str
    challenge: str
    verdict: str
    reason: str | list[str] = []
    changes: dict[str, object] = {}
    written: Literal["code", "page"] = "code"

    @property
    def reasons(self) -> list[str]:
        return [self.reason] if isinstance(self.reason, str) else self.reason


def names() -> list[str]:
    """The folders that hold a case."""
    return sorted(path.parent.name for path in HERE.glob("*/expected.yml"))


def read(name: str) -> Case:
    """The case of a folder."""
    return msgspec.convert(yaml.safe_load((HERE / name / "expected.yml").read_text("utf-8")), Case)


def repository(challenge: str, folder: Path, changes: Mapping[str, object] | None = None) -> Path:
    """An example challenge as a repository of its own, with some keys of its manifest changed."""
    shutil.copytree(EXAMPLES / challenge, folder, ignore=shutil.ignore_patterns("__pycache__", ".*_cache"))
    if changes:
        manifest = yaml.safe_load((folder / "challenge.yml").read_text("utf-8"))
        (folder / "challenge.yml").write_text(yaml.safe_dump({**manifest, **changes}), "utf-8")
    for command in (
        ["init", "--quiet"],
        ["add", "--all"],
        ["commit", "--quiet", "--message", "The challenge"],
    ):
        subprocess.run(
            [*_GIT, *command], cwd=folder, check=True, env={"PATH": os.environ["PATH"], "HOME": "/"}
        )
    return folder


def judged(repository: Path, patch: bytes, environment: Mapping[str, str], seed: int = SEED) -> TaskReport:
    """The report on a patch, by the code that the command line runs."""
    source = open_source(repository)
    return run_task(source, manifest_of(source), patch, seed=seed, environ=environment)


def everything_shown(report: TaskReport) -> str:
    """All that anybody gets to see of a report, in all its forms."""
    forms = (
        task_report.text(report),
        task_report.document(report).decode(),
        task_report.summary(report),
        task_report.title(report),
    )
    return "\n".join(forms)


def secrets(challenge: str, patch: bytes) -> set[str]:
    """Words that stand in hidden files and nowhere else: not in the challenge's open files, not in the patch."""
    folder = EXAMPLES / challenge
    hidden = [path for path in sorted((folder / "hidden").rglob("*")) if path.is_file()]
    known = _words(patch.decode("utf-8", "replace"))
    for path in folder.rglob("*"):
        if path.is_file() and path not in hidden:
            known |= _words(path.read_text("utf-8"))
    told: set[str] = set()
    for path in hidden:
        told |= {path.name}
        if path.name == "cases.yml":
            values = [str(value) for row in yaml.safe_load(path.read_text("utf-8")) for value in row.values()]
            told |= _words(" ".join(values))
        elif path.name != "reference.patch":
            told |= _words(path.read_text("utf-8"))
    return {word for word in told - known if len(word) > 4}


def _words(text: str) -> set[str]:
    return set(_WORD.findall(text))
