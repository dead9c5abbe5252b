"""`steward eval prose` with a model as writer, and with and without governance.pxf, over a real socket."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

import pytest

from steward.adapters.claude import Asked, Claude
from steward.adapters.messages import open_client
from steward.dimensions.scorecard import scorecard
from steward.evals.writing import Draft, anthropic_writer, write
from steward.synth import prompt
from tests import schemas
from tests.contract.command import STEWARD, Answer, environment, run
from tests.github.runner import ROOT
from tests.model.service import Model, message, sends, serving
from tests.unit.evals import saved

EXAMPLE = ROOT / "examples" / "evals"
FACTS, CONSTITUTION = EXAMPLE / "facts", EXAMPLE / "governance.pxf"
KEY = "sk-test-key-of-nobody"
FOUR = ("docs-only", "large", "medium", "tests-only")


def plainly(asked: dict[str, Any]) -> dict[str, str]:
    """Words that keep every rule, whatever the facts."""
    fields = asked["output_config"]["format"]["schema"]["properties"]
    words = dict.fromkeys(fields, "A reader could begin with the first file of the list.")
    return {**words, "complexity": "The change has {lines} lines in {files} files."}


def writes_and_judges(handler: BaseHTTPRequestHandler, asked: dict[str, Any]) -> None:
    """A writer of plain sentences, and a judge that gives 9."""
    fields = asked["output_config"]["format"]["schema"]["properties"]
    text = '{"reasoning": "r", "score": 9}' if "score" in fields else json.dumps(plainly(asked))
    sends(message(text))(handler, asked)


@pytest.fixture
def model() -> Iterator[Model]:
    with serving(writes_and_judges) as service:
        yield service


@pytest.fixture
def facts(tmp_path: Path) -> Path:
    """A folder of four saved pull requests."""
    folder = tmp_path / "facts"
    folder.mkdir()
    for name in FOUR:
        shutil.copy(FACTS / f"{name}.json", folder)
    return folder


def prose(model: Model, *arguments: str | Path, cwd: Path, **env: str | None) -> Answer:
    return run("eval", "prose", *arguments, cwd=cwd, env=settings(model, cwd) | env)


def settings(model: Model, cwd: Path) -> dict[str, str | None]:
    return {
        "ANTHROPIC_API_KEY": KEY,
        "ANTHROPIC_BASE_URL": model.url,
        "XDG_CACHE_HOME": str(cwd / "cache"),
    }


class TestWriter:
    def test_what_is_asked_is_what_the_action_asks_to_the_byte(self, model: Model) -> None:
        draft = Draft(name="large", facts=saved.CASES["large"], governance_text="mission")
        client = open_client(key=KEY, base_url=model.url)
        report = write(draft, anthropic_writer(client=client))
        client.close()
        asked = prompt.build(
            draft.facts, scorecard(draft.facts), model="claude-haiku-5-5", governance_text="mission"
        )
        assert asked is not None
        Claude(key=KEY, base_url=model.url, seconds=30).ask(
            Asked(model=asked.model, system=asked.system, message=asked.message, schema=asked.schema), left=30
        )

        ours, theirs = (request.body for request in model.requests)
        assert ours == theirs
        assert "The change has 810 lines in 9 files." in report.content
        assert report.source == "model"

    def test_reports_are_written_judged_and_counted(self, model: Model, facts: Path, tmp_path: Path) -> None:
        answer = prose(model, facts, "--writer", "anthropic", "--format", "json", cwd=tmp_path)

        assert answer.code == 0
        assert "plan: 4 calls, at most 0.20 credits (0 answers in the cache)" in answer.err
        assert schemas.problems("evals.prose-1", answer.out) == []
        found = json.loads(answer.out)
        assert (found["writer"], found["judge"]) == ("anthropic", "rubric_judge")
        assert [case["source"] for case in found["cases"]] == ["model"] * 4
        assert found["dimensions"][0]["mean"] == 15, "slots are filled with what was counted"
        assert found["writer_usage"]["calls"] == len(model.requests) == 4
        assert found["usage"] is None
        assert KEY not in answer.text + answer.err

    def test_what_breaks_the_contract_is_the_templates_and_counted(
        self, model: Model, facts: Path, tmp_path: Path
    ) -> None:
        def boasts(handler: BaseHTTPRequestHandler, asked: dict[str, Any]) -> None:
            words = plainly(asked)
            if "docs" in words:
                words["docs"] = "It is 100 percent safe to merge."
            sends(message(json.dumps(words)))(handler, asked)

        model.behaviour = boasts
        answer = prose(model, facts, "--writer", "anthropic", cwd=tmp_path)

        assert answer.code == 0
        assert "written by anthropic, judged by rubric_judge" in answer.text
        assert "In the model's words 2, mixed with the template's 2, the template's alone 0." in answer.text
        assert "The answers broke the rule on " in answer.text
        assert "100 percent" not in answer.text

    def test_an_answer_that_never_came_is_no_report(self, model: Model, facts: Path, tmp_path: Path) -> None:
        def refuses(handler: BaseHTTPRequestHandler, asked: dict[str, Any]) -> None:
            large = '"source_files": 9' in asked["messages"][0]["content"]
            text = message("no", stop_reason="refusal") if large else message(json.dumps(plainly(asked)))
            sends(text)(handler, asked)

        model.behaviour = refuses
        answer = prose(model, facts, "--writer", "anthropic", "--format", "json", cwd=tmp_path)
        found = json.loads(answer.out)

        assert [case["name"] for case in found["cases"]] == ["docs-only", "medium", "tests-only"]
        assert [(each["name"], each["kind"]) for each in found["unwritten"]] == [("large", "refused")]
        assert found["dimensions"][0]["cases"] == 3

    def test_a_second_run_pays_for_nothing(self, model: Model, facts: Path, tmp_path: Path) -> None:
        both = ("--writer", "anthropic", "--judge", "anthropic", "--samples", "2")
        first = prose(model, facts, *both, "--format", "json", cwd=tmp_path)
        again = prose(model, facts, *both, "--format", "json", cwd=tmp_path)

        # A call for each report, and two samples in three dimensions of each.
        assert "plan: 28 calls, at most 1.40 credits (0 answers in the cache)" in first.err
        assert "plan: 0 calls, at most 0.00 credits (28 answers in the cache)" in again.err
        assert len(model.requests) == 28
        found, repeated = json.loads(first.out), json.loads(again.out)
        assert [part["mean"] for part in found["dimensions"]] == [9, 9, 9]
        assert (found["usage"]["calls"], found["writer_usage"]["calls"]) == (24, 4)
        assert (repeated["usage"]["hits"], repeated["writer_usage"]["hits"]) == (24, 4)
        assert repeated["cases"] == found["cases"]

    def test_a_plan_over_the_cap_is_refused_before_the_first_call(
        self, model: Model, facts: Path, tmp_path: Path
    ) -> None:
        answer = prose(model, facts, "--writer", "anthropic", "--cap", "0.19", cwd=tmp_path)

        assert (answer.code, answer.out, model.requests) == (2, b"", [])
        assert "the plan costs more than is left today: 4 calls, at most 0.20 credits" in answer.err

    def test_where_there_is_nothing_to_explain_no_model_is_asked(self, model: Model, tmp_path: Path) -> None:
        answer = prose(
            model, FACTS / "nothing.json", "--writer", "anthropic", "--format", "json", cwd=tmp_path
        )

        assert "plan: 0 calls" in answer.err
        assert json.loads(answer.out)["cases"][0]["source"] == "template"
        assert model.requests == []

    def test_without_a_key_it_says_so(self, model: Model, facts: Path, tmp_path: Path) -> None:
        answer = prose(model, facts, "--writer", "anthropic", cwd=tmp_path, ANTHROPIC_API_KEY="")
        assert "needs a key" in answer.complaint

    def test_ctrl_c_keeps_what_was_written_and_the_next_run_goes_on(
        self, model: Model, facts: Path, tmp_path: Path
    ) -> None:
        third = threading.Event()

        def slow(handler: BaseHTTPRequestHandler, asked: dict[str, Any]) -> None:
            if len(model.requests) > 2:
                third.set()
                model.released.wait(60)
                return
            writes_and_judges(handler, asked)

        model.behaviour = slow
        with subprocess.Popen(
            [STEWARD, "eval", "prose", facts, "--writer", "anthropic"],
            cwd=tmp_path,
            env=environment(settings(model, tmp_path)),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            # A job in the background inherits SIGINT as ignored; a person's command does not.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
        ) as process:
            assert third.wait(60)
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=60)

        assert process.returncode == 0
        assert out.startswith(b"Steward's own prose: 2 reports, written by anthropic")
        assert b"Interrupted" in out
        assert b"Traceback" not in err
        model.behaviour = writes_and_judges
        again = prose(model, facts, "--writer", "anthropic", cwd=tmp_path)
        assert "plan: 2 calls, at most 0.10 credits (2 answers in the cache)" in again.err
        assert "Interrupted" not in again.text


class TestGovernance:
    def test_the_figures_of_the_docs_are_what_the_command_prints(self, tmp_path: Path) -> None:
        answer = run(
            "eval", "prose", FACTS, "--compare-governance", "--governance", CONSTITUTION, cwd=tmp_path
        )
        shown = answer.text.split("\n  The words differ")[0]

        assert (answer.code, answer.err) == (0, "")
        assert shown in (ROOT / "docs" / "evals.md").read_text("utf-8")
        assert "The words differ in 37 of 38 pull requests." in answer.text

    def test_without_a_file_the_facts_that_have_one_are_compared(self, tmp_path: Path) -> None:
        answer = run("eval", "prose", FACTS, "--compare-governance", "--format", "json", cwd=tmp_path)

        assert schemas.problems("evals.governance-1", answer.out) == []
        found = json.loads(answer.out)
        assert [case["name"] for case in found["cases"]] == [
            "docs-only-governed",
            "huge-governed",
            "login-with-tests-governed",
            "medium-governed",
        ]
        assert found["governance"] is None

    def test_a_model_is_given_the_constitution_in_one_arm_alone(
        self, model: Model, facts: Path, tmp_path: Path
    ) -> None:
        more = ("--compare-governance", "--governance", CONSTITUTION, "--writer", "anthropic")
        form = ("--judge", "anthropic", "--format", "json", "--transcript", "lines")
        answer = prose(model, facts, *more, *form, cwd=tmp_path)

        assert "plan: 32 calls" in answer.err
        assert schemas.problems("evals.governance-1", answer.out) == []
        writing = [request.body for request in model.requests[:8]]
        told = [json.loads(body["messages"][0]["content"])["governance"] for body in writing]
        assert [isinstance(each, dict) for each in told] == [True] * 4 + [False] * 4
        assert "lose no order" in told[0]["text"]
        assert set(map(str, told[4:])) == {"absent"}
        lines = [json.loads(line) for line in (tmp_path / "lines").read_text("utf-8").splitlines()]
        assert [line["kind"] for line in lines] == ["report"] * 8 + ["judge"] * 24
        assert json.loads(lines[0]["prompt"])["governance"] == told[0]
        assert KEY not in str(lines)
        found = json.loads(answer.out)
        assert {part["verdict"] for part in found["dimensions"]} == {"not shown"}
        assert (found["usage"]["calls"], found["writer_usage"]["calls"]) == (24, 8)

    @pytest.mark.parametrize("form", ["markdown", "junit"])
    def test_other_forms(self, tmp_path: Path, form: str) -> None:
        answer = run("eval", "prose", FACTS, "--compare-governance", "--format", form, cwd=tmp_path)
        assert (answer.code, answer.err) == (0, "")
        assert "docs-only-governed" in answer.text or form == "markdown"
        assert "faithfulness" in answer.text

    def test_files_of_one_name_in_two_folders_are_two_pull_requests(self, tmp_path: Path) -> None:
        for folder, name in (("one", "medium"), ("two", "large"), ("two", "nothing")):
            (tmp_path / folder).mkdir(exist_ok=True)
            shutil.copy(
                FACTS / f"{name}.json", tmp_path / folder / ("1.json" if name != "nothing" else "2.json")
            )
        more = ("--compare-governance", "--governance", CONSTITUTION, "--format", "json")
        both = run("eval", "prose", "one", "two", *more, cwd=tmp_path)
        each = [run("eval", "prose", folder, *more, cwd=tmp_path) for folder in ("one", "two")]
        found, parts = json.loads(both.out), [json.loads(one.out) for one in each]

        assert [case["name"] for case in found["cases"]] == ["one/1", "two/1", "2"]
        scores = [case["without"]["scores"] for case in found["cases"]]
        assert scores == [case["without"]["scores"] for part in parts for case in part["cases"]]

    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            (["--governance", "x"], "--governance is for --compare-governance"),
            ([FACTS / "medium.json"], "medium.json is named twice; a pull request counts once"),
            ([FACTS], "medium.json is named twice; a pull request counts once"),
            (["--compare-governance"], "none of these facts has a governance.pxf"),
            (["--compare-governance", "--governance", "gone"], "--governance: gone cannot be read"),
            (["--compare-governance", "--governance", "bad.pxf"], "bad.pxf:1:"),
            (["--compare-governance", "--governance", "."], "--governance: . cannot be read"),
        ],
    )
    def test_a_mistake_is_one_line(self, tmp_path: Path, arguments: list[str | Path], words: str) -> None:
        (tmp_path / "bad.pxf").write_text("domains = 7\n")
        assert words in run("eval", "prose", FACTS / "medium.json", *arguments, cwd=tmp_path).complaint
