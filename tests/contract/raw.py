"""A server that answers what it is told to, byte by byte: what no stand-in for GitHub would ever say."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from types import TracebackType
from typing import Self

Answers = Iterable[bytes]
"""The pieces of one answer, sent one after the other."""


def answer(status: str, body: bytes = b"{}", **headers: str) -> list[bytes]:
    """One whole answer. Underscores in the names of headers stand for dashes."""
    rows = {"Content-Type": "application/json; charset=utf-8", "Content-Length": str(len(body))}
    rows |= {name.replace("_", "-"): text for name, text in headers.items()}
    lines = "".join(f"{name}: {text}\r\n" for name, text in rows.items())
    return [f"HTTP/1.1 {status}\r\n{lines}\r\n".encode() + body]


class RawServer:
    """Answers the nth request with the nth answer, and every further one with the last.

    `seen` holds the first line of every request, `heads` all its headers. `answers` may be changed.
    """

    def __init__(self, answers: Sequence[Callable[[], Answers]] = ()) -> None:
        self.answers = list(answers)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.seen: list[str] = []
        self.heads: list[str] = []
        self._stopping = threading.Event()
        self._lock = threading.Lock()
        threading.Thread(target=self._listen, daemon=True).start()

    @property
    def port(self) -> int:
        port: int = self._listener.getsockname()[1]
        return port

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def _listen(self) -> None:
        with suppress(OSError):
            while True:
                connection, _ = self._listener.accept()
                threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        with suppress(OSError), connection, connection.makefile("rb") as stream:
            while head := _head(stream):
                with self._lock:
                    self.seen.append(head.split("\r\n")[0])
                    self.heads.append(head)
                    pieces = self.answers[min(len(self.seen), len(self.answers)) - 1]()
                for piece in pieces:
                    if self._stopping.is_set():
                        return
                    connection.sendall(piece)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stopping.set()
        # Closing alone would leave the thread that waits in accept() one more connection to take.
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()


def _head(stream: Iterable[bytes]) -> str:
    """A request's first line and headers; its body is read away."""
    lines: list[bytes] = []
    for line in stream:
        if line == b"\r\n":
            break
        lines.append(line)
    head = b"".join(lines).decode()
    length = next(
        (
            int(row.partition(":")[2])
            for row in head.split("\r\n")
            if row.lower().startswith("content-length")
        ),
        0,
    )
    read = getattr(stream, "read", None)
    if length and read is not None:
        read(length)
    return head
