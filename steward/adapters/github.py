"""GitHub's API for one repository: our calls become requests, its answers become our nouns.

Every path is relative to the repository of the run; names in paths are quoted. What each call may raise stands
at `steward.ports.GitHub`.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
from collections.abc import Callable, Iterator, Mapping
from io import BytesIO
from typing import TypeVar, cast
from urllib.parse import quote

import msgspec

from steward.adapters.http import PAGE, Http, parsed
from steward.errors import DiffUnreadable, GitHubFailed, NoPlainFile, NotFound, Refused
from steward.intake.diff import parse_diff
from steward.intake.payload import PullRequestPayload, User
from steward.intake.rows import FileRow, from_rows
from steward.model import Annotation, CheckRun, Record
from steward.ports import Account, Comment, Entry, Listing, PublishedCheck

DIFF = "application/vnd.github.diff"

_MOST_PAGES = 100
_MOST_CHECK_PAGES = 10  # GitHub keeps the newest thousand of a name
_MOST_COMPARED = 300
_MANY_LINES = 10_000
_T = TypeVar("_T")


class _Row(msgspec.Struct, frozen=True):
    filename: str
    status: str
    additions: int
    deletions: int
    sha: str | None = None
    patch: str | None = None
    previous_filename: str | None = None


class _Comparison(msgspec.Struct, frozen=True):
    files: list[_Row] = []


class _Entry(msgspec.Struct, frozen=True):
    name: str
    sha: str
    type: str


class _File(msgspec.Struct, frozen=True):
    type: str
    sha: str
    content: str = ""
    encoding: str = ""


# A union is no `type` to a type checker, but it is to the decoder.
_FILE_OR_FOLDER = cast("type[_File | list[_Entry]]", _File | list[_Entry])


class CommentRow(msgspec.Struct, frozen=True):
    """A comment as GitHub tells it."""

    id: int
    html_url: str
    body: str | None = ""
    user: User | None = None
    created_at: str = ""
    updated_at: str = ""
    issue_url: str = ""


class _Output(msgspec.Struct, frozen=True):
    text: str | None = None


class _App(msgspec.Struct, frozen=True):
    slug: str | None = None


class _Check(msgspec.Struct, frozen=True):
    id: int
    status: str
    conclusion: str | None = None
    html_url: str | None = None
    external_id: str | None = None
    started_at: str | None = None
    output: _Output | None = None
    name: str = ""
    app: _App | None = None


class _Checks(msgspec.Struct, frozen=True):
    check_runs: list[_Check]


class _Viewer(msgspec.Struct, frozen=True):
    login: str
    databaseId: int  # noqa: N815 - GitHub's name


class _ViewerData(msgspec.Struct, frozen=True):
    viewer: _Viewer


class _ViewerAnswer(msgspec.Struct, frozen=True):
    data: _ViewerData


class Repository:
    """The repository of the run, through GitHub's API (`steward.ports.GitHub`)."""

    def __init__(self, http: Http, *, name: str, graphql_url: str) -> None:
        self._http = http
        self._name = name
        self._root = f"/repos/{name}"
        self._graphql_url = graphql_url

    # ------------------------------------------------------------------------------------ reading

    def pull_request(self, number: int) -> Record:
        payload, _ = self._http.read_as(PullRequestPayload, f"{self._root}/pulls/{number}")
        return payload.record(self._name)

    def pulls_of(self, owner: str, branch: str) -> tuple[Record, ...]:
        found = self._pages(
            f"{self._root}/pulls", list[PullRequestPayload], state="open", head=f"{owner}:{branch}"
        )
        return tuple(payload.record(self._name) for payload in found)

    def diff(self, number: int) -> Listing:
        try:
            answer = self._http.read(f"{self._root}/pulls/{number}", accept=DIFF)
        except Refused as error:
            if error.status == 406:
                raise DiffUnreadable("GitHub gives out no diff this large (406)") from None
            raise
        if "html" in answer.headers.get("content-type", ""):
            raise DiffUnreadable("GitHub answered the diff with a web page")
        read = parse_diff(BytesIO(answer.text.encode("utf-8", "surrogateescape")))
        return Listing(files=read.files, unreadable=len(read.unreadable))

    def files(self, number: int) -> Listing:
        rows = self._pages(f"{self._root}/pulls/{number}/files", list[_Row])
        return Listing(files=from_rows([_file_row(row) for row in rows]))

    def compare(self, base: str, head: str) -> Listing:
        # As the gates ask for its commits: what lies between two commits never changes, and is asked for once.
        url = f"{self._root}/compare/{base}...{head}"
        found, _ = self._http.read_fixed_as(_Comparison, url, per_page=PAGE, page=1)
        files = from_rows([_file_row(row) for row in found.files])
        return Listing(files=files, cut=len(files) >= _MOST_COMPARED or _ran_dry(found.files))

    def entries(self, path: str, ref: str) -> Mapping[str, Entry]:
        found, _ = self._http.read_as(list[_Entry], f"{self._root}/contents/{quote(path)}", ref=ref)
        return {entry.name: Entry(kind=entry.type, sha=entry.sha) for entry in found}

    def read_file(self, path: str, ref: str, *, sha: str | None = None) -> bytes:
        file, _ = self._http.read_as(_FILE_OR_FOLDER, f"{self._root}/contents/{quote(path)}", ref=ref)
        if isinstance(file, list):
            raise NotFound(f"{path} on {ref} is a folder", mend="Name a file.")
        if file.type != "file" or file.encoding != "base64":
            raise NoPlainFile(f"{path} on {ref} is no file that can be read", mend="It must be a plain file.")
        if sha is not None and file.sha != sha:
            raise GitHubFailed(f"{path} on {ref} changed while it was read", mend="Run the job again.")
        return _checked(path, file)

    def comments(self, number: int) -> tuple[Comment, ...]:
        pages = self._pages(f"{self._root}/issues/{number}/comments", list[CommentRow])
        return tuple(sorted((comment_of(comment) for comment in pages), key=lambda comment: comment.id))

    def checks(self, head_sha: str, name: str) -> tuple[PublishedCheck, ...]:
        url = f"{self._root}/commits/{head_sha}/check-runs"
        rows: list[_Check] = []
        for page in range(1, _MOST_CHECK_PAGES + 1):
            further = {"page": page} if page > 1 else {}
            found, answer = self._http.read_as(
                _Checks, url, check_name=name, filter="all", per_page=PAGE, **further
            )
            rows += found.check_runs
            if not answer.next_page:
                break
        return tuple(map(_check, rows))

    def all_checks(self, head_sha: str) -> tuple[PublishedCheck, ...] | None:
        url = f"{self._root}/commits/{head_sha}/check-runs"
        found, answer = self._http.read_as(_Checks, url, filter="all", per_page=PAGE)
        return None if answer.next_page else tuple(map(_check, found.check_runs))

    def viewer(self) -> Account:
        query = "query { viewer { login databaseId } }"
        viewer = self._http.query_as(_ViewerAnswer, self._graphql_url, query).data.viewer
        return Account(id=viewer.databaseId, login=viewer.login, bot=viewer.login.endswith("[bot]"))

    def _pages(self, url: str, kind: type[list[_T]], **parameters: str) -> Iterator[_T]:
        for page in range(1, _MOST_PAGES + 1):
            rows, answer = self._http.read_as(kind, url, per_page=PAGE, page=page, **parameters)
            yield from rows
            if not answer.next_page:
                return
        raise GitHubFailed(f"GET {url} goes on after {_MOST_PAGES} pages", mend="Open a new pull request.")

    # ------------------------------------------------------------------------------------ writing

    def create_comment(self, number: int, body: str) -> Comment:
        answer = self._http.write("POST", f"{self._root}/issues/{number}/comments", {"body": body})
        return comment_of(parsed(answer, CommentRow))

    def update_comment(self, comment: int, body: str) -> Comment:
        answer = self._http.write("PATCH", f"{self._root}/issues/comments/{comment}", {"body": body})
        return comment_of(parsed(answer, CommentRow))

    def delete_comment(self, comment: int) -> None:
        try:
            self._http.erase(f"{self._root}/issues/comments/{comment}")
        except NotFound:
            return  # another run was quicker

    def open_check(self, check: CheckRun) -> PublishedCheck:
        body = {
            "name": check.name,
            "head_sha": check.head_sha,
            "status": "in_progress",
            "external_id": check.external_id,
            "output": {"title": check.title, "summary": check.summary},
        }
        return _check(parsed(self._http.write("POST", f"{self._root}/check-runs", body), _Check))

    def complete_check(self, number: int, check: CheckRun) -> PublishedCheck:
        body = {key: value for key, value in _check_body(check).items() if key != "head_sha"}
        answer = self._http.write("PATCH", f"{self._root}/check-runs/{number}", body)
        return _check(parsed(answer, _Check))

    def cancel_check(self, number: int) -> None:
        title, summary = "cancelled", "The run was stopped before it had a verdict. Run it again."
        body = {
            "status": "completed",
            "conclusion": "cancelled",
            "output": {"title": title, "summary": summary},
        }
        self._http.write("PATCH", f"{self._root}/check-runs/{number}", body)

    def create_check(self, check: CheckRun) -> PublishedCheck:
        answer = self._http.write("POST", f"{self._root}/check-runs", _check_body(check))
        return _check(parsed(answer, _Check))


