"""A request as it came and an answer as it goes, and the answers that GitHub words itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.github.nouns import Viewer

DOCS = "https://docs.github.com/rest"
DIFF_MEDIA = ("application/vnd.github.diff", "application/vnd.github.v3.diff")


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What a client asked. Header names are in lower case; the token's value is left out.

    `path` is without the prefix of an Enterprise server and by name (`/repos/…`) even when it came by id
    (`/repositories/1000/…`); `target` is as it came. `operation` is GitHub's operationId, empty if none.
    """

    method: str
    target: str
    path: str
    query: Mapping[str, str]
    headers: Mapping[str, str]
    body: Any = None
    unreadable: str = ""
    operation: str = ""
    parameters: Mapping[str, str] = field(default_factory=dict)
    viewer: Viewer | None = None

    @property
    def wants_diff(self) -> bool:
        return any(media in self.headers.get("accept", "") for media in DIFF_MEDIA)

    @property
    def is_write(self) -> bool:
        return self.method not in ("GET", "HEAD", "OPTIONS") and self.operation != "graphql"

    def __str__(self) -> str:
        query = "&".join(f"{name}={value}" for name, value in sorted(self.query.items()))
        kind = " (diff)" if self.wants_diff else ""
        return f"{self.method} {self.path}{'?' + query if query else ''}{kind}"


@dataclass(slots=True, kw_only=True)
class Recorded:
    """A request together with the status that it was answered with; 0 when it was not, or not yet.

    `silent` when it was a fault that left it without an answer.
    """

    request: Request
    status: int = 0
    silent: bool = False

    def __str__(self) -> str:
        return f"{self.request} → {self.status or 'no answer'}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """`body` is JSON data, or bytes of another media type, or None for no body at all."""

    status: int = 200
    body: Any = None
    media: str = "application/json"
    headers: Mapping[str, str] = field(default_factory=dict)


class Refusal(Exception):
    """An endpoint's way of answering with an error."""

    def __init__(self, answer: Answer) -> None:
        super().__init__(answer.status)
        self.answer = answer


def error(status: int, message: str, **more: Any) -> Answer:
    """An error as GitHub words one."""
    return Answer(
        status=status, body={"message": message, "documentation_url": DOCS, "status": str(status)} | more
    )


def not_found() -> Refusal:
    return Refusal(error(404, "Not Found"))


def forbidden() -> Refusal:
    return Refusal(error(403, "Resource not accessible by integration"))


def invalid(resource: str, field_name: str, code: str, message: str = "") -> Refusal:
    """422 Validation Failed, with the one field that is wrong."""
    detail = {"resource": resource, "field": field_name, "code": code} | (
        {"message": message} if message else {}
    )
    return Refusal(error(422, "Validation Failed", errors=[detail]))
