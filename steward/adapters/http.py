"""One place through which every request to GitHub goes: retries, bounds, and faults in words.

PyGithub's own retry repeats POSTs (one comment became three) and waits as long as a server asks; its throttle
costs seconds. Both are off, and the rules of `docs/action.md`, "Requests", stand here instead: reads are tried
up to four times, writes once, all waiting is bounded.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

import github
import msgspec
import requests
from github.Requester import Requester

from steward.adapters import connection
from steward.adapters.clock import Clock
from steward.errors import GitHubFailed, NotFound, RateLimited, Refused, TimedOut, Unclear

API_VERSION = "2022-11-28"
PAGE = 100
JSON = "application/vnd.github+json"

_BACKOFF = (0.5, 1.0, 2.0)
_A_MINUTE = 60.0  # what GitHub asks to wait for when it does not say how long
_REDIRECTS = (301, 302, 303, 307, 308)


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """GitHub's answer to one request, `to`: a status from 200 to 299, and the body's bytes as text."""

    to: str
    status: int
    headers: Mapping[str, str]
    text: str

    @property
    def next_page(self) -> bool:
        """Whether GitHub says that there is another page."""
        return 'rel="next"' in self.headers.get("link", "")


_T = TypeVar("_T")

_NETWORK: Final = (requests.RequestException, OSError)


class Http:
    """Requests to one GitHub server with one token.

    Threads may share it: each gets a connection of its own, for PyGithub's are not safe to share.
    """

    def __init__(self, *, token: str, base_url: str, clock: Clock) -> None:
        self._token = token
        self._base_url = base_url
        self._clock = clock
        self._local = threading.local()
        self._date = ""
        self._fixed: dict[tuple[str, tuple[tuple[str, str | int], ...]], Answer] = {}

    @property
    def date(self) -> str:
        """The `Date` header of the latest answer: GitHub's own clock. Empty before the first one."""
        return self._date

    def read(self, url: str, *, accept: str = JSON, **parameters: str | int) -> Answer:
        """GET with retries. Raises `NotFound`, `RateLimited`, `Refused`, `TimedOut` or `GitHubFailed`."""
        return self._patiently(lambda: self._once("GET", url, accept=accept, parameters=parameters))

    def read_as(self, kind: type[_T], url: str, **parameters: str | int) -> tuple[_T, Answer]:
        """GET JSON of a given form with retries, also when it cannot be read as that form."""

        def once() -> tuple[_T, Answer]:
            answer = self._once("GET", url, accept=JSON, parameters=parameters)
            return parsed(answer, kind), answer

        return self._patiently(once)

    def read_fixed_as(self, kind: type[_T], url: str, **parameters: str | int) -> tuple[_T, Answer]:
        """The same for an address whose answer can never change: in one run it is asked for once."""
        key = (url, tuple(sorted(parameters.items())))
        known = self._fixed.get(key)
        if known is not None:
            return parsed(known, kind), known
        found, answer = self.read_as(kind, url, **parameters)
        self._fixed[key] = answer
        return found, answer

    def write(self, verb: str, url: str, body: Mapping[str, Any]) -> Answer:
        """POST or PATCH, once. Raises `Unclear` when it may or may not have been done."""
        return self._once(verb, url, accept=JSON, body=body)

    def erase(self, url: str) -> None:
        """DELETE, with retries: done twice it is done once. `NotFound` when there is nothing (any more)."""
        self._patiently(lambda: self._once("DELETE", url, accept=JSON))

    def query_as(
        self, kind: type[_T], url: str, query: str, variables: Mapping[str, str] | None = None
    ) -> _T:
        """A GraphQL query: a POST that changes nothing, so it is retried as a read is."""
        body: dict[str, Any] = {"query": query} | ({"variables": variables} if variables else {})
        return self._patiently(lambda: parsed(self._once("POST", url, accept=JSON, body=body), kind))

    def _patiently(self, once: Callable[[], _T]) -> _T:
        """Try a read again while it is open what GitHub would have said, within the run's bounds."""
        for delay in _BACKOFF:
            try:
                return once()
            except Unclear as error:
                if not self._clock.wait(delay):
                    raise GitHubFailed(error.what, mend=error.mend) from None
        try:
            return once()
        except Unclear as error:
            raise GitHubFailed(error.what, mend=error.mend) from None

    def _once(
        self,
        verb: str,
        url: str,
        *,
        accept: str,
        parameters: Mapping[str, str | int] | None = None,
        body: Mapping[str, Any] | None = None,
    ) -> Answer:
        """One request, repeated only while GitHub says that it was not done and to wait a bearable time."""
        what = f"{verb} {url}"
        while True:
            if self._clock.left() <= 0:
                raise TimedOut(f"the run's time was up before {what}", mend=_RERUN)
            answer = self._send(verb, url, accept, parameters, body)
            self._date = answer.headers.get("date", "") or self._date
            seconds = self._asked_to_wait(answer)
            if seconds is None:
                return _usable(answer, accept)
            if not self._clock.wait(seconds):
                raise RateLimited(
                    f"GitHub's rate limit was reached at {what}: it asks to wait {seconds:.0f} seconds",
                    mend="Run the job again when the limit is over, or reduce the workflows that share the token.",
                )

    def _send(
        self,
        verb: str,
        url: str,
        accept: str,
        parameters: Mapping[str, str | int] | None,
        body: Mapping[str, Any] | None,
    ) -> Answer:
        began = self._clock.passed()
        connection.patience.seconds = self._clock.answer_within()
        try:
            status, headers, text = self._requester().requestJson(
                verb,
                url,
                dict(parameters or {}),
                {"Accept": accept},
                dict(body) if body is not None else None,
            )
        except _NETWORK as error:
            self._clock.hung(self._clock.passed() - began)
            raise Unclear(f"GitHub did not answer {verb} {url}: {_fault(error)}", mend=_RERUN) from None
        except (AssertionError, RuntimeError, ValueError) as error:
            # PyGithub stumbles in these ways over headers and addresses that are none.
            raise Unclear(
                f"GitHub's answer to {verb} {url} could not be followed: {type(error).__name__}", mend=_RERUN
            ) from None
        return Answer(to=f"{verb} {url}", status=status, headers=headers, text=text)

    def _requester(self) -> Requester:
        if not hasattr(self._local, "github"):
            self._local.github = github.Github(
                auth=github.Auth.Token(self._token),
                base_url=self._base_url,
                user_agent="steward",
                per_page=PAGE,
                retry=None,
                seconds_between_requests=0,
                seconds_between_writes=0,
                api_version=API_VERSION,
                lazy=True,
            )
        requester: Requester = self._local.github.requester
        return requester

    def _asked_to_wait(self, answer: Answer) -> float | None:
        """How long GitHub asks to wait before the same request; None when it asks for nothing."""
        limited = answer.status == 429 or (answer.status == 403 and _speaks_of_a_limit(answer))
        if not limited:
            return None
        after = _number(answer.headers.get("retry-after"))
        if after is not None:
            return max(after, _BACKOFF[0])  # a wait of nothing would hammer
        if answer.headers.get("x-ratelimit-remaining") == "0":
            reset = _number(answer.headers.get("x-ratelimit-reset"))
            return max(reset - self._clock.now(), 1.0) if reset is not None else _A_MINUTE
        return _A_MINUTE


