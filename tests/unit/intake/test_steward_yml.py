"""The JSON Schema of `.github/steward.yml` and the reader are made of the same types, and judge alike."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steward.intake.config import read_config
from tests import schemas

NAME = "steward-yml"


def test_the_schema_that_ships_is_made_from_the_types() -> None:
    assert schemas.path(NAME).read_bytes() == schemas.generate(NAME), "run python -m tests.schemas"


def test_every_key_says_in_the_editor_what_it_means() -> None:
    definitions = json.loads(schemas.generate(NAME))["$defs"]
    silent = [
        f"{block}.{key}"
        for block, definition in definitions.items()
        for key, schema in definition.get("properties", {}).items()
        if "description" not in schema and "$ref" not in json.dumps(schema)
    ]
    assert silent == []
    assert [name for name, definition in definitions.items() if not definition["description"]] == []


_VALUES: st.SearchStrategy[Any] = st.sampled_from(
    [1, 2, True, False, None, 1.5, "never", "standard", "enforce", "write",
     "I have read it", "red", "relaxed", "strict", "draft", "words", "off", "a/**", "",
     "extended", [], ["bot"], ["draft", "cat"], ["a/**"], [1], [[]], ["a"] * 201, {}, "a" * 501]
)  # fmt: skip
_KEYS = st.sampled_from(
    "version preset fail_on skip scoring security match complexity exclude tests conventions globs prose "
    "enabled model comment mode gates waivers x".split()
)
_DOCUMENTS = st.dictionaries(
    _KEYS, _VALUES | st.dictionaries(_KEYS, _VALUES | st.dictionaries(_KEYS, _VALUES, max_size=2), max_size=3)
)
_LIKELY = st.fixed_dictionaries(
    {},
    optional={
        "version": _VALUES,
        "preset": _VALUES,
        "fail_on": _VALUES,
        "skip": _VALUES,
        "scoring": st.fixed_dictionaries(
            {},
            optional={
                "security": st.fixed_dictionaries({}, optional={"match": _VALUES}),
                "complexity": st.fixed_dictionaries({}, optional={"exclude": _VALUES}),
                "tests": st.fixed_dictionaries({}, optional={"conventions": _VALUES, "globs": _VALUES}),
            },
        ),
        "gates": st.fixed_dictionaries(
            {},
            optional={
                "dco": st.fixed_dictionaries({}, optional={"mode": _VALUES, "exempt_bots": _VALUES}),
                "cla": st.fixed_dictionaries({}, optional={"document": _VALUES, "sentence": _VALUES}),
                "complexity": st.fixed_dictionaries({}, optional={"max_lines": _VALUES, "mode": _VALUES}),
                "coverage": _VALUES,
                "score": st.fixed_dictionaries(
                    {}, optional={"minimum": st.fixed_dictionaries({}, optional={"overall": _VALUES})}
                ),
            },
        ),
        "waivers": st.fixed_dictionaries({}, optional={"allow_author": _VALUES, "permission": _VALUES}),
        "prose": st.fixed_dictionaries({}, optional={"enabled": _VALUES}),
        "comment": st.fixed_dictionaries({}, optional={"mode": _VALUES}),
    },
)


@given(_DOCUMENTS | _LIKELY)
def test_the_schema_and_the_reader_judge_alike(document: dict[str, Any]) -> None:
    data = json.dumps(document).encode()  # JSON is YAML
    errors = read_config(data, path="s.yml").errors
    assert bool(errors) == bool(schemas.problems(NAME, data)), (errors, schemas.problems(NAME, data))


@pytest.mark.parametrize("text", ["version: 1\n", "preset: relaxed\nfail_on: red\nskip: [bot]\n"])
def test_a_line_for_the_editor_is_a_comment_and_no_key(text: str) -> None:
    line = "# yaml-language-server: $schema=steward-yml.schema.json\n"
    assert read_config((line + text).encode(), path="s.yml").errors == ()
