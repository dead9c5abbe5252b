"""Both policy files come from the default branch, and nothing but a readable listing without them means "none"."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.contract.gated import CONSTITUTION, SETTINGS, SMALL, Gated, gate, report
from tests.contract.test_gates import constitution
from tests.github import queue
from tests.github.commits import unsigned
from tests.github.objects import SUBMODULE, SYMLINK, Entry, as_entry
from tests.github.server import GitHubServer

STRICT = "gates: {dco: {mode: enforce}}\n"
MINIMAL = 'version = "1"\n'
FIVE = """version = 1
domains = [
  {name = "core", path_globs = ["src/**"], min_coverage = 2}
  {name = "core", path_globs = ["lib/**"], restricted = "yes"}
]
amendments { amendment_path_globs = ["!x"] }
"""


@pytest.fixture
def make(github: GitHubServer, tmp_path: Path) -> Callable[..., Gated]:
    return lambda **given: Gated(github, tmp_path, **{"commits": [unsigned()], **given})


def failed(stage: Gated, done: Any, reason: str) -> None:
    """The run is red as a failure of that reason, on the head."""
    assert (done.exit_code, done.outputs["state"], done.outputs["reason"]) == (2, "failed", reason)
    assert (done.outputs["verdict"], stage.check()[0]) == ("fail", "failure")
    assert "Traceback" not in done.log


def asked_for(stage: Gated, path: str) -> list[str]:
    return [
        str(one.request.query.get("ref"))
        for one in stage.github.requests
        if one.request.path.endswith(f"/contents/{path}")
    ]


# --------------------------------------------------------------------------------------------- whose files


def test_both_files_are_read_from_the_default_branch_and_nowhere_else(make: Callable[..., Gated]) -> None:
    stage = make(settings=STRICT, governance=MINIMAL)

    done = stage.judge()

    assert (asked_for(stage, SETTINGS), asked_for(stage, CONSTITUTION)) == (["main"], ["main"])
    assert gate(done, "dco")["outcome"] == "fail"


def test_against_another_base_too(make: Callable[..., Gated]) -> None:
    stage = make(settings=STRICT, governance=MINIMAL)
    stage.repository.trees["release"] = {SETTINGS: as_entry("version: 1\n")}
    stage.repository.branches["release"] = stage.pull.base_sha
    stage.pull.base_ref = "release"

    assert gate(stage.judge(), "dco")["outcome"] == "fail"
    assert asked_for(stage, SETTINGS) == ["main"]


def test_a_default_branch_of_another_name(github: GitHubServer, make: Callable[..., Gated]) -> None:
    stage = make(settings=STRICT)
    stage.repository.branches["trunk"] = stage.repository.branches.pop("main")
    stage.repository.default_branch = stage.pull.base_ref = "trunk"

    assert gate(stage.judge(), "dco")["outcome"] == "fail"
    assert asked_for(stage, SETTINGS) == ["trunk"]


# ---------------------------------------------------------------------------------------------- absent


def test_no_file_is_no_policy_and_costs_one_request(make: Callable[..., Gated]) -> None:
    stage = make()

    done = stage.judge()

    assert (done.exit_code, stage.check()[0]) == (0, "success")
    assert (asked_for(stage, SETTINGS), asked_for(stage, CONSTITUTION), asked_for(stage, "")) == (
        [],
        [],
        ["main"],
    )


def test_a_folder_without_the_settings_file_is_none(make: Callable[..., Gated]) -> None:
    stage = make(before={".github/workflows/ci.yml": "x\n"})

    assert stage.judge().exit_code == 0
    assert asked_for(stage, SETTINGS) == ["main"]


@pytest.mark.parametrize("name", ["Governance.pxf", "governance.pxf.txt", "docs/governance.pxf"])
def test_a_file_of_another_name_is_no_constitution(make: Callable[..., Gated], name: str) -> None:
    stage = make(before={name: MINIMAL})

    assert report(stage.judge())["scorecard"]["dimensions"]["governance"]["score"] is None


def test_a_folder_of_that_name_is_no_constitution(make: Callable[..., Gated]) -> None:
    stage = make(before={"governance.pxf/README.md": "x\n"})

    done = stage.judge()

    assert (done.exit_code, report(done)["scorecard"]["dimensions"]["governance"]["score"]) == (0, None)


def test_a_submodule_of_that_name_is_never_a_policy(make: Callable[..., Gated]) -> None:
    stage = make()
    stage.set_policy(CONSTITUTION, Entry(content=b"a" * 40, mode=SUBMODULE))

    done = stage.judge()

    failed(stage, done, "github_api")


# --------------------------------------------------------------------------------------------- unreadable


@pytest.mark.parametrize(
    "kind", ["401", "403", "404", "500", "502", "html", "truncated", "redirect-elsewhere"]
)
def test_a_listing_that_cannot_be_read_is_never_no_policy(
    make: Callable[..., Gated], github: GitHubServer, kind: str
) -> None:
    stage = make()
    github.fault("GET", lambda request: request.path.endswith("/contents/"), kind, times="always")

    failed(stage, stage.judge(), "github_api")


@pytest.mark.parametrize("kind", ["401", "403", "500", "502", "html", "truncated"])
@pytest.mark.parametrize("path", [SETTINGS, CONSTITUTION])
def test_a_file_that_cannot_be_read_is_never_no_policy(
    make: Callable[..., Gated], github: GitHubServer, path: str, kind: str
) -> None:
    stage = make(settings=STRICT, governance=MINIMAL)
    github.fault("GET", lambda request: request.path.endswith(f"/contents/{path}"), kind, times="always")

    failed(stage, stage.judge(), "github_api")


def test_a_constitution_that_is_listed_and_not_found_is_never_absent(
    make: Callable[..., Gated], github: GitHubServer
) -> None:
    stage = make(governance=MINIMAL)
    github.fault("GET", lambda request: request.path.endswith(CONSTITUTION), "404", times="always")

    failed(stage, stage.judge(), "github_api")


def test_the_rate_limit_is_named(make: Callable[..., Gated], github: GitHubServer) -> None:
    stage = make(settings=STRICT)
    github.fault("GET", lambda request: request.path.endswith(SETTINGS), "primary-limit", times="always")

    failed(stage, stage.judge(), "rate_limited")


def test_a_file_of_another_hash_than_the_listing_s_is_never_a_policy(
    make: Callable[..., Gated], github: GitHubServer
) -> None:
    """Between the listing and the file somebody pushed: the next run reads both anew."""
    stage = make(governance=MINIMAL)

    def push(_: object) -> None:
        stage.set_policy(CONSTITUTION, 'version = "1"\n# pushed meanwhile\n')

    github.before("GET", lambda request: request.path.endswith(CONSTITUTION), push)

    failed(stage, stage.judge(), "github_api")
    assert stage.judge().exit_code == 0


def test_a_full_listing_does_not_hide_a_file(make: Callable[..., Gated]) -> None:
    stage = make(settings=STRICT, governance=MINIMAL)
    stage.repository.files.update({f"{at:05}": as_entry("x") for at in range(1000)})

    done = stage.judge()

    assert (asked_for(stage, SETTINGS), asked_for(stage, CONSTITUTION)) == (["main"], ["main"])
    assert (gate(done, "dco")["outcome"], report(done)["scorecard"]["dimensions"]["governance"]["score"]) == (
        "fail",
        75,
    )


def test_a_full_listing_without_the_files_is_no_policy(make: Callable[..., Gated]) -> None:
    stage = make()
    stage.repository.files.update({f"{at:05}": as_entry("x") for at in range(1000)})

    assert stage.judge().exit_code == 0


# -------------------------------------------------------------------------------------------------- links


@pytest.mark.parametrize("path", [SETTINGS, CONSTITUTION])
def test_a_link_to_a_file_of_the_branch_is_followed(make: Callable[..., Gated], path: str) -> None:
    stage = make(settings=STRICT, governance=constitution(restricted=True))
    target = "real/policy"
    stage.repository.files[target] = stage.repository.files[path]
    up = "../" if path == SETTINGS else ""
    stage.set_policy(path, Entry(content=f"{up}{target}".encode(), mode=SYMLINK))

    done = stage.judge()

    assert gate(done, "dco")["outcome"] == "fail"
    assert gate(done, "restricted")["outcome"] == "fail"


@pytest.mark.parametrize("path", [SETTINGS, CONSTITUTION])
@pytest.mark.parametrize("target", ["/etc/passwd", "../../x", "nowhere"])
def test_a_link_that_leads_nowhere_is_never_a_policy(
    make: Callable[..., Gated], path: str, target: str
) -> None:
    stage = make(settings=STRICT, governance=MINIMAL)
    stage.set_policy(path, Entry(content=target.encode(), mode=SYMLINK))

    failed(stage, stage.judge(), "github_api")


# ------------------------------------------------------------------------------------------------- invalid


@pytest.mark.parametrize(
    ("settings", "governance", "places"),
    [
        ("fail-on: red\n", None, [f"{SETTINGS}:1:1"]),
        ("a: [", None, [f"{SETTINGS}:1:5"]),
        (None, "version = \n", [f"{CONSTITUTION}:2:1"]),
        (
            None,
            FIVE,
            [
                f"{CONSTITUTION}:1:11",
                f"{CONSTITUTION}:3:59",
                f"{CONSTITUTION}:4:11",
                f"{CONSTITUTION}:4:57",
                f"{CONSTITUTION}:6:38",
            ],
        ),
        (
            "version: 2\nskip: [cat]\n",
            "versoin = 1\ndomains = 3\n",
            [f"{SETTINGS}:1:1", f"{SETTINGS}:2:8", f"{CONSTITUTION}:2:11"],
        ),
        ("x" * 70_000, None, [f"{SETTINGS}:1:1"]),
        (None, "#" * 70_000, [f"{CONSTITUTION}:1:1"]),
        (None, "a { " * 40 + "}" * 40, [f"{CONSTITUTION}:1:"]),
    ],
    ids=["a key", "no YAML", "no PXF", "five mistakes", "both files", "too long", "too long too", "too deep"],
)
def test_every_mistake_stands_with_its_place_in_check_comment_and_summary(
    make: Callable[..., Gated], settings: str | None, governance: str | None, places: list[str]
) -> None:
    stage = make(settings=settings, governance=governance)

    done = stage.judge()

    failed(stage, done, "config_invalid")
    assert stage.check()[1] == "evaluation failed: configuration invalid"
    for place in places:
        texts = (stage.comment(), stage.checks()[-1].summary or "", done.summary, done.log)
        assert [place in text for text in texts] == [True] * 4, place
    assert done.summary.count("steward.yml:") + done.summary.count("governance.pxf:") >= len(places)


def test_an_invalid_policy_is_not_skipped_for_a_draft_or_a_bot(make: Callable[..., Gated]) -> None:
    stage = make(settings="skip: [draft]\nfail-on: red\n")
    stage.pull.draft = True

    failed(stage, stage.judge(), "config_invalid")


def test_a_warning_is_said_and_stops_nothing(make: Callable[..., Gated]) -> None:
    stage = make(governance='version = "1"\nversoin = "2"\n')

    done = stage.judge()

    assert done.exit_code == 0
    assert "governance.pxf:2:1" in done.log
    assert "did you mean" in done.log


def test_the_policy_that_was_mended_counts_at_the_next_run(make: Callable[..., Gated]) -> None:
    stage = make(settings="fail-on: red\n")
    failed(stage, stage.judge(), "config_invalid")

    stage.set_policy(SETTINGS, "fail_on: red\n")

    done = stage.judge()
    assert (done.exit_code, stage.check()[0]) == (0, "success")


# ------------------------------------------------------------------------------------- what is made of them


def test_domains_stand_in_comment_evidence_and_report(make: Callable[..., Gated]) -> None:
    stage = make(governance=constitution(restricted=True), after={**SMALL, "lib/x.py": "x = 1\n"})

    done = stage.judge()

    files = {file["path"]: file["domain"] for file in report(done)["change"]["files"]}
    assert files == {
        "docs/widgets.md": None,
        "lib/x.py": None,
        "src/widgets.py": "core",
        "tests/test_widgets.py": None,
    }
    evidence = report(done)["scorecard"]["dimensions"]["governance"]["evidence"]
    assert evidence["domains"] == [{"name": "core", "files": 1, "restricted": True}]
    assert evidence["unmapped"] == ["docs/widgets.md", "lib/x.py", "tests/test_widgets.py"]
    assert "domain `core`: 1 changed file, restricted" in stage.comment()
    assert "in no domain: `lib/x.py`" in stage.comment()


@pytest.mark.parametrize("event", ["merge_group", "workflow_dispatch", "review", "comment"])
def test_every_event_reads_the_same_policy(make: Callable[..., Gated], event: str) -> None:
    stage = make(settings=STRICT)
    inputs = {"pull-request": "7"} if event == "workflow_dispatch" else {}
    if event == "merge_group":
        made = stage.events.queued(queue.queue(stage.repository, stage.pull))
    elif event == "workflow_dispatch":
        made = stage.events.workflow_dispatch()
    elif event == "review":
        made = stage.events.review(stage.pull, stage.approve("reader", "COMMENTED"))
    else:
        made = stage.events.comment(stage.pull, stage.say("/steward evaluate"))

    done = stage.run_event(made, inputs)

    assert gate(done, "dco")["outcome"] == "fail"
    assert asked_for(stage, SETTINGS) == ["main"]
