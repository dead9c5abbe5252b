"""Foreign text is inert in every place, and still readable."""

from __future__ import annotations

import re
import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steward.model import Quoted, Words
from steward.report.markdown import code, link, plain, render, sentence, visible
from tests.unit.report import gfm
from tests.unit.report.hostile import WORST, texts

UNSEEN_CATEGORIES = ("Cc", "Cf", "Zl", "Zp", "Cs", "Co")


def span(markdown: str) -> list[tuple[str, str]]:
    """The inline tokens of the page's one line."""
    return [
        (token.type, token.content) for token in gfm.tokens(markdown) if token.level == 0 and not token.block
    ]


@given(texts)
def test_in_a_paragraph_only_one_code_span_is_alive(text: str) -> None:
    markdown = f"before {code(text)} after"
    assert span(markdown) == [("text", "before "), ("code_inline", visible(text) or " "), ("text", " after")]


@given(texts)
def test_at_the_start_of_a_line_only_one_code_span_is_alive(text: str) -> None:
    assert span(code(text)) == [("code_inline", visible(text) or " ")]


@given(texts, texts)
def test_in_a_table_the_cells_keep_their_number_and_their_content(first: str, second: str) -> None:
    table = f"| a | b | c |\n|---|---|---|\n| {code(first, cell=True)} | {code(second, cell=True)} | end |"
    _, cells = gfm.rows(table)
    assert [[(token.type, token.content) for token in cell] for cell in cells] == [
        [("code_inline", visible(first) or " ")],
        [("code_inline", visible(second) or " ")],
        [("text", "end")],
    ]


@given(texts, texts)
def test_each_character_is_shown_by_itself(first: str, second: str) -> None:
    assert visible(first + second, 10_000) == visible(first, 10_000) + visible(second, 10_000)


def test_unseen_characters_are_named_and_all_others_stay() -> None:
    for code_point in range(sys.maxunicode + 1):
        character = chr(code_point)
        shown = visible(character)
        if 0xDC80 <= code_point <= 0xDCFF:
            assert shown == f"\\x{code_point - 0xDC00:02X}"
        elif shown != character:
            assert shown == f"U+{code_point:04X}"
        else:
            category = unicodedata.category(character)
            assert category not in UNSEEN_CATEGORIES, f"U+{code_point:04X} is {category} and shown as it is"


@pytest.mark.parametrize(
    "character",
    [
        "\u00ad",
        "\u034f",
        "\u115f",
        "\u180e",
        "\u2062",
        "\u2800",
        "\u3164",
        "\ufe0f",
        "\U000e0100",
        "\U000e0041",
    ],
    ids=lambda c: f"U+{ord(c):04X}",
)
def test_characters_that_only_look_empty_are_named(character: str) -> None:
    assert visible(character) == f"U+{ord(character):04X}"


@pytest.mark.parametrize(
    "text", ["src/a.py", "docs/Größe.md", "漢字/ファイル.rs", "😀.ts", "a b", "%s{}", "Ω≈ç√"], ids=str
)
def test_seen_characters_are_left_alone(text: str) -> None:
    assert visible(text) == text


@given(texts, st.integers(min_value=10, max_value=60))
def test_a_long_text_is_cut_in_the_middle_and_keeps_both_ends(text: str, limit: int) -> None:
    whole, shown = visible(text, 10_000), visible(text, limit)
    if len(whole) <= limit:
        assert shown == whole
    else:
        head, _, tail = shown.partition("…")
        assert len(shown) <= limit
        assert whole.startswith(head)
        assert whole.endswith(tail)


def test_a_name_of_an_unseen_character_is_never_cut_in_two() -> None:
    assert visible("\u200b" * 100, 30) == "U+200BU+200B…U+200BU+200B"


def test_a_path_of_a_megabyte_costs_no_more_than_what_is_shown() -> None:
    assert len(visible("é\u202e" * 500_000)) <= 200


@given(st.lists(st.one_of(texts.map(Quoted), st.sampled_from(["in ", ", ", " (", ")"])), max_size=5))
def test_a_sentence_keeps_quoted_texts_apart(parts: list[str | Quoted]) -> None:
    words: Words = ("x", *parts)
    quoted = [visible(part.text) or " " for part in parts if isinstance(part, Quoted)]
    assert gfm.code_spans(render(words)) == quoted


def test_a_sentence_without_markup_names_the_same_characters() -> None:
    words: Words = ("changed: ", Quoted("a\u202e|`b.py"), " and 2 more")
    assert plain(words) == "changed: aU+202E|`b.py and 2 more"


@given(texts)
def test_a_problem_with_foreign_words_brings_nothing_to_life(text: str) -> None:
    markdown = f"- {sentence(text)}"
    alive = {t.type for t in gfm.tokens(markdown)} - {"text", "code_inline", "inline"}
    assert alive <= {
        *("bullet_list_open", "list_item_open", "paragraph_open"),
        *("bullet_list_close", "list_item_close", "paragraph_close"),
    }
    assert not re.search(r"[@#<>&*_~\[\]|\\]|://|www\.|GH-", gfm.text(markdown))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("rate limited: try again at 12:30.", "rate limited: try again at 12:30."),
        (
            "See docs/troubleshooting.md, section not_found.",
            "See `docs/troubleshooting.md`, section `not_found`.",
        ),
        ("Run `git rebase --signoff HEAD~3`.", "Run `git rebase --signoff HEAD~3`."),
        ("input fail-on: 'never' or \"red\"", "input fail-on: 'never' or \"red\""),
        ("state failed(timeout), in (src/a.py).", "state `failed(timeout)`, in (`src/a.py`)."),
        ("ask @octocat about #1 and GH-12", "ask `@octocat` about `#1` and `GH-12`"),
        ("at deadbeef and JIRA-7", "at `deadbeef` and `JIRA-7`"),
        ("1. first", "`1`. first"),
        ("the first verdict (on 581f0fe)", "the first verdict (on `581f0fe`)"),
        ("(did you mean 'gates.dco'?)", "(did you mean `'gates.dco'`?)"),
        ("(at failed(timeout)), (f(g(x).", "(at `failed(timeout)`), (`f(g(x)`."),
        ("write `/steward waive dco REASON`", "write `/steward waive dco REASON`"),
        ("stop@" + "!" * 9, "`stop@" + "!" * 9 + "`"),
        ("an odd ` backtick", "an odd `` ` `` backtick"),
        ("`a``b`", "`a` `b`"),
    ],
    ids=lambda text: text[:20],
)
def test_a_sentence_of_ours_stays_readable(text: str, shown: str) -> None:
    assert sentence(text) == shown


@pytest.mark.parametrize(
    "address",
    [None, "", "javascript:alert(1)", "https://a.example/) [x](https://b.example", "https://a\n.example"],
)
def test_only_a_plain_web_address_becomes_a_link(address: str | None) -> None:
    assert link("run 1", address) == "run 1"


def test_a_run_is_linked() -> None:
    assert gfm.links(link("run 1", "https://github.example/o/r/actions/runs/1")) == [
        "https://github.example/o/r/actions/runs/1"
    ]


def test_the_worst_text_is_one_code_span() -> None:
    assert gfm.code_spans(code(WORST, limit=10_000)) == [visible(WORST, 10_000)]
