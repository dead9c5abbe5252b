"""The few answers this service gives."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Response:
    status: int
    body: str
    headers: dict[str, str] = field(default_factory=dict)


def found(body: str) -> Response:
    return Response(200, body)


def not_found() -> Response:
    return Response(404, "no such parcel")


def unauthorized() -> Response:
    return Response(401, "sign in first")
