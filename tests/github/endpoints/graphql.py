"""GraphQL: who the token is, files of a repository at any commit, and who edited a comment."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from tests.github import permissions
from tests.github.call import Call, Endpoint
from tests.github.exchange import Answer, Refusal
from tests.github.graphql.rules import problems_of, variables_of
from tests.github.graphql.text import Field, Fragment, GraphQLError, Json, Variable, parse
from tests.github.graphql.types import POSSIBLE
from tests.github.nouns import Comment, QueueEntry, User
from tests.github.objects import DIRECTORY, SUBMODULE, Entry, Files, children, tree_sha
from tests.github.payloads.names import maybe_stamp, node_id, stamp
from tests.github.world import Repository

MAX_TEXT = 512_000
MAX_ENTRIES = 100
_LOOKED_AT = 8_000
_KINDS = {DIRECTORY: "tree", SUBMODULE: "commit"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """A value of a type, with its fields; `of` is what it was made from."""

    kind: str
    fields: Mapping[str, Any] = field(default_factory=dict)
    of: Any = None


def problems(body: Mapping[str, Any]) -> list[Json]:
    """What is wrong with a query and its variables, as GitHub's rows of errors."""
    try:
        query = parse(body["query"])
    except GraphQLError as wrong:
        return [wrong.row]
    return problems_of(query) or variables_of(query, body.get("variables"))[1]


def graphql(call: Call) -> Answer:
    """The data and the errors. GitHub answers 200 to a query that it refuses, too."""
    if wrong := problems(call.body):
        return Answer(body={"errors": wrong})
    query = parse(call.body["query"])
    run = _Run(call, variables_of(query, call.body.get("variables"))[0])
    data = run.select(Node(kind="Query"), query.selections, ())
    return Answer(body={"data": data} | ({"errors": run.errors} if run.errors else {}))


@dataclass(slots=True)
class _Run:
    call: Call
    variables: Mapping[str, Any]
    errors: list[Json] = field(default_factory=list)

    def select(self, node: Node, selections: tuple[Field | Fragment, ...], path: tuple[Any, ...]) -> Json:
        made: Json = {}
        for asked in _fields(node.kind, selections):
            value = self._value(node, asked, (*path, asked.key))
            if isinstance(value, list):
                steps = ((*path, asked.key, index) for index in range(len(value)))
                value = [self._shown(item, asked, step) for item, step in zip(value, steps, strict=True)]
            made[asked.key] = self._shown(value, asked, (*path, asked.key))
        return made

    def _shown(self, value: Any, asked: Field, path: tuple[Any, ...]) -> Any:
        return self.select(value, asked.selections, path) if isinstance(value, Node) else value

    def _value(self, node: Node, asked: Field, path: tuple[Any, ...]) -> Any:
        if asked.name == "__typename":
            return node.kind
        arguments = {name: self._given(value) for name, value in asked.arguments.items()}
        match node.kind, asked.name:
            case "Query", "viewer":
                return _user(self.call, self.call.viewer.user)
            case "Query", "repository":
                return self._repository(asked, arguments, path)
            case "Query", "nodes":
                return [self._comment(asked, name, (*path, at)) for at, name in enumerate(arguments["ids"])]
            case "Repository", "object" | "mergeQueue":
                find = self._object if asked.name == "object" else self._queue
                return find(node.of, asked, arguments, path)
        return node.fields[asked.name]

    def _given(self, value: Any) -> Any:
        if isinstance(value, list):
            return [self._given(item) for item in value]
        return self.variables[value.name] if isinstance(value, Variable) else value

    def _refuse(self, kind: str, message: str, asked: Field, path: tuple[Any, ...]) -> None:
        self.errors.append(GraphQLError(message, asked.at, type=kind, path=list(path)).row)

    def _repository(self, asked: Field, arguments: Mapping[str, Any], path: tuple[Any, ...]) -> Node | None:
        name = f"{arguments['owner']}/{arguments['name']}"
        found = self.call.world.repository(name)
        if found is None:
            message = f"Could not resolve to a Repository with the name '{name}'."
            self._refuse("NOT_FOUND", message, asked, path)
            return None
        shown = {
            "id": node_id("R", found.id),
            "databaseId": found.id,
            "name": found.name,
            "nameWithOwner": found.full_name,
            "isPrivate": found.private,
            "isFork": found.fork,
        }
        return Node(kind="Repository", fields=shown, of=found)

    def _object(
        self, repository: Repository, asked: Field, arguments: Mapping[str, Any], path: tuple[Any, ...]
    ) -> Node | None:
        if repository.private and not permissions.granted(self.call.viewer, "contents", write=False):
            self._refuse("FORBIDDEN", "Resource not accessible by integration", asked, path)
            return None
        expression = arguments.get("expression") or arguments.get("oid") or ""
        return _object(self.call.of(repository), expression)

    def _queue(
        self, repository: Repository, asked: Field, arguments: Mapping[str, Any], path: tuple[Any, ...]
    ) -> Node | None:
        if repository.private and not permissions.granted(self.call.viewer, "pull-requests", write=False):
            self._refuse("FORBIDDEN", "Resource not accessible by integration", asked, path)
            return None
        branch = arguments.get("branch") or repository.default_branch
        if branch not in repository.queues:
            return None
        call, waiting = self.call.of(repository), repository.queues[branch]
        entries = [_queued(call, entry, position) for position, entry in enumerate(waiting, start=1)]
        shown = {"nodes": entries[:MAX_ENTRIES], "totalCount": len(entries)}
        connection = Node(kind="MergeQueueEntryConnection", fields=shown)
        return Node(kind="MergeQueue", fields={"id": f"MQ_{branch}", "entries": connection})

    def _comment(self, asked: Field, name: str, path: tuple[Any, ...]) -> Node | None:
        for repository in self.call.world.repositories.values():
            for comment in repository.comments.values():
                if node_id("IC", comment.id) == name:
                    return _comment(self.call, comment)
        self._refuse("NOT_FOUND", f"Could not resolve to a node with the global id of '{name}'.", asked, path)
        return None


