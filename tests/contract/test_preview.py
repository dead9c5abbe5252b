"""A pull request that edits the policy: the verdict is the default branch's, the new policy's stands beside it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.contract.gated import CONSTITUTION, SETTINGS, SMALL, Gated, gate, report
from tests.contract.test_gates import branches, constitution
from tests.github import queue
from tests.github.commits import unsigned
from tests.github.objects import SYMLINK, Entry
from tests.github.server import GitHubServer

TITLE = "#### Under the policy in this pull request"
STRICT = "gates: {dco: {mode: enforce}}\n"


@pytest.fixture
def make(github: GitHubServer, tmp_path: Path) -> Callable[..., Gated]:
    return lambda **given: Gated(github, tmp_path, **{"commits": [unsigned()], **given})


def preview(stage: Gated) -> Any:
    """The preview of a run's report, which the comment and the summary show too."""
    done = stage.judge()
    found = report(done)["preview"]
    shown = [TITLE in text for text in (stage.comment(), done.summary, stage.checks()[-1].summary or "")]
    assert shown == [found is not None] * 3
    return found


def outcomes(found: Any) -> dict[str, tuple[str, str]]:
    return {one["name"]: (one["mode"], one["outcome"]) for one in found["gates"]}


def test_a_change_that_brings_no_policy_has_no_preview(make: Callable[..., Gated]) -> None:
    assert preview(make(settings=STRICT, governance=constitution())) is None


@pytest.mark.parametrize("style", ["loosens", "tightens"])
def test_an_edit_of_the_settings_is_previewed_and_moves_nothing(
    make: Callable[..., Gated], style: str
) -> None:
    old, new = (STRICT, "fail_on: never\n") if style == "loosens" else ("fail_on: never\n", STRICT)
    stage = make(settings=old, after={**SMALL, SETTINGS: new})

    found = preview(stage)

    strict_now = style == "loosens"
    assert stage.check()[0] == ("failure" if strict_now else "success")
    assert (found["verdict"], found["problems"]) == ("pass" if strict_now else "fail", [])
    assert outcomes(found).get("dco") == (None if strict_now else ("enforce", "fail"))
    assert found["title"] == ("90 green" if strict_now else "90 green, blocked: dco")


def test_first_adoption_is_previewed(make: Callable[..., Gated]) -> None:
    stage = make(
        after={
            "src/a.py": branches(9),
            SETTINGS: "preset: strict\ngates: {cla: {mode: off}}\n",
            CONSTITUTION: constitution(complexity=5, restricted=True, coverage=0.5),
        }
    )

    found = preview(stage)

    assert stage.check()[0] == "neutral"  # amber, and no gate is asked for
    assert outcomes(found) == {
        "dco": ("enforce", "fail"),
        "complexity": ("enforce", "pass"),
        "cyclomatic": ("enforce", "fail"),
        "coverage": ("enforce", "unmeasured"),
        "restricted": ("enforce", "fail"),
        "amendment": ("enforce", "not_applicable"),
        "dependencies": ("enforce", "not_applicable"),
    }
    assert found["scores"]["governance"] == 75
    assert "Governance alignment: 75 instead of unknown" in stage.comment()
    assert report(stage.judge())["scorecard"]["dimensions"]["governance"]["score"] is None


def test_scores_are_recomputed_with_the_new_settings(make: Callable[..., Gated]) -> None:
    stage = make(
        settings="version: 1\n",
        after={"src/authority.py": "x = 1\n", SETTINGS: "scoring: {security: {match: words}}\n"},
    )

    found = preview(stage)

    assert found["scores"]["security"] == 90
    assert report(stage.judge())["scorecard"]["dimensions"]["security"]["score"] == 35


def test_the_new_constitution_s_domains_judge_in_the_preview_alone(make: Callable[..., Gated]) -> None:
    stage = make(
        settings="preset: standard\n",
        governance='version = "1"\n',
        after={**SMALL, CONSTITUTION: constitution(restricted=True)},
    )

    found = preview(stage)

    assert outcomes(found)["restricted"] == ("warn", "fail")
    assert gate(stage.judge(), "restricted")["outcome"] == "not_applicable"


