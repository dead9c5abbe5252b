"""The stand-in on the wire: HTTP/1.1 with kept connections on a free port of 127.0.0.1."""

from __future__ import annotations

import json
import select
import socket
import struct
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Self

from tests.github.exchange import Recorded
from tests.github.faults import ALWAYS, Faults, Hook, Route, Wire
from tests.github.judge import Violation
from tests.github.payloads import Payloads
from tests.github.service import Reply, Service
from tests.github.world import World

WEB = "https://github.test"
ENTERPRISE = "/api/v3"
HOLD_SECONDS = 30.0
_POLL_SECONDS = 0.02


class GitHubServer:
    """A stand-in GitHub. Use it as a context manager, or through the fixture `github`.

    `url` is GITHUB_API_URL, `web` is GITHUB_SERVER_URL. `prefix` makes it an Enterprise server.
    """

    def __init__(self, world: World | None = None, *, prefix: str = "", web: str = WEB) -> None:
        self._listener = _Listener(("127.0.0.1", 0), _Handler)
        self.world = world or World()
        origin = f"http://127.0.0.1:{self._listener.server_address[1]}"
        self._service = Service(world=self.world, origin=origin, web=web, prefix=prefix)
        self._listener.service = self._service
        self.web = web
        self._thread = threading.Thread(
            target=self._listener.serve_forever, args=(_POLL_SECONDS,), daemon=True
        )

    @property
    def url(self) -> str:
        return self._service.api

    @property
    def graphql_url(self) -> str:
        return self._service.origin + self._service.graphql_path

    @property
    def requests(self) -> Sequence[Recorded]:
        """Every request so far, in the order of arrival, with the status it was answered with."""
        return self._service.requests

    @property
    def writes(self) -> Sequence[Recorded]:
        return [recorded for recorded in self._service.requests if recorded.request.is_write]

    @property
    def violations(self) -> list[Violation]:
        """What the judge saw. A test that provokes a violation clears the list."""
        return self._service.judge.violations

    def connections(self) -> int:
        """How many connections are open now."""
        return len(self._listener.connections)

    def payloads(self) -> Payloads:
        return self._service.payloads()

    def fault(
        self,
        method: str,
        route: Route,
        kind: str,
        *,
        times: int | str = 1,
        when: str = "before",
        retry_after: int = 3600,
        skip: int = 0,
    ) -> None:
        """Make requests fail. `method` may be `*`; `times` a number or `always`; `skip` lets some pass first.

        `route` is an operationId (`issues/create-comment`), a path template, a regular expression searched in
        the path, or a predicate over the Request (`faults.is_diff`). `kind` is one of `faults.Kind`.
        """
        self._faults.add(
            method,
            route,
            kind,
            times=_count(times),
            when=when,
            retry_after=retry_after,
            skip=skip,
        )

    def before(self, method: str, route: Route, hook: Hook, *, times: int | str = 1, skip: int = 0) -> None:
        """Call the hook when such a request has come and nothing is done. It may change the world or wait."""
        self._faults.add_hook(method, route, hook, times=_count(times), after=False, skip=skip)

    def after(self, method: str, route: Route, hook: Hook, *, times: int | str = 1, skip: int = 0) -> None:
        """Call the hook when such a request is done and the client does not know it yet."""
        self._faults.add_hook(method, route, hook, times=_count(times), after=True, skip=skip)

    def mend(self) -> None:
        """Take back every fault and hook."""
        self._faults.mend()

    @property
    def _faults(self) -> Faults:
        return self._service.faults

    def start(self) -> Self:
        self._thread.start()
        return self

    def stop(self) -> None:
        self._listener.stopping.set()
        self._listener.shutdown()
        self._listener.hang_up()
        self._listener.server_close()
        self._thread.join()

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()


def _count(times: int | str) -> int:
    return ALWAYS if times == "always" else int(times)


class _Listener(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 64
    service: Service

    def __init__(self, *arguments: object) -> None:
        super().__init__(*arguments)  # type: ignore[arg-type]
        self.stopping = threading.Event()
        self.connections: set[socket.socket] = set()

    def hang_up(self) -> None:
        """End every kept connection, so that no thread outlives the server."""
        for connection in list(self.connections):
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that went away is no news; anything else is the stand-in's own mistake."""
        problem = sys.exception()
        if not isinstance(problem, ConnectionError):
            self.service.judge.own_mistake(repr(problem))

    def server_bind(self) -> None:
        # HTTPServer asks the resolver for the host's name here, which can take seconds.
        self.socket.bind(self.server_address)
        self.server_address = self.socket.getsockname()
        self.server_name, self.server_port = "127.0.0.1", self.server_address[1]


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Without a buffer every header is a packet of its own, and Nagle holds the second one for 40 ms.
    wbufsize = 64 * 1024
    disable_nagle_algorithm = True
    server: _Listener

    def setup(self) -> None:
        super().setup()
        self.server.connections.add(self.connection)

    def finish(self) -> None:
        self.server.connections.discard(self.connection)
        with suppress(ConnectionError, ValueError):
            super().finish()

    def _answer(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        reply = self.server.service.serve(self.command, self.path, dict(self.headers.items()), body)
        if reply.wire is Wire.HOLD:
            self._hold()
        elif reply.wire is Wire.RESET:
            self._reset()
        else:
            self._send(reply)

    def do_GET(self) -> None:
        self._answer()

    def do_POST(self) -> None:
        self._answer()

    def do_PATCH(self) -> None:
        self._answer()

    def do_PUT(self) -> None:
        self._answer()

    def do_DELETE(self) -> None:
        self._answer()

    def _send(self, reply: Reply) -> None:
        answer = reply.answer
        body = answer.body if isinstance(answer.body, bytes) else b""
        if answer.body is not None and not isinstance(answer.body, bytes):
            body = json.dumps(answer.body, separators=(",", ":")).encode()
        if reply.wire is Wire.TRUNCATE:
            body = body[: len(body) // 2]
        self.send_response_only(answer.status)
        for name, text in reply.headers.items():
            self.send_header(name, text)
        if answer.status != 204:
            media = answer.media
            self.send_header("Content-Type", f"{media}; charset=utf-8" if "charset" not in media else media)
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if reply.wire is Wire.CUT_OFF:
            body, self.close_connection = body[: len(body) // 2], True
        self.wfile.write(body)

    def _hold(self) -> None:
        """Say nothing until the client gives up."""
        self.close_connection = True
        waited = 0.0
        while waited < HOLD_SECONDS and not self.server.stopping.is_set():
            readable, _, _ = select.select([self.connection], [], [], _POLL_SECONDS)
            if readable and not self.connection.recv(1, socket.MSG_PEEK):
                return
            waited += _POLL_SECONDS

    def _reset(self) -> None:
        self.close_connection = True
        # Lingering for no time at all makes close() send RST instead of FIN.
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.connection.close()

    def log_message(self, format: str, *args: object) -> None:
        """Nothing on standard error: the requests are recorded."""
