"""Base against head: scores, tasks, the plan and its refusal, time, and pages on which nothing comes to life."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from markdown_it import MarkdownIt
from msgspec.structs import replace

from steward.evals import GoldenTask, JudgeRequest, ModelFailed, rubric_judge
from steward.evals.compare import MOST_FILES, compare_files, plan
from steward.evals.compare_page import (
    conclusion,
    document,
    markdown,
    text,
    title,
)
from steward.evals.comparison import Comparison, FilePart
from steward.evals.golden import echo_agent
from steward.evals.instructions import InstructionFile, Version, version
from steward.evals.request import request
from steward.report.layout import PAGE_CHARS, PAGE_OCTETS
from tests import schemas

VAGUE, CLEAR = "Maybe run the tests.\n", "- Run `make test` before every commit.\n"
TASK = GoldenTask("tests", "What do I run?", ["make test"])
HOSTILE = "@someone <img src=x> [a](http://b) | `code` #1 :tada: ~~x~~"


def file(base: str | None, head: str | None, path: str = "AGENTS.md") -> InstructionFile:
    sides = (None if side is None else side.encode() for side in (base, head))
    return InstructionFile(path=path, base=version(next(sides)), head=version(next(sides)))


def only(compared: Comparison) -> FilePart:
    (found,) = compared.files
    return found


class Paid:
    """A judge and an agent that would cost a call each, but for what is known."""

    name = "paid"

    def __init__(self, *known: object) -> None:
        self.known, self.asked = set(known), list[object]()

    def knows(self, asked: JudgeRequest | GoldenTask, *more: object) -> bool:
        return (
            (asked.content, asked.sample) in self.known
            if isinstance(asked, JudgeRequest)
            else more in self.known
        )

    def __call__(self, asked: JudgeRequest | GoldenTask, *more: object) -> str:
        self.asked.append((asked.content, asked.sample) if isinstance(asked, JudgeRequest) else more)
        return '{"score": 3}'


# ------------------------------------------------------------------------------------------------- scores


def test_both_versions_are_scored_and_the_head_told_what_to_mend() -> None:
    found = only(compare_files([file(CLEAR, CLEAR + "- Perhaps commit.\n")]))
    first, second = found.scores

    assert (first.dimension, first.base, first.head, first.difference) == ("actionability", 15, 0, -15)
    assert (second.dimension, second.difference, second.deductions) == ("conciseness", 0, ())
    assert [each.mend for each in first.deductions] == ["say what to do and when, or leave it out"]
    assert found.golden is None


@pytest.mark.parametrize(
    ("base", "head", "change", "scores"),
    [
        (None, CLEAR, "added", (None, 15, None)),
        (CLEAR, None, "deleted", (15, None, None)),
        (CLEAR, VAGUE, "changed", (15, 0, -15)),
        ("", CLEAR, "changed", (0, 15, 15)),
    ],
)
def test_a_side_that_is_not_there_has_no_score_and_no_difference(
    base: str | None, head: str | None, change: str, scores: tuple[float | None, ...]
) -> None:
    found = only(compare_files([file(base, head)]))
    first = found.scores[0]

    assert (found.change, (first.base, first.head, first.difference)) == (change, scores)
    assert bool(first.deductions) == (head == VAGUE)


def test_a_version_that_cannot_be_read_is_said_and_the_other_one_scored() -> None:
    one = InstructionFile(path="AGENTS.md", base=Version(note="is binary"), head=Version(text=CLEAR))
    compared = compare_files([one], tasks=[TASK])
    found = only(compared)

    assert (found.change, found.notes) == ("changed", ("the base version is binary",))
    assert (found.scores[0].base, found.scores[0].head) == (None, 15)
    assert found.golden is None, "no configuration is not what stood there"
    assert "`AGENTS.md`: the base version is binary; it is not judged." in markdown(compared)
    assert title(compared) == "actionability 15 of 15, conciseness 15 of 15"


def test_a_bad_sample_is_an_error_of_its_dimension() -> None:
    def judge(asked: JudgeRequest) -> str:
        if asked.content == CLEAR:
            raise ModelFailed("refused")
        return '{"score": 3}'

    compared = compare_files([file(VAGUE, CLEAR)], judge=judge)
    first = only(compared).scores[0]

    assert (first.base, first.head, first.difference) == (3, None, None)
    assert [error.kind for error in first.errors] == ["refused"]
    assert "1 sample without a verdict (refused)" in markdown(compared)
    assert conclusion(compared) == "success"


def test_a_difference_within_the_spread_counts_as_none() -> None:
    scores = iter([9, 12, 9, 9, 11, 12, 9, 9])

    compared = compare_files(
        [file(VAGUE, CLEAR)] * 1, judge=lambda asked: f'{{"score": {next(scores)}}}', samples=2
    )
    first = only(compared).scores[0]
    assert (first.base, first.head, first.difference, first.spread) == (10.5, 11.5, 1, 3)
    assert "| +1, within the spread of 3 |" in markdown(compared)

    two = compare_files([file(CLEAR, CLEAR, "a.md"), file(CLEAR, VAGUE, "b.md"), file(VAGUE, CLEAR, "c.md")])
    assert title(two) == "3 instruction files: 1 better, 1 worse, 1 the same"


def test_a_text_that_files_share_is_judged_once() -> None:
    paid = Paid()
    compared = compare_files(
        [file(VAGUE, CLEAR), file(VAGUE, CLEAR, "CLAUDE.md"), file(CLEAR, CLEAR, "x/AGENTS.md")],
        judge=paid,
        charge=lambda price: True,
    )

    assert len(compared.files) == 3
    assert sorted(map(str, paid.asked)) == sorted(map(str, [(VAGUE, 0), (CLEAR, 0)] * 2))


def test_the_files_nearest_to_the_root_are_compared() -> None:
    files = [file(None, CLEAR, f"{'d/' * (n % 3)}{n:02}/AGENTS.md") for n in range(MOST_FILES + 5)]
    compared = compare_files(files)

    assert len(compared.files) == MOST_FILES
    assert compared.left_out == 5
    assert max(found.path.count("/") for found in compared.files[:9]) == 1
    assert "5 more instruction files changed and not compared." in markdown(compared)


# ------------------------------------------------------------------------------------------- golden tasks


def test_the_head_is_the_arm_with_and_the_base_the_arm_without() -> None:
    compared = compare_files([file(VAGUE, CLEAR)], tasks=[TASK], runs=2)
    golden = only(compared).golden

    assert golden is not None
    assert (golden.pooled.with_.rate, golden.pooled.without.rate, golden.evidence.delta) == (1, 0, 1)
    assert "| `tests` | 2 of 2 | 0 of 2 | +1.00 |" in markdown(compared)
    assert title(compared).endswith("; golden tasks: not shown")


def test_a_file_that_is_gone_is_compared_with_no_configuration() -> None:
    golden = only(compare_files([file(CLEAR, None)], tasks=[TASK])).golden
    assert golden is not None
    assert golden.evidence.delta == -1


def test_versions_that_say_the_same_need_no_tasks() -> None:
    assert only(compare_files([file(CLEAR, CLEAR)], tasks=[TASK])).golden is None


def test_without_tasks_there_is_no_agent() -> None:
    data = json.loads(document(compare_files([file(VAGUE, CLEAR)])))
    assert (data["agent"], data["files"][0]["golden"]) == (None, None)


# ---------------------------------------------------------------------------------------- money and time


def test_the_plan_is_what_is_asked() -> None:
    files = [file(VAGUE, CLEAR), file(None, CLEAR, "b/AGENTS.md"), file(None, VAGUE, "c/AGENTS.md")]
    judge, agent = Paid((VAGUE, 1)), Paid()
    options = {"judge": judge, "samples": 2, "tasks": [TASK], "agent": agent, "runs": 3}
    planned = plan(files, **options)  # type: ignore[arg-type]
    prices: list[int] = []
    compare_files(files, charge=lambda price: not prices.append(price), **options)  # type: ignore[arg-type,func-returns-value]

    assert (planned.calls, planned.cached) == (2 * 3 + 3 * 2 * 3, 2)
    assert prices == [planned.price]
    assert len(judge.asked) + len(agent.asked) == planned.calls + planned.cached


def test_what_the_day_cannot_pay_is_done_by_the_free_ones() -> None:
    judge, agent = Paid(), Paid()
    compared = compare_files(
        [file(VAGUE, CLEAR)], judge=judge, tasks=[TASK], agent=agent, charge=lambda price: False
    )

    assert (judge.asked, agent.asked) == ([], [])
    assert (compared.judge, compared.agent) == ("rubric_judge", "echo_agent")
    assert only(compared).scores[0].head == 15
    (remark,) = compared.remarks
    assert remark.startswith("The plan costs more than is left today: 6 calls, at most 0.30 credits")
    assert "free judge and the free agent took over" in markdown(compared)


@pytest.mark.parametrize("judge", [rubric_judge, Paid(*((each, 0) for each in (VAGUE, CLEAR)))])
def test_nothing_is_charged_for_what_is_free_or_known(judge: Paid) -> None:
    def charge(price: int) -> bool:
        raise AssertionError(price)

    assert compare_files([file(VAGUE, CLEAR)], judge=judge, tasks=[TASK], charge=charge).remarks == ()


def test_when_the_time_is_used_up_the_rest_is_errors() -> None:
    left: Iterator[bool] = iter([True, True])
    compared = compare_files([file(VAGUE, CLEAR)], tasks=[TASK], in_time=lambda: next(left, False))
    found = only(compared)

    assert [score.base for score in found.scores] == [0, 15]
    assert [error.kind for score in found.scores for error in score.errors] == ["timeout"] * 2
    assert found.golden is not None
    assert found.golden.evidence.delta is None
    assert "not available" in markdown(compared)


@pytest.mark.parametrize(("samples", "runs"), [(0, 1), (1, 0), (True, 1), (1, 10_000)])
def test_a_mistake_in_the_call_is_told_before_anything_is_charged(samples: int, runs: int) -> None:
    with pytest.raises(ValueError, match="whole number"):
        compare_files([file(VAGUE, CLEAR)], judge=Paid(), samples=samples, runs=runs)


def test_ctrl_c_keeps_what_was_done() -> None:
    def judge(asked: JudgeRequest) -> str:
        if "commit" in asked.content:
            raise KeyboardInterrupt
        return '{"score": 3}'

    compared = compare_files(
        [file(None, VAGUE), file(None, CLEAR, "x/AGENTS.md"), file(None, VAGUE, "y/z.md")], judge=judge
    )
    assert (compared.stopped, [found.path for found in compared.files]) == (
        True,
        ["AGENTS.md", "x/AGENTS.md"],
    )
    assert "Interrupted" in markdown(compared)


def test_the_judges_own_words_stand_beside_the_rubric() -> None:
    compared = compare_files(
        [file(None, VAGUE)], judge=lambda asked: '{"reasoning": "too vague", "score": 3}'
    )
    assert only(compared).scores[0].reasoning == "too vague"
    assert "the judge says `too vague`" in markdown(compared)
    assert only(compare_files([file(None, VAGUE)])).scores[0].reasoning == ""


# -------------------------------------------------------------------------------------------------- pages


def hostile() -> Comparison:
    """Everything that others write, made to come to life."""

    def judge(asked: JudgeRequest) -> str:
        if asked.content == VAGUE:
            raise ModelFailed("timeout", HOSTILE)
        return json.dumps({"score": 3, "reasoning": HOSTILE + "\n# x"})

    tasks = [GoldenTask(HOSTILE, "p", ["@x|<b>"]), TASK]
    files = [
        file(VAGUE, f"Perhaps {HOSTILE}\n", f"{HOSTILE}\udcff\n/AGENTS.md"),
        file(None, "\0", "b/AGENTS.md"),
    ]
    return compare_files(files, judge=judge, tasks=tasks, remarks=[f"{HOSTILE} is not a task file."])


def test_nothing_comes_to_life() -> None:
    page = markdown(hostile())
    tokens = MarkdownIt("commonmark", {"html": True}).enable("table").parse(page)
    inner = [child for token in tokens for child in token.children or ()]

    assert {token.type for token in tokens} & {"html_block", "hr", "blockquote_open"} == set()
    assert {child.type for child in inner} <= {"text", "code_inline", "softbreak"}
    plain = [child.content for child in inner if child.type == "text"]
    assert not [
        words for words in plain if any(sign in words for sign in ("@", "#1", "~~", "http", ":tada:"))
    ]


def test_the_json_fits_its_schema_and_is_the_same_every_time() -> None:
    data = document(hostile())

    assert schemas.problems("evals.compare-1", data) == []
    assert data == document(hostile())
    assert json.loads(data)["schema"] == "steward.evals.compare/1"
    assert schemas.path("evals.compare-1").read_bytes() == schemas.generate("evals.compare-1")


def test_the_schema_misses_what_is_missing() -> None:
    data = json.loads(document(hostile()))
    del data["files"][0]["path"]
    assert schemas.problems("evals.compare-1", json.dumps(data).encode())


def test_a_page_of_any_size_fits_and_keeps_its_head_and_foot() -> None:
    files = [file(None, "Perhaps 漢字.\n" * 2_000, f"{n:02}{'é' * 180}/AGENTS.md") for n in range(MOST_FILES)]
    tasks = [GoldenTask(f"{n} " + "x" * 150, "p", [f"never {n}"]) for n in range(400)]
    page = markdown(compare_files(files, tasks=tasks))

    assert len(page) <= PAGE_CHARS
    assert len(page.encode()) <= PAGE_OCTETS
    assert page.startswith("### Steward evals: 20 instruction files: 20 added; golden tasks: not shown")
    assert "| file | dimension |" in page
    assert page.endswith("default branch's.")
    assert " more" in page


def test_the_plain_text_says_the_same() -> None:
    said = text(compare_files([file(VAGUE, CLEAR)], tasks=[TASK], remarks=["A remark."]))
    assert said.startswith(
        "Steward evals: actionability 0 → 15, conciseness 15 as before; golden tasks: not shown\n"
    )
    assert "A remark." in said
    assert "`" not in said


def test_no_file_is_said_and_neutral() -> None:
    compared = compare_files([])
    assert (title(compared), conclusion(compared)) == ("no instruction file is changed", "neutral")
    assert markdown(compared).startswith("### Steward evals: no instruction file is changed")


def test_only_unreadable_files_are_neutral() -> None:
    compared = compare_files([InstructionFile(path="AGENTS.md", head=Version(note="is a symbolic link"))])
    assert (title(compared), conclusion(compared)) == ("1 instruction file: 1 not compared", "neutral")


def test_free_is_the_default() -> None:
    asked = plan([file(VAGUE, CLEAR)], judge=rubric_judge, samples=3, tasks=[TASK], agent=echo_agent, runs=3)
    assert asked.price == 0


def test_of_a_head_that_cannot_be_read_the_title_says_that_nothing_is_compared() -> None:
    compared = compare_files([replace(file(CLEAR, CLEAR), head=Version(note="is binary"))])
    assert title(compared) == "1 instruction file: 1 not compared"
    assert "the head version is binary; it is not judged" in markdown(compared)


def test_what_is_sent_alike_is_counted_on() -> None:
    """A blank configuration is no system prompt, like an empty one."""
    agent = Paid((" \n", 0), ("\n", 0))
    asked = plan([file("\n", " \n")], judge=rubric_judge, samples=1, tasks=[TASK], agent=agent, runs=1)
    assert (asked.calls, asked.cached) == (1, 1)


def test_a_new_request_is_the_judges_own() -> None:
    """What `plan` asks about is what `judge_document` asks for."""
    seen: list[JudgeRequest] = []

    def judge(asked: JudgeRequest) -> str:
        seen.append(asked)
        return '{"score": 3}'

    compare_files([file(None, CLEAR)], judge=judge)
    assert seen == [request(each.definition, CLEAR) for each in seen]