def test_founders_that_a_change_names_approve_nothing(make: Callable[..., Gated]) -> None:
    stage = make(
        settings="gates: {restricted: {mode: enforce}}\n",
        governance=constitution(restricted=True).replace('"founder"', '"somebody"'),
        after={**SMALL, CONSTITUTION: constitution(restricted=True).replace('"founder"', '"stranger"')},
    )
    stage.approve("stranger")

    found = preview(stage)

    assert stage.check()[0] == "failure"
    assert outcomes(found)["restricted"] == ("enforce", "pass")


def test_the_mistakes_of_both_new_files_are_told_with_their_places(make: Callable[..., Gated]) -> None:
    stage = make(
        settings=STRICT,
        governance=constitution(),
        after={**SMALL, SETTINGS: "version: 1\nfail-on: red\n", CONSTITUTION: 'version = "1"\ndomains = 3\n'},
    )

    found = preview(stage)

    assert [problem.split(": ")[0] for problem in found["problems"]] == [
        f"{SETTINGS}:2:1",
        f"{CONSTITUTION}:2:11",
    ]
    assert (found["verdict"], found["gates"], found["scores"]) == (None, [], {})
    assert all(problem in stage.comment() for problem in found["problems"])
    assert stage.check() == ("failure", "87 green, blocked: dco")


def test_a_file_that_the_change_takes_away_leaves_the_defaults(make: Callable[..., Gated]) -> None:
    stage = make(
        settings=STRICT, governance=constitution(), after={**SMALL, SETTINGS: None, CONSTITUTION: None}
    )

    found = preview(stage)

    assert "dco" not in outcomes(found)
    assert (found["scores"]["governance"], stage.check()[0]) == (None, "failure")


def test_a_renamed_policy_file_is_previewed_as_gone(make: Callable[..., Gated]) -> None:
    stage = make(settings=STRICT * 20, after={**SMALL, SETTINGS: None, "old.yml": STRICT * 20})

    assert preview(stage) is None or "dco" not in outcomes(preview(stage))


@pytest.mark.parametrize("kind", ["403", "502", "html"])
def test_a_preview_that_cannot_be_read_says_so_and_costs_no_verdict(
    make: Callable[..., Gated], github: GitHubServer, kind: str
) -> None:
    stage = make(settings=STRICT, after={**SMALL, SETTINGS: "version: 1\n"})
    github.fault("GET", lambda request: request.query.get("ref") == stage.pull.head_sha, kind, times="always")

    found = preview(stage)

    assert found["problems"] == []
    assert found["unread"].startswith("could not be read this time: ")
    assert "once merged, every evaluation would fail" not in stage.comment()
    assert "It could not be read this time: " in stage.comment()
    assert stage.check() == ("failure", "90 green, blocked: dco")


def test_a_policy_file_that_is_made_a_link_is_followed_or_said(make: Callable[..., Gated]) -> None:
    stage = make(
        settings=STRICT,
        after={**SMALL, CONSTITUTION: Entry(content=b"/etc/passwd", mode=SYMLINK)},
    )

    found = preview(stage)

    assert found["unread"].startswith("could not be read this time: ")
    assert "root:" not in stage.comment()


def test_waivers_are_for_the_real_policy(make: Callable[..., Gated]) -> None:
    stage = make(settings=STRICT, after={**SMALL, SETTINGS: STRICT + "waivers: {permission: triage}\n"})
    stage.judge()
    stage.command("/steward waive dco by a triager's leave", "triager")

    found = preview(stage)

    assert stage.check()[0] == "failure"
    assert outcomes(found)["dco"] == ("enforce", "fail")


