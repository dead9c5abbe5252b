"""Mistakes in a constitution: each has its place and says what was expected."""

from __future__ import annotations

from typing import Any

import pytest

from steward.errors import ConfigInvalid
from steward.governance.constitution import Reading, read
from steward.governance.policy import Policy
from tests.unit.governance.test_constitution import PATH, reading

FLAG = "true or false"
TEXT = "a string in double quotes"
NUMBER = "a number, 0 or more"
SHARE = "a number from 0 to 1"
WHOLE = "a whole number, 0 or more"
DURATION = "a duration such as 72h, not negative"
BLOCK = "a block in braces"
GLOB = "a glob as in .gitignore"
PERCENT = "max_perf_regression_percent"
QUORUM = "supermajority_ratio"


def wrong(name: str, field: str, text: str, expected: str, found: str = "") -> Any:
    """A value of a field, `block.field`, that is not what was expected."""
    block, _, last = field.partition(".")
    before = f"{block} {{ {last} = " if last else f"{block} = "
    return pytest.param(
        f"{before}{text}{' }' if last else ''}", (len(before) + 1, field, expected, found or text), id=name
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        wrong("text for a flag", "manifesto.mission_drift_gate", '"true"', FLAG),
        wrong("number for a flag", "sarif.enabled", "1", FLAG),
        wrong("word for a flag", "sarif.enabled", "yes", FLAG),
        wrong("number for text", "manifesto.mission", "1", TEXT),
        wrong("word for text", "manifesto.mission", "fast", TEXT),
        wrong("bytes for text", "sarif.artifact_glob", 'b"aGk="', TEXT),
        wrong("text for a number", f"manifesto.{PERCENT}", '"10"', NUMBER),
        wrong("flag for a number", f"manifesto.{PERCENT}", "true", NUMBER),
        wrong("duration for a number", f"manifesto.{PERCENT}", "10s", NUMBER),
        wrong("a negative number", f"manifesto.{PERCENT}", "-1", NUMBER),
        wrong("a number beyond a double", f"manifesto.{PERCENT}", f"1{'0' * 400}", NUMBER, f"'1{'0' * 39}…'"),
        wrong("above 1", f"amendments.{QUORUM}", "1.01", SHARE),
        wrong("a percentage for a share", f"amendments.{QUORUM}", "75", SHARE),
        wrong("below 0", f"amendments.{QUORUM}", "-0.5", SHARE),
        wrong("float for a whole number", "amendments.top_n_holders", "1.0", WHOLE),
        wrong("flag for a whole number", "amendments.top_n_holders", "true", WHOLE),
        wrong("a negative whole number", "amendments.top_n_holders", "-1", WHOLE),
        wrong("beyond 64 bits", "amendments.top_n_holders", f"{2**63}", WHOLE),
        wrong("number for a duration", "amendments.voting_period", "14", DURATION),
        wrong("text for a duration", "amendments.voting_period", '"14h"', DURATION),
        wrong("a negative duration", "amendments.voting_period", "-14h", DURATION),
        wrong("a list for one value", "amendments.top_n_holders", "[1]", WHOLE, "a list"),
        wrong("a block for one value", "amendments.top_n_holders", "{ }", WHOLE, "a block"),
        wrong("a value for a block", "amendments", "1", BLOCK),
        wrong("a list for a block", "amendments", "[]", BLOCK, "a list"),
        wrong("a value for an unread block", "escrow", '"x"', BLOCK),
    ],
)
def test_a_value_of_the_wrong_kind_is_refused(text: str, said: tuple[int, str, str, str]) -> None:
    column, field, expected, found = said
    told = reading(text)

    assert told.errors == (f"{PATH}:2:{column}: {field}: expected {expected}, found {found}",)
    assert told.policy is None


def bad(name: str, text: str, *said: str) -> Any:
    return pytest.param(text, said, id=name)


