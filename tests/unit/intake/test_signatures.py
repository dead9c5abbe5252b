"""The signatures file: as the archived action wrote it, and everything that it may be instead."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steward.errors import ConfigInvalid
from steward.facts import Signature
from steward.intake.signatures import MOST_BYTES, parse_signatures

ENTRY = {
    "name": "mara-okafor",
    "id": 501,
    "comment_id": 1_850_000_001,
    "created_at": "2023-12-11T09:41:52Z",
    "repoId": 730_000_001,
    "pullRequestNo": 7,
}
MARA = Signature(login="mara-okafor", id=501)


def written(*entries: object) -> bytes:
    return json.dumps({"signedContributors": entries}, indent=2).encode()


def mistake(data: bytes) -> str:
    with pytest.raises(ConfigInvalid) as caught:
        parse_signatures(data, path=".github/cla.json")
    assert caught.value.mend
    assert all(problem.startswith(".github/cla.json:") for problem in caught.value.problems)
    return "\n".join(caught.value.problems)


def test_the_archived_actions_file_is_read_as_it_is() -> None:
    assert parse_signatures(written(ENTRY, {**ENTRY, "name": "JoLind", "id": 502})) == (
        MARA,
        Signature(login="JoLind", id=502),
    )
    assert parse_signatures(written()) == ()


def test_a_byte_order_mark_and_other_keys_are_passed_over() -> None:
    data = b'\xef\xbb\xbf{"version": 2.5e3, "signedContributors": [{"name": "a", "id": 1, "x": {"y": [1, 1e999]}}]}'
    assert parse_signatures(data) == (Signature(login="a", id=1),)


def test_the_same_signature_twice_is_one() -> None:
    assert parse_signatures(written(ENTRY, {**ENTRY, "pullRequestNo": 9})) == (MARA,)


def test_a_login_or_an_id_is_enough() -> None:
    found = parse_signatures(written({"name": " a "}, {"name": "b", "id": None}, {"id": 3}))
    assert found == (Signature(login="a"), Signature(login="b"), Signature(login="", id=3))


PLACED = {
    "nothing": (b"", ".github/cla.json:1:1: is not JSON"),
    "a comma too many": (b'{\n "signedContributors": [],\n}', ".github/cla.json:3:1: is not JSON"),
    "no UTF-8": (b'{"a":\n "\xff"}', ".github/cla.json:2:3: expected UTF-8 text"),
    "another document": (b"[]", "expected an object with the key signedContributors, found a list"),
    "no list": (b"{}", "signedContributors: expected a list, found no such key"),
    "null": (b'{"signedContributors": null}', "signedContributors: expected a list, found nothing"),
    "a text": (b'{"signedContributors": "x"}', 'signedContributors: expected a list, found "x"'),
    "the list twice": (
        b'{"signedContributors": [{"name": "a"}], "signedContributors": []}',
        "the key signedContributors stands twice",
    ),
    "an entry that is none": (
        written(ENTRY, "mara"),
        'signedContributors[1]: expected an object with name and id, found "mara"',
    ),
    "an id in quotes": (
        written({"name": "a", "id": "5"}),
        'signedContributors[0].id: expected an account\'s number, found "5"',
    ),
    "an id with a fraction": (written({"name": "a", "id": 5.0}), "signedContributors[0].id"),
    "an id that is a truth": (
        written({"name": "a", "id": True}),
        "signedContributors[0].id: expected an account's number, found true or false",
    ),
    "no account has the id 0": (written({"name": "a", "id": 0}), "signedContributors[0].id"),
    "an id below 0": (written({"name": "a", "id": -5}), "signedContributors[0].id"),
    "an id of many digits": (
        b'{"signedContributors": [{"name": "a", "id": ' + b"9" * 9_000 + b"}]}",
        "signedContributors[0].id",
    ),
    "no number at all": (b'{"signedContributors": [{"name": "a", "id": NaN}]}', "signedContributors[0].id"),
    "a name that is a number": (
        written({"name": 5, "id": 5}),
        "signedContributors[0].name: expected a login, found a number",
    ),
    "neither name nor id": (
        written({"comment_id": 5}),
        "signedContributors[0].name: expected a login, found nothing",
    ),
    "an empty name": (
        written({"name": " ", "id": 5}),
        "signedContributors[0].name: expected a login, found an empty string",
    ),
    "an id twice": (
        b'{"signedContributors": [{"name": "a", "id": 1, "id": 2}]}',
        "signedContributors[0]: the key id stands twice",
    ),
    "lists in lists": (b"[" * 1_000_000, "nested too deeply"),
    "objects in objects": (b'{"a":' * 500_000, "nested too deeply"),
    "too long": (b" " * (MOST_BYTES + 1), "allowed: 4,194,304"),
}


@pytest.mark.parametrize(("data", "words"), PLACED.values(), ids=PLACED.keys())
def test_a_mistake_is_worded_with_its_place(data: bytes, words: str) -> None:
    assert words in mistake(data)


def test_all_mistakes_are_told_together_and_very_many_counted() -> None:
    assert len(mistake(written({"name": 1, "id": "1"}, 2)).splitlines()) == 3
    told = mistake(written(*range(1000))).splitlines()
    assert len(told) == 21
    assert told[-1].endswith("and 980 more like these")


def test_a_mistake_shows_only_the_beginning_of_what_it_found() -> None:
    assert len(mistake(written("x" * 100_000))) < 200


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["name", "id", "signedContributors", "x"]), inner, max_size=3)
    ),
    max_leaves=12,
)


@given(st.binary(max_size=60) | JSON.map(lambda value: json.dumps(value).encode()))
def test_any_bytes_are_signatures_or_a_worded_mistake(data: bytes) -> None:
    try:
        found = parse_signatures(data)
    except ConfigInvalid as error:
        found, told = (), error.what
    else:
        told = "signatures:"
    assert told.startswith("signatures:")
    assert all(one.login or one.id for one in found)
