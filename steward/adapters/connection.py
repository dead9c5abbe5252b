"""The connections that PyGithub sends its requests over, with our own way of taking the answers."""

from __future__ import annotations

import threading
from collections.abc import Callable
from urllib.parse import urlsplit

import requests
from github.Requester import (
    HTTPRequestsConnectionClass,
    HTTPSRequestsConnectionClass,
    Requester,
    RequestsResponse,
)

_MOST_REDIRECTS = 3
_PORTS = {"http": 80, "https": 443}

patience = threading.local()
"""`seconds`: how long the next answer of this thread may take. PyGithub knows one timeout for all of them."""

_Connection = HTTPRequestsConnectionClass | HTTPSRequestsConnectionClass


class _Bytes(RequestsResponse):
    """An answer decoded as UTF-8, whatever its headers say: guessing an encoding is slow and can be wrong."""

    def read(self) -> str:
        content: bytes = self.response.content
        return content.decode("utf-8", "surrogateescape")


def _answer(connection: _Connection, send: Callable[[], RequestsResponse]) -> RequestsResponse:
    """The answer, in a form that PyGithub does not act on itself.

    Its way with redirects loses the query and does not end; its way with "not ready" sleeps without a bound.
    """
    connection.timeout = getattr(patience, "seconds", connection.timeout)
    answer = send().response
    for _ in range(_MOST_REDIRECTS):
        target = _target(connection, answer)
        if target is None:
            break
        connection.url = target
        answer = send().response
    # What still leads somewhere leads to another host or round in a circle: no token follows it.
    answer.headers.pop("location", None)
    read = _Bytes(answer)
    read.status = 503 if read.status == 202 else read.status
    return read


def _target(connection: _Connection, answer: requests.Response) -> str | None:
    """Where a redirect within this server leads to."""
    if answer.status_code not in (301, 307, 308):
        return None
    to = urlsplit(answer.headers.get("location", ""))
    here = (connection.protocol, connection.host, connection.port)
    if (to.scheme, to.hostname, to.port or _PORTS.get(to.scheme)) != here:
        return None
    return f"{to.path}?{to.query}" if to.query else to.path


class _Http(HTTPRequestsConnectionClass):
    def getresponse(self) -> RequestsResponse:
        return _answer(self, super().getresponse)


class _Https(HTTPSRequestsConnectionClass):
    def getresponse(self) -> RequestsResponse:
        return _answer(self, super().getresponse)


Requester.injectConnectionClasses(_Http, _Https)
