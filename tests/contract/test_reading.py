"""Reading one repository: a file is what its hash says, a list ends, and what is missing is told apart."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Callable
from typing import Any

import pytest

from steward.adapters.github import Repository
from steward.adapters.http import Http
from steward.errors import GitHubFailed, NotFound
from tests.contract.inside import StillClock
from tests.contract.raw import Answers, RawServer, answer
from tests.github.objects import SUBMODULE, SYMLINK, Entry, object_sha
from tests.github.server import GitHubServer

PATH = ".github/steward.yml"
CONTENT = b"fail_on: amber\n"


def reading(server: RawServer) -> Repository:
    return Repository(
        Http(token="t", base_url=server.url, clock=StillClock()),
        name="o/r",
        graphql_url=f"{server.url}/graphql",
    )


def always(data: Any, **headers: str) -> Callable[[], Answers]:
    return lambda: answer("200 OK", json.dumps(data).encode(), **headers)


def a_file(content: bytes, sha: str, **changed: str) -> dict[str, str]:
    encoded = base64.b64encode(content).decode()
    return {"type": "file", "encoding": "base64", "content": encoded, "sha": sha, **changed}


def sha256(content: bytes) -> str:
    return hashlib.sha256(b"blob %d\0" % len(content) + content).hexdigest()


@pytest.mark.parametrize("sha", [object_sha("blob", CONTENT), sha256(CONTENT)], ids=["sha1", "sha256"])
def test_a_file_that_fits_its_hash_is_read(sha: str) -> None:
    with RawServer([always(a_file(CONTENT, sha))]) as server:
        assert reading(server).read_file(PATH, "main") == CONTENT


@pytest.mark.parametrize(
    "changed",
    [
        {"content": base64.b64encode(b"fail_on: never\n").decode()},
        {"content": ""},
        {"content": "not base64 at all!"},
        {"content": "é"},
        {"sha": "0" * 40},
        {"sha": ""},
    ],
    ids=["other words", "nothing", "no base64", "no ASCII", "another hash", "no hash"],
)
def test_a_file_that_does_not_is_an_error_and_never_a_policy(changed: dict[str, str]) -> None:
    file = a_file(CONTENT, object_sha("blob", CONTENT)) | changed
    with RawServer([always(file)]) as server, pytest.raises(GitHubFailed, match="does not fit its own hash"):
        reading(server).read_file(PATH, "main")


@pytest.mark.parametrize(
    "entry",
    [Entry(content=b"../../etc/passwd", mode=SYMLINK), Entry(content=b"a" * 40, mode=SUBMODULE)],
    ids=["a link out of the repository", "a submodule"],
)
def test_what_is_no_file_is_an_error(github: GitHubServer, entry: Entry) -> None:
    github.world.add_repository("o/r", files={"policy": entry})
    http = Http(token=github.world.job.token, base_url=github.url, clock=StillClock())

    with pytest.raises(GitHubFailed, match="is no file that can be read"):
        Repository(http, name="o/r", graphql_url=github.graphql_url).read_file("policy", "main")


@pytest.mark.parametrize("path", ["a b.yml", "ä/#1?.yml", "%2e%2e/x"])
def test_names_in_addresses_are_quoted(github: GitHubServer, path: str) -> None:
    github.world.add_repository("o/r", files={path: "x\n"})
    http = Http(token=github.world.job.token, base_url=github.url, clock=StillClock())

    assert Repository(http, name="o/r", graphql_url=github.graphql_url).read_file(path, "main") == b"x\n"


def test_a_list_that_never_ends_is_given_up() -> None:
    with RawServer([always([], Link='<https://elsewhere.example/>; rel="next"')]) as server:
        with pytest.raises(GitHubFailed, match="goes on after 100 pages"):
            reading(server).comments(7)
        assert len(server.seen) == 100


def test_a_missing_file_is_told_from_everything_else() -> None:
    with RawServer([lambda: answer("404 Not Found")]) as server, pytest.raises(NotFound):
        reading(server).read_file(PATH, "main")


@pytest.mark.parametrize(
    "body", ["[]", "{}", '{"data": null}', '{"data": {"viewer": null}}', '{"errors": []}']
)
def test_a_viewer_that_is_not_told_is_an_error(body: str) -> None:
    with RawServer([lambda: answer("200 OK", body.encode())]) as server, pytest.raises(GitHubFailed):
        reading(server).viewer()
