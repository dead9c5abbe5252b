"""Which comments a list shows, and in which order."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Protocol, TypeVar

from tests.github.call import Call
from tests.github.exchange import invalid


class Dated(Protocol):
    id: int
    created_at: datetime
    updated_at: datetime


Wanted = TypeVar("Wanted", bound=Dated)


def since(call: Call, comments: Iterable[Wanted], resource: str) -> list[Wanted]:
    """In ascending order of id, as GitHub lists them unless told otherwise."""
    ordered = sorted(comments, key=lambda comment: comment.id)
    wanted = call.request.query.get("since")
    if wanted is None:
        return ordered
    try:
        moment = datetime.fromisoformat(wanted)
    except ValueError:
        raise invalid(resource, "since", "invalid") from None
    return [comment for comment in ordered if comment.updated_at >= moment]


def arranged(call: Call, comments: list[Wanted]) -> list[Wanted]:
    """As `sort` and `direction` ask; the direction says nothing without a sort."""
    query = call.request.query
    if "sort" not in query:
        return comments
    moment = "updated_at" if query["sort"] == "updated" else "created_at"
    newest_first = query.get("direction") != "asc"
    return sorted(comments, key=lambda comment: (getattr(comment, moment), comment.id), reverse=newest_first)
