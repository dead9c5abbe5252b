"""The JSON report: the shape that action.md promises, the same bytes for the same facts."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from steward import lifecycle, pipeline
from steward.errors import InputInvalid, RateLimited, Reason
from steward.model import (
    Branch,
    DimensionKey,
    Evaluation,
    Finding,
    GateMode,
    GateOutcome,
    GateResult,
    Kind,
    Move,
    Quoted,
    Raise,
)
from steward.report.document import document, encode
from tests import schemas
from tests.unit.report import build


def written(evaluation: Evaluation) -> Any:
    """The report as a program reads it; every one must fit the schema."""
    data = encode(document(evaluation))
    assert schemas.problems("evaluation-1", data) == []
    return json.loads(data)


EVALUATIONS: dict[str, Callable[[], Evaluation]] = {
    "green": build.good,
    "amber": build.login,
    "a bare source file": build.bare,
    "docs only": build.docs_only,
    "incomplete": build.incomplete,
    "nothing": build.nothing,
    "a merge queue's group": lambda: build.evaluation(build.file("a.py"), of=build.record(number=None)),
    "out of credits": build.out_of_credits,
    "failed": lambda: pipeline.failed(build.record(), RateLimited("GitHub's rate limit was reached")),
    "failed without a pull request": lambda: pipeline.failed(None, InputInvalid(("a", "b"))),
    "skipped": lambda: pipeline.skipped(build.record(), Reason.DRAFT),
}


@pytest.mark.parametrize("name", EVALUATIONS)
def test_every_state_has_every_key_and_fits_the_schema(name: str) -> None:
    report = written(EVALUATIONS[name]())
    assert sorted(report) == [
        "change",
        "credits",
        "disputes",
        "engine",
        "gates",
        "literal",
        "preview",
        "prose",
        "pull_request",
        "raises",
        "reason",
        "schema",
        "scorecard",
        "state",
        "verdict",
    ]
    assert report["schema"] == "steward.evaluation/1"


@pytest.mark.parametrize("name", EVALUATIONS)
def test_the_same_facts_give_the_same_canonical_bytes(name: str) -> None:
    data = encode(document(EVALUATIONS[name]()))
    assert data == encode(document(EVALUATIONS[name]()))
    canonical = json.dumps(json.loads(data), sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    assert data == canonical.encode() + b"\n"


def test_a_judged_pull_request() -> None:
    report = written(build.bare())
    assert report["pull_request"] == {
        "repository": "org/repo",
        "number": 12,
        "head": {"sha": build.HEAD, "name": "login", "repository": "org/repo"},
        "base": {"sha": build.BEFORE, "name": "main", "repository": "org/repo"},
    }
    assert (report["state"], report["reason"], report["literal"], report["verdict"]) == (
        "done",
        None,
        "done",
        "warn",
    )
    assert report["change"] == {
        "files": [
            {
                "path": "src/auth/login.go",
                "previous_path": None,
                "kind": "modified",
                "class": "source",
                "additions": 10,
                "deletions": 2,
                "binary": False,
                "domain": None,
            }
        ],
        "additions": 10,
        "deletions": 2,
        "complete": True,
        "read_from": "diff",
    }
    card = report["scorecard"]
    assert card["overall"] == {"score": 59, "mean": "235/4", "status": "amber", "rests_on": 4}
    assert {key: value["score"] for key, value in card["dimensions"].items()} == {
        "correctness": 40,
        "security": 35,
        "complexity": 90,
        "docs": 70,
        "governance": None,
    }
    assert card["dimensions"]["governance"]["why"] == "not_applicable"
    assert card["dimensions"]["security"]["evidence"]["sensitive_paths"] == [
        {
            "path": "src/auth/login.go",
            "previous_path": None,
            "terms": ["auth"],
            "inside": [],
            "changed_lines": 12,
        }
    ]
    assert set(report["prose"]["paragraphs"]) == {"correctness", "security", "complexity", "docs"}
    assert report["credits"] == {"charged": 0, "spent_today": 0, "cap": 500}


def test_the_mean_is_in_lowest_terms_and_a_whole_one_has_a_denominator() -> None:
    assert written(build.docs_only())["scorecard"]["overall"]["mean"] == "90/1"


def test_an_incomplete_list_is_unmeasured_not_zero() -> None:
    report = written(build.incomplete())
    assert (report["change"]["complete"], report["change"]["additions"]) == (False, 90_000)
    security = report["scorecard"]["dimensions"]["security"]
    assert (security["score"], security["status"], security["why"], security["evidence"]) == (
        None,
        "unknown",
        "unmeasured",
        None,
    )


def test_nothing_to_score_is_no_score_at_all() -> None:
    report = written(build.nothing())
    assert report["change"]["files"] == []
    assert report["scorecard"]["overall"] == {"score": None, "mean": None, "status": "unknown", "rests_on": 0}


@pytest.mark.parametrize(
    ("name", "state", "reason", "literal", "verdict"),
    [
        ("failed", "failed", "rate_limited", "failed(rate_limited)", "fail"),
        ("skipped", "skipped", "draft", "skipped(draft)", None),
        ("out of credits", "skipped", "budget_exhausted", "skipped(budget_exhausted)", "pass"),
    ],
)
def test_the_literal_words_of_a_state_stand_too(
    name: str, state: str, reason: str, literal: str, verdict: str | None
) -> None:
    report = written(EVALUATIONS[name]())
    found = report["state"], report["reason"], report["literal"], report["verdict"]
    assert found == (state, reason, literal, verdict)


def test_what_was_not_judged_is_null() -> None:
    report = written(pipeline.failed(build.record(), RateLimited("late")))
    assert (report["change"], report["scorecard"], report["prose"]) == (None, None, None)
    assert report["pull_request"]["number"] == 12
    assert written(pipeline.failed(None, RateLimited("late")))["pull_request"] is None


def test_files_are_sorted_and_binaries_have_no_lines() -> None:
    report = written(
        build.evaluation(
            build.file("z.py"),
            build.file("a/tests/README.md", 1, 0, Kind.RENAMED, "b.md"),
            build.file("m.png", None, None, Kind.ADDED),
        )
    )
    files = report["change"]["files"]
    assert [file["path"] for file in files] == ["a/tests/README.md", "m.png", "z.py"]
    assert [file["class"] for file in files] == ["test", "other", "source"]
    assert [file["previous_path"] for file in files] == ["b.md", None, None]
    assert (files[1]["additions"], files[1]["deletions"], files[1]["binary"]) == (None, None, True)


def test_bytes_that_are_no_utf8_are_written_out_wherever_a_path_stands() -> None:
    data = encode(document(build.evaluation(build.file("src/auth/caf\udce9.py"), build.file("d\udcff.md"))))
    assert schemas.problems("evaluation-1", data) == []
    report = json.loads(data)
    assert [file["path"] for file in report["change"]["files"]] == [r"d\xFF.md", r"src/auth/caf\xE9.py"]
    dimensions = report["scorecard"]["dimensions"]
    assert dimensions["security"]["evidence"]["sensitive_paths"][0]["path"] == r"src/auth/caf\xE9.py"
    assert dimensions["docs"]["evidence"]["docs"] == [r"d\xFF.md"]
    assert r"caf\xE9.py" in report["prose"]["paragraphs"]["security"]
    assert "\\u" not in data.decode()


def test_names_in_other_scripts_stand_as_they_are() -> None:
    data = encode(document(build.evaluation(build.file("src/日本.py"))))
    assert "src/日本.py".encode() in data


def test_half_a_character_from_outside_is_named_not_a_crash() -> None:
    record = build.record(head=Branch(sha=build.HEAD, name="half\ud83d", repository="org/repo"))
    assert (
        written(build.evaluation(build.file("a.py"), of=record))["pull_request"]["head"]["name"]
        == "halfU+D83D"
    )


@pytest.mark.parametrize(
    ("move", "shown"),
    [
        (Move(test_files=2), {"test_files": 2}),
        (Move(docs_files=1), {"docs_files": 1}),
        (Move(fewer_additions=112), {"additions": -112}),
        (Move(fewer_additions=5, fewer_files=31), {"additions": -5, "files": -31}),
        (None, None),
    ],
)
def test_a_move_is_signed_counts_and_null_when_nothing_helps(move: Move | None, shown: object) -> None:
    found = Raise(
        dimension=DimensionKey.CORRECTNESS,
        move=move,
        before=40,
        after=90,
        overall_before=62,
        overall_after=72,
    )
    report = written(replace(build.bare(), raises=(found,)))
    assert report["raises"] == [
        {"dimension": "correctness", "move": shown, "from": 40, "to": 90, "overall": 72}
    ]


def test_a_gate_brings_its_findings() -> None:
    gate = GateOutcome(
        name="dco",
        mode=GateMode.ENFORCE,
        result=GateResult.FAIL,
        findings=(
            Finding(
                where="1a2b3c4",
                what=("no sign-off by ", Quoted("a\u202eb@example.org")),
                measured="0",
                limit="1",
                mend=(Quoted("git commit --amend --signoff"),),
                line=7,
            ),
        ),
    )
    report = written(build.evaluation(build.file("a.py"), gates=(gate,)))
    assert report["verdict"] == "fail"
    assert report["gates"] == [
        {
            "name": "dco",
            "mode": "enforce",
            "outcome": "fail",
            "findings": [
                {
                    "where": "1a2b3c4",
                    "what": "no sign-off by aU+202Eb@example.org",
                    "measured": "0",
                    "limit": "1",
                    "mend": "git commit --amend --signoff",
                    "line": 7,
                }
            ],
            "said": "",
            "waiver": None,
        }
    ]


def test_no_clock_and_no_run_is_in_it() -> None:
    text = encode(document(build.login())).decode()
    assert "run" not in json.loads(text)
    assert "time" not in json.loads(text)
    assert lifecycle.literal(build.login().decision) in text


@pytest.mark.parametrize("name", ["evaluation-1", "explain-1", "validation-1"])
def test_the_schema_is_the_one_that_the_types_make(name: str) -> None:
    assert schemas.path(name).read_bytes() == schemas.generate(name), "run python -m tests.schemas"


@pytest.mark.parametrize("key", ["schema", "engine", "state", "scorecard", "raises"])
def test_the_schema_misses_what_is_missing(key: str) -> None:
    report = json.loads(encode(document(build.good())))
    del report[key]
    assert schemas.problems("evaluation-1", json.dumps(report).encode())


def test_the_schema_describes_every_key() -> None:
    definitions = json.loads(schemas.generate("evaluation-1"))["$defs"]
    silent = [
        f"{name}.{key}"
        for name, definition in definitions.items()
        for key, value in definition.get("properties", {}).items()
        if "description" not in value and name != "Dimensions"
    ]
    assert silent == []
