"""Pull requests: themselves, their diff, their files, commits, reviews and the comments beside the diff."""

from __future__ import annotations

from collections.abc import Mapping

from tests.github import history
from tests.github.call import Call, Endpoint
from tests.github.endpoints import order
from tests.github.exchange import Answer, error
from tests.github.nouns import Change, PullRequestState, Review

MAX_DIFF_FILES = 300
MAX_DIFF_LINES = 20_000
MAX_FILES = 3_000
MAX_COMMITS = 250


def get(call: Call) -> Answer:
    pull = call.pull
    if not call.request.wants_diff:
        return Answer(body=call.payloads.pull(call.repository, pull))
    if is_too_large(pull.change, pull.diff_too_large):
        return too_large_diff()
    return Answer(body=pull.change.diff, media="application/vnd.github.diff")


def is_too_large(change: Change, forced: bool | None = None) -> bool:
    """Whether GitHub shows no diff of it; `forced` is what a test wants, None for the limits."""
    if forced is not None:
        return forced
    return len(change.rows) > MAX_DIFF_FILES or change.diff.count(b"\n") > MAX_DIFF_LINES


def too_large_diff(resource: str = "PullRequest") -> Answer:
    detail = {"resource": resource, "field": "diff", "code": "too_large"}
    message = f"Sorry, the diff exceeded the maximum number of files ({MAX_DIFF_FILES})."
    return error(406, message, errors=[detail])


def list_all(call: Call) -> Answer:
    query = call.request.query
    repository = call.repository
    state = query.get("state", "open")
    pulls = [pull for pull in repository.pulls.values() if state in ("all", pull.state)]
    if "base" in query:
        pulls = [pull for pull in pulls if pull.base_ref == query["base"]]
    if "head" in query:
        pulls = [pull for pull in pulls if _head(call, pull) == query["head"].lower()]
    newest_first = query.get("direction", "desc") == "desc"
    key = "updated_at" if query.get("sort") == "updated" else "number"
    pulls.sort(key=lambda pull: (getattr(pull, key), pull.number), reverse=newest_first)
    return call.listed(pulls, lambda pull: call.payloads.listed_pull(repository, pull))


def _head(call: Call, pull: PullRequestState) -> str:
    head = call.world.repository(pull.head_repository) if pull.head_repository else None
    return f"{head.owner.login if head else ''}:{pull.head_ref}".lower()


def files(call: Call) -> Answer:
    pull = call.pull
    rows = pull.change.rows[:MAX_FILES]
    return call.listed(rows, lambda row: call.payloads.row(call.repository, row, pull.head_sha))


def commits(call: Call) -> Answer:
    pull = call.pull
    listed = history.whole(call, pull.change, pull.base_sha, pull.head_sha).commits[:MAX_COMMITS]
    return call.listed(listed, lambda commit: call.payloads.commit(call.repository, commit))


def reviews(call: Call) -> Answer:
    pull = call.pull
    shown = [review for review in pull.reviews if not _is_hidden(call, review)]
    return call.listed(shown, lambda review: call.payloads.review(call.repository, pull, review))


def _is_hidden(call: Call, review: Review) -> bool:
    # A review that is not submitted is shown to nobody but its author.
    return review.state == "PENDING" and review.user != call.viewer.user


def review_comments(call: Call) -> Answer:
    pull = call.pull
    hidden = {review.id for review in pull.reviews if _is_hidden(call, review)}
    shown = [comment for comment in pull.review_comments if comment.review_id not in hidden]
    comments = order.arranged(call, order.since(call, shown, "PullRequestReviewComment"))
    return call.listed(comments, lambda comment: call.payloads.review_comment(call.repository, pull, comment))


ENDPOINTS: Mapping[str, Endpoint] = {
    "pulls/get": get,
    "pulls/list": list_all,
    "pulls/list-files": files,
    "pulls/list-commits": commits,
    "pulls/list-reviews": reviews,
    "pulls/list-review-comments": review_comments,
}
