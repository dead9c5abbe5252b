"""Files: contents, trees and blobs, with the names that git itself gives them."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Mapping
from typing import Any

from tests.github.call import Call, Endpoint
from tests.github.exchange import Answer, Refusal, error, not_found
from tests.github.objects import DIRECTORY, SUBMODULE, SYMLINK, Child, Entry, Files, children, tree_sha
from tests.github.payloads import quoted

MAX_CONTENT = 1024 * 1024
MAX_LISTED = 1_000
_LINE = 60
_TYPES = {DIRECTORY: "dir", SYMLINK: "symlink", SUBMODULE: "submodule"}


def get_content(call: Call) -> Answer:
    path = call.request.parameters["path"].strip("/")
    ref = call.request.query.get("ref")
    tree = call.files(ref)
    entry = tree.get(path)
    if entry is not None:
        return Answer(body=_file(call, tree, path, entry))
    rows = children(tree, path)
    if not rows:
        raise Refusal(error(404, "Not Found" if path else "This repository is empty."))
    return Answer(body=[_row(call, child) for child in rows[:MAX_LISTED]])


def _file(call: Call, tree: Files, path: str, entry: Entry) -> dict[str, Any]:
    if entry.mode == SYMLINK:
        target = _target(tree, path, entry)
        if target is None:
            row = _links(call, _child(path, entry), "symlink")
            return row | {"target": entry.content.decode(errors="replace")}
        entry = target
    if entry.mode == SUBMODULE:
        row = _links(call, _child(path, entry), "submodule")
        return row | {"submodule_git_url": f"{call.payloads.web}/example-org/a-submodule.git"}
    large = len(entry.content) > MAX_CONTENT
    content = "" if large else _wrapped(entry.content)
    row = _links(call, _child(path, entry), "file")
    return row | {"content": content, "encoding": "none" if large else "base64"}


def _target(tree: Files, path: str, entry: Entry) -> Entry | None:
    """The plain file that a symlink leads to within the repository, which GitHub shows in its stead."""
    steps = path.split("/")[:-1]
    for step in entry.content.decode(errors="replace").split("/"):
        if step == ".." and steps:
            steps.pop()
        elif step not in (".", ""):
            steps.append(step)
    found = tree.get("/".join(steps))
    return found if found and found.mode not in (SYMLINK, SUBMODULE) else None


def _child(path: str, entry: Entry) -> Child:
    size = 0 if entry.mode == SUBMODULE else len(entry.content)
    return Child(name=path.rpartition("/")[2], path=path, mode=entry.mode, sha=entry.sha, size=size)


def _wrapped(content: bytes) -> str:
    """Base64 in lines of 60, as GitHub writes it."""
    text = base64.b64encode(content).decode()
    return "".join(f"{text[at : at + _LINE]}\n" for at in range(0, len(text), _LINE))


def _row(call: Call, child: Child) -> dict[str, Any]:
    # A directory's listing calls a submodule a file; GitHub keeps it so for older clients.
    kind = "file" if child.mode == SUBMODULE else _TYPES.get(child.mode, "file")
    return _links(call, child, kind)


def _links(call: Call, child: Child, kind: str) -> dict[str, Any]:
    repository = call.repository
    ref = call.request.query.get("ref", repository.default_branch)
    url = f"{call.payloads.repo_url(repository)}/contents/{quoted(child.path)}?ref={quoted(ref)}"
    objects = "trees" if child.mode == DIRECTORY else "blobs"
    git_url = f"{call.payloads.repo_url(repository)}/git/{objects}/{child.sha}"
    place = f"{quoted(ref)}/{quoted(child.path)}"
    page = f"{call.payloads.repo_page(repository)}/{'tree' if kind == 'dir' else 'blob'}/{place}"
    raw = f"{call.payloads.repo_page(repository)}/raw/{place}"
    return {
        "name": child.name,
        "path": child.path,
        "sha": child.sha,
        "size": child.size,
        "url": url,
        "html_url": page,
        "git_url": git_url,
        "download_url": raw if kind == "file" else None,
        "type": kind,
        "_links": {"self": url, "git": git_url, "html": page},
    }


def get_tree(call: Call) -> Answer:
    name = call.request.parameters["tree_sha"]
    recursive = "recursive" in call.request.query
    tree = _named_tree(call, name)
    rows = list(_walk(tree, "") if recursive else children(tree))
    url = f"{call.payloads.repo_url(call.repository)}/git"
    shown = [_tree_row(url, child) for child in rows]
    sha = tree_sha(tree)
    return Answer(body={"sha": sha, "url": f"{url}/trees/{sha}", "tree": shown, "truncated": False})


def _tree_row(url: str, child: Child) -> dict[str, Any]:
    kind = {DIRECTORY: "tree", SUBMODULE: "commit"}.get(child.mode, "blob")
    row: dict[str, Any] = {"path": child.path, "mode": child.mode, "type": kind, "sha": child.sha}
    if kind == "blob":
        row["size"] = child.size
    if kind != "commit":
        row["url"] = f"{url}/{kind}s/{child.sha}"
    return row


def _walk(tree: Files, directory: str) -> Iterator[Child]:
    for child in children(tree, directory):
        yield child
        if child.mode == DIRECTORY:
            yield from _walk(tree, child.path)


def _known_trees(call: Call) -> Iterator[Files]:
    yield call.repository.files
    yield from call.repository.trees.values()


def _named_tree(call: Call, name: str) -> Files:
    try:
        return call.files(name)
    except Refusal:
        pass
    for tree in _known_trees(call):
        if tree_sha(tree) == name:
            return tree
        for child in _walk(tree, ""):
            if child.mode == DIRECTORY and child.sha == name:
                prefix = f"{child.path}/"
                return {path[len(prefix) :]: entry for path, entry in tree.items() if path.startswith(prefix)}
    raise not_found()


def get_blob(call: Call) -> Answer:
    sha = call.request.parameters["file_sha"]
    for tree in _known_trees(call):
        for entry in tree.values():
            if entry.sha == sha and entry.mode != SUBMODULE:
                return Answer(
                    body={
                        "sha": sha,
                        "node_id": f"B_{sha}",
                        "size": len(entry.content),
                        "url": f"{call.payloads.repo_url(call.repository)}/git/blobs/{sha}",
                        "content": _wrapped(entry.content),
                        "encoding": "base64",
                    }
                )
    raise not_found()


ENDPOINTS: Mapping[str, Endpoint] = {
    "repos/get-content": get_content,
    "git/get-tree": get_tree,
    "git/get-blob": get_blob,
}
