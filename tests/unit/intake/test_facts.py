"""Saved facts: nothing is lost, and what comes back is believed in nothing."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from steward import pipeline
from steward.errors import InputInvalid
from steward.intake import facts
from steward.intake.facts import decode_facts, encode_facts
from steward.model import (
    Author,
    Branch,
    Change,
    ChangedFile,
    Content,
    FailOn,
    Kind,
    PullRequest,
    ReadFrom,
    Record,
    ScoringRules,
    SecurityMatch,
    TestConventions,
    Totals,
)
from tests import schemas
from tests.unit.build import change, file, incomplete, pull_request, record

NUMBERS = st.integers(0, 2**53 - 1)
TEXT = st.text(st.characters(blacklist_categories=()))  # every code point, lone surrogates included
PATHS = TEXT.filter(lambda text: text != "" and "\0" not in text)
SHAS = st.text("0123456789abcdef", min_size=40, max_size=40)
TOTALS = st.builds(Totals, files=NUMBERS, additions=NUMBERS, deletions=NUMBERS)


@st.composite
def changed_files(draw: st.DrawFn, path: str) -> ChangedFile:
    kind = draw(st.sampled_from(Kind))
    binary = draw(st.booleans())
    lines = st.none() if binary else st.integers(0, 2**40)
    additions, deletions = draw(lines), draw(lines)
    contents = [Content.CHANGED]
    if not (binary or additions or deletions):
        contents += [Content.SAME] * (kind is not Kind.DELETED) + [Content.ASSUMED] * (kind is Kind.MODIFIED)
    return ChangedFile(
        path=path,
        kind=kind,
        previous_path=draw(PATHS) if kind in (Kind.RENAMED, Kind.COPIED) else None,
        additions=additions,
        deletions=deletions,
        binary=binary,
        content=draw(st.sampled_from(contents)),
    )


@st.composite
def changes(draw: st.DrawFn) -> Change:
    paths = sorted(draw(st.sets(PATHS, max_size=6)))
    whole = change(draw(changed_files(path)) for path in paths)
    if draw(st.booleans()):
        return replace(whole, read_from=draw(st.sampled_from([ReadFrom.GIT, ReadFrom.FILE])))
    return replace(whole, complete=False, totals=draw(TOTALS))


BRANCHES = st.builds(Branch, sha=SHAS, name=TEXT, repository=st.none() | TEXT)
RECORDS = st.builds(
    Record,
    repository=TEXT,
    number=st.none() | st.integers(1, 2**53 - 1),
    title=TEXT,
    body=TEXT,
    author=st.builds(Author, login=TEXT, bot=st.booleans()),
    head=BRANCHES,
    base=BRANCHES,
    default_branch=TEXT,
    draft=st.booleans(),
    open=st.booleans(),
    totals=st.none() | TOTALS,
)
GLOBS = st.lists(st.sampled_from(["*.gen", "src/**", "!kept", "caf\udce9/*"]), max_size=3).map(tuple)
RULES = st.builds(
    ScoringRules,
    test_conventions=st.sampled_from(TestConventions),
    test_globs=GLOBS,
    security_match=st.sampled_from(SecurityMatch),
    complexity_exclude=GLOBS,
)
FACTS = st.builds(
    PullRequest,
    record=st.none() | RECORDS,
    change=changes(),
    governance_present=st.booleans(),
    rules=RULES,
    fail_on=st.sampled_from(FailOn),
)


class TestRoundTrip:
    @given(FACTS)
    def test_gives_back_what_was_saved_whatever_the_bytes_of_a_name(self, saved: PullRequest) -> None:
        data = encode_facts(saved)
        assert decode_facts(data) == saved
        assert encode_facts(decode_facts(data)) == data
        assert schemas.problems("facts-1", data) == []

    def test_a_replayed_judgement_is_the_judgement(self) -> None:
        saved = pull_request("src/auth/caf\udce9.py", "tests/test_a.py", governance=True, fail_on=FailOn.RED)
        assert pipeline.judge(decode_facts(encode_facts(saved))) == pipeline.judge(saved)

    def test_bytes_are_canonical(self) -> None:
        data = encode_facts(pull_request("b.py", "a.py"))
        assert data.endswith(b"}\n")
        assert data == json.dumps(json.loads(data), sort_keys=True, indent=1).encode() + b"\n"

    def test_only_a_name_that_utf8_cannot_hold_is_escaped(self) -> None:
        saved = pull_request("caf\udce9\\x.py", "é\\udce9.py", '{"escaped": 1}')
        paths = [entry["path"] for entry in json.loads(encode_facts(saved))["change"]["files"]]
        assert paths == [{"escaped": "caf\\udce9\\\\x.py"}, '{"escaped": 1}', "é\\udce9.py"]


Edit = Callable[[dict[str, Any]], object]
FILE = ("change", "files", 0)


def edited(edit: Edit) -> bytes:
    """Good facts with one thing changed."""
    good = PullRequest(
        record=record(),
        change=change(
            [
                file("a.py", 3, 1),
                file("b.py", kind=Kind.RENAMED, previous="old.py"),
                file("c.png", binary=True),
            ]
        ),
    )
    document = json.loads(encode_facts(good))
    edit(document)
    return json.dumps(document).encode()


def put(*path: str | int, value: object) -> Edit:
    def edit(document: Any) -> None:
        *way, last = path
        for step in way:
            document = document[step]
        document[last] = value

    return edit


def drop(*path: str | int) -> Edit:
    def edit(document: Any) -> None:
        *way, last = path
        for step in way:
            document = document[step]
        del document[last]

    return edit


WRONG: dict[str, tuple[Edit, str]] = {
    "unknown key": (put("colour", value=1), "unknown field `colour`"),
    "unknown key inside": (
        put(*FILE, "colour", value=1),
        "$.change.files[0]: Object contains unknown field",
    ),
    "missing key": (drop("fail_on"), "missing required field `fail_on`"),
    "missing key inside": (drop(*FILE, "kind"), "missing required field `kind`"),
    "another format": (put("schema", value="steward.facts/2"), "$.schema: these facts are of another format"),
    "no format": (drop("schema"), "no saved facts"),
    "text for a number": (
        put(*FILE, "additions", value="3"),
        "$.change.files[0].additions: Expected `int | null`",
    ),
    "a float": (put(*FILE, "additions", value=3.5), "$.change.files[0].additions"),
    "negative": (put(*FILE, "additions", value=-1), "$.change.files[0].additions: Expected `int` >= 0"),
    "huge": (put(*FILE, "additions", value=2**80), "$.change.files[0].additions"),
    "a kind that is none": (put(*FILE, "kind", value="moved"), "$.change.files[0].kind: Invalid enum value"),
    "a short SHA": (put("record", "head", "sha", value="abc"), "$.record.head.sha"),
    "pull request 0": (put("record", "number", value=0), "$.record.number: Expected `int` >= 1"),
    "an empty path": (put(*FILE, "path", value=""), "$.change.files[0].path: is no path"),
    "NUL in a path": (put(*FILE, "path", value="a\0"), "$.change.files[0].path: is no path"),
    "not sorted": (
        put(*FILE, "path", value="z.py"),
        "$.change.files[1].path: comes twice or is not in order",
    ),
    "twice": (put(*FILE, "path", value="b.py"), "$.change.files[1].path: comes twice or is not in order"),
    "renamed from nowhere": (
        put("change", "files", 1, "previous_path", value=None),
        "$.change.files[1].previous_path: goes with renamed and copied files",
    ),
    "modified from somewhere": (put(*FILE, "previous_path", value="x"), "$.change.files[0].previous_path"),
    "half of the lines": (put(*FILE, "deletions", value=None), "$.change.files[0]: additions and deletions"),
    "the same content with changed lines": (
        put(*FILE, "content", value="same"),
        "$.change.files[0].content: is not the same when lines",
    ),
    "the same content of a binary": (
        put("change", "files", 2, "content", value="same"),
        "$.change.files[2].content: is not the same when",
    ),
    "assumed in spite of lines": (
        put(*FILE, "content", value="assumed"),
        "$.change.files[0].content: is assumed of modified files without lines only",
    ),
    "a binary with lines": (
        put(*FILE, "binary", value=True),
        "$.change.files[0].binary: a binary file has no lines",
    ),
    "text without lines": (
        put("change", "files", 2, "binary", value=False),
        "$.change.files[2].additions: null stands for binary files only",
    ),
    "totals that do not add up": (
        put("change", "totals", "additions", value=1),
        "$.change.totals: are not the sum",
    ),
    "files out of nothing": (
        put("change", "read_from", value="nothing"),
        "$.change.read_from: nothing was read",
    ),
    "a glob that is none": (
        put("rules", "test_globs", value=["!"]),
        "$.rules.test_globs[0]: is no gitignore pattern",
    ),
    "a bad escape": (put(*FILE, "path", value={"escaped": "\\x"}), "$.change.files[0].path: is no string"),
    "an escape without need": (
        put(*FILE, "path", value={"escaped": "a"}),
        "$.change.files[0].path: is no string",
    ),
    "an escape that is no text": (
        put(*FILE, "path", value={"escaped": 1}),
        "$.change.files[0].path: is no string",
    ),
    "more than an escape": (
        put(*FILE, "path", value={"escaped": "\\udce9", "x": 1}),
        "$.change.files[0].path: Expected `str`, got `object`",
    ),
}


class TestWrongFacts:
    @pytest.mark.parametrize("case", WRONG)
    def test_are_refused_with_the_place(self, case: str) -> None:
        edit, words = WRONG[case]
        with pytest.raises(InputInvalid) as found:
            decode_facts(edited(edit))
        assert words in found.value.what
        assert found.value.mend.startswith("Save the facts again")

    def test_a_deleted_file_is_never_the_same(self) -> None:
        gone = file("a.py", 0, 0, kind=Kind.DELETED, content=Content.SAME)
        with pytest.raises(InputInvalid, match="is not the same"):
            decode_facts(encode_facts(pull_request(gone)))

    def test_all_contradictions_are_told_together(self) -> None:
        def edit(document: Any) -> None:
            put(*FILE, "path", value="z.py")(document)
            put("change", "totals", "files", value=9)(document)

        with pytest.raises(InputInvalid) as found:
            decode_facts(edited(edit))
        assert [problem.partition(":")[0] for problem in found.value.problems] == [
            "$.change.files[1].path",
            "$.change.totals",
        ]

    def test_no_more_than_twenty_of_them(self) -> None:
        upside_down = tuple(file(f"{number:03}.py") for number in reversed(range(60)))
        with pytest.raises(InputInvalid) as found:
            decode_facts(encode_facts(PullRequest(record=None, change=incomplete(upside_down, (60, 0, 0)))))
        assert len(found.value.problems) == 21
        assert found.value.problems[-1] == "39 more problems"

    @pytest.mark.parametrize(
        ("data", "words"),
        [
            (b"", "are no JSON"),
            (b"{", "are no JSON"),
            (b"<html>", "are no JSON"),
            (b"\xff\xfe{}", "are no JSON"),
            (b'{"schema": "\\ud800"}', "are no JSON"),
            (b'{"schema": NaN}', "are no JSON"),
            (b"[" * 100_000, "nested too deeply"),
            (b'{"a":' * 100_000, "nested too deeply"),
            (b"[]", "no saved facts"),
            (b"null", "no saved facts"),
            (b"{}", "no saved facts"),
            (b'{"escaped": "\\\\udce9"}', "no saved facts"),
            (b'{"schema": {"x": []}}', "another format"),
            (b'{"schema": "steward.facts/1", "schema": "steward.facts/1"}', 'the key "schema" comes twice'),
            (b'{"x": [{"a": 1, "\\u0061": 2}]}', 'the key "a" comes twice in one object'),
            (b'{"x": {"escaped": "a", "escaped": "\\\\udce9"}}', "comes twice"),
        ],
    )
    def test_what_is_no_facts_at_all_is_said(self, data: bytes, words: str) -> None:
        with pytest.raises(InputInvalid, match=words):
            decode_facts(data)

    def test_more_than_the_bound_is_not_even_read(self, monkeypatch: pytest.MonkeyPatch) -> None:
        data = encode_facts(pull_request("a.py"))
        monkeypatch.setattr(facts, "MAX_BYTES", len(data) - 1)
        with pytest.raises(InputInvalid, match="bytes long"):
            decode_facts(data)
        monkeypatch.setattr(facts, "MAX_BYTES", len(data))
        decode_facts(data)

    @given(st.data())
    def test_any_broken_facts_are_facts_or_a_worded_error(self, data: st.DataObject) -> None:
        good = bytearray(encode_facts(pull_request("a.py", "caf\udce9.py")))
        at = data.draw(st.integers(0, len(good) - 1))
        good[at : at + data.draw(st.integers(0, 8))] = data.draw(st.binary(max_size=8))
        with suppress(InputInvalid):
            decode_facts(bytes(good))


def test_the_schema_is_the_one_that_the_types_make() -> None:
    assert schemas.path("facts-1").read_bytes() == schemas.generate("facts-1"), "run python -m tests.schemas"


@pytest.mark.parametrize(
    "case", ["unknown key", "missing key", "negative", "a bad escape", "more than an escape"]
)
def test_the_schema_refuses_what_is_refused_here(case: str) -> None:
    edit, _ = WRONG[case]
    document = edited(edit)
    if case == "a bad escape":
        assert schemas.problems("facts-1", document) == []  # a spelling is beyond a schema
    else:
        assert schemas.problems("facts-1", document)
