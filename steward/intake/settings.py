"""The Action's inputs and the runner's environment become settings, once, at the door.

An empty input means its default. All wrong inputs are reported together. The table: `docs/action.md`, "Inputs".
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeVar
from urllib.parse import quote, urlsplit

from steward.model import FailOn, Run

CHECK_NAME = "Steward evaluation"
CONFIG = ".github/steward.yml"
_WEB = "https://github.com"
_API = "https://api.github.com"

# No name of dots alone: in an address it would lead elsewhere.
_NAME = r"(?!\.{1,2}(?:/|\Z))[A-Za-z0-9_.-]+"
_REPOSITORY = re.compile(f"{_NAME}/{_NAME}")
_TOKEN = re.compile(r"[!-~]+")
_HOST = r"[A-Za-z0-9_-]{1,63}(?:\.[A-Za-z0-9_-]{1,63})*\.?|\[[0-9A-Fa-f:.]{2,45}\]"
_PATH = r"(?:/(?!\.{1,2}(?:/|\Z))[A-Za-z0-9._~!$&'()*+,;=:@%-]*)*"
_ADDRESS = re.compile(rf"https?://(?:{_HOST})(?::(?P<port>[0-9]{{1,5}}))?{_PATH}")
_MOST_PORT = 65_535
_MOST_SHOWN = 100
MODEL_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:@/-]{0,99}", re.ASCII)
_LOOPBACK = re.compile(r"127(?:\.[0-9]{1,3}){3}|localhost|::1", re.ASCII)
_Choice = TypeVar("_Choice", bound=StrEnum)


class Mode(StrEnum):
    """What the run is for; `auto` decides from the event, and the others say which events they are for."""

    AUTO = "auto"
    EVALUATE = "evaluate"
    PUBLISH = "publish"


class CommentMode(StrEnum):
    """When the sticky comment is written."""

    ALWAYS = "always"
    CHANGES = "changes"
    OFF = "off"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Everything a run is told from outside, typed. `problems` are the inputs that could not be used.

    `config` is None unless the input names a file: the default path may be absent, a named one may not.
    `fail_on` is None when the input says nothing.
    """

    token: str = field(repr=False)
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
    model_key: str = field(default="", repr=False)
    model_url: str | None = None
    model: str | None = None
    model_seconds: int = 30
    daily_credits: int | None = None
    problems: tuple[str, ...] = ()

    @property
    def can_ask(self) -> bool:
        """Whether there is what every request needs: where to, about what, and a token that can be sent."""
        return bool(self.api_url and self.repository and _TOKEN.fullmatch(self.token))