_RERUN = "Run the job again."


def parsed(answer: Answer, kind: type[_T]) -> _T:
    """The answer's JSON as a value of `kind`; `Unclear` when it has another form."""
    try:
        return msgspec.json.decode(answer.text.encode("utf-8", "surrogateescape"), type=kind)
    except (msgspec.DecodeError, RecursionError):
        raise Unclear(
            f"GitHub's answer to {answer.to} cannot be read: it is cut off, or of another form", mend=_RERUN
        ) from None


def _speaks_of_a_limit(answer: Answer) -> bool:
    return (
        answer.headers.get("x-ratelimit-remaining") == "0"
        or "retry-after" in answer.headers
        or "rate limit" in answer.text[:2000].lower()
    )


def _number(text: str | None) -> float | None:
    return float(text) if text is not None and text.isascii() and text.isdigit() else None


def _fault(error: Exception) -> str:
    """A network fault in our words: exceptions can quote addresses and headers."""
    if isinstance(error, requests.Timeout):
        return "no answer in time"
    if isinstance(error, requests.exceptions.SSLError):
        return "its certificate was not accepted"
    if isinstance(error, requests.exceptions.ProxyError):
        return "the proxy did not let it through"
    return "the connection failed"


def _usable(answer: Answer, accept: str) -> Answer:
    """The answer, when it is one; otherwise the error that says what it was instead."""
    what, status = answer.to, answer.status
    if 200 <= status < 300:
        if accept == JSON and status != 204 and not _is_json(answer):
            raise Unclear(f"GitHub answered {what} with something that is no JSON", mend=_RERUN)
        return answer
    if status == 404 and not what.startswith("POST"):
        raise NotFound(
            f"GitHub found nothing at {what}", mend="Check the number, and that the token may read it."
        )
    if status >= 500:
        raise Unclear(f"GitHub answered {what} with {status}", mend=_RERUN)
    if status in _REDIRECTS:
        raise GitHubFailed(f"GitHub answered {what} with a redirect", mend=_RERUN)
    raise Refused(f"GitHub refused {what} with {status}", status=status, mend=_REFUSED.get(status, ""))


# GitHub answers 404 to a POST that the token may not make: it does not tell what it hides.
_REFUSED = {
    404: "The token may not do this here: check the job's permissions block (docs/action.md).",
    401: "The token is not valid (any more): check the input github-token.",
    403: "The token may not do this: check the job's permissions block (docs/action.md).",
    406: "The change is larger than GitHub gives out as a diff.",
}


def _is_json(answer: Answer) -> bool:
    content_type = answer.headers.get("content-type", "")
    return "json" in content_type and answer.text[:64].lstrip()[:1] in ("{", "[")
