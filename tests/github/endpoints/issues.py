"""Comments, and issues as far as comments need them."""

from __future__ import annotations

from collections.abc import Mapping

from tests.github.call import Call, Endpoint
from tests.github.endpoints import order
from tests.github.exchange import Answer, Refusal, error, invalid, not_found
from tests.github.nouns import Comment, Reaction

MAX_BODY = 65_536
MAX_COMMENTS = 2_500
RESOURCE = "IssueComment"


def get(call: Call) -> Answer:
    return Answer(body=call.payloads.issue(call.repository, call.issue))


def list_comments(call: Call) -> Answer:
    return _listed(call, order.since(call, call.repository.comments_on(call.issue.number), RESOURCE))


def list_comments_of_repository(call: Call) -> Answer:
    comments = order.since(call, call.repository.comments.values(), RESOURCE)
    return _listed(call, order.arranged(call, comments))


def _listed(call: Call, comments: list[Comment]) -> Answer:
    return call.listed(comments, lambda comment: call.payloads.comment(call.repository, comment))


def create_comment(call: Call) -> Answer:
    issue, repository = call.issue, call.repository
    body = _body(call)
    if issue.locked:
        raise Refusal(error(403, "Unable to create comment because issue is locked."))
    if len(repository.comments_on(issue.number)) >= MAX_COMMENTS:
        raise Refusal(error(403, f"Commenting is disabled on issues with more than {MAX_COMMENTS} comments"))
    viewer = call.viewer
    made = Comment(
        id=call.world.next_id(),
        issue=issue.number,
        body=body,
        user=viewer.user,
        app=viewer.app,
        created_at=call.now,
        updated_at=call.now,
    )
    repository.comments[made.id] = made
    return Answer(status=201, body=call.payloads.comment(repository, made))


def _body(call: Call) -> str:
    body: str = call.body.get("body", "")
    if not body.strip():
        raise invalid(RESOURCE, "data", "unprocessable", "Body cannot be blank")
    if len(body) > MAX_BODY:
        raise invalid(
            RESOURCE, "data", "unprocessable", f"Body is too long (maximum is {MAX_BODY} characters)"
        )
    return body


def _comment(call: Call) -> Comment:
    found = call.repository.comments.get(call.number("comment_id"))
    if found is None:
        raise not_found()
    return found


def get_comment(call: Call) -> Answer:
    return Answer(body=call.payloads.comment(call.repository, _comment(call)))


def update_comment(call: Call) -> Answer:
    comment = _comment(call)
    comment.body, comment.editor = _body(call), call.viewer.user
    comment.updated_at = call.now
    return Answer(body=call.payloads.comment(call.repository, comment))


def delete_comment(call: Call) -> Answer:
    del call.repository.comments[_comment(call).id]
    return Answer(status=204)


def create_reaction(call: Call) -> Answer:
    comment, content, user = _comment(call), call.body["content"], call.viewer.user
    for reaction in comment.reactions:
        if reaction.content == content and reaction.user == user:
            return Answer(status=200, body=call.payloads.reaction(reaction))
    made = Reaction(id=call.world.next_id(), content=content, user=user, created_at=call.now)
    comment.reactions.append(made)
    return Answer(status=201, body=call.payloads.reaction(made))


def list_reactions(call: Call) -> Answer:
    content = call.request.query.get("content")
    reactions = [reaction for reaction in _comment(call).reactions if content in (None, reaction.content)]
    return call.listed(reactions, call.payloads.reaction)


ENDPOINTS: Mapping[str, Endpoint] = {
    "issues/get": get,
    "issues/list-comments": list_comments,
    "issues/list-comments-for-repo": list_comments_of_repository,
    "issues/create-comment": create_comment,
    "issues/get-comment": get_comment,
    "issues/update-comment": update_comment,
    "issues/delete-comment": delete_comment,
    "reactions/create-for-issue-comment": create_reaction,
    "reactions/list-for-issue-comment": list_reactions,
}
