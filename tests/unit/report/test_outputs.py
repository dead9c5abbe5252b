"""The step outputs: names and order of the contract, and a report that fits."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml
from msgspec.structs import replace

from steward.errors import RateLimited
from steward.model import Credits
from steward.report import document as full
from steward.report.outputs import MOST_REPORT, collect, cut
from tests import schemas
from tests.unit.report import build

ROOT = Path(__file__).parents[3]


def outputs(evaluation: object, report: bytes = b"{}") -> dict[str, str]:
    assert isinstance(evaluation, type(build.good()))
    return collect(evaluation, comment_url="https://c.example", check_url="", report=report)


def test_the_outputs_are_those_of_the_contract_in_its_order() -> None:
    declared = yaml.safe_load((ROOT / "action.yml").read_text())["outputs"]
    assert list(outputs(build.good())) == list(declared)


def test_a_judged_change() -> None:
    judged = replace(build.login(), credits=Credits(charged=5))
    assert outputs(judged) == {
        "state": "done",
        "reason": "",
        "verdict": "warn",
        "overall": "59",
        "status": "amber",
        "correctness": "60",
        "security": "65",
        "complexity": "45",
        "docs": "50",
        "governance": "75",
        "score": "",
        "prose": "template",
        "credits-charged": "0.05",
        "comment-url": "https://c.example",
        "check-url": "",
        "report": "{}",
    }


def test_a_dimension_without_a_score_is_unknown() -> None:
    found = outputs(build.nothing())
    assert {found[key] for key in ("overall", "status", "correctness", "docs", "governance")} == {"unknown"}


def test_a_failed_run_has_a_reason_and_no_scores() -> None:
    found = outputs(build.failed(RateLimited("GitHub asks to wait")))
    assert (found["state"], found["reason"], found["verdict"]) == ("failed", "rate_limited", "fail")
    assert {found[key] for key in ("overall", "status", "correctness", "security", "prose")} == {""}


def document(number: int, length: int = 20) -> bytes:
    files = [
        {"path": f"{position:05}".ljust(length, "a"), "kind": "modified", "additions": 1}
        for position in range(number)
    ]
    evidence = {"untested": [file["path"] for file in files]}
    report = {
        "schema": "steward.evaluation/1",
        "change": {"files": files, "complete": True},
        "evidence": evidence,
    }
    return json.dumps(report, separators=(",", ":"), sort_keys=True).encode()


def test_a_short_report_is_left_alone() -> None:
    assert cut(document(10)) == document(10)


def test_a_long_report_keeps_paths_only_and_says_so() -> None:
    short = json.loads(cut(document(1_500)))
    assert short["cut"] is True
    assert len(short["change"]["files"]) == 1_500
    assert set(short["change"]["files"][0]) == {"path"}
    assert short["change"]["complete"] is True


@pytest.mark.parametrize("length", [20, 200, 5_000])
def test_a_huge_report_keeps_the_first_paths(length: int) -> None:
    report = cut(document(3_000, length))
    assert len(report) <= MOST_REPORT
    short = json.loads(report)
    kept = [file["path"] for file in short["change"]["files"]]
    assert kept == [f"{position:05}".ljust(length, "a") for position in range(len(kept))]
    assert 0 < len(kept) < 3_000
    assert len(short["evidence"]["untested"]) == len(kept)


def test_as_much_is_kept_as_fits() -> None:
    assert len(cut(document(3_000))) > MOST_REPORT - 200


def test_a_report_without_files_can_be_cut() -> None:
    assert json.loads(cut(json.dumps({"change": None, "gates": ["x" * 90] * 2_000}).encode()))["cut"] is True


def test_the_schema_says_that_a_report_that_was_cut_does_not_fit_it() -> None:
    whole = full.encode(full.document(build.many("a")))
    assert schemas.problems("evaluation-1", whole) == []
    assert schemas.problems("evaluation-1", cut(whole)) != []
    published = json.loads(schemas.path("evaluation-1").read_bytes())
    assert '"cut": true' in published["$defs"]["Report"]["description"]