def _fields(kind: str, selections: tuple[Field | Fragment, ...]) -> Iterable[Field]:
    """What is asked of a value of that type; a key that is asked for twice is asked for once, for both."""
    found: dict[str, Field] = {}
    for asked in _flat(kind, selections):
        before = found.get(asked.key)
        both = (*(before.selections if before else ()), *asked.selections)
        found[asked.key] = replace(asked, selections=both)
    return found.values()


def _flat(kind: str, selections: tuple[Field | Fragment, ...]) -> Iterator[Field]:
    for selection in selections:
        if isinstance(selection, Field):
            yield selection
        elif selection.on in ("", kind) or kind in POSSIBLE.get(selection.on, ()):
            yield from _flat(kind, selection.selections)


def _user(call: Call, user: User) -> Node:
    """GraphQL calls every token's owner a User, an App's bot too."""
    names = {"login": user.login, "databaseId": user.id, "id": call.payloads.user(user)["node_id"]}
    return Node(kind="User", fields=names)


def _comment(call: Call, comment: Comment) -> Node:
    def actor(user: User | None) -> Node | None:
        return None if user is None else Node(kind="User", fields={"login": _slug(user)})

    shown = {
        "id": node_id("IC", comment.id),
        "databaseId": comment.id,
        "body": comment.body,
        "author": actor(comment.user),
        "editor": actor(comment.editor),
        "createdAt": stamp(comment.created_at),
        "updatedAt": stamp(comment.updated_at),
        "lastEditedAt": maybe_stamp(comment.updated_at if comment.editor else None),
        "includesCreatedEdit": comment.editor is not None,
        "viewerDidAuthor": comment.user == call.viewer.user,
    }
    return Node(kind="IssueComment", fields=shown)


def _queued(call: Call, entry: QueueEntry, position: int) -> Node:
    """An entry whose commits the queue has not made yet has none."""

    def commit(sha: str | None) -> Node | None:
        return None if sha is None else _git_object("Commit", sha, message=call.commit(sha).message)

    pull = None
    if entry.number is not None:
        found = call.repository.pulls[entry.number]
        shown = {"number": found.number, "headRefOid": found.head_sha, "baseRefName": found.base_ref}
        pull = Node(kind="PullRequest", fields=shown)
    names = {"id": f"MQE_{position}", "position": position, "pullRequest": pull}
    commits = {"baseCommit": commit(entry.base_sha), "headCommit": commit(entry.head_sha)}
    return Node(kind="MergeQueueEntry", fields={**names, **commits})


def _slug(user: User) -> str:
    """As an actor, a bot goes by its App's name, without the brackets that REST adds."""
    return user.login.removesuffix("[bot]") if user.type == "Bot" else user.login


def _object(call: Call, expression: str) -> Node | None:
    """What `REVISION:path`, or a revision alone, names; nothing when there is no such thing."""
    revision, colon, path = expression.partition(":")
    revision = call.repository.default_branch if revision == "HEAD" else revision
    sha = call.resolve(revision)
    if sha is None:
        return None
    if not colon:
        return _git_object("Commit", sha, message=call.commit(sha).message)
    try:
        tree = call.files(sha)
    except Refusal:
        return None
    entry = tree.get(path)
    if entry is not None:
        return None if entry.mode == SUBMODULE else _blob(entry)
    return _tree(tree, path)


def _git_object(kind: str, sha: str, **more: Any) -> Node:
    names = {
        "id": f"{kind}_{sha}",
        "oid": sha,
        "abbreviatedOid": sha[:7],
        "commitUrl": f"https://github.test/{sha}",
    }
    return Node(kind=kind, fields={**names, **more})


def _blob(entry: Entry) -> Node:
    content = entry.content
    binary = b"\0" in content[:_LOOKED_AT]
    return _git_object(
        "Blob",
        entry.sha,
        byteSize=len(content),
        isBinary=binary,
        isTruncated=len(content) > MAX_TEXT,
        text=None if binary else content[:MAX_TEXT].decode(errors="replace"),
    )


def _tree(tree: Files, path: str) -> Node | None:
    rows = children(tree, path)
    if not rows:
        return None
    below = {name[len(path) + 1 :]: entry for name, entry in tree.items() if name.startswith(f"{path}/")}
    shown = [
        Node(
            kind="TreeEntry",
            fields={
                "name": row.name,
                "oid": row.sha,
                "type": _KINDS.get(row.mode, "blob"),
                "mode": int(row.mode, 8),
                "path": row.path,
            },
        )
        for row in rows
    ]
    return _git_object("Tree", tree_sha(below if path else tree), entries=shown)


ENDPOINTS: Mapping[str, Endpoint] = {"graphql": graphql}
