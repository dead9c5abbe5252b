"""The Action's inputs and the runner's environment become settings, once, at the door.

An empty input means its default. All wrong inputs are reported together. The table: `docs/action.md`, "Inputs".
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import StrEnum
from typing import Any
from urllib.parse import quote

import msgspec

from steward.intake.inputs import Inputs, is_inside, shown
from steward.model import FailOn, Run

CHECK_NAME = "Steward evaluation"
CONFIG = ".github/steward.yml"
_WEB = "https://github.com"
_API = "https://api.github.com"

# No name of dots alone: in an address it would lead elsewhere.
_NAME = r"(?!\.{1,2}(?:/|\Z))[A-Za-z0-9_.-]+"
_REPOSITORY = re.compile(f"{_NAME}/{_NAME}")
_TOKEN = re.compile(r"[!-~]+")


class Mode(StrEnum):
    """What the run is for; `auto` decides from the event between evaluating and publishing."""

    AUTO = "auto"
    EVALUATE = "evaluate"
    PUBLISH = "publish"
    TASK = "task"
    REVIEW = "review"
    EVAL = "eval"

    @property
    def judges_the_change(self) -> bool:
        """Whether it is the evaluation of a pull request, and none of the modes beside it."""
        return self in (Mode.AUTO, Mode.EVALUATE, Mode.PUBLISH)


CHECK_NAMES = {Mode.TASK: "Steward task", Mode.REVIEW: "Steward review", Mode.EVAL: "Steward eval"}
"""The check run's name where the input says nothing; that of an evaluation is another, for a verdict on one must
never satisfy a rule about the other."""

_SECRETS = ("token", "model_key")
_BY_HAND = ("workflow_dispatch", "schedule")
_EVENTS = {
    # The two that have secrets are refused later, with the reason.
    Mode.TASK: ("pull_request", *_BY_HAND, "pull_request_target", "workflow_run"),
    Mode.REVIEW: ("pull_request_review", *_BY_HAND),
    Mode.EVAL: ("pull_request", "pull_request_target", *_BY_HAND),
}


class CommentMode(StrEnum):
    """When the sticky comment is written."""

    ALWAYS = "always"
    CHANGES = "changes"
    OFF = "off"


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Everything a run is told from outside, typed. `problems` are the inputs that could not be used.

    `config` is None unless the input names a file: the default path may be absent, a named one may not.
    `fail_on` is None when the input says nothing.
    """

    token: str
    repository: str
    api_url: str
    graphql_url: str
    server_url: str
    event_name: str
    event_path: str
    workspace: str
    run: Run
    mode: Mode = Mode.AUTO
    pull_request: int | None = None
    config: str | None = None
    fail_on: FailOn | None = None
    check_name: str = CHECK_NAME
    comment: CommentMode = CommentMode.ALWAYS
    comment_author: str | None = None
    annotations: bool = True
    report_file: str | None = None
    facts_file: str | None = None
    coverage_file: str | None = None
    challenge: str | None = None
    rubric: str | None = None
    model_key: str = ""
    model_url: str | None = None
    model: str | None = None
    model_seconds: int = 30
    daily_credits: int | None = None
    problems: tuple[str, ...] = ()

    def __rich_repr__(self) -> list[tuple[str, Any]]:
        """Everything but the secrets: what may be shown of it."""
        return [(name, getattr(self, name)) for name in self.__struct_fields__ if name not in _SECRETS]

    def __repr__(self) -> str:
        told = ", ".join(f"{name}={value!r}" for name, value in self.__rich_repr__())
        return f"{type(self).__name__}({told})"

    @property
    def can_ask(self) -> bool:
        """Whether there is what every request needs: where to, about what, and a token that can be sent."""
        return bool(self.api_url and self.repository and _TOKEN.fullmatch(self.token))


