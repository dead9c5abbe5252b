"""What tests expect is read off Python, JavaScript, cases and behaviours; constants are seen as they end up."""

from __future__ import annotations

import ast

import pytest

from steward.challenge.cases import Case
from steward.challenge.examples import Examples, constants, hidden_examples, public_examples, telling
from steward.challenge.folding import fold
from steward.challenge.javascript import literals, tokens
from tests.unit.challenge.build import manifest

PYTHON = """
import pytest, unittest

@pytest.mark.parametrize(("text", "seconds"), [("1h 30m", 5400), ("2d", [1, -200]), (None, 1)])
def test_rows(text, seconds): assert parse(text) == seconds

def test_call():
    assert parse("alpha", 7) == "beta"
    assert "gamma" == parse("delta")
    assert parse(x) == "no input"
    assert parse("no output") == x

class T(unittest.TestCase):
    def test(self): self.assertEqual(parse("epsilon"), ("zeta", "eta"))

TABLE = {"theta": "iota"}
"""
JAVASCRIPT = """
test("x", () => {
  assert.deepEqual(parse("alpha, 7"), ["beta", -20]);
  expect(parse("gamma")).toBe("delta");
  expect(other.thing(1)).toEqual(x);
});
const rows = [["epsilon", "zeta"], [`eta`, 300]];
"""


def pairs(files: dict[str, bytes]) -> set[tuple[str, tuple[str, ...]]]:
    found = public_examples(files, manifest(checks="\n  - {id: l, kind: lint, run: [x]}\n"))
    return {(each.given, each.output) for each in found}


def test_examples_in_python() -> None:
    found = pairs({"tests/test_a.py": PYTHON.encode()})
    assert found == {
        ("1h 30m", ("5400",)),
        ("2d", ("1", "-200")),
        ("1", ("-200",)),
        ("alpha", ("beta",)),
        ("7", ("beta",)),
        ("delta", ("gamma",)),
        ("epsilon", ("zeta", "eta")),
        ("theta", ("iota",)),
    }


def test_rows_of_a_script_beside_the_tests_are_no_examples() -> None:
    assert pairs({"public/made_up.py": b'UNITS = {"dd": 86400}\nROWS = [("aa", 500)]\n'}) == set()
    assert pairs({"public/made_up.mjs": b'const rows = [["aa", 500]];'}) == set()


def test_examples_in_javascript() -> None:
    found = pairs({"tests/a.test.mjs": JAVASCRIPT.encode()})
    assert found == {
        ("alpha, 7", ("beta", "-20")),
        ("gamma", ("delta",)),
        ("epsilon", ("zeta",)),
        ("eta", ("300",)),
    }


def test_a_file_that_cannot_be_read_has_no_examples() -> None:
    assert pairs({"tests/test_a.py": b"def broken(:", "tests/test_b.py": b"\0", "notes.txt": b"x"}) == set()


def test_a_behaviour_is_an_example_where_its_pattern_is_plain() -> None:
    found = public_examples({}, manifest())
    assert [(each.given, each.output) for each in found] == [("Ä b", ("a-b",))]


def test_cases_are_examples_and_only_what_nobody_could_know_is_secret() -> None:
    found = hidden_examples(
        {}, [Case(input="aa", output="secret\n"), Case(input="bb", output=""), Case(output="open")]
    )
    assert [each.output for each in found] == [("secret",), ("open",)]
    assert Examples(hidden=found, known=frozenset({"open"})).secret_outputs == {"secret"}


def test_usual_values_tell_nothing() -> None:
    assert not any(telling(text) for text in ("", "a", "1", "-1", "10", "  ", "true"))
    assert telling("ab")
    assert telling("42")


def test_every_constant_of_a_source_is_known() -> None:
    files = {"a.py": b"x = 'one' + 'two'", "b.mjs": b"const y = 'three' + 'four';", "c.rb": b"'five' 6"}
    files["d.bin"] = b"\0'seven'"
    assert constants(files) == {"one", "two", "onetwo", "threefour", "five", "6"}


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("'a' + 'b'", "ab"),
        ("b'a' + b'b'", "ab"),
        ("b'ab'.decode()", "ab"),
        ("f'{\"a\"}b'", "ab"),
        ("'ba'[::-1]", "ab"),
        ("''.join(['a', 'b'])", "ab"),
        ("'-'.join(('a', 'b'))", "a-b"),
        ("chr(97)", "a"),
        ("' AB '.strip()", "AB"),
        ("'AB'.lower()", "ab"),
        ("'a'.title()", "A"),
        ("'ab'[0]", "a"),
        ("'abcd'[1:3]", "bc"),
        ("'ab'[5]", None),
        ("'ab'[::0]", None),
        ("'ab'[n:]", None),
        ("''.join(map(chr, (97, 98)))", "ab"),
        ("''.join(chr(n) for n in [97, 98])", "ab"),
        ("''.join(reversed('ba'))", "ab"),
        ("''.join(chr(n + 1) for n in numbers)", None),
        ("'xb'.replace('x', 'a')", "ab"),
        ("'%s%s' % ('a', 'b')", "ab"),
        ("'%d' % 5", None),
        ("bytes([97, 98]).decode()", "ab"),
        ("bytes.fromhex('6162').decode()", "ab"),
        ("base64.b64decode('YWI=').decode()", "ab"),
        ("b64decode('€')", None),
        ("chr(96 ^ 1)", "a"),
        ("-5", "-5"),
        ("2 + 3", "5"),
        ("60 * 60", "3600"),
        ("7 - 2", "5"),
        ("True", None),
        ("None", None),
        ("name", None),
        ("'a' + name", None),
        ("f'{name}'", None),
        ("'a' * 10**9", None),
        ("10**9 * 10**9 * 10**9", None),
        ("7 / 2", None),
        ("-name", None),
        ("''.join(names)", None),
        ("chr(name)", None),
        ("len('a')", None),
        ("name.join(['a'])", None),
        ("+".join(["'a'"] * 100), None),
    ],
)
def test_what_an_expression_always_is(source: str, value: str | None) -> None:
    assert fold(ast.parse(source, mode="eval").body) == value


@pytest.mark.parametrize(
    ("source", "values"),
    [
        ("'a\\n\\u0062\\x63\\u{64}\\'' ", ["a\nbcd'"]),
        ("`a${'b' + `c${1}`}d`", ["ad", "bc", "1"]),
        ("0x10 + 1_000n - .5 + 1e3", ["16", "1000", "0.5", "1000.0"]),
        ("x = -5; f(-6, y - 7)", ["-5", "-6", "7"]),
        ("a / 'b' / 'c'", ["b", "c"]),
        ("return /'b'/ + 'c'", ["c"]),
        ("// 'a'\n/* 'b' */ 'c'", ["c"]),
        ("'a' +\n 'b'", ["ab"]),
        ("`unclosed", ["unclosed"]),
        ("'unclosed\n'b'", ["b"]),
    ],
)
def test_the_values_in_javascript(source: str, values: list[str]) -> None:
    assert [value for _, value in literals(tokens(source))] == values


def test_lines_are_counted_through_templates_and_comments() -> None:
    source = "/* a\n */ `b\nc` + d;\n'e'"
    assert [(token.text, token.line) for token in tokens(source) if token.kind == "text"] == [
        ("b\nc", 2),
        ("e", 4),
    ]


def test_hostile_sources_are_read_in_a_bounded_number_of_steps() -> None:
    assert tokens("[/" * 50_000)
    assert tokens("`${" * 20_000)
