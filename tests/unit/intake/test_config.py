"""`.github/steward.yml`: what it may say, and each way in which it can be wrong, worded with its place."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steward.errors import ConfigInvalid
from steward.intake.config import MOST_BYTES, Config, Skip, parse_config, read_config
from steward.model import FailOn, ScoringRules, SecurityMatch, TestConventions
from steward.policy import Cla, Complexity, Dco, EvalRules, GateMode, Gates, Plain, Score, Waivers

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


@pytest.mark.parametrize("off", ["off", "'off'", '"off"'])
def test_off_is_a_mode_though_old_yaml_takes_it_for_a_truth_value(off: str) -> None:
    found = parse_config(
        f"gates: {{complexity: {{mode: {off}}}}}\ncomment: {{mode: {off}}}".encode(), path=PATH
    )
    assert (found.gates.complexity.mode, found.comment) == (GateMode.OFF, "off")


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
        pytest.param(
            b"fail_on: 2026-99-99", f"{PATH}:1:1: fail_on: holds a value that", id="a day that is none"
        ),
        pytest.param(
            b"version: " + b"9" * 5000, f"{PATH}:1:1: version: holds a value that", id="a number without end"
        ),
        pytest.param(b'a: "\\ud800"', f"{PATH}:1:4: half of a character is not", id="a lone surrogate"),
        pytest.param(b'a: "\\UFFFFFFFF"', f"{PATH}: holds a value that cannot be read", id="no character"),
        pytest.param(b"a: &x [1]\nb: *x", f"{PATH}:2:4: aliases are not allowed here", id="an alias"),
        pytest.param(b"a: !!bool x", f"{PATH}:1:4: tags are not allowed here", id="a tag"),
        pytest.param(b"!!python/object/apply:os.system [id]", f"{PATH}:1:1: tags are not", id="a call"),
        pytest.param(
            b"skip: []\nskip: []", f"{PATH}:2:1: the key 'skip' stands here a second time", id="a key twice"
        ),
        pytest.param(b"[" * 60_000, f"{PATH}:1:21: is nested more than 20 deep", id="a deep nest"),
        pytest.param(
            b"? [a]\n: 1", f"{PATH}:1:3: expected a key, found something with parts", id="a list as a key"
        ),
        pytest.param(
            b"- a", f"{PATH}:1:1: expected a block of keys, found a list; allowed: version, pres", id="a list"
        ),
        pytest.param(
            b"fail-on: red",
            f"{PATH}:1:1: the key 'fail-on' is not known (did you mean 'fail_on'?); allowed: version, p",
            id="unknown key",
        ),
        pytest.param(
            b"fail_on: green",
            f"{PATH}:1:1: fail_on: invalid value 'green'; allowed: never, red, amber",
            id="a value",
        ),
        pytest.param(
            b"version: 1\nscoring:\n  security:\n    mach: words\n",
            f"{PATH}:4:5: scoring.security: the key 'mach' is not known (did you mean 'match'?); allowed: match",
            id="unknown key below",
        ),
        pytest.param(
            b"<<: {fail_on: green}",
            f"{PATH}:1:1: the key '<<' is not known; allowed: version",
            id="merged",
        ),
        pytest.param(b"version: 2", f"{PATH}:1:1: version: invalid value 2; allowed: 1", id="a version"),
        pytest.param(
            b"scoring: {tests: {globs: [x, 1]}}",
            f"{PATH}:1:30: scoring.tests.globs[1]: expected text, found a whole number",
            id="a type",
        ),
        pytest.param(b"a", f"{PATH}:1:1: expected a block of keys, found 'a'; allowed: version", id="a word"),
        pytest.param(b"1: 2", f"{PATH}:1:1: the key '1' is not known; allowed", id="a number as a key"),
        pytest.param(
            b"comment: [always]",
            f"{PATH}:1:1: comment: expected a block of keys, found a list; allowed: mode",
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
            f"{PATH}:1:27: scoring.tests.globs[0]: expected text of length >= 1",
            id="an empty glob",
        ),
        pytest.param(
            b"scoring: {tests: {globs: ['a', '!']}}",
            f"{PATH}:1:32: scoring.tests.globs[1]: the glob '!' is no gitignore pattern",
            id="a glob that is none",
        ),
        pytest.param(
            b"scoring: {complexity: {exclude: ['!']}}",
            f"{PATH}:1:34: scoring.complexity.exclude[0]: the glob '!' is no gitignore pattern",
            id="another glob that is none",
        ),
        pytest.param(b"version: 1.0", f"{PATH}:1:1: version: expected a whole number", id="a fraction"),
        pytest.param(b"version: true", f"{PATH}:1:1: version: expected a whole number", id="true is no 1"),
        pytest.param(
            b"fail_on:", f"{PATH}:1:1: fail_on: expected text, found nothing; allowed: n", id="empty"
        ),
        pytest.param(b"fail_on: {a: b}", f"{PATH}:1:1: fail_on: expected text, found a block", id="a block"),
        pytest.param(
            b"scoring:\n",
            f"{PATH}:1:1: scoring: expected a block of keys, found nothing; allowed: security, complexity",
            id="an empty block",
        ),
        pytest.param(
            b"scoring: 2026-99-99", f"{PATH}:1:1: scoring: expected a block of keys, found s", id="no block"
        ),
        pytest.param(b"skip: draft", f"{PATH}:1:1: skip: expected a list, found text", id="a word, no list"),
        pytest.param(
            b"scoring: {tests: {globs: [" + b"a," * 201 + b"]}}",
            f"{PATH}:1:19: scoring.tests.globs: has 201 items; allowed: 200",
            id="a long list",
        ),
        pytest.param(
            b"#" * (MOST_BYTES + 1), f"{PATH}:1:1: is 65,537 bytes long; allowed: 65,536", id="too long"
        ),
    ],
)
def test_what_is_wrong_is_said_with_its_place(data: bytes, said: str) -> None:
    assert problem(data).startswith(said)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ("preset: lax", "1: preset: invalid value 'lax'; allowed: relaxed, standard, strict"),
        (
            "gates: {dc0: {}}",
            "9: gates: the key 'dc0' is not known (did you mean 'dco'?); allowed: dco, cla,",
        ),
        ("gates: {dco: {mod: warn}}", "15: gates.dco: the key 'mod' is not known (did you mean 'mode'?)"),
        (
            "gates: {restricted: {mode: block}}",
            "22: gates.restricted.mode: invalid value 'block'; allowed: off, observe, warn, enforce",
        ),
        ("gates: {dco: enforce}", "9: gates.dco: expected a block of keys, found 'enforce'; allowed: mode,"),
        ("gates: {dco: {mode: on}}", "15: gates.dco.mode: invalid value 'on'; allowed: off, observe, warn,"),
        (
            "gates: {dco: {mode: false}}",
            "15: gates.dco.mode: expected text, found true or false; allowed: off",
        ),
        (
            "gates: {coverage: {minimum: 1}}",
            "20: gates.coverage: the key 'minimum' is not known; allowed: mode",
        ),
        (
            "gates: {complexity: {max_lines: -1}}",
            "22: gates.complexity.max_lines: expected a whole number >= 0",
        ),
        (
            "gates: {score: {minimum: {overall: 101}}}",
            "27: gates.score.minimum.overall: expected a whole number",
        ),
        ("gates: {score: {minimum: {style: 1}}}", "27: gates.score.minimum: the key 'style' is not known"),
        ("gates: {cla: {signatures: ../x}}", "15: gates.cla.signatures: '../x' is no path inside the rep"),
        ("gates: {cla: {signatures: /x}}", "15: gates.cla.signatures: '/x' is no path inside the repository"),
        ('gates: {cla: {document: "a\\n"}}', "15: gates.cla.document: 'a\\n' holds a line break, or a char"),
        ("gates: {cla: {sentence: yes I do}}", "15: gates.cla.sentence: expected text of length >= 10"),
        ("waivers: {permission: read}", "11: waivers.permission: invalid value 'read'; allowed: "),
        (
            "waivers: {allow_authors: true}",
            "11: waivers: the key 'allow_authors' is not known (did you mean ",
        ),
        ("prose: {enabled: 1}", "9: prose.enabled: expected true or false, found a whole number"),
        ("prose: {daily_credits: 5.001}", "9: prose.daily_credits: 5.001 has more than two decimals"),
        ("prose: {daily_credits: -1}", "9: prose.daily_credits: expected "),
        ("evals: {judge: opus}", "9: evals.judge: invalid value 'opus'; allowed: anthropic, rubric"),
        ("evals: {samples: 0}", "9: evals.samples: expected a whole number >= 1"),
        ("evals: {runs: 101}", "9: evals.runs: expected a whole number <= 100"),
        ("evals: {tasks: ../tasks.yml}", "9: evals.tasks: '../tasks.yml' is no path inside the repository"),
    ],
)
def test_a_gate_that_cannot_be_set_like_that_is_said_with_its_place(data: str, said: str) -> None:
    assert problem(data.encode()).startswith(f"{PATH}:1:{said}")


def test_what_evals_are_made_with_is_read() -> None:
    said = b"evals: {judge: anthropic, samples: 3, tasks: misc/t.yml, agent: anthropic, runs: 5}"
    assert parse_config(said, path=PATH).evals == EvalRules(
        judge="anthropic", samples=3, tasks="misc/t.yml", agent="anthropic", runs=5
    )
    assert parse_config(b"evals: {}", path=PATH).evals == EvalRules()


POLICY = b"""\
preset: standard
gates:
  dco: {mode: enforce, exempt_bots: false, allow_remediation: false}
  cla:
    mode: warn
    signatures: signed/cla.json
    document: https://example.org/cla
    sentence: I agree to all of it
    check: license/cla
    exempt_bots: false
  complexity: {mode: observe, max_lines: 0, max_files: 7}
  coverage: {mode: off}
  score: {mode: enforce, minimum: {overall: 50, docs: 0, security: 70}}
