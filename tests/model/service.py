"""A small Messages API on loopback: it answers as it is told, byte by byte if need be, and remembers what came."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Behaviour = Callable[[BaseHTTPRequestHandler, dict[str, Any]], None]


@dataclass
class Request:
    """One request as it arrived."""

    path: str
    headers: dict[str, str]
    raw: bytes

    @property
    def body(self) -> dict[str, Any]:
        """The JSON that was sent."""
        found: dict[str, Any] = json.loads(self.raw)
        return found


@dataclass
class Model:
    """The service: `behaviour` answers every request until it is changed."""

    behaviour: Behaviour
    url: str = ""
    requests: list[Request] = field(default_factory=list)
    released: threading.Event = field(default_factory=threading.Event)


def message(
    text: str | None,
    *,
    stop_reason: str = "end_turn",
    model: str = "claude-haiku-5-5",
    content: list[dict[str, Any]] | None = None,
) -> dict[str, Any]:
    """The body of an answer with one block of text, or with the blocks that are given."""
    blocks = content if content is not None else [{"type": "text", "text": text}]
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": model,
        "content": blocks,
        "stop_reason": stop_reason,
        "stop_sequence": None,
        "usage": {"input_tokens": 1200, "output_tokens": 340},
    }


def sends(body: object, *, status: int = 200, **headers: str) -> Behaviour:
    """Answer with JSON, or with text as it is."""
    text = body if isinstance(body, str) else json.dumps(body)
    kind = headers.pop("content_type", "application/json")

    def answer(handler: BaseHTTPRequestHandler, asked: dict[str, Any]) -> None:
        data = text.encode()
        handler.send_response(status)
        handler.send_header("content-type", kind)
        handler.send_header("content-length", str(len(data)))
        for name, value in headers.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.end_headers()
        handler.wfile.write(data)

    return answer


def writes(fields: Callable[[dict[str, Any]], dict[str, str]]) -> Behaviour:
    """Answer with an object made from the request."""

    def answer(handler: BaseHTTPRequestHandler, asked: dict[str, Any]) -> None:
        sends(message(json.dumps(fields(asked))))(handler, asked)

    return answer


def hangs(model: Model) -> Behaviour:
    """Answer nothing until the test is over."""

    def answer(handler: BaseHTTPRequestHandler, asked: dict[str, Any]) -> None:
        model.released.wait(60)

    return answer


def drips(model: Model, body: object, *, pause: float = 0.1) -> Behaviour:
    """Answer a few bytes at a time, so that no timeout of a socket ever runs out."""

    def answer(handler: BaseHTTPRequestHandler, asked: dict[str, Any]) -> None:
        data = json.dumps(body).encode()
        handler.send_response(200)
        handler.send_header("content-type", "application/json")
        handler.send_header("content-length", str(len(data)))
        handler.end_headers()
        for start in range(0, len(data), 8):
            if model.released.wait(pause):
                return
            handler.wfile.write(data[start : start + 8])
            handler.wfile.flush()

    return answer


def drops(handler: BaseHTTPRequestHandler, asked: dict[str, Any]) -> None:
    """Close the connection without a word."""
    handler.close_connection = True
    handler.connection.close()


@contextmanager
def serving(behaviour: Behaviour) -> Iterator[Model]:
    """A service for as long as the block runs."""
    model = Model(behaviour=behaviour)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            raw = self.rfile.read(int(self.headers.get("content-length", "0")))
            model.requests.append(Request(self.path, dict(self.headers.items()), raw))
            try:
                model.behaviour(self, json.loads(raw))
            except (BrokenPipeError, ConnectionResetError, ValueError, OSError):
                self.close_connection = True

        def log_message(self, format: str, *args: object) -> None:
            """Nothing: the test's own words are enough."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    model.url = f"http://127.0.0.1:{server.server_address[1]}"
    try:
        yield model
    finally:
        model.released.set()
        server.shutdown()
        server.server_close()
        thread.join(5)