ONCE = "stands here a second time (first at"
NONE = "expected a string that is not empty, found none"
PATHS = "amendments { amendment_path_globs"
SEED = "founders[0].reputation_seed['a']"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        bad("a value for blocks", "domains = [1]", f"2:12: domains[0]: expected {BLOCK}, found 1"),
        bad("a list for blocks", "domains = [[]]", f"2:12: domains[0]: expected {BLOCK}, found a list"),
        bad(
            "a number in a list of texts",
            'immune_system { allowed_licenses = ["MIT", 2] }',
            f"2:44: immune_system.allowed_licenses[1]: expected {TEXT}, found 2",
        ),
        bad(
            "null in a list",
            "immune_system { allowed_licenses = [null] }",
            f"2:37: immune_system.allowed_licenses[0]: expected {TEXT}, found null",
        ),
        bad(
            "a block for texts",
            "immune_system { allowed_licenses { } }",
            f"2:34: immune_system.allowed_licenses[0]: expected {TEXT}, found a block",
        ),
        bad(
            "a value for a map",
            'founders { handle = "ada" reputation_seed = 5 }',
            f"2:45: founders[0].reputation_seed: expected {BLOCK}, found 5",
        ),
        bad(
            "text in a map",
            'founders { handle = "ada" reputation_seed { a: "5" } }',
            f'2:48: {SEED}: expected {NUMBER}, found "5"',
        ),
        bad("twice", "sarif {\nenabled = true\nenabled = true\n}", f"4:1: sarif.enabled {ONCE} 3:1)"),
        bad(
            "twice, once null",
            "sarif {\nenabled = null enabled = true\n}",
            f"3:16: sarif.enabled {ONCE} 3:1)",
        ),
        bad(
            "three times",
            'version = "1.1"\nversion = "1.2"',
            f"2:1: version {ONCE} 1:1)",
            f"3:1: version {ONCE} 1:1)",
        ),
        bad("a block twice", "manifesto {}\nmanifesto {}", f"3:1: manifesto {ONCE} 2:1)"),
        bad("an unread block twice", "decay {}\ndecay {}", f"3:1: decay {ONCE} 2:1)"),
        bad(
            "a map's key twice",
            'founders { handle = "ada" reputation_seed {\na: 1\n"a": 1 } }',
            f"4:1: {SEED} {ONCE} 3:1)",
        ),
        bad(
            "a map's key twice, apart",
            'founders { handle = "ada" reputation_seed { a: 1 }\nreputation_seed { a: 1 } }',
            f"3:19: {SEED} {ONCE} 2:45)",
        ),
        bad("no name", 'domains { path_globs = "a" }', f"2:9: domains[0].name: {NONE}"),
        bad("an empty name", 'domains { name = "" path_globs = "a" }', f"2:18: domains[0].name: {NONE}"),
        bad(
            "a name that is no text",
            'domains { name = 1 path_globs = "a" }',
            f"2:18: domains[0].name: expected {TEXT}, found 1",
        ),
        bad(
            "a name of two domains",
            'domains = [{name = "a" path_globs = "x"}\n{name = "a" path_globs = "y"}]',
            "3:9: domains[1].name: expected a name of its own, found 'a' a second time",
        ),
        bad("no handle", "founders { }", f"2:10: founders[0].handle: {NONE}"),
        bad(
            "an empty glob",
            f'{PATHS} = ["a", ""] }}',
            f"2:43: amendments.amendment_path_globs: expected {GLOB}, found ''",
        ),
        bad(
            "a comment",
            f'{PATHS} = "# a" }}',
            f"2:37: amendments.amendment_path_globs: expected {GLOB}, found '# a'",
        ),
        bad(
            "a glob git would not take",
            f'{PATHS} = "a\\\\" }}',
            rf"2:37: amendments.amendment_path_globs: expected {GLOB}, found 'a\\'",
        ),
        bad(
            "a glob that takes away",
            f'{PATHS} = "!a" }}',
            "2:37: amendments.amendment_path_globs: expected a glob of what belongs here, found '!a' "
            "(a leading ! takes away)",
        ),
        bad(
            "a glob without end",
            f'{PATHS} = "{"a" * 501}" }}',
            "2:37: amendments.amendment_path_globs: expected a glob of at most 500 characters, found 501",
        ),
    ],
)
def test_each_mistake_has_its_place_and_its_words(text: str, said: tuple[str, ...]) -> None:
    found = reading(text)

    assert found.errors == tuple(f"{PATH}:{one}" for one in said)
    assert found.policy is None


def test_a_text_of_another_type_is_no_constitution() -> None:
    found = read(b'@type other.v1.Governance\nversion = "1.0"', path=PATH)

    what = "expected steward.governance.v1.Governance, found 'other.v1.Governance'"
    assert found == Reading(policy=None, errors=(f"{PATH}:1:7: @type: {what}",), stated=found.stated)


def test_five_mistakes_are_five_errors() -> None:
    text = (
        'manifesto {\n  mission_drift_gate = yes\n}\ndomains {\n  name "core"\n  path_globs = ["src/**"]\n'
        "  min_coverage = 95\n}\namendments {\n  voting_period = 14d\n  top_n_holders = 2.5\n}\n"
    )
    found = read(f'version = "1.0"\n{text}'.encode(), path=PATH)

    assert found.errors == (
        f"{PATH}:3:24: manifesto.mission_drift_gate: expected true or false, found yes",
        f"{PATH}:6:8: expected '=', ':' or '{{' after 'name', found '\"core\"'",
        f"{PATH}:8:18: domains[0].min_coverage: expected a number from 0 to 1, found 95",
        f"{PATH}:11:19: expected a duration in hours or smaller units, such as 720h for 30 days, found '14d'",
        f"{PATH}:12:19: amendments.top_n_holders: expected a whole number, 0 or more, found 2.5",
    )
    assert found.warnings == ()


def test_a_broken_value_is_told_once_and_not_missed_again() -> None:
    found = reading(
        'domains { name = "\\q" path_globs = "a" }\nfounders { handle = $ reputation_seed { x: 30d } }'
    )

    assert [error.split(": ")[0] for error in found.errors] == [
        f"{PATH}:2:19",
        f"{PATH}:3:21",
        f"{PATH}:3:44",
    ]
    assert found.warnings == ()


def test_an_unreadable_text_has_errors_and_nothing_else() -> None:
    found = read(b"version = 1 }", path=PATH)

    assert found == Reading(
        policy=None, errors=(f"{PATH}:1:13: expected a field name or the end of the file, found '}}'",)
    )


def test_errors_become_config_invalid() -> None:
    with pytest.raises(ConfigInvalid) as refused:
        reading("sarif { enabled = 1 }").usable()

    assert refused.value.problems == (f"{PATH}:2:19: sarif.enabled: expected true or false, found 1",)
    assert refused.value.mend == "Correct the file on the default branch."
    assert reading("").usable() == Policy(version="1.0")
