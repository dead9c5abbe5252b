"""Whole pages, written with any text at all in every foreign place: none of it comes to life.

The same evaluation is written twice, once as it is and once with a plain word for every foreign text: to a parser
of GitHub's Markdown the two pages have the same parts in the same order. What a parser does not know is looked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from steward import pipeline
from steward.adapters.actions import inert
from steward.errors import ConfigInvalid, GitHubFailed, InputInvalid, StewardError
from steward.model import (
    Author,
    Branch,
    CheckRun,
    Evaluation,
    Finding,
    GateMode,
    GateOutcome,
    GateResult,
    Kind,
    Quoted,
    Record,
    Run,
    Verdict,
)
from steward.report import check, log, summary
from steward.report.markdown import plain
from steward.report.remembering import body
from steward.state import Block, Past
from tests.contract import awake
from tests.unit.report import build, gfm
from tests.unit.report.hostile import WORST, texts

Words = Callable[[], str]
"""Gives the next foreign text."""

RUN = Run(id=77, attempt=1, url="https://ours.example/o/r/actions/runs/77", docs="https://ours.example/docs")
LINKS = ("https://ours.example/",)
FEW = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def in_turn(given: list[str]) -> Words:
    """The texts one after the other, from the start again when there are no more."""

    def forever() -> Iterator[str]:
        while True:
            yield from given

    return forever().__next__


def record(word: Words) -> Record:
    return build.record(
        word(),
        body=word(),
        author=Author(login=word()),
        head=Branch(sha=build.HEAD, name=word(), repository=word()),
        base=Branch(sha=build.BEFORE, name=word(), repository="org/repo"),
    )


def finding(word: Words) -> Finding:
    return Finding(
        where=word(),
        what=("in ", Quoted(word()), " there is"),
        measured=f"x{word()}",
        limit=f"x{word()}",
        mend=("Run ", Quoted(word())),
    )


def judged(word: Words) -> Evaluation:
    """Every kind of path a report can name, and every part of it that can carry foreign text."""
    gates = tuple(
        GateOutcome(name=GATE, mode=mode, result=GateResult.FAIL, findings=(finding(word),))
        for mode in (GateMode.OBSERVE, GateMode.WARN, GateMode.ENFORCE)
    )
    return build.evaluation(
        build.file(f"src/a{word()}.py", 100, 0),
        build.file(f"src/b{word()}.py", 100, 0, kind=Kind.RENAMED, previous=f"src/old{word()}.py"),
        build.file(f"src/auth/c{word()}.py", None, None),
        build.file(f"src/d{word()}authors{word()}.py", 2, 1),
        build.file(f"tests/test_e{word()}.py", 3, 0),
        build.file(f"docs/f{word()}.md", 3, 0),
        build.file(f"vendor/g{word()}.lock", 30, 0),
        gates=gates,
        of=record(word),
    )


ERRORS: dict[str, Callable[[Words], StewardError]] = {
    "inputs": lambda word: InputInvalid(
        (f"input x is {word()!r}; allowed: y", f"x{word()}"), mend=f"x{word()}"
    ),
    "settings": lambda word: ConfigInvalid((f"{word()}:1:2: {word()}",), mend="Correct the file."),
    "GitHub": lambda word: GitHubFailed(f"several have the branch: {word()}", mend=f"x{word()}"),
}


def remembered(word: Words) -> Block:
    """What a comment of ours held, edited by somebody who may. It was JSON: no halves of characters in it."""

    def said() -> str:
        return word().encode(errors="replace").decode()

    past = [Past(head="0" * 40, title=f"x{said()}"[:300], verdict=Verdict.WARN, overall=1) for _ in range(2)]
    return Block(
        pr=12, head="1" * 40, run=1, attempt=1, state=said(), now=past[0], past=past, charges=[{"x": said()}]
    )


def pages(evaluation: Evaluation, word: Words) -> tuple[dict[str, str], CheckRun | None]:
    """Comment, check and summary as they would be sent."""
    block = remembered(word)
    assert evaluation.record is not None
    history = tuple(past.verdict_value() for past in (*block.past, block.now))
    comment = body(evaluation, record=evaluation.record, run=RUN, block=block, charges=block.charges)
    made = check.render(evaluation, name="n", history=history, run=RUN, annotations=True)
    return {
        "comment": comment,
        "check": made.summary if made else "",
        "text": made.text if made else "",
        "summary": summary.render(
            evaluation, history=history, run=RUN, notes=(f"No comment: {word()}.", f"x{word()}")
        ),
    }, made


GATE = "dco"
FOREIGN = set(
    "text path previous_path title body login name where measured limit mend what details "
    "tests untested docs assumed inside".split()
)


def harmless(value: Any, field: str = "") -> Any:
    """The same value with a plain word for every foreign text, so that only what is ours is left."""
    if type(value) is str:
        return "word" if value and value != GATE and field in FOREIGN else value
    if isinstance(value, tuple):
        return tuple(harmless(one, field) for one in value)
    if isinstance(value, dict):
        return {key: harmless(one, field) for key, one in value.items()}
    if isinstance(value, msgspec.Struct):
        names = value.__struct_fields__
        return replace(value, **{name: harmless(getattr(value, name), name) for name in names})
    return value


def parts(page: str) -> list[tuple[str, str, int]]:
    """A page's parts in their order, without what stands in them."""
    return [(token.type, token.tag, token.level) for token in gfm.tokens(page) if token.block]


