"""Gates through a whole run: each in each mode, what they read, how much they ask, and what moves none of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from steward.intake.standing import MOST_ASKED
from tests.contract.gated import CONSTITUTION, SETTINGS, SMALL, Gated, gate, report, results
from tests.github import builders
from tests.github.commits import many, noreply, of_bot, signed, unsigned
from tests.github.events import DEPENDABOT
from tests.github.nouns import ACTIONS_APP, ACTIONS_BOT, ANOTHER_APP, CONTRIBUTOR, App, Commit, User
from tests.github.objects import SUBMODULE, SYMLINK, Entry
from tests.github.server import GitHubServer

CORE = """version = "1"
manifesto { mission_drift_gate = true blocked_module_globs = ["evil*"] }
domains = [
  { name = "core", path_globs = ["src/**"], restricted = RESTRICTED,
    max_cyclomatic_complexity = COMPLEXITY, min_coverage = COVERAGE }
]
immune_system { require_pinned_dependencies = true }
amendments { amendment_path_globs = ["/charter/**"] }
founders = [{ handle = "founder" }]
"""


def constitution(*, restricted: bool = False, complexity: int = 0, coverage: float = 0) -> str:
    """A constitution whose one domain, `src/**`, has these rules."""
    said = CORE.replace("RESTRICTED", str(restricted).lower())
    return said.replace("COMPLEXITY", str(complexity)).replace("COVERAGE", str(coverage))


def branches(count: int, name: str = "f") -> str:
    """A Python function of that complexity."""
    return f"def {name}(x):\n" + "".join(
        f"    if x == {at}:\n        return {at}\n" for at in range(count - 1)
    )


class Case(msgspec.Struct, frozen=True, kw_only=True):
    """A change that a gate fails: `set_up` is what the stage takes, `said` stands in the finding."""

    said: str
    stage: Mapping[str, Any] = {}
    settings: str = ""


FAILING = {
    "dco": Case(said="is not signed off by its author", stage={"commits": [unsigned()]}),
    "cla": Case(said="has not signed the agreement"),
    "complexity": Case(said="3 changed lines, 2 allowed", settings=", max_lines: 2"),
    "cyclomatic": Case(
        said="the new function f is above the limit of the domain core",
        stage={"after": {"src/a.py": branches(9)}, "governance": constitution(complexity=5)},
    ),
    "restricted": Case(
        said="1 file of the restricted domain core changed",
        stage={"governance": constitution(restricted=True)},
    ),
    "amendment": Case(
        said="1 amendment path changed",
        stage={"after": {"charter/a.md": "x\n"}, "governance": constitution()},
    ),
    "dependencies": Case(
        said="is added without naming exactly one version",
        stage={"after": {"requirements.txt": "requests>=2\n"}, "governance": constitution()},
    ),
    "score": Case(said="overall is 90, at least 95 is asked", settings=", minimum: {overall: 95}"),
}
UNMEASURED = {
    "coverage": Case(said="no coverage file is given", stage={"governance": constitution(coverage=0.5)}),
}
# What is asked of the default branch fails a red or amber change too: these are green.
VERDICTS = {"observe": ("pass", "success"), "warn": ("warn", "neutral"), "enforce": ("fail", "failure")}


@pytest.fixture
def make(github: GitHubServer, tmp_path: Path) -> Callable[..., Gated]:
    return lambda **given: Gated(github, tmp_path, **given)


@pytest.mark.parametrize("mode", ["off", "observe", "warn", "enforce"])
@pytest.mark.parametrize("name", [*FAILING, *UNMEASURED])
def test_a_gate_that_is_missed_does_what_its_mode_says(
    make: Callable[..., Gated], name: str, mode: str
) -> None:
    case = {**FAILING, **UNMEASURED}[name]
    stage = make(settings=f"gates: {{{name}: {{mode: {mode}{case.settings}}}}}\n", **case.stage)

    done = stage.judge()

    if mode == "off":
        assert name not in results(done)
        assert case.said not in stage.comment()
        return
    found = gate(done, name)
    outcome = "fail" if name in FAILING else "unmeasured"
    assert (found["mode"], found["outcome"]) == (mode, outcome)
    assert any(case.said in finding["what"] for finding in found["findings"])
    assert all(finding["mend"] for finding in found["findings"])
    if done.outputs["status"] == "green":
        verdict, conclusion = VERDICTS[mode]
        assert (done.outputs["verdict"], stage.check()[0]) == (verdict, conclusion)
    assert done.exit_code == (1 if mode == "enforce" else 0)
    title = {"observe": "", "warn": f", 1 gate warns: {name}", "enforce": f", blocked: {name}"}[mode]
    assert stage.check()[1] == f"{done.outputs['overall']} {done.outputs['status']}{title}"
    # `observe` is for the report and the summary; the comment and the check are for what counts.
    assert (f"| {name} | {mode} |" in stage.comment()) == (mode != "observe")
    assert f"| {name} | {mode} |" in done.summary
    assert (stage.checks()[-1].summary or "").startswith("**Blocked by") == (mode == "enforce")


@pytest.mark.parametrize("mode", ["warn", "enforce"])
def test_what_blocks_stands_first_in_the_check_with_the_step_that_mends_it(
    make: Callable[..., Gated], mode: str
) -> None:
    stage = make(settings=f"gates: {{dco: {{mode: {mode}}}}}\n", commits=[unsigned()])

    stage.judge()

    summary = stage.checks()[-1].summary or ""
    first = summary.split("\n\n")[0] + summary.split("\n\n")[1]
    assert ("Blocked by `dco`" in first and "git commit --amend --no-edit --signoff" in first) == (
        mode == "enforce"
    )


PASSING: dict[str, dict[str, Any]] = {
    "dco": {},
    "complexity": {},
    "cyclomatic": {"after": {"src/a.py": branches(5)}, "governance": constitution(complexity=5)},
    "dependencies": {"after": {"requirements.txt": "requests==2.1\n"}, "governance": constitution()},
}


@pytest.mark.parametrize("name", PASSING)
def test_a_gate_that_is_kept_leaves_the_verdict_alone(make: Callable[..., Gated], name: str) -> None:
    stage = make(settings=f"gates: {{{name}: {{mode: enforce}}}}\n", **PASSING[name])

    done = stage.judge()

    assert gate(done, name)["outcome"] == "pass"
    assert (done.exit_code, "blocked" in done.outputs["report"]) == (0, False)


def test_an_explicit_mode_beats_the_preset(make: Callable[..., Gated]) -> None:
    stage = make(
        settings="preset: strict\ngates: {cla: {mode: off}, complexity: {mode: warn}}\n",
        governance=constitution(),
    )

    found = results(stage.judge())

    assert "cla" not in found
    assert found["complexity"] == ("warn", "pass")
    assert {mode for name, (mode, _) in found.items() if name != "complexity"} == {"enforce"}


# ---------------------------------------------------------------------------------------------- approvals


def restricted(make: Callable[..., Gated]) -> Gated:
    return make(settings="gates: {restricted: {mode: enforce}}\n", governance=constitution(restricted=True))


@pytest.mark.parametrize(
    ("login", "counts"),
    [
        ("maintainer", True),
        ("keeper", True),
        ("admin", True),
        ("founder", True),
        ("Founder", True),
        ("triager", False),
        ("reader", False),
        ("stranger", False),
        ("contributor", False),
    ],
)
def test_an_approval_counts_by_the_permission_that_the_api_confirms(
    make: Callable[..., Gated], login: str, counts: bool
) -> None:
    stage = restricted(make)
    stage.approve(login)

    done = stage.judge()

    assert gate(done, "restricted")["outcome"] == ("pass" if counts else "fail")


def test_the_author_s_own_approval_does_not_count_even_with_write_access(make: Callable[..., Gated]) -> None:
    stage = restricted(make)
    stage.repository.permissions["contributor"] = "admin"
    stage.approve("contributor")

    found = gate(stage.judge(), "restricted")

    assert found["outcome"] == "fail"
    assert "it is the author's own" in found["findings"][0]["what"]


def test_an_approval_of_an_older_head_does_not_count(make: Callable[..., Gated]) -> None:
    stage = restricted(make)
    stage.approve("maintainer")
    assert gate(stage.judge(), "restricted")["outcome"] == "pass"

    stage.commit(signed("Another change"))

    found = gate(stage.judge(), "restricted")
    assert found["outcome"] == "fail"
    assert "which is no longer the head" in found["findings"][0]["what"]


@pytest.mark.parametrize(
    ("states", "counts"),
    [
        (["APPROVED", "COMMENTED"], True),
        (["APPROVED", "CHANGES_REQUESTED"], False),
        (["CHANGES_REQUESTED", "APPROVED"], True),
        (["APPROVED", "DISMISSED"], False),
        (["PENDING"], False),
    ],
)
def test_the_last_decided_word_of_a_reviewer_counts(
    make: Callable[..., Gated], states: list[str], counts: bool
) -> None:
    stage = restricted(make)
    for state in states:
        stage.approve("maintainer", state)

    assert gate(stage.judge(), "restricted")["outcome"] == ("pass" if counts else "fail")


def test_a_review_turns_the_check(make: Callable[..., Gated]) -> None:
    stage = restricted(make)
    stage.judge()
    assert stage.check()[0] == "failure"

    review = stage.approve("maintainer")
    done = stage.run_event(stage.events.review(stage.pull, review))

    assert (done.exit_code, stage.check()[0]) == (0, "success")


def test_an_amendment_takes_two_approvals(make: Callable[..., Gated]) -> None:
    stage = make(
        settings="gates: {amendment: {mode: enforce}}\n",
        governance=constitution(),
        after={**SMALL, "charter/a.md": "x\n"},
    )
    stage.approve("maintainer")
    found = gate(stage.judge(), "amendment")
    assert (found["outcome"], found["findings"][0]["measured"]) == ("fail", "1 of 2 approvals")

    stage.approve("founder")

    assert gate(stage.judge(), "amendment")["outcome"] == "pass"


def test_a_file_that_left_a_restricted_domain_touches_it(make: Callable[..., Gated]) -> None:
    stage = make(
        settings="gates: {restricted: {mode: enforce}}\n",
        governance=constitution(restricted=True),
        before={"src/a.py": "x = 1\n" * 50},
        after={"src/a.py": None, "lib/a.py": "x = 1\n" * 50},
    )

    assert gate(stage.judge(), "restricted")["outcome"] == "fail"


# ------------------------------------------------------------------------------------------------ faults


FACTS = {
    "dco": "repos/compare-commits",
    "cyclomatic": "contents/src",
    "restricted": "pulls/list-reviews",
    "dependencies": "/graphql",
}


@pytest.mark.parametrize("kind", ["403", "404", "502", "html", "truncated"])
@pytest.mark.parametrize("name", FACTS)
def test_what_cannot_be_read_is_unmeasured_and_blocks(
    make: Callable[..., Gated], github: GitHubServer, name: str, kind: str
) -> None:
    stage = make(
        settings=f"gates: {{{name}: {{mode: enforce}}}}\n",
        governance=constitution(restricted=True, complexity=5),
        after={**SMALL, "requirements.txt": "requests==2.1\n"},
    )
    stage.approve("maintainer")
    route = FACTS[name]
    method = "POST" if route == "/graphql" else "GET"
    github.fault(method, route, kind, times="always")

    done = stage.judge()

    found = gate(done, name)
    assert (found["outcome"], done.exit_code, stage.check()[0]) == ("unmeasured", 1, "failure")
    assert "Traceback" not in done.log
    assert all(finding["mend"] for finding in found["findings"])
    assert stage.check()[1].endswith(f"blocked: {name}")  # type: ignore[union-attr]


def test_permissions_that_cannot_be_asked_for_leave_the_gate_unmeasured(
    make: Callable[..., Gated], github: GitHubServer
) -> None:
    stage = restricted(make)
    stage.approve("maintainer")
    github.fault("GET", "repos/get-collaborator-permission-level", "403", times="always")

    assert gate(stage.judge(), "restricted")["outcome"] == "unmeasured"


def test_a_gate_that_breaks_is_a_failed_evaluation_and_never_a_pass(
    make: Callable[..., Gated], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> object:
        raise ZeroDivisionError

    monkeypatch.setattr("steward.gates.dco.to_judge", broken)
    stage = make(settings="gates: {dco: {mode: observe}}\n")

    done = stage.judge()

    assert (done.exit_code, done.outputs["state"], done.outputs["reason"]) == (2, "failed", "internal")
    assert stage.check()[0] == "failure"


# ----------------------------------------------------------------------------------------- how many facts


@pytest.mark.parametrize("count", [251, 1000])
def test_every_commit_is_judged(make: Callable[..., Gated], github: GitHubServer, count: int) -> None:
    stage = make(settings="gates: {dco: {mode: enforce}}\n", commits=many(count, but=[count // 2]))
    stage.judge()

    done = stage.judge()

    assert len(gate(done, "dco")["findings"]) == 1
    pages = [one for one in github.requests if one.request.operation == "repos/compare-commits"]
    assert len(pages) == 2 * -(-count // 100)


def test_of_more_than_forty_files_the_rest_is_unmeasured_and_said(
    make: Callable[..., Gated], github: GitHubServer
) -> None:
    files = {f"src/f{at:02}.py": branches(2) for at in range(43)}
    stage = make(
        settings="gates: {cyclomatic: {mode: enforce}}\n", governance=constitution(complexity=5), after=files
    )

    found = gate(stage.judge(), "cyclomatic")

    assert found["outcome"] == "unmeasured"
    assert [finding["where"] for finding in found["findings"]] == [f"src/f{at:02}.py" for at in (40, 41, 42)]
    assert "only the first 40 changed files" in found["findings"][0]["what"]
    blobs = [one for one in github.requests if "/contents/src/" in one.request.path]
    assert len(blobs) == 40  # added files have one version


def test_an_old_sin_is_not_this_author_s(make: Callable[..., Gated]) -> None:
    stage = make(
        settings="gates: {cyclomatic: {mode: enforce}}\n",
        governance=constitution(complexity=5),
        before={"src/a.py": branches(9, "old")},
        after={"src/a.py": branches(9, "old") + "\n\n" + branches(3, "new")},
    )

    assert gate(stage.judge(), "cyclomatic")["outcome"] == "pass"


@pytest.mark.parametrize("path", ["src/a.dart", "src/notes.txt"])
def test_what_cannot_be_measured_by_nature_is_not_applicable_and_said(
    make: Callable[..., Gated], path: str
) -> None:
    stage = make(
        settings="gates: {cyclomatic: {mode: enforce}}\n",
        governance=constitution(complexity=5),
        after={path: "x\n"},
    )

    done = stage.judge()

    assert (gate(done, "cyclomatic")["outcome"], done.exit_code) == ("not_applicable", 0)
    assert path in gate(done, "cyclomatic")["said"]


COBERTURA = """<?xml version="1.0"?>
<coverage><packages><package><classes><class filename="src/widgets.py"><lines>
{lines}</lines></class></classes></package></packages></coverage>"""


@pytest.mark.parametrize(("hits", "outcome"), [(8, "pass"), (7, "fail")])
def test_coverage_is_read_from_the_file_that_the_input_names(
    make: Callable[..., Gated], tmp_path: Path, hits: int, outcome: str
) -> None:
    stage = make(settings="gates: {coverage: {mode: enforce}}\n", governance=constitution(coverage=0.8))
    stage.runner.workspace = tmp_path / "workspace"
    stage.runner.workspace.mkdir()
    lines = "".join(f'<line number="{at}" hits="{int(at <= hits)}"/>\n' for at in range(1, 11))
    (stage.runner.workspace / "coverage.xml").write_text(COBERTURA.format(lines=lines))

    done = stage.judge({"coverage-file": "coverage.xml"})

    assert gate(done, "coverage")["outcome"] == outcome


@pytest.mark.parametrize("made", ["absent", "folder", "a link out", "no XML"])
def test_a_coverage_file_that_cannot_be_used_is_unmeasured(
    make: Callable[..., Gated], tmp_path: Path, made: str
) -> None:
    stage = make(settings="gates: {coverage: {mode: enforce}}\n", governance=constitution(coverage=0.8))
    stage.runner.workspace = tmp_path / "workspace"
    stage.runner.workspace.mkdir()
    file = stage.runner.workspace / "coverage.xml"
    if made == "folder":
        file.mkdir()
    if made == "a link out":
        file.symlink_to("/dev/zero")
    if made == "no XML":
        file.write_text("<coverage")

    done = stage.judge({"coverage-file": "coverage.xml"})

    assert (gate(done, "coverage")["outcome"], done.exit_code) == ("unmeasured", 1)
    assert "Traceback" not in done.log


# ------------------------------------------------------------------------------- what a change cannot reach


STRICT = """preset: strict
fail_on: amber
gates: {complexity: {max_lines: 2}, score: {mode: enforce, minimum: {overall: 99}}}
waivers: {allow_author: false}
"""
LAX = """preset: relaxed
fail_on: never
gates: {dco: {mode: off}}
waivers: {allow_author: true, permission: triage}
"""
OPEN = 'version = "1"\nfounders = [{ handle = "contributor" }]\n'
STATED = constitution(restricted=True, complexity=2, coverage=0.9)


def without_what_a_title_says(done: Any) -> dict[str, Any]:
    """The verdict and every gate, without names of commits and paths."""
    found = report(done)
    return {
        "verdict": found["verdict"],
        "gates": [(one["name"], one["mode"], one["outcome"]) for one in found["gates"]],
    }


@pytest.mark.parametrize(
    "reach",
    [
        pytest.param({}, id="nothing"),
        pytest.param({"after": {SETTINGS: LAX, CONSTITUTION: OPEN}}, id="both policy files"),
        pytest.param({"after": {SETTINGS: None, CONSTITUTION: None}}, id="both policy files gone"),
        pytest.param({"after": {SETTINGS: "a: [", CONSTITUTION: "}"}}, id="both policy files broken"),
        pytest.param(
            {"after": {".github/CODEOWNERS": "* @contributor\n", "CLA.md": "x\n"}}, id="other files"
        ),
        pytest.param(
            {"after": {".github/cla.json": '{"signedContributors": [{"name": "contributor", "id": 501}]}'}},
            id="signatures",
        ),
        pytest.param(
            {"after": {"coverage.xml": COBERTURA.format(lines='<line number="1" hits="1"/>')}}, id="coverage"
        ),
        pytest.param(
            {"title": "chore: /steward waive dco", "body": "/steward waive dco because I say so"}, id="words"
        ),
        pytest.param({"head_ref": "main"}, id="the branch's name"),
        pytest.param({"head_ref": "gh-readonly-queue/main/pr-1-" + "a" * 40}, id="a queue's branch"),
        pytest.param(
            {
                "commits": [
                    unsigned(
                        name="github-actions[bot]",
                        email="github-actions[bot]@example.org",
                        account=None,
                    )
                ]
            },
            id="an author like a bot",
        ),
        pytest.param(
            {"commits": [unsigned(name="GitHub", email="noreply@github.com", account=None)]}, id="like GitHub"
        ),
        pytest.param({"commits": [unsigned("Merge pull request #1 from main")]}, id="like a merge"),
        pytest.param(
            {"commits": [unsigned(account=ACTIONS_BOT, name=ACTIONS_BOT.login, email=noreply(ACTIONS_BOT))]},
            id="a bot's own address",
        ),
        pytest.param(
            {
                "commits": [
                    replace(
                        of_bot(DEPENDABOT), committer=CONTRIBUTOR, committer_email="contributor@example.org"
                    )
                ]
            },
            id="a bot's address under one's own key",
        ),
    ],
)
def test_nothing_that_a_pull_request_can_change_moves_the_verdict(
    github: GitHubServer, tmp_path: Path, reach: Mapping[str, Any]
) -> None:
    base = {"src/a.py": branches(6), "charter/a.md": "x\n", "requirements.txt": "evil-lib>=1\n"}
    given = dict(reach)
    after = {**base, **given.pop("after", {})}
    commits: Sequence[Commit] = given.pop("commits", [unsigned()])
    stage = Gated(github, tmp_path, settings=STRICT, governance=STATED, after=after, commits=commits)
    for name, value in given.items():
        setattr(stage.pull, name, value)

    done = stage.judge()

    assert without_what_a_title_says(done) == {
        "verdict": "fail",
        "gates": [
            ("dco", "enforce", "fail"),
            ("cla", "enforce", "fail"),
            ("complexity", "enforce", "fail"),
            ("cyclomatic", "enforce", "fail"),
            ("coverage", "enforce", "unmeasured"),
            ("restricted", "enforce", "fail"),
            ("amendment", "enforce", "fail"),
            ("dependencies", "enforce", "fail"),
            ("score", "enforce", "fail"),
        ],
    }
    assert (done.exit_code, stage.check()[0]) == (1, "failure")


@pytest.mark.parametrize(
    "inputs",
    [
        {"fail-on": "never"},
        {"check-name": "Steward evaluation "},
        {"comment": "off"},
        {"annotations": "false"},
        {"mode": "evaluate"},
        {"daily-credits": "0"},
    ],
    ids="".join,
)
def test_no_input_of_the_workflow_loosens_the_policy(
    make: Callable[..., Gated], inputs: Mapping[str, str]
) -> None:
    stage = make(settings="preset: strict\nfail_on: amber\n", governance=STATED, commits=[unsigned()])
    before = stage.judge()

    done = stage.judge(inputs)

    assert done.exit_code == 1
    assert without_what_a_title_says(done) == without_what_a_title_says(before)


def test_an_input_that_names_another_settings_file_names_one_of_the_default_branch(
    make: Callable[..., Gated],
) -> None:
    stage = make(settings=STRICT, after={**SMALL, "lax.yml": LAX}, commits=[unsigned()])

    done = stage.judge({"config": "lax.yml"})

    assert (done.exit_code, done.outputs["reason"]) == (2, "config_invalid")


def test_a_bot_is_a_bot_by_its_account_s_type(make: Callable[..., Gated]) -> None:
    robot, human = User(login="robot[bot]", id=9, type="Bot"), User(login="dependabot-bot", id=10)
    stage = make(settings="gates: {dco: {mode: enforce}}\n", commits=[of_bot(robot)])
    assert gate(stage.judge(), "dco")["outcome"] == "pass"

    stage.commit(unsigned(account=human, name="dependabot[bot]", email="bot@example.org"))

    assert gate(stage.judge(), "dco")["outcome"] == "fail"


# ------------------------------------------------------------------------------------------------ requests


def requests_of(stage: Gated) -> list[str]:
    asked = len(stage.github.requests)
    stage.judge()
    return [str(one.request) for one in stage.github.requests[asked:]]


def test_a_gate_that_is_off_asks_for_nothing(make: Callable[..., Gated]) -> None:
    off = ", ".join(
        f"{name}: {{mode: off}}"
        for name in "dco cla complexity cyclomatic coverage restricted amendment dependencies score".split()
    )
    stage = make(settings=f"gates: {{{off}}}\n", governance=STATED, commits=[unsigned()])
    stage.approve("maintainer")
    stage.say("Looks good")

    assert len(requests_of(stage)) <= 9


ALL_OFF = "gates: {" + ", ".join(f"{name}: {{mode: 'off'}}" for name in (*FAILING, *UNMEASURED)) + "}\n"
EVERY_GATE = """preset: strict
gates: {cla: {check: CLA}, score: {mode: enforce, minimum: {overall: 1}}}
"""


@pytest.mark.parametrize("signatures", ['{"signedContributors": []}', None], ids=["signatures", "no file"])
@pytest.mark.parametrize(
    ("approvers", "commanders", "keep", "commits", "others"),
    [
        (0, 0, "", 1, 0),
        (2, 0, "", 1, 0),
        (4, 3, "", 1, 0),
        (4, 3, "--keep ", 1, 0),
        (1, 2, "", 100, 95),
        (0, 1, "", 101, 0),
        (0, 0, "", 250, 0),
        (1, 1, "", 1000, 95),
    ],
)
def test_gates_ask_for_little_more(
    make: Callable[..., Gated],
    approvers: int,
    commanders: int,
    keep: str,
    commits: int,
    others: int,
    signatures: str | None,
) -> None:
    """At most 4 more than without them, one for each approver or commander, one for each further hundred commits,
    and cyclomatic's blobs: whatever is waived, and with a check named that says who signed."""
    changed = {"src/a.py": branches(6), "src/b.py": "x = 1\n", "charter/a.md": "x\n"}
    stage = make(
        settings=EVERY_GATE,
        governance=STATED,
        before={} if signatures is None else {".github/cla.json": signatures},
        after={**changed, "requirements.txt": "a==1\n", "package.json": "{}\n"},
        commits=many(commits),
    )
    stage.judge()
    stage.set_policy(SETTINGS, ALL_OFF)
    free = len(requests_of(stage))  # it replaces another verdict on the same head, as the run below does
    stage.set_policy(SETTINGS, EVERY_GATE)
    for at in range(others):
        builders.add_check(stage.world, stage.repository, stage.pull.head_sha, f"Other {at}")
    people = [f"person-{at}" for at in range(approvers + commanders)]
    for login in people[:approvers]:
        stage.approve(login)
    for login in people[approvers:]:
        stage.repository.permissions[login] = "write"
        stage.say(f"/steward waive dco {keep}because it must be", login)

    made = requests_of(stage)

    asked = [one for one in made if "/permission" in one]
    pages = [one for one in made if "/compare/" in one]
    blobs = [one for one in made if "/contents/src/" in one]
    assert (len(asked), len(pages), len(blobs)) == (approvers + commanders, -(-commits // 100), 2)
    rest = len(made) - len(asked) - (len(pages) - 1) - len(blobs)
    assert rest <= free + 4, "\n".join(made)


@pytest.mark.parametrize("others", [0, 98, 99, 100, 250])
def test_what_check_runs_say_is_found_among_many_others(make: Callable[..., Gated], others: int) -> None:
    """One list serves what a waiver needs and what a named check says; a longer one is asked for by names."""
    stage = make(
        settings="gates: {dco: {mode: enforce}, cla: {mode: enforce, check: CLA}}\n", commits=[unsigned()]
    )
    builders.add_check(stage.world, stage.repository, stage.pull.head_sha, "CLA", conclusion="success")
    stage.judge()
    for at in range(others):
        builders.add_check(stage.world, stage.repository, stage.pull.head_sha, f"Other {at}")

    _, done = stage.command("/steward waive dco because it must be")

    assert results(done) == {**results(done), "dco": ("enforce", "waived"), "cla": ("enforce", "pass")}
    made = [str(one.request) for one in stage.github.requests if "/check-runs?" in str(one.request)]
    lists = [one for one in made if "check_name=CLA" in one]
    assert len(lists) == 1 + (others > 98)


@pytest.mark.parametrize("crowd", [5, 120])
def test_a_crowd_of_commanders_costs_a_bounded_number_of_requests(
    make: Callable[..., Gated], crowd: int
) -> None:
    stage = make(settings="gates: {dco: {mode: enforce}}\n", commits=[unsigned()])
    stage.judge()
    stage.command("/steward waive dco because it must be")
    assert gate(stage.judge(), "dco")["outcome"] == "waived"
    for at in range(crowd):
        stage.say("/steward waive dco --keep because I say so", f"stranger-{at}")

    made = requests_of(stage)
    done = stage.judge()

    assert len([one for one in made if "/permission" in one]) == min(crowd + 1, MOST_ASKED)
    crowded = crowd + 1 > MOST_ASKED
    assert gate(done, "dco")["outcome"] == ("fail" if crowded else "waived")
    left = crowd + 1 - MOST_ASKED
    assert (f"the permission of {left} more people was not asked" in done.summary) == crowded

    comment, done = stage.command("/steward waive dco because it still must be")

    assert (gate(done, "dco")["outcome"], stage.reactions(comment)) == ("waived", ["+1"])


def test_somebody_is_asked_for_once_however_much_they_say(make: Callable[..., Gated]) -> None:
    stage = make(settings="preset: strict\n", governance=STATED, commits=[unsigned()])
    stage.judge()
    stage.approve("maintainer")
    for name in ("dco", "cla", "restricted"):
        stage.say(f"/steward waive {name} because it must be")

    assert len([one for one in requests_of(stage) if "/permission" in one]) == 1


@pytest.mark.parametrize("form", ["plain", "long", "a link"])
@pytest.mark.parametrize("manifest", [True, False], ids=["beside a manifest", "alone"])
def test_the_signatures_file_says_the_same_however_it_is_read(
    make: Callable[..., Gated], form: str, manifest: bool
) -> None:
    """Beside changed manifests it comes in their answer, which holds no long text and follows no link."""
    signed_by = '{"signedContributors": [{"name": "contributor", "id": 501}]' + " " * 600_000 * (
        form == "long"
    )
    files: dict[str, Any] = {".github/cla.json": signed_by + "}"}
    if form == "a link":
        files = {
            "signed.json": signed_by + "}",
            ".github/cla.json": Entry(content=b"../signed.json", mode=SYMLINK),
        }
    stage = make(
        settings="gates: {cla: {mode: enforce}}\n",
        governance=constitution(),
        before=files,
        after={**SMALL, **({"requirements.txt": "a==1\n"} if manifest else {})},
    )

    done = stage.judge()

    assert (gate(done, "cla")["outcome"], done.exit_code) == ("pass", 0)
    alone = [one for one in stage.github.requests if "/contents/.github/cla.json" in one.request.path]
    assert len(alone) == (not manifest or form != "plain")


@pytest.mark.parametrize(
    ("checks", "outcome"),
    [
        ([(ANOTHER_APP, "success")], "pass"),
        ([(ANOTHER_APP, "failure")], "fail"),
        ([(ANOTHER_APP, "failure"), (ANOTHER_APP, "success")], "pass"),
        ([(ANOTHER_APP, "success"), (ANOTHER_APP, "failure")], "fail"),
        ([(ACTIONS_APP, "success")], "fail"),
        ([(ANOTHER_APP, "failure"), (ACTIONS_APP, "success")], "fail"),
        ([(ANOTHER_APP, "success"), (ACTIONS_APP, "failure")], "pass"),
        ([], "fail"),
    ],
)
def test_a_named_check_that_a_job_of_the_pull_request_can_make_says_nothing(
    make: Callable[..., Gated], checks: Sequence[tuple[App, str]], outcome: str
) -> None:
    stage = make(settings="gates: {cla: {mode: enforce, check: CLA}}\n")
    for app, conclusion in checks:
        builders.add_check(
            stage.world, stage.repository, stage.pull.head_sha, "CLA", conclusion=conclusion, app=app
        )

    found = gate(stage.judge(), "cla")

    assert found["outcome"] == outcome
    if {app.slug for app, _ in checks} == {"github-actions"}:
        assert (
            "the check CLA is made by GitHub Actions, as any workflow can" in found["findings"][0]["measured"]
        )


@pytest.mark.parametrize("mode", [SYMLINK, SUBMODULE])
@pytest.mark.parametrize(
    ("path", "gates"), [("src", {"restricted"}), ("charter", {"amendment"}), ("lib", set())]
)
def test_a_link_in_the_place_of_a_folder_touches_what_lies_below_it(
    make: Callable[..., Gated], path: str, gates: set[str], mode: str
) -> None:
    stage = make(
        settings="gates: {restricted: {mode: enforce}, amendment: {mode: enforce}}\n",
        governance=constitution(restricted=True),
        after={path: Entry(content=b"a" * 40, mode=mode)},
    )

    done = stage.judge()

    failing = {name for name, (_, outcome) in results(done).items() if outcome == "fail"}
    assert (failing, done.exit_code) == (gates, int(bool(gates)))


@pytest.mark.parametrize(("crowd", "outcome"), [(5, "pass"), (19, "pass"), (20, "fail"), (60, "fail")])
def test_a_crowd_of_approvers_costs_a_bounded_number_of_requests(
    make: Callable[..., Gated], crowd: int, outcome: str
) -> None:
    stage = restricted(make)
    stage.approve("maintainer")
    for at in range(crowd):
        stage.approve(f"stranger-{at}")

    made = requests_of(stage)

    assert len([one for one in made if "/permission" in one]) == min(crowd + 1, 20)
    assert gate(stage.judge(), "restricted")["outcome"] == outcome
    stage.approve("maintainer")
    assert gate(stage.judge(), "restricted")["outcome"] == "pass"


def test_nobody_is_asked_for_whose_approval_counts_for_nothing(make: Callable[..., Gated]) -> None:
    stage = restricted(make)
    stage.approve("keeper")
    stage.commit(signed("Another change"))
    stage.approve("contributor")
    stage.world.user("robot[bot]", type="Bot")
    stage.approve("robot[bot]")

    assert [one for one in requests_of(stage) if "/permission" in one] == []
