"""`.github/steward.yml`: what it may say, and each way in which it can be wrong, worded with its place."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steward.errors import ConfigInvalid
from steward.intake.config import MOST_BYTES, Config, Skip, parse_config
from steward.model import FailOn, ScoringRules, SecurityMatch, TestConventions

PATH = ".github/steward.yml"

WHOLE = b"""\
version: 1
fail_on: red
skip: [draft, bot]
scoring:
  security: {match: words}
  complexity:
    exclude: ["*.snap", "/gen/**"]
  tests:
    conventions: documented
    globs: ["**/checks/*.py"]
comment: {mode: changes}
"""


def problem(data: bytes) -> str:
    """The one problem of a file that cannot be used."""
    with pytest.raises(ConfigInvalid) as refused:
        parse_config(data, path=PATH)
    (what,) = refused.value.problems
    assert refused.value.mend == "Correct the file on the default branch."
    return what


def test_everything_that_can_be_said_is_read() -> None:
    assert parse_config(WHOLE, path=PATH) == Config(
        fail_on=FailOn.RED,
        skip=frozenset({Skip.DRAFT, Skip.BOT}),
        rules=ScoringRules(
            test_conventions=TestConventions.DOCUMENTED,
            test_globs=("**/checks/*.py",),
            security_match=SecurityMatch.WORDS,
            complexity_exclude=("*.snap", "/gen/**"),
        ),
        comment="changes",
    )


@pytest.mark.parametrize("data", [b"", b"\n", b"# nothing yet\n", b"{}", b"---\n...\n"], ids=repr)
def test_a_file_that_says_nothing_changes_nothing(data: bytes) -> None:
    assert parse_config(data, path=PATH) == Config()


def test_a_byte_order_mark_is_no_key() -> None:
    assert parse_config(b"\xef\xbb\xbffail_on: amber", path=PATH) == Config(fail_on=FailOn.AMBER)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        pytest.param(b"a: b: c", f"{PATH}:1:5: mapping values are not allowed here", id="no YAML"),
        pytest.param(b"a: [\n", f"{PATH}:2:1: expected the node content, but found", id="not closed"),
        pytest.param(b"a: 1\n---\nb: 2\n", f"{PATH}:2:1: but found another document", id="two documents"),
        pytest.param(b"a: 1\nb: \xff", f"{PATH}:2:4: is not UTF-8", id="not UTF-8"),
        pytest.param("a: 1".encode("utf-16"), f"{PATH}:1:1: is not UTF-8", id="UTF-16"),
        pytest.param(b"a: 1\nb: \0", f"{PATH}:2:4: holds the character U+0000, which", id="a null byte"),
        pytest.param(b"a: 2026-99-99", f"{PATH}: holds a value that cannot be read", id="a day that is none"),
        pytest.param(b"a: " + b"9" * 5000, f"{PATH}: holds a value that cannot", id="a number without end"),
        pytest.param(b'a: "\\ud800"', f"{PATH}:1:4: half of a character is not", id="a lone surrogate"),
        pytest.param(b"a: &x [1]\nb: *x", f"{PATH}:2:4: aliases are not allowed here", id="an alias"),
        pytest.param(b"a: !!bool x", f"{PATH}:1:4: tags are not allowed here", id="a tag"),
        pytest.param(b"!!python/object/apply:os.system [id]", f"{PATH}:1:1: tags are not", id="a call"),
        pytest.param(b"a: 1\na: 2", f"{PATH}:2:1: the key 'a' stands here a second time", id="a key twice"),
        pytest.param(b"[" * 60_000, f"{PATH}:1:21: is nested more than 20 deep", id="a deep nest"),
        pytest.param(b"? [a]\n: 1", f"{PATH}:1:3: found unhashable key", id="a list as a key"),
        pytest.param(
            b"- a", f"{PATH}:1:1: Expected `object`, got `array`; allowed: version, fail_on", id="a list"
        ),
        pytest.param(
            b"fail-on: red",
            f"{PATH}:1:1: the key 'fail-on' is not known; allowed: version, f",
            id="unknown key",
        ),
        pytest.param(
            b"fail_on: green",
            f"{PATH}:1:1: fail_on: invalid value 'green'; allowed: never, red, amber",
            id="a value",
        ),
        pytest.param(
            b"version: 1\nscoring:\n  security:\n    mach: words\n",
            f"{PATH}:4:5: scoring.security: the key 'mach' is not known; allowed: match",
            id="unknown key below",
        ),
        pytest.param(
            b"<<: {fail_on: green}",
            f"{PATH}:1:1: fail_on: invalid value 'green'; allowed: never, red, amber",
            id="merged",
        ),
        pytest.param(b"version: 2", f"{PATH}:1:1: version: invalid value 2; allowed: 1", id="a version"),
        pytest.param(
            b"scoring: {tests: {globs: [x, 1]}}",
            f"{PATH}:1:30: scoring.tests.globs[1]: Expected `str`, got `int`",
            id="a type",
        ),
        pytest.param(b"a", f"{PATH}:1:1: Expected `object`, got `str`; allowed: version", id="a word"),
        pytest.param(b"1: 2", f"{PATH}:1:1: Expected `str` - at `key` in `$`", id="a number as a key"),
        pytest.param(
            b"comment: [always]",
            f"{PATH}:1:1: comment: Expected `object`, got `array`; allowed: mode",
            id="a list for a block",
        ),
        pytest.param(
            b"comment: {mode: sometimes}",
            f"{PATH}:1:11: comment.mode: invalid value 'sometimes'; allowed: always, changes, off",
            id="one of three words",
        ),
        pytest.param(
            b"skip: [draft, dog]",
            f"{PATH}:1:15: skip[1]: invalid value 'dog'; allowed: draft, bot",
            id="an item",
        ),
        pytest.param(
            b"scoring: {tests: {globs: ['']}}",
            f"{PATH}:1:27: scoring.tests.globs[0]: Expected `str` of length >= 1",
            id="an empty glob",
        ),
        pytest.param(
            b"scoring: {tests: {globs: ['a', '!']}}",
            f"{PATH}: the glob '!' is no gitignore pattern",
            id="a glob that is none",
        ),
        pytest.param(
            b"scoring: {complexity: {exclude: ['!']}}",
            f"{PATH}: the glob '!' is no gitignore pattern",
            id="another glob that is none",
        ),
        pytest.param(
            b"#" * (MOST_BYTES + 1), f"{PATH}: is 65,537 bytes long; allowed: 65,536", id="too long"
        ),
    ],
)
def test_what_is_wrong_is_said_with_its_place(data: bytes, said: str) -> None:
    assert problem(data).startswith(said)


def test_the_longest_file_is_read() -> None:
    assert parse_config(b"#" * MOST_BYTES, path=PATH) == Config()


def test_a_key_as_long_as_the_file_does_not_fill_the_comment() -> None:
    assert len(problem(b"a" * 100 + b": 1\n" + b"? " + b"b" * 60_000)) < 700


@given(
    st.lists(
        st.sampled_from(
            "version: 1\n|scoring:\n|  tests:\n|    globs: |[x]|- |: |\n|?|!|!!bool|&a|*a|||> |'|\"|{|}|[|]|,|#|%|@"
            "|`|=|<<|~|2026-01-01|1:2|0b_|0x_|.|-|.inf|.nan|1e5|\t|\r|\x85|\u2028|\0|\ufeff|---|...|\\ud800"
            "|yes|null|é|😀|skip: [bot]|fail_on: red\n|  ".split("|")
        )
    ).map("".join)
)
def test_any_text_is_read_or_refused_in_words(text: str) -> None:
    with suppress(ConfigInvalid):
        parse_config(text.encode(), path=PATH)