def _ran_dry(rows: list[_Row]) -> bool:
    """Whether GitHub stopped counting lines: past a budget it gives rows without lines and without a mark.

    A comparison has no totals to show it, so rows that say nothing beside very many lines are not believed.
    """
    silent = any(
        row.status == "modified" and not (row.patch or row.additions or row.deletions) for row in rows
    )
    return silent and sum(row.additions + row.deletions for row in rows) >= _MANY_LINES


def _file_row(row: _Row) -> FileRow:
    return FileRow(
        filename=row.filename,
        previous_filename=row.previous_filename,
        status=row.status,
        additions=row.additions,
        deletions=row.deletions,
        has_patch=row.patch is not None,
        sha=row.sha,
    )


def _checked(path: str, file: _File) -> bytes:
    """The file's bytes, held against git's own hash of them: a proxy's page is not a policy."""
    try:
        data = base64.b64decode(file.content)
    except (binascii.Error, ValueError):
        data = b""
    hasher: Callable[[bytes], str] = _sha256 if len(file.sha) == 64 else _sha1
    if hasher(b"blob %d\0" % len(data) + data) != file.sha:
        raise GitHubFailed(f"GitHub's answer for {path} does not fit its own hash", mend="Run the job again.")
    return data


def _sha1(data: bytes) -> str:
    return hashlib.sha1(data, usedforsecurity=False).hexdigest()


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def comment_of(comment: CommentRow) -> Comment:
    """The noun that the rest reads."""
    user = comment.user
    return Comment(
        id=comment.id,
        author=Account(id=user.id, login=user.login, bot=user.type == "Bot") if user else None,
        body=comment.body or "",
        url=comment.html_url,
        created=comment.created_at,
        edited=comment.updated_at != comment.created_at,
        number=_trailing_number(comment.issue_url),
    )


def _trailing_number(url: str) -> int:
    last = url.rpartition("/")[2]
    return int(last) if last.isascii() and last.isdigit() and len(last) < 19 else 0


def _check(check: _Check) -> PublishedCheck:
    return PublishedCheck(
        id=check.id,
        external_id=check.external_id or "",
        url=check.html_url or "",
        status=check.status,
        conclusion=check.conclusion or "",
        started=check.started_at or "",
        text=(check.output and check.output.text) or "",
        name=check.name,
        app=(check.app and check.app.slug) or "",
    )


def _check_body(check: CheckRun) -> dict[str, object]:
    output: dict[str, object] = {"title": check.title, "summary": check.summary, "text": check.text}
    if check.annotations:
        output["annotations"] = [_annotation(annotation) for annotation in check.annotations]
    return {
        "name": check.name,
        "head_sha": check.head_sha,
        "status": "completed",
        "conclusion": check.conclusion.value,
        "external_id": check.external_id,
        "output": output,
    }


def _annotation(annotation: Annotation) -> dict[str, object]:
    return {
        "path": annotation.path,
        "start_line": annotation.line,
        "end_line": annotation.line,
        "annotation_level": annotation.level.value,
        "title": annotation.title,
        "message": annotation.message,
    }
