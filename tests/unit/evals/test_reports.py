"""Reports in every form: they fit their schema, are the same every time, and nothing in them comes to life."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree as Xml  # our own output

import jsonschema_rs
import msgspec
import pytest
from markdown_it import MarkdownIt
from msgspec.structs import replace

from steward.evals import (
    GoldenTask,
    ModelFailed,
    judge_document,
    junit,
    paired,
    prose,
    rubric_judge,
    run_golden_tasks,
    shape,
    shape_golden,
    telling,
    telling_golden,
    telling_prose,
    transcript,
)
from steward.evals.arms import Arm
from steward.evals.faithful import Facts
from steward.evals.labels import Agreement
from steward.evals.page import as_markdown, as_text
from steward.evals.probes import probe_document
from steward.evals.request import JudgeRequest
from steward.evals.usage import Call, summed
from tests import schemas

HOSTILE = "@someone <img src=x> [a](http://b) | `code` #1\n:tada: \x1b[31m\u202e\ud800"
USAGE = summed(
    [Call(model="claude-haiku-5-5", read=3, written=2, seconds=1.5), Call(model="m", hit=True)], asked="m"
)


def golden() -> shape_golden.GoldenDocument:
    """Two tasks that pass, one that is flaky, one that is hostile, and errors."""
    count = iter(range(1_000))

    def agent(task: GoldenTask, config: str) -> str:
        if task.name == "broken":
            raise ModelFailed("timeout")
        if task.name == "flaky":
            return "yes" if next(count) % 3 == 0 else "no"
        return config

    tasks = [
        GoldenTask("first", "p", ["yes"]),
        GoldenTask(HOSTILE.replace("\ud800", ""), "p", ["no|@x"], ["y[e]s"]),
        GoldenTask("flaky", "p", ["yes"]),
        GoldenTask("broken", "p"),
    ]
    report = run_golden_tasks(tasks, agent=agent, config="yes", runs=3)
    return shape_golden.golden_document(report, config="yes", baseline="", usage=USAGE)


def judged() -> shape.JudgeDocument:
    """A judge that errs, with probes, agreement and usage."""

    def judge(asked: JudgeRequest) -> str:
        if asked.sample == 1:
            raise ValueError(HOSTILE.replace("\ud800", ""))
        return json.dumps({"score": 9 + asked.sample, "reasoning": HOSTILE})

    report = judge_document("- Run `x`.\n", judge=judge, samples=3)
    probes = probe_document("- Run `x`.\n", report, judge=judge)
    agreed = [Agreement(dimension="actionability", labelled=3, judged=2, kappa=0.5)]
    return shape.judge_document(report, "x\ud800", probes=probes, agreement=agreed, usage=USAGE)


def proses() -> prose.ProseDocument:
    facts = msgspec.json.encode(Facts()).decode()
    cases = [
        prose.Case(name="plain", content="Fine.\n\nRead `x`.", facts=facts),
        prose.Case(name="no-facts", content="Fine.\n\nRead on.", facts=""),
    ]
    return prose.judge_cases(cases, judge=rubric_judge)


def governed() -> paired.GovernanceDocument:
    case = prose.Case(name=HOSTILE.replace("\ud800", ""), content="Read `x`.", facts="", broken=("figures",))
    other = prose.Case(name=case.name, content="Read on.", facts="")
    lost = [
        prose.Unwritten(
            name=HOSTILE.replace("\ud800", ""), kind="timeout", what=HOSTILE.replace("\ud800", "")
        )
    ]
    found = paired.judge_twice(
        [paired.Twice(with_=case, without=other)], judge=rubric_judge, writer="anthropic", unwritten=lost
    )
    return replace(found, usage=USAGE, writer_usage=USAGE)


DOCUMENTS: dict[str, tuple[Any, Any, Any]] = {
    "evals.golden-1": (golden, telling_golden.golden_page, junit.golden_junit),
    "evals.governance-1": (governed, telling_prose.governance_page, junit.governance_junit),
    "evals.judge-1": (judged, telling.judge_page, junit.judge_junit),
    "evals.prose-1": (proses, telling_prose.prose_page, junit.prose_junit),
}


@pytest.mark.parametrize("name", DOCUMENTS)
class TestEveryForm:
    def test_the_json_fits_its_schema_and_is_canonical(self, name: str) -> None:
        data = shape.encode(DOCUMENTS[name][0]())

        assert schemas.problems(name, data) == []
        assert data == shape.encode(DOCUMENTS[name][0]())
        document = json.loads(data)
        assert (
            data.decode()
            == json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=False) + "\n"
        )
        assert document["schema"] == f"steward.{name.replace('-', '/')}"

    def test_the_schema_is_the_one_that_the_types_make(self, name: str) -> None:
        assert schemas.path(name).read_bytes() == schemas.generate(name), "run python -m tests.schemas"

    def test_the_schema_misses_what_is_missing(self, name: str) -> None:
        document = json.loads(shape.encode(DOCUMENTS[name][0]()))
        validator = jsonschema_rs.validator_for(json.loads(schemas.path(name).read_bytes()))
        for key in ("steward", "stopped", "usage"):
            assert not validator.is_valid({other: value for other, value in document.items() if other != key})

    def test_the_text_has_no_character_that_a_terminal_obeys(self, name: str) -> None:
        text = as_text(DOCUMENTS[name][1](DOCUMENTS[name][0]()))

        assert not {character for character in text if not character.isprintable() and character != "\n"}
        assert text.encode()

    def test_nothing_in_the_markdown_comes_to_life(self, name: str) -> None:
        page = as_markdown(DOCUMENTS[name][1](DOCUMENTS[name][0]()))
        tokens = MarkdownIt("commonmark", {"html": True}).enable("table").parse(page)
        inner = [child for token in tokens for child in token.children or ()]

        assert {token.type for token in tokens} & {"html_block", "hr", "blockquote_open"} == set()
        assert {child.type for child in inner} <= {"text", "code_inline", "softbreak"}
        assert not [child for child in inner if child.type == "text" and "@" in child.content]
        widths = {row.count("|") - 2 * row.count("\\|") for row in page.splitlines() if row.startswith("|")}
        assert widths

    def test_the_junit_never_fails(self, name: str) -> None:
        root = Xml.fromstring(DOCUMENTS[name][2](DOCUMENTS[name][0]()))  # noqa: S314
        (suite,) = root

        assert suite.get("failures") == suite.get("errors") == "0"
        assert root.findall(".//failure") == root.findall(".//error") == []
        assert suite.get("tests") == str(len(suite.findall("testcase")))


def test_what_is_not_available_is_never_nought() -> None:
    def agent(task: GoldenTask, config: str) -> str:
        raise OSError

    report = run_golden_tasks([GoldenTask("a", "p")], agent=agent, config="c")
    document = shape_golden.golden_document(report, config="c", baseline="")
    data = json.loads(shape.encode(document))

    assert data["pooled"]["with"]["rate"] is None
    assert data["evidence"]["delta"] is None
    text = as_text(telling_golden.golden_page(document))
    assert "not available" in text
    assert "0.00" not in text
    assert "No task has a completed run in both arms" in text


def test_the_text_of_golden_tasks_says_what_they_can_show_at_best() -> None:
    report = run_golden_tasks([GoldenTask(f"t{n}", "p", ["x"]) for n in range(3)], config="x")
    text = as_text(telling_golden.golden_page(shape_golden.golden_document(report, config="x", baseline="")))

    assert (
        "At best 3 tasks can show p = 0.2500; it takes 6 tasks that differ, all one way, for p < 0.05."
        in text
    )
    assert "Golden tasks: not shown" in text


def test_the_text_of_a_judge_warns_of_low_spread() -> None:
    report = judge_document("x")
    assert "Low spread is not validity" in as_text(telling.judge_page(shape.judge_document(report, "x")))


def test_an_interrupted_report_says_so() -> None:
    def agent(task: GoldenTask, config: str) -> str:
        raise KeyboardInterrupt

    report = run_golden_tasks([GoldenTask("a", "p")], agent=agent, config="c")
    assert "Interrupted" in as_text(
        telling_golden.golden_page(shape_golden.golden_document(report, config="c", baseline=""))
    )


def test_usage_without_a_price_says_that() -> None:
    usage = summed([Call(model="unheard-of", read=1)], asked="unheard-of")
    document = shape.judge_document(judge_document("x"), "x", usage=usage)
    assert "no price for this model" in as_text(telling.judge_page(document))


SECRETS = [
    "ghp_" + "a1" * 18,
    "github_pat_" + "a1" * 20,
    "sk-ant-" + "x9" * 20,
    "AKIA" + "A1" * 8,
    "xoxb-123456789012-abc",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln",
    "-----BEGIN RSA PRIVATE KEY-----\nMIIabc\n-----END RSA PRIVATE KEY-----",
    "-----BEGIN PRIVATE KEY-----\nMIIabc",
    "hunter2hunter2",
]
FRAMES = {
    "hunter2hunter2": (
        "password = {}",
        "https://user:{}@host/x",
        '"api_key": "{}"',
        "Authorization: Bearer {}",
    )
}


@pytest.mark.parametrize("secret", SECRETS, ids=lambda secret: secret[:12])
def test_transcripts_have_no_secrets(secret: str) -> None:
    for frame in FRAMES.get(secret, ("{}", "x {} y", '{{"key": "{}"}}')):
        found = transcript.redacted(frame.format(secret))
        assert secret not in found
        assert transcript.REDACTED in found


@pytest.mark.parametrize("before", ["\n", "\r\n", "\t", "é", "\u2028", '"', "\\", ""], ids=ascii)
@pytest.mark.parametrize("secret", SECRETS[:-1], ids=lambda secret: secret[:12])
def test_a_secret_at_the_beginning_of_a_line_is_none_the_safer_for_json(secret: str, before: str) -> None:
    once = json.dumps({"document": f"text {before}{secret} text"})
    for told in (once, json.dumps({"reply": once})):
        found = transcript.redacted(told)
        assert secret not in found
        assert secret.splitlines()[-1] not in found


@pytest.mark.parametrize(
    "frame",
    [
        '{{"api_key": "{}"}}',
        'password: "{}"',
        "\npassword={}\nnext",
        "AWS_SECRET_ACCESS_KEY={}",
        "private-key = {}",
        "passphrase: '{}'",
        "Authorization: Basic {}",
    ],
)
def test_what_is_named_a_secret_is_one_in_json_too(frame: str) -> None:
    text = frame.format("hunter2\\hunter2")
    once = json.dumps({"document": text})
    for told in (text, once, json.dumps({"reply": once})):
        assert "hunter2" not in transcript.redacted(told)


def test_a_judges_prompt_in_a_transcript_has_no_secret_of_the_document() -> None:
    recorder = transcript.Recorder(lambda asked: json.dumps({"reasoning": asked.content, "score": 9}))
    document = "".join(f"- Use\n{secret}\n" for secret in SECRETS[:-1]) + '{"token": "hunter2hunter2"}\n'
    judge_document(document, judge=recorder)
    data = transcript.encode(recorder.lines).decode()
    assert "hunter2" not in data
    assert not [secret for secret in SECRETS if secret.splitlines()[-1] in data]


def test_what_is_no_secret_stays() -> None:
    text = "Use `make test`; tokens are counted, the password is asked for, and sk-8 is a bus."
    assert transcript.redacted(text) == text


def test_a_judges_transcript_has_every_request_and_reply() -> None:
    replies: Iterator[str | Exception] = iter(
        ['{"score": 9}', OSError("secret words"), ModelFailed("refused")]
    )

    def judge(asked: JudgeRequest) -> str:
        reply = next(replies)
        if isinstance(reply, Exception):
            raise reply
        return reply

    recorder = transcript.Recorder(judge)
    judge_document("token=" + SECRETS[0], judge=recorder, dimensions=["conciseness"], samples=3)
    data = transcript.encode(recorder.lines)
    lines = [json.loads(line) for line in data.splitlines()]

    assert [line.get("reply", line.get("error")) for line in lines] == ['{"score": 9}', "OSError", "refused"]
    assert {line["kind"] for line in lines} == {"judge"}
    assert SECRETS[0].encode() not in data
    assert b"secret words" not in data


def test_a_recorder_is_as_strict_as_what_it_records() -> None:
    class Strict:
        strict = True
        name = "strict one"

        def __call__(self, asked: JudgeRequest) -> str:
            return 'Well: {"score": 9}'

    recorder = transcript.Recorder(Strict())
    report = judge_document("x", judge=recorder)
    assert report.judge == "strict one"
    assert report.scores["conciseness"].score is None


def test_golden_transcripts_have_every_run() -> None:
    def agent(task: GoldenTask, config: str) -> str:
        if not config:
            raise OSError
        return f"{config} {SECRETS[0]}"

    tasks = [GoldenTask("a", "p", ["x"])]
    report = run_golden_tasks(tasks, agent=agent, config="c", runs=2)
    lines = transcript.of_golden(report, tasks, {Arm.WITH: "c", Arm.WITHOUT: ""})
    found = [json.loads(line) for line in transcript.encode(lines).splitlines()]

    assert found[0] == {"kind": "configurations", "with": "c", "without": ""}
    assert [(line["arm"], line["run"]) for line in found[1:]] == [
        ("with", 0),
        ("with", 1),
        ("without", 0),
        ("without", 1),
    ]
    assert found[1]["output"] == "c [redacted]"
    assert found[1]["passed"] is False
    assert found[3]["error"] == "agent_failed"
