"""The hidden block: what is written is read back, what is spoiled is absent, and nothing in it comes alive."""

from __future__ import annotations

import json
import string
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from steward.model import DimensionKey, PastVerdict, Verdict
from steward.state import (
    HISTORY,
    Block,
    Charge,
    Past,
    Series,
    charged,
    decode,
    encode,
    follow,
    is_marked,
    merge_charges,
    paying,
)

PREFIX, RETIRED = Series.EVALUATION.prefix, Series.EVALUATION.retired
HEADS = [letter * 40 for letter in "abcdef"]
TITLES = ["78 green", "a -- b --> c", "<!-- x -->", "--" * 30, "é \U0001f600 \u202e", "]]> \\u003e \n \x00"]

heads = st.sampled_from(HEADS)
scores = st.none() | st.integers(0, 100)
pasts = st.builds(
    Past,
    head=heads,
    title=st.sampled_from(TITLES) | st.text(st.characters(codec="utf-8"), max_size=300),
    verdict=st.none() | st.sampled_from(Verdict),
    overall=scores,
    scores=st.dictionaries(st.sampled_from(DimensionKey), scores),
)
numbers = st.integers(-(2**53), 2**53)
charges = st.dictionaries(
    st.sampled_from(["id", "day", "amount", "--"]),
    st.none() | st.booleans() | numbers | st.text(st.characters(codec="utf-8"), max_size=20),
    max_size=3,
)
ids = st.integers(0, 10**18)
blocks = st.builds(
    Block,
    pr=ids,
    head=heads,
    run=ids,
    attempt=ids,
    state=st.sampled_from(["done", "failed(rate_limited)", "skipped(budget_exhausted)"]),
    now=pasts,
    past=st.lists(pasts, max_size=HISTORY),
    charges=st.lists(charges, max_size=5),
)


def block(head: str = HEADS[0], *, past: list[Past] | None = None, **changed: Any) -> Block:
    now = {"title": "78 green", "verdict": Verdict.PASS, "overall": 78, **changed}
    return Block(
        pr=7, head=head, run=10, attempt=1, state="done", now=Past(head=head, **now), past=past or []
    )


def raw(**changed: Any) -> str:
    """A body whose block is a good one with some keys changed, or without those that are None."""
    good = json.loads(encode(block())[len(PREFIX) : -len(" -->")])
    merged = {key: value for key, value in {**good, **changed}.items() if value is not None}
    return f"{PREFIX}{json.dumps(merged)} -->\n\nthe report"


class TestWhatIsWritten:
    @settings(max_examples=300)
    @given(blocks)
    def test_is_read_back_whole(self, one: Block) -> None:
        assert decode(f"{encode(one)}\n\nthe report") == one

    @settings(max_examples=300)
    @given(blocks)
    def test_is_one_line_of_ascii_that_ends_the_comment_only_at_its_end(self, one: Block) -> None:
        line = encode(one)
        inner = line.removeprefix(PREFIX).removesuffix(" -->")
        assert line.isascii()
        assert line.isprintable()
        assert len(line) == len(PREFIX) + len(inner) + len(" -->")
        assert not any(sign in inner for sign in ("--", "<", ">"))

    def test_is_the_same_for_the_same_block(self) -> None:
        assert encode(block()) == encode(block())

    def test_is_known_by_its_first_words(self) -> None:
        assert is_marked(encode(block()))
        assert is_marked(RETIRED)

    @pytest.mark.parametrize("series", Series)
    def test_is_of_one_series_only(self, series: Series) -> None:
        body = f"{encode(block(), series)}\n\nthe report"
        assert [one for one in Series if is_marked(body, one)] == [series]
        assert [one for one in Series if decode(body, one) is not None] == [series]

    def test_holds_charges_where_a_model_may_be_asked(self) -> None:
        paid = {series: paying(encode(block(), series)) for series in Series}
        assert {series for series, found in paid.items() if found} == {Series.EVALUATION, Series.EVAL}
        assert all(found in (None, series) for series, found in paid.items())

    def test_keeps_a_title_within_bounds(self) -> None:
        long = PastVerdict(head=HEADS[0], title="x" * 400, verdict=None, overall=None, scores={})
        assert decode(encode(block(title=Past.from_verdict(long).title))) is not None


