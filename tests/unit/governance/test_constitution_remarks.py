"""What in a constitution is worth a look but no mistake."""

from __future__ import annotations

from typing import Any

import pytest

from steward.governance.constitution import read
from tests.unit.governance.test_constitution import PATH, policy, reading


def note(name: str, text: str, *said: str) -> Any:
    return pytest.param(text, said, id=name)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        note("no version", "", "1:1: version: is not given; the file is read as version 1"),
        note("empty version", 'version = ""', "1:11: version: is not given; the file is read as version 1"),
        note(
            "another version",
            'version = "2.0"',
            "1:11: version: is '2.0'; the file is read as version 1, which is all that is known",
        ),
        note(
            "a version that begins alike",
            'version = "10"',
            "1:11: version: is '10'; the file is read as version 1, which is all that is known",
        ),
        note("version 1", 'version = "1"'),
        note("version 1.2.3", 'version = "1.2.3"'),
        note("its own type", '@type steward.governance.v1.Governance\nversion = "1"'),
        note(
            "a directive like @type",
            '@Type a.B\nversion = "1"',
            "1:1: '@Type' is not known here and skipped (did you mean 'type'?)",
        ),
        note(
            "another directive", '@header a.B\nversion = "1"', "1:1: '@header' is not known here and skipped"
        ),
        note(
            "unknown field",
            'version = "1" sarif { enabeld = 1 }',
            "1:23: 'sarif.enabeld' is not known here and not read (did you mean 'enabled'?)",
        ),
        note(
            "unknown field, nothing like it",
            'version = "1" xyz = 1',
            "1:15: 'xyz' is not known here and not read",
        ),
        note(
            "unknown block",
            'version = "1" manifest { mission = 5 }',
            "1:15: 'manifest' is not known here and not read (did you mean 'manifesto'?)",
        ),
        note(
            "unknown field again",
            'version = "1" qqq = 1 qqq = 2',
            "1:15: 'qqq' is not known here and not read",
            "1:23: 'qqq' is not known here and not read",
        ),
        note(
            "unknown field in a domain",
            'version = "1" domains { name = "a" path_globs = "a" min_coverege = 1 }',
            "1:53: 'domains[0].min_coverege' is not known here and not read (did you mean 'min_coverage'?)",
        ),
        note("unknown field of an unread block", 'version = "1" escrow { anything = 1 }'),
        note(
            "a name as long as a line",
            f'version = "1" {"x" * 100} = 1',
            f"1:15: '{'x' * 40}…' is not known here and not read",
        ),
        note(
            "a domain without globs",
            'version = "1" domains { name = "a" }',
            "1:23: domains[0].path_globs: is empty, so no file belongs to this domain",
        ),
        note(
            "a seed for no domain",
            'version = "1" domains { name = "core" path_globs = "a" } '
            'founders { handle = "ada" reputation_seed { croe: 1 } }',
            "1:102: reputation_seed: 'croe' is no domain (did you mean 'core'?)",
        ),
        note(
            "a handle that is no login",
            'version = "1" founders { handle = "ada lovelace" }',
            "1:35: founders[0].handle: 'ada lovelace' is no login on GitHub, so nobody approves by it",
        ),
        note(
            "a handle twice",
            'version = "1" founders = [{ handle = "ada" } { handle = "@Ada" }]',
            "1:57: founders[1].handle: 'Ada' stands here a second time",
        ),
    ],
)
def test_what_is_worth_a_look_is_a_warning(text: str, said: tuple[str, ...]) -> None:
    found = read(text.encode(), path=PATH)

    assert found.errors == ()
    assert found.warnings == tuple(f"{PATH}:{one}" for one in said)
    assert found.policy is not None


@pytest.mark.parametrize(
    "text",
    [
        "manifesto { zzz = 1 }",
        'domains { name = "a" path_globs = "a" zzz = 1 }',
        "immune_system { zzz = 1 }",
        "immune_system { anomaly_quarantine { zzz = 1 } }",
        "amendments { zzz = 1 }",
        'founders { handle = "ada" zzz = 1 }',
        "sarif { zzz = 1 }",
    ],
)
def test_an_unknown_field_is_told_in_every_block_that_is_read(text: str) -> None:
    (warning,) = reading(text).warnings
    assert warning.endswith(".zzz' is not known here and not read")


@pytest.mark.parametrize("handle", ["ada", "@ada", "Ada-Lovelace", "ada_corp", "a", "a" * 39])
def test_a_handle_is_a_login(handle: str) -> None:
    assert policy(f'founders {{ handle = "{handle}" }}').founders[0].handle == handle.removeprefix("@")


@pytest.mark.parametrize("handle", ["-ada", "ada-", "ada--lovelace", "a" * 40, "ada.b", "ada\\nb", "adä"])
def test_a_handle_that_is_no_login_is_remarked_on(handle: str) -> None:
    (warning,) = reading(f'founders {{ handle = "{handle}" }}').warnings
    assert "is no login on GitHub" in warning


def test_of_very_many_unknown_fields_the_first_are_told() -> None:
    found = reading("enabeld = 1\n" * 5_000)

    assert len(found.warnings) == 51
    assert found.warnings[-1] == f"{PATH}: and 4,950 more like these"
