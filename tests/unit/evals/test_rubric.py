"""The deterministic rubric: its ends can be reached, every point lost says why, and it is monotone."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steward.evals.dimension import INSTRUCTIONS, PROSE, Dimension
from steward.evals.faithful import Facts, encode
from steward.evals.rubric import RubricScore, score

ACTIONABILITY, CONCISENESS = INSTRUCTIONS
FAITHFULNESS, STEPS, BREVITY = PROSE
FACTS = encode(
    Facts(numbers=(3, 120, 1200), texts=("src/a.py",), silent_on=("Governance alignment",), evidence={})
)
BEST = """# Agents

- `make test` before every commit.
- Run `make fmt` after an edit.
- Never push to `main`.
- src/api/ holds the handlers: add one file a route.
- Tests: put them in `tests/unit/`.

```sh
$ uv sync
pytest -q
```
"""
WORST = " ".join(["It might perhaps be somewhat nice to think about things in general."] * 700)
REPORT = "Correctness: 3 source files changed. Add a test for `src/a.py`."

HEDGES = (
    "maybe",
    "Perhaps use tabs.",
    "- Try to keep functions short",
    "You might want to consider running the tests",
    "Generally, if possible, write `clean` code.",
    "Use your judgement.",
    "Run `make test` when appropriate",
)


def judged(dimension: Dimension, content: str, facts: str = "") -> RubricScore:
    found = score(dimension, content, facts)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("dimension", "content"),
    [
        (ACTIONABILITY, BEST),
        (CONCISENESS, BEST),
        (FAITHFULNESS, REPORT),
        (STEPS, REPORT),
        (BREVITY, REPORT),
    ],
    ids=str,
)
def test_every_maximum_is_reached(dimension: Dimension, content: str) -> None:
    assert judged(dimension, content, FACTS) == RubricScore(score=15, max_score=15, deductions=())


@pytest.mark.parametrize("dimension", [*INSTRUCTIONS, *PROSE], ids=lambda each: f"{each.about}-{each}")
@pytest.mark.parametrize("content", ["", "  \n\t\n"])
def test_empty_is_nothing(dimension: Dimension, content: str) -> None:
    assert judged(dimension, content, FACTS).score == 0


def test_the_worst_text_has_no_point_left() -> None:
    assert judged(ACTIONABILITY, WORST).score == 0
    long = "\n\n".join([WORST] * 6)
    assert judged(CONCISENESS, long).score == 0
    assert judged(FAITHFULNESS, "Nine of 9 and 10 and 11 and `x`.", FACTS).score == 0


TEXTS = st.lists(
    st.sampled_from(
        [
            "# Heading",
            "- Run `make test`.",
            "  and then some more of it",
            "This project is a shop.",
            "Maybe use tabs.",
            "",
            "```",
            "```sh",
            "$ make",
            "| a | b |",
            "|---|---|",
            "<!-- a note -->",
            "1. Put tests in tests/.",
            "Never use print.",
            "word " * 60,
            "*",
            "> quoted",
        ]
    )
    | st.text(max_size=30),
    max_size=14,
).map("\n".join)


@given(TEXTS, TEXTS)
def test_whatever_is_missing_is_deducted_with_words(content: str, other: str) -> None:
    for dimension in (*INSTRUCTIONS, STEPS, BREVITY):
        found = judged(dimension, content)
        assert 0 <= found.score <= found.max_score
        assert found.score == found.max_score - sum(each.points for each in found.deductions)
        assert all(each.points > 0 and each.what and each.mend for each in found.deductions)
        assert found == judged(dimension, content)
        assert all(" → " in str(each) for each in found.deductions)


@given(TEXTS, st.sampled_from(HEDGES), st.data())
def test_a_hedge_never_raises_actionability(content: str, hedge: str, data: st.DataObject) -> None:
    lines = content.split("\n")
    at = data.draw(st.integers(0, len(lines)))
    added = "\n".join([*lines[:at], hedge, *lines[at:]])

    assert judged(ACTIONABILITY, added).score <= judged(ACTIONABILITY, content).score


@given(TEXTS, st.sampled_from(["maybe", "if possible,", "Perhaps"]), st.data())
def test_a_hedge_within_a_line_never_raises_actionability(
    content: str, hedge: str, data: st.DataObject
) -> None:
    lines = content.split("\n")
    at = data.draw(st.integers(0, len(lines) - 1))
    before = data.draw(st.booleans())
    changed = f"{hedge} {lines[at]}" if before else f"{lines[at]} {hedge}"
    added = "\n".join([*lines[:at], changed, *lines[at + 1 :]])

    assert judged(ACTIONABILITY, added).score <= judged(ACTIONABILITY, content).score


@given(TEXTS, st.data())
def test_repeating_a_paragraph_never_raises_conciseness(content: str, data: st.DataObject) -> None:
    paragraphs = content.split("\n\n")
    repeated = data.draw(st.sampled_from(paragraphs))
    at = data.draw(st.integers(0, len(paragraphs)))
    added = "\n\n".join([*paragraphs[:at], repeated, *paragraphs[at:]])

    if content.strip():
        for dimension in (CONCISENESS, BREVITY):
            assert judged(dimension, added).score <= judged(dimension, content).score


@given(TEXTS, TEXTS)
def test_more_text_never_raises_conciseness(content: str, more: str) -> None:
    if content.strip():
        assert judged(CONCISENESS, f"{content}\n\n{more}").score <= judged(CONCISENESS, content).score


def test_what_costs_points_is_named_with_its_line() -> None:
    found = judged(ACTIONABILITY, "- Run `make`.\n- Nice weather today.\n- Maybe lint.\n- Never panic.\n")

    idle = "begin with the command, the path or the verb of the rule, or leave it out"
    assert [str(each) for each in found.deductions] == [
        f"-1: 1 of 4 passages give no instruction (line 2: 'Nice weather today.') → {idle}",
        "-10: 1 of 4 passages hedge, first 'maybe' in line 3 → say what to do and when, or leave it out",
    ]


def test_a_repetition_and_a_long_paragraph_cost_conciseness() -> None:
    found = judged(CONCISENESS, "Use the same words twice.\n\nUse the same words  twice.\n\n" + "word " * 41)

    assert [(each.points, each.what.split(" (")[0]) for each in found.deductions] == [
        (1, "1 passages say again what stands before"),
        (1, "1 passages of more than 40 words"),
    ]


@pytest.mark.parametrize("words", [301, 601, 1001, 1501, 2501, 4001, 6001])
def test_each_length_band_costs_a_point_more(words: int) -> None:
    text = "\n".join(f"- a{number} b" for number in range(words // 3 + 1))
    points = [each.points for each in judged(CONCISENESS, text).deductions]

    assert points == [(301, 601, 1001, 1501, 2501, 4001, 6001).index(words) + 1]


@pytest.mark.parametrize(
    ("content", "what"),
    [
        ("7 files changed.", "the number 7 stands in no evidence"),
        ("1,201 lines changed.", "the number 1,201 stands in no evidence"),
        ("Look at `src/b.py`.", "'src/b.py' stands in no evidence"),
        (
            "Governance alignment: all is well.",
            "Governance alignment is unknown, and the report speaks of it",
        ),
        ("**Governance alignment:** well.", "Governance alignment is unknown, and the report speaks of it"),
    ],
)
def test_what_the_facts_do_not_hold_costs_five_points(content: str, what: str) -> None:
    found = judged(FAITHFULNESS, content, FACTS)

    assert found.score == 10
    assert [each.what for each in found.deductions] == [what]


def test_what_the_facts_hold_costs_nothing() -> None:
    assert judged(FAITHFULNESS, "1,200 lines in 3 files, 120 of them in `src/a.py`.", FACTS).score == 15


def test_without_a_rule_or_without_facts_there_is_no_score() -> None:
    import msgspec

    assert score(FAITHFULNESS, REPORT) is None
    assert score(FAITHFULNESS, REPORT, "no facts") is None
    assert score(FAITHFULNESS, REPORT, json.dumps([1])) is None
    assert score(FAITHFULNESS, REPORT, '{"texts": ["\ud800"]}') is None
    assert score(FAITHFULNESS, REPORT, '{"evidence": {"x": ' + "[" * 100_000 + "]" * 100_000 + "}}") is None
    assert score(msgspec.structs.replace(ACTIONABILITY, name="own"), "x") is None
    assert score(msgspec.structs.replace(ACTIONABILITY, max_score=10), "x") is None


HOSTILE = [
    "|" * 400_000 + "x",
    "*" * 400_000,
    "`" * 3 + " " * 400_000 + "!",
    "* " * 200_000 + "x",
    "a/" * 200_000,
    "-->" * 100_000,
]


@pytest.mark.parametrize("line", HOSTILE, ids=lambda line: line[:6])
def test_no_line_is_looked_at_again_and_again(line: str) -> None:
    for dimension in INSTRUCTIONS:
        assert judged(dimension, line).max_score == 15


def test_a_hedge_does_not_hide_in_a_heading_or_a_comment() -> None:
    for line in ("## Perhaps run `make`", "<!-- maybe run `make` -->"):
        assert judged(ACTIONABILITY, f"- Run `make`.\n\n{line}\n").score == 0
    assert judged(ACTIONABILITY, "# Commands\n<!-- kept short -->\n- Run `make`.\n").score == 15
