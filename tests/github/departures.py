"""Where GitHub's description is wrong or silent, and what the stand-in does instead.

A short list on purpose: each row has a name and a reason, and a test shows that it is needed. A rule that
GitHub states in prose only (a limit, a refusal) is kept by the endpoint that its row names.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class SchemaPatch:
    """Let the value at `path` of a component be null."""

    name: str
    reason: str
    component: str
    path: tuple[str, ...]

    def apply(self, schemas: dict[str, Any]) -> None:
        node = schemas[self.component]
        for step in self.path[:-1]:
            node = node["properties"][step]
        properties = node["properties"]
        properties[self.path[-1]] = {"anyOf": [properties[self.path[-1]], {"type": "null"}]}


SCHEMA_PATCHES = (
    SchemaPatch(
        name="deleted fork",
        reason="the head's repository is null once the fork is deleted; webhook payloads and answers show it",
        component="pull-request",
        path=("head", "repo"),
    ),
    SchemaPatch(
        name="deleted fork, listed",
        reason="the same in the list of pull requests",
        component="pull-request-simple",
        path=("head", "repo"),
    ),
    SchemaPatch(
        name="deleted account",
        reason="a pull request whose author's account is gone has no head user either",
        component="pull-request",
        path=("head", "user"),
    ),
    SchemaPatch(
        name="outdated comment",
        reason="a comment whose line a push took away has no line; the description of webhooks says so",
        component="pull-request-review-comment",
        path=("line",),
    ),
    SchemaPatch(
        name="comment on a file",
        reason="a comment on a whole file never had a line; the description of webhooks says so",
        component="pull-request-review-comment",
        path=("original_line",),
    ),
)

_JSON = "application/json"

# Answers that GitHub gives and its description leaves out: (operation or *, status, media type) → why.
UNDESCRIBED_ANSWERS: Mapping[tuple[str, int, str], str] = {
    ("pulls/get", 200, "application/vnd.github.diff"): "the diff media type, documented in prose",
    ("repos/compare-commits", 200, "application/vnd.github.diff"): "the same for a comparison",
    (
        "repos/compare-commits",
        406,
        _JSON,
    ): "too_large answers a comparison's diff as it does a pull request's",
    ("*", 401, _JSON): "Bad credentials can answer anything",
    ("*", 403, _JSON): "a token without the permission can be refused anywhere",
    ("*", 404, _JSON): "what is not there, or must not be seen, is not found anywhere",
    ("*", 422, _JSON): "Validation Failed answers every ill-formed body",
    ("*", 400, _JSON): "Problems parsing JSON, and an API version that does not exist",
}

# Rules stated in prose only, each with the place that keeps it.
PROSE_RULES: Mapping[str, str] = {
    "body is too long": "issues: a comment of more than 65,536 characters is 422",
    "completed needs a conclusion": "checks: status completed without a conclusion is 422",
    "fifty annotations": "checks: the schema's maxItems; refused with 422 as well as judged",
    "per page": "judge: per_page above 100 is cut to 100 by GitHub, so asking for more is a mistake",
    "diff too large": "pulls: over 300 files or 20,000 lines the diff is 406 too_large",
    "user agent": "service: a request without a User-Agent is 403, one of an unknown API version 400",
    "app only": "checks: only an App's token may write check runs, a person's is 403",
    "optional fields": "payloads: body and author_association of a comment may be absent; ours are there",
    "compared commits": "commits: without a page the latest 250, with one the earliest first, 30 to a page",
    "pending reviews": "pulls: one not submitted, and its comments, are shown to its author only, without a time",
    "replies": "builders: a reply to a reply belongs to the comment that started the thread",
    "who may ask": "people: a person's token has to push to ask for a permission; a bot is no user there",
    "job's check run": "checks: the status of a run that Actions made for a job cannot be changed from outside",
    "graphql": "graphql: what the types do not have is refused with 200 and errors, and judged",
    "labels as a bare array": "PyGithub sends them so; no operation that takes labels is in the slice",
}
