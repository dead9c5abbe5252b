"""What becomes of each field: used, or listed with the reason why nothing comes of it."""

from __future__ import annotations

import re
from pathlib import Path

from steward.governance.constitution import read
from steward.governance.policy import ENFORCED, NOT_ENFORCED, Stated
from tests.unit.governance.test_constitution import WHOLE

PAGE = Path(__file__).parents[3] / "docs" / "governance.md"


def stated(text: str) -> tuple[Stated, ...]:
    return read(text.encode(), path="governance.pxf").stated


def kind(name: str) -> str:
    """The name of a field without the numbers of lists and what stands below a listed name."""
    bare = re.sub(r"\[\d+\]", "[]", name)
    return next(
        (known for known in (*ENFORCED, *NOT_ENFORCED) if bare == known or bare.startswith(f"{known}.")), bare
    )


def test_every_field_is_enforced_or_has_a_reason() -> None:
    names = {kind(one.name) for one in stated(f'version = "1"{WHOLE}')}

    assert names == ENFORCED.keys() | NOT_ENFORCED.keys()
    assert not ENFORCED.keys() & NOT_ENFORCED.keys()


def test_the_reason_stands_beside_the_value() -> None:
    reasons = {one.name: one.not_enforced for one in stated(f'version = "1"{WHOLE}')}

    assert reasons["domains[0].restricted"] is None
    assert reasons["domains[0].approval_threshold"] == NOT_ENFORCED["domains[].approval_threshold"]
    assert reasons["founders[0].reputation_seed.core"] == NOT_ENFORCED["founders[].reputation_seed"]
    assert reasons["escrow.sandbox_issue_count"] == NOT_ENFORCED["escrow"]
    assert all(reason is None for name, reason in reasons.items() if kind(name) in ENFORCED)


def test_values_are_stated_as_they_stand_with_their_places() -> None:
    text = (
        'version = "1"\ndomains {\n  name: "a"\n}\ndomains = [{ path_globs = ["x" y 5h,] }]\nfounders = []\n'
    )

    assert [(one.name, one.value, one.line, one.column) for one in stated(text)] == [
        ("version", '"1"', 1, 11),
        ("domains[0].name", '"a"', 3, 9),
        ("domains[1].path_globs", '["x", y, 5h]', 5, 27),
        ("founders[0]", "[]", 6, 12),
    ]


def test_text_of_several_lines_is_stated_in_one() -> None:
    (one,) = stated('version = """\n  a\n  b\n  """')

    assert one.value == r"'a\nb'"


def test_the_page_tells_of_every_field() -> None:
    page = PAGE.read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `([a-z_.\[\]]+)` \|.*\| (.+) \|$", page, re.MULTILINE))

    assert rows == {**ENFORCED, **{name: f"not enforced: {why}" for name, why in NOT_ENFORCED.items()}}