waivers: {allow_author: true, permission: maintain}
"""


def test_gates_and_waivers_are_read() -> None:
    found = parse_config(POLICY, path=PATH)
    warn = Plain(mode=GateMode.WARN)
    assert found.gates == Gates(
        dco=Dco(mode=GateMode.ENFORCE, exempt_bots=False, allow_remediation=False),
        cla=Cla(
            mode=GateMode.WARN,
            signatures="signed/cla.json",
            document="https://example.org/cla",
            sentence="I agree to all of it",
            check="license/cla",
            exempt_bots=False,
        ),
        complexity=Complexity(mode=GateMode.OBSERVE, max_lines=0, max_files=7),
        cyclomatic=warn,
        coverage=Plain(mode=GateMode.OFF),
        restricted=warn,
        amendment=warn,
        dependencies=warn,
        score=Score(mode=GateMode.ENFORCE, minimum={"overall": 50, "security": 70}),
    )
    assert found.waivers == Waivers(allow_author=True, permission="maintain")


def test_what_already_holds_may_be_said() -> None:
    assert (
        parse_config(b"preset: relaxed\ngates: {}\nwaivers: {}\nprose: {enabled: true}\n", path=PATH)
        == Config()
    )


MISTAKES = b"""\
version: 2
fail-on: red
skip: [draft, dog, bot, cat]
scoring:
  security: {match: word}
  tests: [a]
  complexity:
    exclude: ["!", 7, "ok/**"]
