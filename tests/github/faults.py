"""Faults on demand, before the deed and after it, and hooks between two requests.

A fault *before* means that GitHub did nothing; *after* means that it did what was asked and the client was
not told: the kind that makes doubled comments.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from tests.github import limits
from tests.github.exchange import Answer, Request, error

ALWAYS = 1_000_000_000

Route = str | Callable[[Request], bool]
Hook = Callable[[Request], object]


class Kind(StrEnum):
    """What goes wrong. The numbers are GitHub's own answers of that status."""

    UNAUTHORIZED = "401"
    FORBIDDEN = "403"
    NOT_FOUND = "404"
    UNPROCESSABLE = "422"
    SERVER_ERROR = "500"
    BAD_GATEWAY = "502"
    UNAVAILABLE = "503"
    PRIMARY_LIMIT = "primary-limit"
    SECONDARY_LIMIT = "secondary-limit"
    SECONDARY_LIMIT_403 = "secondary-limit-403"
    TIMEOUT = "timeout"
    RESET = "reset"
    HTML = "html"
    GRAPHQL_ERROR = "graphql-error"
    GRAPHQL_LIMIT = "graphql-limit"
    GRAPHQL_PARTIAL = "graphql-partial"
    TRUNCATED = "truncated"
    CUT_OFF = "cut-off"
    REDIRECT = "redirect"
    REDIRECT_ELSEWHERE = "redirect-elsewhere"
    STORED_THEN_502 = "stored-then-502"
    STORED_THEN_TIMEOUT = "stored-then-timeout"
    STORED_THEN_RESET = "stored-then-reset"


class Wire(StrEnum):
    """What happens to the connection instead of, or to, an answer."""

    HOLD = "hold"
    RESET = "reset"
    TRUNCATE = "truncate"
    CUT_OFF = "cut-off"


# A kind that is another one after the deed.
_STORED = {
    Kind.STORED_THEN_502: Kind.BAD_GATEWAY,
    Kind.STORED_THEN_TIMEOUT: Kind.TIMEOUT,
    Kind.STORED_THEN_RESET: Kind.RESET,
}
_WIRES = {
    Kind.TIMEOUT: Wire.HOLD,
    Kind.RESET: Wire.RESET,
    Kind.TRUNCATED: Wire.TRUNCATE,
    Kind.CUT_OFF: Wire.CUT_OFF,
}
_MESSAGES = {
    Kind.UNAUTHORIZED: "Bad credentials",
    Kind.FORBIDDEN: "Resource not accessible by integration",
    Kind.NOT_FOUND: "Not Found",
    Kind.UNPROCESSABLE: "Validation Failed",
    Kind.SERVER_ERROR: "Server Error",
    Kind.BAD_GATEWAY: "Server Error",
    Kind.UNAVAILABLE: "No server is currently available to service your request.",
}
# Kinds that need the answer, to spoil it.
_PARTLY = (Kind.TRUNCATED, Kind.CUT_OFF, Kind.GRAPHQL_PARTIAL)
# GraphQL tells what went wrong below 200.
_GRAPHQL: Mapping[Kind, Mapping[str, object]] = {
    Kind.GRAPHQL_ERROR: {"message": "Something went wrong while executing your query."},
    Kind.GRAPHQL_LIMIT: {"type": "RATE_LIMITED", "message": "API rate limit exceeded for installation ID 1."},
}
_PAGE = b"<!DOCTYPE html><html><head><title>Unicorn!</title></head><body>Taking too long.</body></html>"


def is_diff(request: Request) -> bool:
    """The request for a pull request's diff, which is the same path as the pull request's own."""
    return request.operation == "pulls/get" and request.wants_diff


@dataclass(slots=True, kw_only=True)
class Rule:
    """Which requests something happens to, and how often still."""

    method: str
    route: Route
    times: int = 1
    skip: int = 0

    def takes(self, request: Request) -> bool:
        """Whether the rule applies now; a time of it is then used up."""
        if self.times <= 0 or not self.matches(request):
            return False
        if self.skip:
            self.skip -= 1
            return False
        self.times -= 1
        return True

    def matches(self, request: Request) -> bool:
        if self.method not in ("*", request.method):
            return False
        if callable(self.route):
            return self.route(request)
        return self.route == request.operation or bool(_pattern(self.route).search(request.path))


