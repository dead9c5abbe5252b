"""Cut the operations that the stand-in serves out of GitHub's OpenAPI description.

    npm pack @octokit/openapi@23.0.2
    tar xzf octokit-openapi-23.0.2.tgz
    python slice_openapi.py package/generated/api.github.com.json

writes `openapi.json` beside this file: the operations named below, the components they refer to, and
nothing that is only prose (descriptions, examples, titles). The README beside it says where the
description comes from and under which licence.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

OPERATIONS = frozenset(
    """
    actions/get-workflow-run
    checks/create checks/get checks/list-annotations checks/list-for-ref checks/update
    git/get-blob git/get-ref git/get-tree
    issues/create-comment issues/delete-comment issues/get issues/get-comment issues/list-comments
    issues/list-comments-for-repo issues/update-comment
    meta/root
    pulls/get pulls/list pulls/list-commits pulls/list-files pulls/list-review-comments pulls/list-reviews
    rate-limit/get
    reactions/create-for-issue-comment reactions/list-for-issue-comment
    repos/compare-commits repos/get repos/get-branch repos/get-collaborator-permission-level
    repos/get-commit repos/get-content repos/list-pull-requests-associated-with-commit
    users/get-authenticated users/get-by-username
    """.split()
)
PROSE = frozenset({"description", "summary", "example", "examples", "title", "externalDocs", "tags", "deprecated"})
UNUSED = frozenset({"headers", "links", "callbacks", "discriminator"})
NAME_MAPS = frozenset({"properties", "schemas", "parameters", "responses", "requestBodies", "patternProperties"})


def plain(node: Any, *, names: bool = False) -> Any:
    """The node without prose. Below a map of names (`names`) the keys are data, not keywords."""
    if isinstance(node, list):
        return [plain(item) for item in node]
    if not isinstance(node, Mapping):
        return node
    if names:
        return {key: plain(value) for key, value in node.items()}
    kept = {
        key: value
        for key, value in node.items()
        if key not in PROSE | UNUSED and (not key.startswith("x-") or key == "x-multi-segment")
    }
    return {key: plain(value, names=key in NAME_MAPS and isinstance(value, Mapping)) for key, value in kept.items()}


def references(node: Any) -> Iterator[tuple[str, str]]:
    """Every `#/components/KIND/NAME` below the node."""
    if isinstance(node, list):
        for item in node:
            yield from references(item)
    elif isinstance(node, Mapping):
        target = node.get("$ref")
        if isinstance(target, str):
            kind, name = target.removeprefix("#/components/").split("/")
            yield kind, name
        for value in node.values():
            yield from references(value)


def cut(description: Mapping[str, Any]) -> dict[str, Any]:
    """The slice: `info`, `paths` and `components` of the chosen operations."""
    paths: dict[str, dict[str, Any]] = {}
    for path, item in description["paths"].items():
        for method, operation in item.items():
            if isinstance(operation, Mapping) and operation.get("operationId") in OPERATIONS:
                paths.setdefault(path, {})[method] = plain(operation)
    components: dict[str, dict[str, Any]] = {}
    waiting = list(references(paths))
    while waiting:
        kind, name = waiting.pop()
        if name in components.setdefault(kind, {}):
            continue
        components[kind][name] = plain(description["components"][kind][name])
        waiting.extend(references(components[kind][name]))
    info = {"title": "GitHub's REST API, a slice", "version": description["info"]["version"]}
    return {"openapi": description["openapi"], "info": info, "paths": paths, "components": components}


def lines(slice_: Mapping[str, Any]) -> str:
    """The slice as JSON, one path or component a line, so that two versions can be compared by eye."""

    def line(value: Any) -> str:
        return json.dumps(value, sort_keys=True, separators=(",", ":"))

    def block(entries: Mapping[str, str]) -> str:
        return "{\n" + ",\n".join(f"{line(key)}:{entries[key]}" for key in sorted(entries)) + "\n}"

    components = {kind: block({name: line(v) for name, v in named.items()}) for kind, named in slice_["components"].items()}
    parts = {key: line(value) for key, value in slice_.items()}
    parts["paths"] = block({path: line(item) for path, item in slice_["paths"].items()})
    parts["components"] = block(components)
    return block(parts) + "\n"


def main() -> int:
    if len(sys.argv) != 2:
        print("usage: python slice_openapi.py api.github.com.json", file=sys.stderr)
        return 2
    description = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    slice_ = cut(description)
    found = {operation["operationId"] for item in slice_["paths"].values() for operation in item.values()}
    if missing := sorted(OPERATIONS - found):
        print(f"not in this description: {', '.join(missing)}", file=sys.stderr)
        return 1
    text = lines(slice_)
    target = Path(__file__).with_name("openapi.json")
    target.write_text(text, encoding="utf-8")
    print(f"{target.name}: {len(found)} operations, {len(text):,} bytes")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