class TestWhatIsSpoiled:
    @pytest.mark.parametrize(
        "body",
        [
            "",
            "no marker",
            " " + encode(block()),
            "\n" + encode(block()),
            encode(block()).removesuffix(" -->"),
            encode(block()).replace(" -->", " --!>"),
            f"{PREFIX} -->",
            f"{PREFIX}null -->",
            f"{PREFIX}[] -->",
            f"{PREFIX}{{}} -->",
            f"{PREFIX}{'[' * 100_000} -->",
            PREFIX + '{"a":' * 100_000 + " -->",
            RETIRED,
        ],
    )
    def test_is_absent(self, body: str) -> None:
        assert decode(body) is None

    @pytest.mark.parametrize(
        "changed",
        [
            {"pr": -1},
            {"pr": 7.5},
            {"pr": "7"},
            {"pr": True},
            {"run": 10**19},
            {"run": None},
            {"attempt": None},
            {"head": "a" * 39},
            {"head": "A" * 40},
            {"head": "a" * 40 + "\n"},
            {"head": "../" * 14},
            {"state": 1},
            {"now": None},
            {"now": {"head": "a" * 40, "title": "x" * 301}},
            {"now": {"head": "a" * 40, "title": "x", "overall": 101}},
            {"now": {"head": "a" * 40, "title": "x", "overall": -1}},
            {"now": {"head": "a" * 40, "title": "x", "verdict": "splendid"}},
            {"now": {"head": "a" * 40, "title": "x", "scores": {"beauty": 3}}},
            {"past": [{"head": "a" * 40, "title": "x"}] * (HISTORY + 1)},
            {"charges": {}},
            {"charges": [1]},
            {"charges": [{"id": {"nested": 1}}]},
            {"charges": [{"id": [[]]}]},
            {"charges": [{}] * 10_001},
        ],
        ids=str,
    )
    def test_in_one_key_is_absent_as_a_whole(self, changed: dict[str, Any]) -> None:
        assert decode(raw()) is not None
        assert decode(raw(**changed)) is None

    @pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999"])
    def test_by_a_number_that_is_none_is_absent(self, number: str) -> None:
        assert decode(raw(charges=[{"amount": 0}]).replace('"amount": 0', f'"amount": {number}')) is None

    def test_by_half_a_character_is_absent(self) -> None:
        assert decode(raw().replace("78 green", "\\ud800")) is None

    def test_by_keys_of_a_later_version_is_read_all_the_same(self) -> None:
        assert decode(raw(unheard_of={"deep": [1, 2]})) == block()

    def test_by_another_version_is_ours_and_absent(self) -> None:
        body = encode(block()).replace("steward:v1", "steward:v2")
        assert (is_marked(body), decode(body)) == (True, None)

    @settings(max_examples=500)
    @given(st.text(string.printable, max_size=80), st.integers(0, 400))
    def test_anywhere_never_breaks_the_reader(self, noise: str, at: int) -> None:
        line = encode(block())
        found = decode(line[:at] + noise + line[at + len(noise) :])
        assert found is None or decode(encode(found)) == found

    def test_by_a_carriage_return_alone_is_not_spoiled(self) -> None:
        assert decode(encode(block()) + "\r\n\r\nthe report") == block()


def past(*heads: str) -> list[Past]:
    return [Past(head=head, title="78 green", verdict=Verdict.PASS, overall=78) for head in heads]


class TestThePast:
    def test_of_nothing_is_nothing(self) -> None:
        assert follow(None, HEADS[0]) == []

    def test_takes_in_the_verdict_on_another_head(self) -> None:
        found = follow(block(HEADS[1], past=past(HEADS[2])), HEADS[0])
        assert [one.head for one in found] == [HEADS[2], HEADS[1]]

    def test_leaves_out_what_is_said_anew(self) -> None:
        assert [one.head for one in follow(block(HEADS[0], past=past(HEADS[1])), HEADS[0])] == [HEADS[1]]

    def test_leaves_out_a_run_that_failed(self) -> None:
        failed = block(HEADS[1], past=past(HEADS[2]), verdict=Verdict.FAIL, overall=None)
        assert [one.head for one in follow(failed, HEADS[0])] == [HEADS[2]]

    def test_keeps_the_same_head_s_verdict_when_this_run_fails(self) -> None:
        assert [one.head for one in follow(block(HEADS[0]), HEADS[0], failed=True)] == [HEADS[0]]

    def test_is_no_longer_than_its_bound_and_keeps_the_newest(self) -> None:
        found = follow(block(HEADS[1], past=past(*[HEADS[2]] * HISTORY)), HEADS[0])
        assert (len(found), found[-1].head) == (HISTORY, HEADS[1])

    @given(blocks, heads, st.booleans())
    def test_always_fits_into_a_block(self, one: Block, head: str, failed: bool) -> None:
        made = block(head, past=follow(one, head, failed=failed))
        assert decode(encode(made)) == made


class TestCharges:
    @given(st.lists(blocks, max_size=4))
    def test_are_all_kept_and_each_once(self, several: list[Block]) -> None:
        merged = merge_charges(several)
        given_ones = [json.dumps(charge, sort_keys=True) for one in several for charge in one.charges]
        assert sorted(json.dumps(charge, sort_keys=True) for charge in merged) == sorted(set(given_ones))

    def test_are_the_same_in_any_order_of_their_keys(self) -> None:
        one: list[Charge] = [{"id": "a", "amount": 5}]
        other: list[Charge] = [{"amount": 5, "id": "a"}, {"id": "b"}]
        assert merge_charges([charged(block(), one), charged(block(), other)]) == [*one, {"id": "b"}]

    def test_are_put_into_a_block_that_is_otherwise_the_same(self) -> None:
        made = charged(block(), [{"id": "a"}])
        assert (made.charges, charged(made, [])) == ([{"id": "a"}], block())


class TestOrder:
    @pytest.mark.parametrize(
        ("earlier", "later"), [((1, 1), (1, 2)), ((1, 9), (2, 1)), ((9, 1), (10, 1))], ids=str
    )
    def test_is_by_run_and_then_by_attempt(self, earlier: tuple[int, int], later: tuple[int, int]) -> None:
        def made(order: tuple[int, int]) -> Block:
            return Block(
                pr=7, head=HEADS[0], run=order[0], attempt=order[1], state="done", now=past(HEADS[0])[0]
            )

        assert made(earlier).order < made(later).order
