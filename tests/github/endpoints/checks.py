"""Check runs, which only an App's token may write."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from tests.github.call import Call, Endpoint
from tests.github.exchange import Answer, Refusal, error, invalid, not_found
from tests.github.nouns import App, CheckRun

MAX_ANNOTATIONS = 50
MAX_TITLE = 255
MAX_MESSAGE_BYTES = 64 * 1024


def create(call: Call) -> Answer:
    app, body = _app(call), call.body
    if call.resolve(body["head_sha"]) is None:
        raise Refusal(error(422, f"No commit found for SHA: {body['head_sha']}"))
    made = CheckRun(
        id=call.world.next_id(), name=body["name"], head_sha=body["head_sha"], app=app, started_at=call.now
    )
    _apply(call, made)
    call.repository.check_runs[made.id] = made
    return Answer(status=201, body=call.payloads.check_run(call.repository, made))


def update(call: Call) -> Answer:
    run = _run(call)
    if run.app != _app(call):
        raise Refusal(
            error(
                403, "Invalid app_id `%d` - check run can only be modified by the GitHub App that created it."
            )
        )
    if run.of_a_job and {"status", "conclusion"} & set(call.body):
        raise Refusal(
            error(403, "Check run status and conclusions can only be updated internally by GitHub Actions.")
        )
    _apply(call, run)
    return Answer(body=call.payloads.check_run(call.repository, run))


def _app(call: Call) -> App:
    if call.viewer.app is None:
        raise Refusal(error(403, "You must authenticate via a GitHub App."))
    return call.viewer.app


def _run(call: Call) -> CheckRun:
    found = call.repository.check_runs.get(call.number("check_run_id"))
    if found is None:
        raise not_found()
    return found


def _apply(call: Call, run: CheckRun) -> None:
    """What a body says, put into the run; nothing is, when anything in the body is refused."""
    body = call.body
    conclusion = body.get("conclusion")
    status = "completed" if conclusion else body.get("status", run.status)
    if status == "completed" and not (conclusion or run.conclusion):
        raise invalid("CheckRun", "conclusion", "missing_field")
    output = body.get("output") or {}
    annotations = output.get("annotations", [])
    _check_annotations(annotations)
    run.status = status
    run.conclusion = (conclusion or run.conclusion) if status == "completed" else None
    run.completed_at = _moment(body, "completed_at") or call.now if status == "completed" else None
    run.started_at = _moment(body, "started_at") or run.started_at
    for name in ("name", "external_id", "details_url"):
        setattr(run, name, body.get(name, getattr(run, name)))
    for name in ("title", "summary", "text"):
        setattr(run, name, output.get(name, getattr(run, name)))
    run.annotations.extend(annotations)


def _check_annotations(annotations: list[dict[str, Any]]) -> None:
    if len(annotations) > MAX_ANNOTATIONS:
        raise invalid(
            "CheckRun", "annotations", "invalid", f"No more than {MAX_ANNOTATIONS} annotations a request"
        )
    for row in annotations:
        if len(row.get("title", "")) > MAX_TITLE:
            raise invalid("CheckRun", "annotations", "invalid", "An annotation's title is too long")
        if max(len(row.get(name, "").encode()) for name in ("message", "raw_details")) > MAX_MESSAGE_BYTES:
            raise invalid("CheckRun", "annotations", "invalid", "An annotation's text is over 64 KB")
        if not row["message"] or row["start_line"] > row["end_line"]:
            raise invalid("CheckRun", "annotations", "invalid", "An annotation's message or lines are wrong")
        if row["start_line"] != row["end_line"] and ("start_column" in row or "end_column" in row):
            raise invalid("CheckRun", "annotations", "invalid", "Columns are for one line only")


def _moment(body: Mapping[str, Any], name: str) -> datetime | None:
    return datetime.fromisoformat(body[name]) if name in body else None


def get(call: Call) -> Answer:
    return Answer(body=call.payloads.check_run(call.repository, _run(call)))


def list_for_ref(call: Call) -> Answer:
    query = call.request.query
    sha = call.resolve(call.request.parameters["ref"])
    if sha is None:
        raise Refusal(error(422, f"No commit found for SHA: {call.request.parameters['ref']}"))
    runs = call.repository.checks_on(sha, query.get("check_name"))
    if query.get("filter", "latest") == "latest":
        # The newest of each name and app.
        runs = list({(run.app.id, run.name): run for run in sorted(runs, key=lambda run: run.id)}.values())
    runs = [run for run in runs if query.get("status", run.status) == run.status]
    runs = [run for run in runs if query.get("app_id", str(run.app.id)) == str(run.app.id)]
    runs.sort(key=lambda run: run.id, reverse=True)
    some, headers = call.page(runs)
    shown = [call.payloads.check_run(call.repository, run) for run in some]
    return Answer(body={"total_count": len(runs), "check_runs": shown}, headers=headers)


def list_annotations(call: Call) -> Answer:
    run = _run(call)
    page = call.payloads.repo_page(call.repository)

    def show(row: Mapping[str, Any]) -> dict[str, Any]:
        optional = {name: row.get(name) for name in ("start_column", "end_column", "title", "raw_details")}
        return {**row, **optional, "blob_href": f"{page}/blob/{run.head_sha}/{row['path']}"}

    return call.listed(run.annotations, show)


ENDPOINTS: Mapping[str, Endpoint] = {
    "checks/create": create,
    "checks/update": update,
    "checks/get": get,
    "checks/list-for-ref": list_for_ref,
    "checks/list-annotations": list_annotations,
}
