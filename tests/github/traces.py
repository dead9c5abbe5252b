"""What a run left behind, as files that a person can read and a test can compare.

Nothing in them depends on the time, on the server's port, which is written as 0, or on where the workspace is,
which stands at the place that a container sees it at.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from tests.github.exchange import Recorded
from tests.github.nouns import CheckRun, Comment
from tests.github.runner import Outcome
from tests.github.server import GitHubServer
from tests.github.world import Repository

# Between two comments, of which there should never be two.
BETWEEN_COMMENTS = "\n\n======== ANOTHER COMMENT ========\n\n"


def traces(
    done: Outcome, server: GitHubServer, repository: Repository, *, number: int | None, since: int = 0
) -> dict[str, str]:
    """The files by name; what was not left is not among them. `since` is the run's first request."""
    comments = [] if number is None else repository.comments_on(number)
    report = done.outputs.get("report", "")
    found = {
        "comment.md": comments_page([one for one in comments if one.user and one.user.type == "Bot"]),
        "check.json": checks_page(repository.check_runs.values()),
        "summary.md": done.summary,
        "outputs.txt": outputs_page(done),
        "report.json": _indented(report) if report else "",
        "log.txt": done.log,
        "requests.txt": requests_page(server.requests[since:]),
        "exit": f"{done.exit_code}\n",
    }
    return {name: _settled(text, done, server) for name, text in found.items() if text}


def comments_page(comments: Sequence[Comment]) -> str:
    """The bodies of the comments at rest, whole: the hidden first line too."""
    return BETWEEN_COMMENTS.join(comment.body for comment in comments) + ("\n" if comments else "")


def checks_page(checks: Iterable[CheckRun]) -> str:
    """Every check run at rest, oldest first, long texts as lists of lines; nothing when there is none."""
    shown = [_check(check) for check in checks]
    return json.dumps(shown, indent=2, ensure_ascii=False) + "\n" if shown else ""


def _check(check: CheckRun) -> dict[str, object]:
    return {
        "name": check.name,
        "head_sha": check.head_sha,
        "status": check.status,
        "conclusion": check.conclusion,
        "external_id": check.external_id,
        "title": check.title,
        "summary": (check.summary or "").split("\n"),
        "text": (check.text or "").split("\n"),
        "annotations": check.annotations,
    }


def outputs_page(done: Outcome) -> str:
    """The step's outputs as the runner reads them, one a line; the report has a file of its own."""
    values = {**done.outputs, **({"report": "(report.json)"} if done.outputs.get("report") else {})}
    return "".join(f"{name}={value}\n" for name, value in values.items())


def requests_page(requests: Sequence[Recorded]) -> str:
    """The requests with their answers: reads sorted, for they run side by side; then writes as they came."""
    reads = sorted(str(one) for one in requests if not one.request.is_write)
    writes = [str(one) for one in requests if one.request.is_write]
    return "".join(f"{line}\n" for line in (*reads, *writes))


def _indented(report: str) -> str:
    return json.dumps(json.loads(report), indent=2, ensure_ascii=False) + "\n"


def _settled(text: str, done: Outcome, server: GitHubServer) -> str:
    origin = server.graphql_url.split("/", 3)[2]
    text = text.replace(origin, origin.partition(":")[0] + ":0")
    return text.replace(done.environment["GITHUB_WORKSPACE"], "/github/workspace")