class _Inputs:
    """Reads inputs one by one and remembers every problem."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._environ = environ
        self.problems: list[str] = []

    def text(self, name: str) -> str | None:
        """The input without white space round it; None when empty or absent."""
        return self._environ.get(f"INPUT_{name.upper()}", "").strip() or None

    def mode(self, event_name: str) -> Mode:
        """The mode, which must be one that this event has an answer for."""
        mode = self.choice("mode", Mode, Mode.AUTO) or Mode.AUTO
        wanted = Mode.PUBLISH if event_name == "workflow_run" else Mode.EVALUATE
        if mode not in (Mode.AUTO, wanted):
            self._reject("mode", mode.value, f"{Mode.AUTO}, {wanted} on the event {event_name}")
            return Mode.AUTO
        return mode

    def choice(self, name: str, kind: type[_Choice], default: _Choice | None) -> _Choice | None:
        value = self.text(name)
        if value is None:
            return default
        try:
            return kind(value.lower())
        except ValueError:
            self._reject(name, value, ", ".join(kind))
            return default

    def truth(self, name: str, default: bool) -> bool:
        value = self.text(name)
        if value is None:
            return default
        if value.lower() not in ("true", "false"):
            self._reject(name, value, "true, false")
            return default
        return value.lower() == "true"

    def number(self, name: str) -> int | None:
        value = self.text(name)
        if value is None:
            return None
        if not re.fullmatch(r"[1-9][0-9]{0,17}", value, re.ASCII):
            self._reject(name, value, "the number of a pull request")
            return None
        return int(value)

    def line(self, name: str, most: int) -> str | None:
        value = self.text(name)
        if value is not None and (len(value) > most or not value.isprintable()):
            self._reject(name, value, f"one line of at most {most} characters")
            return None
        return value

    def secret(self, name: str) -> str:
        """A key; one that cannot be sent in a header is a mistake, and is never shown."""
        value = self.text(name) or ""
        if value and not re.fullmatch(r"[!-~]+", value):
            self.problems.append(f"input {name} is no key: it holds a space, a line break or worse")
            return ""
        return value

    def gateway(self, name: str) -> str | None:
        """An address that a key may be sent to: by https, or on this machine."""
        value = self.text(name)
        if value is not None and not may_be_sent_a_key(value):
            self._reject(name, value, "an https address, or http on the loopback interface")
            return None
        return value

    def name(self, name: str) -> str | None:
        """The name of a model."""
        value = self.text(name)
        if value is not None and not MODEL_NAME.fullmatch(value):
            self._reject(name, value, "a model's name: letters, digits and . _ : @ / - up to 100")
            return None
        return value

    def seconds(self, name: str, default: int, *, most: int) -> int:
        """Whole seconds."""
        value = self.text(name)
        if value is None:
            return default
        if not re.fullmatch(r"[1-9][0-9]{0,5}", value, re.ASCII) or int(value) > most:
            self._reject(name, value, f"whole seconds from 1 to {most}")
            return default
        return int(value)

    def credits(self, name: str) -> int | None:
        """An amount of credits, in hundredths."""
        value = self.text(name)
        if value is None:
            return None
        found = re.fullmatch(r"([0-9]{1,6})(?:\.([0-9]{1,2}))?", value, re.ASCII)
        if found is None:
            self._reject(name, value, "credits with at most two decimals, as in 5.00")
            return None
        return int(found[1]) * 100 + int((found[2] or "").ljust(2, "0"))

    def environment(self, name: str) -> str:
        value = self._environ.get(name, "").strip()
        if not value:
            self.problems.append(f"{name} is not set: Steward runs as a step of a GitHub Actions job")
        return value

    def url(self, name: str, default: str) -> str:
        value = self._environ.get(name, "").strip() or default
        if not _is_address(value):
            allowed = "an http or https address of plain characters, without a user, with a port up to 65535"
            self.problems.append(f"{name} is {_shown(value)}; allowed: {allowed}")
            return ""  # the default would be another server, and it would be sent the token
        return value.rstrip("/")

    def _reject(self, name: str, value: str, allowed: str) -> None:
        self.problems.append(f"input {name} is {_shown(value)}; allowed: {allowed}")


def may_be_sent_a_key(address: str) -> bool:
    """Whether an address may be sent a key: https, or http on this machine; no user, no query."""
    try:
        parts = urlsplit(address)
        _ = parts.port
    except ValueError:
        return False
    if not address.isascii() or not address.isprintable() or " " in address or not parts.hostname:
        return False
    if parts.username or parts.password or parts.query or parts.fragment:
        return False
    loopback = parts.scheme == "http" and _LOOPBACK.fullmatch(parts.hostname) is not None
    return parts.scheme == "https" or loopback


def _is_address(value: str) -> bool:
    found = _ADDRESS.fullmatch(value)
    return found is not None and 0 < int(found["port"] or 1) <= _MOST_PORT


def _shown(value: str) -> str:
    return repr(value if len(value) <= _MOST_SHOWN else f"{value[:_MOST_SHOWN]}…")


def from_environ(environ: Mapping[str, str]) -> Settings:
    """The settings of a run. Never raises: what is wrong stands in `problems`, in words."""
    inputs = _Inputs(environ)
    token = _token(inputs)
    api_url = inputs.url("GITHUB_API_URL", _API)
    server_url = inputs.url("GITHUB_SERVER_URL", _WEB)
    event_name = inputs.environment("GITHUB_EVENT_NAME")
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
        mode=inputs.mode(event_name),
        pull_request=inputs.number("pull-request"),
        config=_path(inputs, "config"),
        fail_on=inputs.choice("fail-on", FailOn, None),
        check_name=inputs.line("check-name", 100) or CHECK_NAME,
        comment=inputs.choice("comment", CommentMode, CommentMode.ALWAYS) or CommentMode.ALWAYS,
        comment_author=inputs.line("comment-author", 100),
        annotations=inputs.truth("annotations", default=True),
        report_file=inputs.line("report-file", 4096),
        facts_file=inputs.line("facts-file", 4096),
        coverage_file=inputs.line("coverage-file", 4096),
        model_key=inputs.secret("anthropic-api-key"),
        model_url=inputs.gateway("anthropic-base-url"),
        model=inputs.name("model"),
        model_seconds=inputs.seconds("llm-timeout", 30, most=120),
        daily_credits=inputs.credits("daily-credits"),
        problems=tuple(inputs.problems),
    )


def _token(inputs: _Inputs) -> str:
    token = inputs.text("github-token") or ""
    if not token:
        inputs.problems.append("input github-token is empty; leave it out to use the job's own token")
    elif not _TOKEN.fullmatch(token):
        inputs.problems.append("input github-token is no token: it holds a space, a line break or worse")
    return token


def _repository(inputs: _Inputs) -> str:
    value = inputs.environment("GITHUB_REPOSITORY")
    if value and not _REPOSITORY.fullmatch(value):
        inputs.problems.append(f"GITHUB_REPOSITORY is {_shown(value)}; allowed: owner/name")
        return ""
    return value


def _path(inputs: _Inputs, name: str) -> str | None:
    value = inputs.line(name, 1024)
    if value is None or value == CONFIG:
        return None
    if value.startswith("/") or ".." in value.split("/"):
        inputs.problems.append(f"input {name} is {_shown(value)}; allowed: a path inside the repository")
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