def test_a_hostile_policy_is_shown_inert(make: Callable[..., Gated]) -> None:
    evil = '"@everyone ](https://evil.example) <img src=x> `\\u202e": 1\n'
    stage = make(settings=STRICT, after={**SMALL, SETTINGS: evil})

    found = preview(stage)

    assert len(found["problems"]) == 1
    row = next(line for line in stage.comment().splitlines() if "steward.yml:1:1" in line)
    assert row.startswith("- ``")
    assert "\u202e" not in row


def test_the_policy_of_another_file_named_by_the_input_is_previewed(make: Callable[..., Gated]) -> None:
    stage = make(before={"conf/steward.yml": "version: 1\n"}, after={**SMALL, "conf/steward.yml": STRICT})

    done = stage.judge({"config": "conf/steward.yml"})

    assert outcomes(report(done)["preview"])["dco"] == ("enforce", "fail")


def test_the_settings_that_change_are_named_a_gate_that_is_switched_off_too(
    make: Callable[..., Gated],
) -> None:
    stage = make(
        settings=STRICT + "skip: [draft]\n",
        after={
            **SMALL,
            SETTINGS: "fail_on: red\nskip: [bot, draft]\nwaivers: {permission: triage, allow_author: true}\n",
        },
    )

    found = preview(stage)

    assert [(one["key"], one["before"], one["after"]) for one in found["changed"]] == [
        ("fail_on", "never", "red"),
        ("skip", "draft", "bot, draft"),
        ("gates.dco.mode", "enforce", "off"),
        ("waivers.allow_author", "false", "true"),
        ("waivers.permission", "write", "triage"),
    ]
    assert "- `gates.dco.mode`: `enforce` → `off`" in stage.comment()


def test_a_change_that_takes_the_named_settings_file_away_is_told_as_such(make: Callable[..., Gated]) -> None:
    stage = make(before={"conf/steward.yml": "version: 1\n"}, after={**SMALL, "conf/steward.yml": None})

    found = report(stage.judge({"config": "conf/steward.yml"}))["preview"]

    head = stage.pull.head_sha
    assert found["problems"] == [f"conf/steward.yml: is not on the head of this change, {head}"]
    assert "default branch" not in stage.comment().split(TITLE)[1].split("####")[0]


def test_a_preview_asks_only_for_what_its_gates_need_beyond(make: Callable[..., Gated]) -> None:
    settings = "gates: {dco: {mode: enforce}, cla: {mode: warn, check: CLA}}\n"
    stage = make(
        settings=settings,
        governance=constitution(complexity=5, restricted=True),
        before={"src/a.py": branches(3), "requirements.txt": "a==1\n"},
        after={
            "src/a.py": branches(9),
            "requirements.txt": "a==1\nb\n",
            SETTINGS: f"preset: strict\n{settings}",
        },
    )
    before = len(stage.github.requests)

    found = preview(stage)

    made = [str(one.request) for one in stage.github.requests[before:]]
    twice = {one for one in made if one.startswith("GET") and made.count(one) > 1 and "/comments" not in one}
    assert outcomes(found)["cyclomatic"] == ("enforce", "fail")
    assert outcomes(found)["dependencies"] == ("enforce", "fail")
    assert twice == set()
    assert sum("graphql" in one for one in made) == 1


def test_a_fork_s_policy_is_previewed_where_the_run_may_read_it(make: Callable[..., Gated]) -> None:
    stage = make(settings=STRICT, after={**SMALL, SETTINGS: "version: 1\n"})
    fork = stage.world.add_repository("stranger/widgets", fork=True, parent="example-org/widgets")
    stage.pull.head_repository = fork.full_name

    found = preview(stage)

    assert (found["problems"], "dco" in outcomes(found)) == ([], False)


def test_in_the_merge_queue_too(make: Callable[..., Gated]) -> None:
    stage = make(settings=STRICT, after={**SMALL, SETTINGS: "version: 1\n"})
    group = queue.queue(stage.repository, stage.pull, style="squash")

    done = stage.run_event(stage.events.queued(group))

    assert gate(done, "dco")["outcome"] == "fail"
    assert report(done)["preview"]["verdict"] == "pass"
