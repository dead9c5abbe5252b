"""The slice of GitHub's GraphQL types that the stand-in serves, named as GitHub names them."""

from __future__ import annotations

from collections.abc import Mapping

_OBJECT = {"id": "ID!", "oid": "GitObjectID!", "abbreviatedOid": "String!", "commitUrl": "URI!"}
_ACTOR = {"login": "String!"}

FIELDS: Mapping[str, Mapping[str, str]] = {
    "Query": {"viewer": "User!", "repository": "Repository", "nodes": "[Node]!"},
    "User": {**_ACTOR, "id": "ID!", "databaseId": "Int"},
    "Actor": _ACTOR,
    "Repository": {
        "id": "ID!",
        "databaseId": "Int",
        "name": "String!",
        "nameWithOwner": "String!",
        "isPrivate": "Boolean!",
        "isFork": "Boolean!",
        "object": "GitObject",
        "mergeQueue": "MergeQueue",
    },
    "MergeQueue": {"id": "ID!", "entries": "MergeQueueEntryConnection"},
    "MergeQueueEntryConnection": {"nodes": "[MergeQueueEntry]", "totalCount": "Int!"},
    "MergeQueueEntry": {
        "id": "ID!",
        "position": "Int!",
        "baseCommit": "Commit",
        "headCommit": "Commit",
        "pullRequest": "PullRequest",
    },
    "PullRequest": {"number": "Int!", "headRefOid": "GitObjectID!", "baseRefName": "String!"},
    "GitObject": _OBJECT,
    "Blob": {
        **_OBJECT,
        "byteSize": "Int!",
        "isBinary": "Boolean",
        "isTruncated": "Boolean!",
        "text": "String",
    },
    "Tree": {**_OBJECT, "entries": "[TreeEntry!]"},
    "TreeEntry": {
        "name": "String!",
        "oid": "GitObjectID!",
        "type": "String!",
        "mode": "Int!",
        "path": "String",
    },
    "Commit": {**_OBJECT, "message": "String!"},
    "Node": {"id": "ID!"},
    "IssueComment": {
        "id": "ID!",
        "databaseId": "Int",
        "body": "String!",
        "author": "Actor",
        "editor": "Actor",
        "createdAt": "DateTime!",
        "updatedAt": "DateTime!",
        "lastEditedAt": "DateTime",
        "includesCreatedEdit": "Boolean!",
        "viewerDidAuthor": "Boolean!",
    },
}
# What an interface can turn out to be.
POSSIBLE: Mapping[str, tuple[str, ...]] = {
    "GitObject": ("Blob", "Commit", "Tree"),
    "Node": ("Blob", "Commit", "IssueComment", "Repository", "Tree", "User"),
    "Actor": ("User",),
}
ARGUMENTS: Mapping[tuple[str, str], Mapping[str, str]] = {
    ("Query", "repository"): {"owner": "String!", "name": "String!", "followRenames": "Boolean"},
    ("Query", "nodes"): {"ids": "[ID!]!"},
    ("Repository", "object"): {"expression": "String", "oid": "GitObjectID"},
    ("Repository", "mergeQueue"): {"branch": "String"},
    ("MergeQueue", "entries"): {"first": "Int", "after": "String"},
}
_SCALARS: Mapping[str, type | tuple[type, ...]] = {
    "String": str,
    "ID": (str, int),
    "GitObjectID": str,
    "Boolean": bool,
    "Int": int,
    "Float": (int, float),
}


def fits(kind: str, value: object) -> str:
    """Why the value is not of that type; empty when it is."""
    if value is None:
        return "Expected value to not be null" if kind.endswith("!") else ""
    kind = kind.removesuffix("!")
    if kind.startswith("["):
        items = value if isinstance(value, list) else [value]
        return next((why for item in items if (why := fits(kind[1:-1], item))), "")
    known = _SCALARS.get(kind)
    if known is None:
        return f"{kind} isn't a defined input type"
    if not isinstance(value, known) or (isinstance(value, bool) and kind != "Boolean"):
        return f"Could not coerce value {value!r} to {kind}"
    return ""