def from_environ(environ: Mapping[str, str]) -> Settings:
    """The settings of a run. Never raises: what is wrong stands in `problems`, in words."""
    inputs = Inputs(environ)
    token = _token(inputs)
    api_url = inputs.url("GITHUB_API_URL", _API)
    server_url = inputs.url("GITHUB_SERVER_URL", _WEB)
    event_name = inputs.environment("GITHUB_EVENT_NAME")
    mode = _mode(inputs, event_name)
    return Settings(
        token=token,
        repository=_repository(inputs),
        api_url=api_url,
        graphql_url=inputs.url("GITHUB_GRAPHQL_URL", f"{api_url or _API}/graphql"),
        server_url=server_url,
        event_name=event_name,
        event_path=inputs.environment("GITHUB_EVENT_PATH"),
        workspace=environ.get("GITHUB_WORKSPACE", ""),
        run=_run(environ, server_url),
        mode=mode,
        pull_request=inputs.number("pull-request"),
        config=_path(inputs, "config"),
        fail_on=inputs.choice("fail-on", FailOn, None),
        check_name=_check_name(inputs, mode),
        comment=inputs.choice("comment", CommentMode, CommentMode.ALWAYS) or CommentMode.ALWAYS,
        comment_author=inputs.line("comment-author", 100),
        annotations=inputs.truth("annotations", default=True),
        report_file=inputs.line("report-file", 4096),
        facts_file=inputs.line("facts-file", 4096),
        coverage_file=inputs.line("coverage-file", 4096),
        challenge=_only_for(inputs, "challenge", Mode.TASK, mode),
        rubric=_only_for(inputs, "rubric", Mode.REVIEW, mode),
        model_key=inputs.secret("anthropic-api-key"),
        model_url=inputs.gateway("anthropic-base-url"),
        model=inputs.name("model"),
        model_seconds=inputs.seconds("llm-timeout", 30, most=120),
        daily_credits=inputs.credits("daily-credits"),
        problems=tuple(inputs.problems),
    )


def _mode(inputs: Inputs, event_name: str) -> Mode:
    """The mode, which must be one that this event has an answer for."""
    mode = inputs.choice("mode", Mode, Mode.AUTO) or Mode.AUTO
    wanted = Mode.PUBLISH if event_name == "workflow_run" else Mode.EVALUATE
    allowed = [wanted, *(other for other, events in _EVENTS.items() if event_name in events)]
    if mode not in (Mode.AUTO, *allowed):
        names = ", ".join((Mode.AUTO, *allowed))
        inputs.reject("mode", mode.value, f"{names} on the event {event_name}")
    return mode


def _only_for(inputs: Inputs, name: str, needed: Mode, mode: Mode) -> str | None:
    """A path that one mode needs and no other mode takes."""
    value = inputs.line(name, 1024)
    if value is not None and mode is not needed:
        inputs.problems.append(f"input {name} is for mode {needed}, and the mode is {mode}")
    elif value is None and mode is needed and not inputs.text(name):
        inputs.problems.append(f"mode {needed} needs the input {name}: the path of what it judges by")
    elif value is not None and not is_inside(value):
        inputs.reject(name, value, "a path inside the repository or the workspace, without ..")
        return None
    return value


def _check_name(inputs: Inputs, mode: Mode) -> str:
    """The name of the check run. The runner hands the default over as if it were given: a mode has its own."""
    named = inputs.line("check-name", 100) or CHECK_NAME
    return CHECK_NAMES.get(mode, CHECK_NAME) if named == CHECK_NAME else named


def _token(inputs: Inputs) -> str:
    token = inputs.text("github-token") or ""
    if not token:
        inputs.problems.append("input github-token is empty; leave it out to use the job's own token")
    elif not _TOKEN.fullmatch(token):
        inputs.problems.append("input github-token is no token: it holds a space, a line break or worse")
    return token


def _repository(inputs: Inputs) -> str:
    value = inputs.environment("GITHUB_REPOSITORY")
    if value and not _REPOSITORY.fullmatch(value):
        inputs.problems.append(f"GITHUB_REPOSITORY is {shown(value)}; allowed: owner/name")
        return ""
    return value


def _path(inputs: Inputs, name: str) -> str | None:
    value = inputs.line(name, 1024)
    if value is None or value == CONFIG:
        return None
    if not is_inside(value):
        inputs.reject(name, value, "a path inside the repository")
        return None
    return value


def _run(environ: Mapping[str, str], server: str) -> Run:
    run_id, attempt = _digits(environ, "GITHUB_RUN_ID"), _digits(environ, "GITHUB_RUN_ATTEMPT")
    page = _page(server, environ.get("GITHUB_REPOSITORY", ""))
    return Run(
        id=run_id,
        attempt=attempt or 1,
        url=f"{page}/actions/runs/{run_id}" if page and run_id else None,
        docs=_docs(environ, server),
    )


def _digits(environ: Mapping[str, str], name: str) -> int:
    value = environ.get(name, "")
    return int(value) if re.fullmatch(r"[0-9]{1,18}", value, re.ASCII) else 0


def _page(server: str, repository: str) -> str | None:
    """The web page of a repository on the run's own server; None where one of them cannot be used."""
    return f"{server}/{repository}" if server and _REPOSITORY.fullmatch(repository) else None


def _docs(environ: Mapping[str, str], server: str) -> str | None:
    """The documentation of the very version that runs; a step that uses `./` has none of its own."""
    page, ref = (
        _page(server, environ.get("GITHUB_ACTION_REPOSITORY", "")),
        environ.get("GITHUB_ACTION_REF", ""),
    )
    return f"{page}/blob/{quote(ref)}/docs" if page and ref else None