comment: {mode: always, mode: off}
gates: {cla: {mode: enforced}}
"""


def test_all_mistakes_of_a_file_are_told_together_in_its_order() -> None:
    reading = read_config(MISTAKES, path="s.yml")
    assert [error.split("; allowed")[0] for error in reading.errors] == [
        "s.yml:1:1: version: invalid value 2",
        "s.yml:2:1: the key 'fail-on' is not known (did you mean 'fail_on'?)",
        "s.yml:3:15: skip[1]: invalid value 'dog'",
        "s.yml:3:25: skip[3]: invalid value 'cat'",
        "s.yml:5:14: scoring.security.match: invalid value 'word'",
        "s.yml:6:3: scoring.tests: expected a block of keys, found a list",
        "s.yml:8:15: scoring.complexity.exclude[0]: the glob '!' is no gitignore pattern",
        "s.yml:8:20: scoring.complexity.exclude[1]: expected text, found a whole number",
        "s.yml:9:25: comment: the key 'mode' stands here a second time",
        "s.yml:10:15: gates.cla.mode: invalid value 'enforced'",
    ]
    assert reading.config is None
    with pytest.raises(ConfigInvalid) as refused:
        reading.usable()
    assert refused.value.problems == reading.errors


def test_of_very_many_mistakes_the_first_are_told_and_the_rest_counted() -> None:
    errors = read_config(b"".join(b"k%d: 1\n" % n for n in range(1000)), path="s.yml").errors
    assert (len(errors), errors[-1]) == (51, "s.yml: and 950 more like these")


def test_each_key_that_stands_there_has_its_place() -> None:
    places = read_config(WHOLE, path=PATH).places
    assert places["scoring.security.match"] == (5, 14)
    assert places["scoring.complexity.exclude"] == (7, 5)
    assert places["scoring.complexity.exclude[1]"] == (7, 25)
    assert "prose" not in places


def test_the_longest_file_is_read() -> None:
    assert parse_config(b"#" * MOST_BYTES, path=PATH) == Config()


def test_a_key_as_long_as_the_file_does_not_fill_the_comment() -> None:
    with pytest.raises(ConfigInvalid) as refused:
        parse_config(b"a" * 100 + b": 1\n" + b"? " + b"b" * 60_000, path=PATH)
    assert all(len(what) < 700 for what in refused.value.problems)


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
