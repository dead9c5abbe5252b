"""GitHub's rate limits, as headers and as refusals."""

from __future__ import annotations

import time
from collections.abc import Mapping

from tests.github.exchange import Answer, error

HOUR = 3600


def reset_at() -> int:
    """When the hour ends. By the real clock, because a client compares it with its own."""
    return int(time.time()) + HOUR


def rate_headers(limit: int | None, used: int) -> Mapping[str, str]:
    whole = limit or 1000
    spent = used if limit else 1
    return {
        "X-RateLimit-Limit": str(whole),
        "X-RateLimit-Remaining": str(max(whole - spent, 0)),
        "X-RateLimit-Used": str(spent),
        "X-RateLimit-Reset": str(reset_at()),
        "X-RateLimit-Resource": "core",
    }


def primary() -> Answer:
    """The hour's requests are used up."""
    headers = {"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": str(reset_at())}
    made = error(403, "API rate limit exceeded for installation ID 1.")
    return Answer(status=made.status, body=made.body, headers=headers)


def secondary(status: int, retry_after: int) -> Answer:
    """Too much at once."""
    made = error(
        status, "You have exceeded a secondary rate limit. Please wait a few minutes before you try again."
    )
    return Answer(status=made.status, body=made.body, headers={"Retry-After": str(retry_after)})