def assert_inert(evaluation: Evaluation, given: list[str]) -> None:
    written, made = pages(evaluation, in_turn(given))
    expected, _ = pages(harmless(evaluation), in_turn(["word"]))
    for name, page in written.items():
        assert awake.on_page(page, links=LINKS) == [], name
        assert parts(page) == parts(expected[name]), name
    if made is not None:
        said = "".join(f"{one.title}{one.message}" for one in made.annotations)
        assert awake.unseen(said + made.title) == []


@FEW
@given(st.lists(texts, min_size=1, max_size=40))
@example([WORST])
@example(["|"])
@example(["`"])
@example(["\\"])
@example([" "])
@example(["\n"])
def test_any_text_in_a_judged_pull_request_stays_text(given: list[str]) -> None:
    assert_inert(judged(in_turn(given)), given)


@FEW
@given(st.sampled_from(sorted(ERRORS)), st.lists(texts, min_size=1, max_size=12))
@example("inputs", [WORST])
@example("settings", ["`"])
def test_any_text_in_a_failed_run_stays_text(kind: str, given: list[str]) -> None:
    word = in_turn(given)
    assert_inert(pipeline.failed(record(word), ERRORS[kind](word)), given)


@FEW
@given(st.lists(texts, min_size=1, max_size=40))
@example([WORST])
def test_no_line_of_the_log_is_anything_but_a_line(given: list[str]) -> None:
    word = in_turn(given)
    for evaluation in (
        judged(word),
        *(pipeline.failed(record(word), make(word)) for make in ERRORS.values()),
    ):
        lines = [f"steward: {inert(line)}" for line in log.lines(evaluation)]
        assert awake.in_log("\n".join(["::add-mask::x", *lines])) == []


@pytest.mark.parametrize("make", [judged, lambda word: pipeline.failed(record(word), ERRORS["inputs"](word))])
def test_the_hostile_text_is_really_on_the_page(make: Callable[[Words], Evaluation]) -> None:
    evaluation = make(in_turn(["@octocat"]))
    written, _ = pages(evaluation, in_turn(["@octocat"]))
    assert all("@octocat" in page for name, page in written.items() if page and name != "text")
    assert "@octocat" in plain((Quoted("@octocat"),))
    assert replace(evaluation, record=None) != evaluation
