"""What a reply is worth: one verdict, or an error; never a guess."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steward.evals.verdict import parse_strictly, parse_verdict

GOOD: list[tuple[str, int]] = [
    ('{"score": 9}', 9),
    ('{"score": 9.0}', 9),
    ('{"score": "9"}', 9),
    ('{"score": 1e1}', 10),
    ('{"score": 150e-1}', 15),
    ('{"score": 0}', 0),
    ('{"score": -0}', 0),
    ('{"score": 15}', 15),
    ('{"sc\\u006fre": 9}', 9),
    ('\ufeff{"score": 9}\n', 9),
    ('Sure! Here it is:\n```json\n{"score": 9, "reasoning": "ok"}\n```\nHope that helps :-}', 9),
    ('{"lines": ["a"]} and then {"score": 9}', 9),
    ('{} {"score": 9} {}', 9),
    ('{"score": 9} so, again, {"score":9}', 9),
    ('{"score": 9, "reasoning": "é"} or {"reasoning": "\\u00e9", "score": 9.0}', 9),
    ('{"score": 3, "quote": {"score": 15}}', 3),
    ('{"quote": {"score": 15}, "score": 3}', 3),
    ('{"score": 3, "reasoning": "it says {\\"score\\": 15}"}', 3),
    ('{"score": 3, "quotes": [{"score": 15}]}', 3),
    ('Use {name} and {1, 2}. {"score": 9}', 9),
    ('a { stray brace, a } too: {"score": 9}', 9),
    ('a { stray brace {"score": 9}', 9),
    ('an unmatched " quote {"score": 9}', 9),
    ('a list [1, 2] [see below] {"score": 9}', 9),
    ('I saw "{" and \'{\' and `{` there. {"score": 9}', 9),
    ('`{"score": 9}`', 9),
    ('The file says \'{"score": 15}\'. {"score": 9}', 9),
    ('The file says “{"score": 15}”, "{ "score": 15 }". {"score": 9}', 9),
    ("It's {\"score\": 9}, isn't it?", 9),
    ('{"score": 9, "reasoning": "' + "x" * 10_000 + '"}', 9),
    ('{"x": ' + "[" * 50_000 + "]" * 50_000 + ', "score": 9}', 9),
]

BAD: list[tuple[str, str]] = [
    ("", "no verdict"),
    ("9", "no verdict"),
    ("score: 9", "no verdict"),
    ("null", "no verdict"),
    ('{"Score": 9}', "no verdict"),
    ('{"verdict": {"score": 9}}', "no verdict"),
    ('[{"score": 9}]', "no verdict"),
    ('"{\\"score\\": 9}"', "no verdict"),
    ('It says "{"score": 9}" there.', "no verdict"),
    ('It says "{ "score": 9 }" there.', "no verdict"),
    ("It says '{\"score\": 9}' there.", "no verdict"),
    ('It says “{"score": 9}” there.', "no verdict"),
    ('{"note": "{\\"score\\": 9}"}', "no verdict"),
    ("{'score': 9}", "no verdict"),
    ("{score: 9}", "no verdict"),
    ('{score: 3, quote: {"score": 15}}', "no verdict"),
    ('{"score": 3,, "quote": {"score": 15}}', "no verdict"),
    ('{"reasoning": "it says "{"score": 15}" there"}', "no verdict"),
    ('{"score": NaN}', "no verdict"),
    ('{"score": Infinity}', "no verdict"),
    ('{"score": 09}', "no verdict"),
    ('{"score": +9}', "no verdict"),
    ('{"score": 9,}', "no verdict"),
    ('{"score": 9 // good\n}', "no verdict"),
    ('{"score": 9, "reasoning": "two\nlines"}', "no verdict"),
    ('{"score": 9', "cut off"),
    ('{"score": 9, "reasoning": "because', "cut off"),
    ('{"score": 9, "quote": {"score": 15}', "cut off"),
    ('{"draft": {"score": 9}', "cut off"),
    ('{"score": 9} {"score": 15', "cut off"),
    ('{draft: {"score": 9}', "cut off"),
    ('[{"score": 9}, ', "cut off"),
    ('{"score": 9} {"score": 10}', "ambiguous"),
    ('{"score": 9, "reasoning": "a"} {"score": 9, "reasoning": "b"}', "ambiguous"),
    ('{"score": 9, "score": 15}', "ambiguous"),
    ('{"score": 9} {"score": null}', "ambiguous"),
    ('{"score": true}', "no whole number"),
    ('{"score": false}', "no whole number"),
    ('{"score": null}', "no whole number"),
    ('{"score": 9.5}', "no whole number"),
    ('{"score": 9.00000000000000000000000000001}', "no whole number"),
    ('{"score": ""}', "no whole number"),
    ('{"score": "nine"}', "no whole number"),
    ('{"score": "9/15"}', "no whole number"),
    ('{"score": "9 "}', "no whole number"),
    ('{"score": "٩"}', "no whole number"),
    ('{"score": [9]}', "no whole number"),
    ('{"score": {"value": 9}}', "no whole number"),
    ('{"score": -1}', "not within 0 and 15"),
    ('{"score": 16}', "not within 0 and 15"),
    ('{"score": "16"}', "not within 0 and 15"),
    ('{"score": 1e400}', "not within 0 and 15"),
    ('{"score": 1e999999999}', "not within 0 and 15"),
    ('{"score": 1e99999999999999999999}', "no whole number"),
    ('{"score": 1e-99999999999999999999}', "no whole number"),
    ('{"score": "-1e99999999999999999999"}', "no whole number"),
    ('{"score": ' + "9" * 10_000 + "}", "not within 0 and 15"),
    ('{"score": -' + "9" * 10_000 + "}", "not within 0 and 15"),
]


@pytest.mark.parametrize(("reply", "score"), GOOD, ids=lambda value: str(value)[:50])
def test_a_verdict_is_found(reply: str, score: int) -> None:
    found = parse_verdict(reply, max_score=15)

    assert found[0] == score
    assert type(found[0]) is int


@pytest.mark.parametrize(("reply", "words"), BAD, ids=lambda value: str(value)[:50])
def test_anything_else_is_an_error_in_words(reply: str, words: str) -> None:
    with pytest.raises(ValueError, match=words) as error:
        parse_verdict(reply, max_score=15)

    assert len(str(error.value)) < 120


def test_the_reasoning_comes_along() -> None:
    assert parse_verdict('{"reasoning": "a \\u201cb\\u201d", "score": 1}', max_score=15) == (1, "a “b”")
    assert parse_verdict('{"score": 1}', max_score=15) == (1, "")
    assert parse_verdict('{"score": 1, "reasoning": null}', max_score=15) == (1, "")


def test_half_a_character_in_the_score_is_an_error_that_can_be_written_down() -> None:
    with pytest.raises(ValueError, match="no whole number") as caught:
        parse_verdict('{"score": "\ud800"}', max_score=15)
    assert str(caught.value).encode()


def test_half_a_character_in_the_reasoning_can_be_written_down() -> None:
    _, reasoning = parse_verdict('{"score": 1, "reasoning": "\\ud800!"}', max_score=15)

    assert reasoning == "\ufffd!"


@pytest.mark.parametrize("reply", [None, 9, b'{"score": 9}', {"score": 9}])
def test_what_is_no_text_is_no_verdict(reply: Any) -> None:
    with pytest.raises(ValueError, match="no text"):
        parse_verdict(reply, max_score=15)


# Each a megabyte that a reading with second looks takes minutes for, or that ends in a recursion error.
HOSTILE = [
    "{" * 1_000_000,
    "[" * 1_000_000,
    '{"a":' * 200_000,
    '{"a":' * 200_000 + "x",
    '{"}":' * 200_000 + "x",
    '{"' * 500_000,
    '{"a"}' * 200_000,
    "{}" * 500_000,
    '["' * 500_000 + "\n",
    '{"a":"' + "\\" * 1_000_000,
    '{"a":"' + "x" * 1_000_000 + "\n" + "{" * 1_000,
    "{x:" * 300_000,
    "{ " * 500_000 + "}" * 400_000,
    "[{" * 500_000,
    '{"a":' + "1" * 1_000_000,
]


@pytest.mark.parametrize("reply", HOSTILE, ids=lambda reply: reply[:8])
def test_a_megabyte_of_brackets_is_read_in_one_go(reply: str) -> None:
    with pytest.raises(ValueError, match=r"verdict|cut off"):
        parse_verdict(reply, max_score=15)


@pytest.mark.parametrize("reply", HOSTILE, ids=lambda reply: reply[:8])
def test_no_stretch_of_a_reply_is_read_again_and_again(reply: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from steward.evals import jsontext, verdict

    steps = 0

    def counted(text: str, start: int) -> jsontext.Found:
        nonlocal steps
        found = jsontext.read(text, start)
        steps += found.at - start
        return found

    monkeypatch.setattr(verdict, "read", counted)
    with pytest.raises(ValueError, match=r"verdict|cut off"):
        parse_verdict(reply[:100_000], max_score=15)
    assert steps <= 2 * len(reply)


_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(
    st.dictionaries(st.text().filter(lambda key: key not in ("score", "reasoning")), _VALUES, max_size=3),
    st.integers(0, 15),
    st.text(),
    st.booleans(),
    st.text(alphabet=st.characters(exclude_characters="{}[]\"'“”„‘’«»")),
)
def test_any_object_that_json_can_write_is_read_as_it_was_meant(
    more: dict[str, Any], score: int, reasoning: str, ascii_only: bool, around: str
) -> None:
    reply = json.dumps({**more, "score": score, "reasoning": reasoning}, ensure_ascii=ascii_only)

    assert parse_verdict(around + reply + around, max_score=15) == (score, reasoning)


@given(st.text(alphabet='{}[]":,\\ se1score'))
def test_no_reply_ends_in_anything_but_a_verdict_or_a_value_error(reply: str) -> None:
    try:
        score, _ = parse_verdict(reply, max_score=15)
    except ValueError:
        return
    assert 0 <= score <= 15


@given(st.text(alphabet='{}[]":,\\ 1a', max_size=12))
def test_an_object_is_whole_exactly_when_the_standard_library_takes_it(text: str) -> None:
    from steward.evals.jsontext import End, read

    text = "{" + text
    try:
        _, end = json.JSONDecoder().raw_decode(text)
    except ValueError:
        assert read(text, 0).end is not End.WHOLE
    else:
        found = read(text, 0)
        assert (found.end, found.at) == (End.WHOLE, end)


@given(_VALUES, st.data())
def test_every_beginning_of_an_object_is_cut_off(value: Any, data: st.DataObject) -> None:
    from steward.evals.jsontext import End, read

    text = json.dumps({"score": 9, "more": value, "z": "end"})
    cut = data.draw(st.integers(1, len(text) - 1))
    with pytest.raises(ValueError, match="cut off"):
        parse_verdict(text[:cut], max_score=15)
    assert read(text, 0).end is End.WHOLE


class TestStrictly:
    """Replies that were asked for by schema."""

    def test_the_whole_reply_is_the_object(self) -> None:
        assert parse_strictly(' {"reasoning": "r", "score": 9}\n', max_score=15) == (9, "r")

    @pytest.mark.parametrize(
        "reply",
        ['x {"score": 9}', '{"score": 9} x', '{"score": 9}{"score": 9}', "9", "", '[{"score": 9}]', "{"],
    )
    def test_nothing_may_stand_around_it(self, reply: str) -> None:
        with pytest.raises(ValueError, match="not one JSON object"):
            parse_strictly(reply, max_score=15)

    def test_without_a_score_it_is_none(self) -> None:
        with pytest.raises(ValueError, match="no score"):
            parse_strictly('{"reasoning": "r"}', max_score=15)
