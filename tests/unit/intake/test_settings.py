"""Inputs and environment become settings: empty is the default, and all that is wrong is said together."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from steward.intake.settings import CommentMode, Mode, Settings, from_environ
from steward.model import FailOn, Run
from tests.github.runner import declared_inputs

RUNNER = {
    "INPUT_GITHUB-TOKEN": "ghs_secret",
    "GITHUB_REPOSITORY": "example-org/widgets",
    "GITHUB_EVENT_NAME": "pull_request",
    "GITHUB_EVENT_PATH": "/github/workflow/event.json",
    "GITHUB_WORKSPACE": "/github/workspace",
    "GITHUB_RUN_ID": "77",
    "GITHUB_RUN_ATTEMPT": "2",
    "GITHUB_ACTION_REPOSITORY": "example-org/steward",
    "GITHUB_ACTION_REF": "v1",
}
WEB = "https://github.com"


def settings(**environment: str) -> Settings:
    """The settings of a usual run with these variables in place of its own; inputs are `input_fail_on="red"`."""
    given = {
        f"INPUT_{name[6:].upper().replace('_', '-')}" if name.startswith("input_") else name: value
        for name, value in environment.items()
    }
    return from_environ({**RUNNER, **given})


def test_a_usual_run_needs_nothing_but_the_runner() -> None:
    assert settings() == Settings(
        token="ghs_secret",
        repository="example-org/widgets",
        api_url="https://api.github.com",
        graphql_url="https://api.github.com/graphql",
        server_url=WEB,
        event_name="pull_request",
        event_path="/github/workflow/event.json",
        workspace="/github/workspace",
        run=Run(
            id=77,
            attempt=2,
            url=f"{WEB}/example-org/widgets/actions/runs/77",
            docs=f"{WEB}/example-org/steward/blob/v1/docs",
        ),
    )


def test_the_token_is_not_part_of_what_is_printed() -> None:
    assert "ghs_secret" not in repr(settings())


@pytest.mark.parametrize("empty", ["", " ", "\n"])
def test_an_empty_input_is_its_default(empty: str) -> None:
    names = {f"INPUT_{name.upper()}": empty for name in declared_inputs() if name != "github-token"}
    assert from_environ({**RUNNER, **names}) == settings()


def test_the_defaults_of_the_action_s_file_are_the_defaults() -> None:
    declared = {f"INPUT_{name.upper()}": text for name, text in declared_inputs().items()}
    assert from_environ({**RUNNER, **declared, "INPUT_GITHUB-TOKEN": "ghs_secret"}) == settings()


@pytest.mark.parametrize(
    ("name", "text", "field", "value"),
    [
        ("mode", "evaluate", "mode", Mode.EVALUATE),
        ("mode", "Auto", "mode", Mode.AUTO),
        ("pull_request", "12", "pull_request", 12),
        ("pull_request", " 12\n", "pull_request", 12),
        ("config", "policy/steward.yml", "config", "policy/steward.yml"),
        ("config", ".github/steward.yml", "config", None),
        ("fail_on", "RED", "fail_on", FailOn.RED),
        ("fail_on", "never", "fail_on", FailOn.NEVER),
        ("check_name", "Quality / Größe", "check_name", "Quality / Größe"),
        ("comment", "off", "comment", CommentMode.OFF),
        ("comment_author", "helper[bot]", "comment_author", "helper[bot]"),
        ("annotations", "False", "annotations", False),
        ("annotations", "true", "annotations", True),
        ("report_file", "out/report.json", "report_file", "out/report.json"),
        ("facts_file", "facts.json", "facts_file", "facts.json"),
    ],
)
def test_an_input_is_read(name: str, text: str, field: str, value: object) -> None:
    made = settings(**{f"input_{name}": text})
    assert getattr(made, field) == value
    assert made.problems == ()


@pytest.mark.parametrize(
    ("name", "text", "problem"),
    [
        ("mode", "fast", "input mode is 'fast'; allowed: auto, evaluate, publish, task, review, eval"),
        (
            "mode",
            "publish",
            "input mode is 'publish'; allowed: auto, evaluate, task, eval on the event pull_request",
        ),
        ("mode", "task", "mode task needs the input challenge: the path of what it judges by"),
        ("challenge", "x", "input challenge is for mode task, and the mode is auto"),
        ("rubric", "x", "input rubric is for mode review, and the mode is auto"),
        ("pull_request", "0", "input pull-request is '0'; allowed: the number of a pull request"),
        ("pull_request", "#7", "input pull-request is '#7'; allowed: the number of a pull request"),
        ("pull_request", "٣", "input pull-request is '٣'; allowed: the number of a pull request"),
        (
            "pull_request",
            "9" * 19,
            f"input pull-request is '{'9' * 19}'; allowed: the number of a pull request",
        ),
        ("config", "/etc/passwd", "input config is '/etc/passwd'; allowed: a path inside the repository"),
        ("config", "a/../../b", "input config is 'a/../../b'; allowed: a path inside the repository"),
        ("config", "a\tb", "input config is 'a\\tb'; allowed: one line of at most 1024 characters"),
        ("fail_on", "green", "input fail-on is 'green'; allowed: never, red, amber"),
        ("check_name", "a\nb", "input check-name is 'a\\nb'; allowed: one line of at most 100 characters"),
        (
            "check_name",
            "\u202ea",
            "input check-name is '\\u202ea'; allowed: one line of at most 100 characters",
        ),
        (
            "check_name",
            "x" * 101,
            f"input check-name is '{'x' * 100}…'; allowed: one line of at most 100 characters",
        ),
        ("comment", "never", "input comment is 'never'; allowed: always, changes, off"),
        (
            "comment_author",
            "a\0",
            "input comment-author is 'a\\x00'; allowed: one line of at most 100 characters",
        ),
        ("annotations", "yes", "input annotations is 'yes'; allowed: true, false"),
        ("report_file", "a\rb", "input report-file is 'a\\rb'; allowed: one line of at most 4096 characters"),
        (
            "facts_file",
            "\udcff",
            "input facts-file is '\\udcff'; allowed: one line of at most 4096 characters",
        ),
        ("github_token", "", "input github-token is empty; leave it out to use the job's own token"),
        ("github_token", "a b", "input github-token is no token: it holds a space, a line break or worse"),
        ("github_token", "é", "input github-token is no token: it holds a space, a line break or worse"),
    ],
)
def test_a_wrong_input_is_named_with_what_is_allowed(name: str, text: str, problem: str) -> None:
    assert settings(**{f"input_{name}": text}).problems == (problem,)


@pytest.mark.parametrize("field", ["mode", "fail_on", "comment", "annotations", "pull_request", "config"])
def test_a_wrong_input_leaves_its_default(field: str) -> None:
    assert getattr(settings(**{f"input_{field}": "../wrong"}), field) == getattr(settings(), field)


def test_a_value_is_cut_before_it_is_said() -> None:
    (problem,) = settings(input_fail_on="x" * 100_000).problems
    assert len(problem) < 200


def test_the_publisher_s_event_knows_its_own_mode() -> None:
    publisher: dict[str, Any] = {"GITHUB_EVENT_NAME": "workflow_run"}
    assert settings(**publisher, input_mode="publish").mode is Mode.PUBLISH
    assert settings(**publisher, input_mode="evaluate").problems == (
        "input mode is 'evaluate'; allowed: auto, publish, task on the event workflow_run",
    )


def test_all_that_is_wrong_is_said_in_one_go() -> None:
    made = settings(input_mode="x", input_fail_on="y", input_annotations="z", input_pull_request="-1")
    assert len(made.problems) == 4


@pytest.mark.parametrize("name", ["GITHUB_REPOSITORY", "GITHUB_EVENT_NAME", "GITHUB_EVENT_PATH"])
def test_what_a_runner_always_sets_is_missed(name: str) -> None:
    assert settings(**{name: ""}).problems == (
        f"{name} is not set: Steward runs as a step of a GitHub Actions job",
    )


def test_outside_of_a_runner_everything_is_missed_and_nothing_raised() -> None:
    made = from_environ({})
    assert len(made.problems) == 4
    assert made.run == Run(id=0, attempt=1)


@pytest.mark.parametrize(
    "value", ["widgets", "a/b/c", "a/b c", "a/b\n/c", "../x", "x/..", "./x", "x/.", "a/ü", "a/b?c", "a%2fb/c"]
)
def test_a_repository_is_owner_and_name(value: str) -> None:
    made = settings(GITHUB_REPOSITORY=value)
    assert made.problems == (f"GITHUB_REPOSITORY is {value!r}; allowed: owner/name",)
    assert (made.repository, made.run.url) == ("", None)


@pytest.mark.parametrize("name", ["GITHUB_API_URL", "GITHUB_GRAPHQL_URL", "GITHUB_SERVER_URL"])
@pytest.mark.parametrize(
    "value",
    [
        *("ftp://a", "https://user:pass@a", "https://user@a/x", "//a", "https://a b", "https://a/b c", "a"),
        *(
            "https://a/?x",
            "https://a/#x",
            "http://x:99999",
            "http://x:0",
            "http://x:",
            "http://x:port",
            "http://",
        ),
        *("https://münchen.example", "https://a/ü", "https://a..b", "https://.a", f"https://{'a' * 64}.org"),
        *("https://a/../b", "https://a/b/..", "https://a\\b", "https://[::1", "https://[x]"),
        *("https://a/%s<b>", "https://a\u200b", "HTTPS:/a", "https:///a"),
    ],
)
def test_an_address_is_a_web_address_without_a_user(name: str, value: str) -> None:
    allowed = "an http or https address of plain characters, without a user, with a port up to 65535"
    assert settings(**{name: value}).problems == (f"{name} is {value!r}; allowed: {allowed}",)


@pytest.mark.parametrize(
    "value",
    [
        *(
            "https://api.github.com",
            "http://127.0.0.1:8080/api/v3",
            "https://[::1]:8443/x",
            "http://ghes/api/v3",
        ),
        *(
            "https://a.b.example.org:65535",
            "https://xn--mnchen-3ya.example",
            "http://my_host",
            "https://a/b.c/~d",
        ),
    ],
)
def test_an_address_that_can_be_used(value: str) -> None:
    assert settings(GITHUB_API_URL=value).problems == ()
    assert settings(GITHUB_API_URL=value).can_ask


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("GITHUB_API_URL", "http://x:99999"),
        ("GITHUB_REPOSITORY", "../x"),
        ("input_github_token", "a b"),
        ("input_github_token", ""),
    ],
)
def test_nothing_is_asked_of_another_server_or_with_half_a_token(name: str, value: str) -> None:
    assert not settings(**{name: value}).can_ask


def test_an_address_that_cannot_be_used_is_in_no_link() -> None:
    run = settings(GITHUB_SERVER_URL="https://user:pass@a").run
    assert (run.url, run.docs) == (None, None)


def test_an_enterprise_server_is_obeyed() -> None:
    made = settings(
        GITHUB_API_URL="https://git.example.org/api/v3/",
        GITHUB_GRAPHQL_URL="https://git.example.org/api/graphql",
        GITHUB_SERVER_URL="https://git.example.org/",
    )
    assert (made.api_url, made.graphql_url) == (
        "https://git.example.org/api/v3",
        "https://git.example.org/api/graphql",
    )
    assert made.run.url == "https://git.example.org/example-org/widgets/actions/runs/77"
    assert made.run.docs == "https://git.example.org/example-org/steward/blob/v1/docs"


@pytest.mark.parametrize(
    ("name", "value", "run"),
    [
        ("GITHUB_RUN_ID", "x", replace(settings().run, id=0, url=None)),
        ("GITHUB_RUN_ATTEMPT", "", replace(settings().run, attempt=1)),
        ("GITHUB_ACTION_REPOSITORY", "", replace(settings().run, docs=None)),
        ("GITHUB_ACTION_REF", "", replace(settings().run, docs=None)),
    ],
)
def test_what_is_not_known_of_the_run_is_left_out(name: str, value: str, run: Run) -> None:
    assert settings(**{name: value}).run == run


def test_a_branch_s_name_cannot_break_out_of_the_address_of_the_docs() -> None:
    assert settings(GITHUB_ACTION_REF="fix) [x](y").run.docs == (
        f"{WEB}/example-org/steward/blob/fix%29%20%5Bx%5D%28y/docs"
    )


@pytest.mark.parametrize("path", ["/etc/challenge", "../challenge", "a/../../b", "a\\b"])
def test_what_a_mode_judges_by_stays_inside(path: str) -> None:
    made = settings(input_mode="task", input_challenge=path)
    assert made.challenge is None
    assert made.problems == (
        f"input challenge is {path!r}; allowed: a path inside the repository or the workspace, without ..",
    )


@pytest.mark.parametrize(
    ("mode", "given", "shown"),
    [
        ("auto", "", "Steward evaluation"),
        ("task", "", "Steward task"),
        ("task", "Steward evaluation", "Steward task"),
        ("task", "Exam", "Exam"),
        ("eval", "", "Steward eval"),
    ],
)
def test_a_mode_has_a_check_run_of_its_own_name(mode: str, given: str, shown: str) -> None:
    named = {"input_challenge": "exam"} if mode == "task" else {}
    made = settings(input_mode=mode, input_check_name=given, **named)
    assert (made.check_name, made.problems) == (shown, ())


@pytest.mark.parametrize(
    ("mode", "event", "fits"),
    [
        ("review", "pull_request_review", True),
        ("review", "pull_request", False),
        ("task", "pull_request", True),
        ("task", "pull_request_target", True),
        ("task", "issue_comment", False),
        ("eval", "workflow_dispatch", True),
        ("eval", "merge_group", False),
    ],
)
def test_a_mode_has_events_of_its_own(mode: str, event: str, fits: bool) -> None:
    paths = {"task": {"input_challenge": "x"}, "review": {"input_rubric": "x"}}.get(mode, {})
    made = settings(GITHUB_EVENT_NAME=event, input_mode=mode, **paths)
    assert (made.problems == ()) is fits