def _pattern(route: str) -> re.Pattern[str]:
    """A regular expression, or a path template such as `/repos/{owner}/{repo}/check-runs`, whole."""
    if not re.search(r"\{\w+\}", route):
        return re.compile(route)
    pieces = (re.escape(piece) for piece in re.split(r"\{\w+\}", route))
    return re.compile("^" + "[^/]+".join(pieces) + "$")


@dataclass(slots=True, kw_only=True)
class Fault:
    rule: Rule
    kind: Kind
    after: bool
    retry_after: int = limits.HOUR

    def strike(self, answer: Answer | None, moved: str, elsewhere: str) -> tuple[Answer, Wire | None]:
        """The answer that the client gets instead, and what happens to the connection.

        `moved` and `elsewhere` are where redirects lead: on this host, and on another.
        """
        kind = _STORED.get(self.kind, self.kind)
        if kind in _WIRES:
            return answer or Answer(), _WIRES[kind]
        if kind in (Kind.REDIRECT, Kind.REDIRECT_ELSEWHERE):
            return _redirect(moved if kind is Kind.REDIRECT else elsewhere), None
        if kind is Kind.GRAPHQL_PARTIAL and answer is not None:
            return _without_the_last(answer), None
        return self._instead(kind), None

    def _instead(self, kind: Kind) -> Answer:
        if kind is Kind.PRIMARY_LIMIT:
            return limits.primary()
        if kind is Kind.SECONDARY_LIMIT:
            return limits.secondary(429, self.retry_after)
        if kind is Kind.SECONDARY_LIMIT_403:
            return limits.secondary(403, self.retry_after)
        if kind in _GRAPHQL:
            return Answer(body={"data": None, "errors": [_GRAPHQL[kind]]})
        if kind is Kind.HTML:
            return Answer(status=200, body=_PAGE, media="text/html; charset=utf-8")
        return error(int(kind), _MESSAGES[kind])


def _without_the_last(answer: Answer) -> Answer:
    """The data of a query with its last field null, and the error that says why."""
    data = answer.body["data"]
    path = [next(iter(data))]
    below = data[path[0]]
    path.append(list(below)[-1])
    row = {**_GRAPHQL[Kind.GRAPHQL_ERROR], "path": path}
    return Answer(body={"data": {path[0]: below | {path[1]: None}}, "errors": [row]})


def _redirect(target: str) -> Answer:
    made = error(301, "Moved Permanently", url=target)
    return Answer(status=301, body=made.body, headers={"Location": target})


@dataclass(slots=True)
class Faults:
    """The faults and hooks that are set, used from many threads."""

    faults: list[Fault] = field(default_factory=list)
    hooks: list[tuple[Rule, bool, Hook]] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def add(
        self,
        method: str,
        route: Route,
        kind: Kind | str,
        *,
        times: int,
        when: str,
        retry_after: int,
        skip: int,
    ) -> None:
        kind = Kind(kind)
        if when not in ("before", "after"):
            raise ValueError(f"when is 'before' or 'after', not {when!r}")
        # An answer that is cut short has been given: the deed is done.
        after = when == "after" or kind in _STORED or kind in _PARTLY
        rule = Rule(method=method, route=route, times=times, skip=skip)
        with self.lock:
            self.faults.append(Fault(rule=rule, kind=kind, after=after, retry_after=retry_after))

    def add_hook(self, method: str, route: Route, hook: Hook, *, times: int, after: bool, skip: int) -> None:
        with self.lock:
            self.hooks.append((Rule(method=method, route=route, times=times, skip=skip), after, hook))

    def mend(self) -> None:
        with self.lock:
            self.faults.clear()
            self.hooks.clear()

    def take(self, request: Request, *, after: bool) -> Fault | None:
        with self.lock:
            return next((f for f in self.faults if f.after == after and f.rule.takes(request)), None)

    def call(self, request: Request, *, after: bool) -> None:
        """Run the hooks of this moment, outside the lock, so that a hook may wait or change the world."""
        with self.lock:
            due = [hook for rule, when, hook in self.hooks if when == after and rule.takes(request)]
        for hook in due:
            hook(request)
