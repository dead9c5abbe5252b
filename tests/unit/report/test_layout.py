"""A page keeps to its size: cut at a row, everything closed, the cut said."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from steward.report.layout import Block, fit

rows = st.lists(st.text(alphabet="ab😀é", min_size=1, max_size=40).map("- {}".format), max_size=60)


def listing(rows: list[str], name: str = "list", *, needed: bool = False) -> Block:
    return Block(opening=f"<{name}>", rows=tuple(rows), closing=f"</{name}>", needed=needed)


@given(rows, rows, st.integers(min_value=200, max_value=3_000), st.integers(min_value=200, max_value=3_000))
def test_no_page_is_longer_than_it_may_be(
    first: list[str], second: list[str], chars: int, octets: int
) -> None:
    page = fit((listing(first), listing(second)), chars=chars, octets=octets)
    assert len(page) <= chars
    assert len(page.encode()) <= octets


@given(rows, st.integers(min_value=100, max_value=1_000))
def test_a_cut_keeps_whole_rows_closes_the_block_and_counts_the_rest(rows: list[str], chars: int) -> None:
    lines = fit((listing(rows),), chars=chars, octets=chars * 4).splitlines()
    assert (lines[0], lines[-1]) == ("<list>", "</list>")
    kept = lines[1:-1]
    if kept != rows:
        left = len(rows) - len(kept) + 1
        assert kept[:-1] == rows[: len(kept) - 1]
        assert kept[-1] == f"- … and {left} more, left out for length"


def test_nothing_is_cut_where_everything_fits() -> None:
    page = fit((listing(["- a", "- b"]), Block(opening="end")), chars=1_000, octets=1_000)
    assert page == "<list>\n- a\n- b\n</list>\n\nend"


def test_a_short_list_stays_whole_beside_a_long_one() -> None:
    page = fit((listing(["- long"] * 1_000), listing(["- short"] * 3, "few")), chars=600, octets=600)
    assert page.count("- short") == 3
    assert "more, left out for length" in page


def test_what_is_needed_survives_and_the_last_of_the_rest_goes_first() -> None:
    blocks = (
        Block(opening="verdict", needed=True),
        Block(opening="a" * 40),
        Block(opening="b" * 40),
        Block(opening="footer", needed=True),
    )
    assert fit(blocks, chars=70, octets=70) == f"verdict\n\n{'a' * 40}\n\nfooter"


def test_bytes_are_counted_too() -> None:
    page = fit((listing(["- 😀😀😀😀😀"] * 100),), chars=10_000, octets=400)
    assert len(page.encode()) <= 400
