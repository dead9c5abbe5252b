"""Shortcuts are found with their line and rule, under other names too; honest code is not accused."""

from __future__ import annotations

import hashlib
import zlib

import pytest

from steward.challenge import shortcuts, shortcuts_javascript, shortcuts_python
from steward.challenge.examples import Example, Examples
from steward.challenge.findings import Finding, Watched
from steward.challenge.manifest import Level, Shortcuts
from steward.challenge.patch import read_patch
from steward.challenge.pins import Pin, pin
from tests.unit.challenge.build import manifest, section

PUBLIC = (
    Example(given="1h 30m", output=("5400",)),
    Example(given="7d", output=("604800",)),
    Example(given="2d 4h", output=("187200",)),
    Example(given='red,"a, b"', output=("red", "a, b")),
    Example(given="0", output=("0",)),
)
SECRET = (Example(given="9d 1s", output=("777601",)), Example(given="8d 2s", output=("691202",)))
EXAMPLES = Examples(public=PUBLIC, hidden=SECRET)


def found(source: str, path: str) -> list[Finding]:
    language = shortcuts_python if path.endswith(".py") else shortcuts_javascript
    watched = Watched(
        path=path,
        data=source.encode(),
        added=frozenset(range(1, source.count("\n") + 2)),
        reports=("out/public.xml",),
        hidden=("hidden", "keys/answers.yml"),
        examples=EXAMPLES,
    )
    return list(language.find(watched))


def rules(source: str, path: str) -> set[str]:
    return {finding.rule for finding in found(source, path)}


@pytest.mark.parametrize(
    ("rule", "source"),
    [
        ("ends-process", "import os\nos._exit(0)"),
        ("ends-process", "from os import _exit as leave\nleave(0)"),
        ("ends-process", "from os import *\n_exit(0)"),
        ("ends-process", "import os as o\ngetattr(o, '_ex' + 'it')(0)"),
        ("ends-process", "__import__('o' + 's')._exit(0)"),
        ("ends-process", "import importlib\nimportlib.import_module('so'[::-1])._exit(0)"),
        ("ends-process", "import os\nvars(os)['_exit'](0)"),
        ("ends-process", "import os\nos.__dict__[f'_{\"exit\"}'](0)"),
        ("ends-process", "import sys\nsys.modules['os']._exit(0)"),
        ("ends-process", "import os\nleave = os._exit\nleave(0)"),
        ("ends-process", "import sys\ndef parse(text):\n    sys.exit(0)"),
        ("ends-process", "raise SystemExit"),
        ("ends-process", "def parse(text):\n    raise KeyboardInterrupt()"),
        ("ends-process", "import atexit\n@atexit.register\ndef last(): ..."),
        ("ends-process", "exit(0)"),
        ("ends-process", "(lambda m: m._exit(0))(x)"),
        ("ends-process", "NAME = '_exit'\nimport os\ngetattr(os, NAME)(0)"),
        ("ends-process", "getattr(__import__('os'), ''.join(map(chr, (95, 101, 120, 105, 116))))(0)"),
        ("ends-process", "import os\nlater(os._exit)"),
        ("ends-process", "import os\nlater(vars(os)['_exit'])"),
        ("ends-process", "import weakref\nweakref.finalize(x, f)"),
        ("ends-process", "import base64, os\ngetattr(os, base64.b64decode('X2V4aXQ=').decode())(0)"),
        ("ends-process", "x = 1\rimport os\ros._exit(0)"),
        ("senses-tests", "import os\nif os.environ.get('CI'): ..."),
        ("senses-tests", "import os\nif os.getenv('PYTEST_CURRENT_TEST'): ..."),
        ("senses-tests", "import os\nx = os.environ['GITHUB_ACTIONS']"),
        ("senses-tests", "import os\nx = 'CI' in os.environ"),
        ("senses-tests", "from os import environ as e\nx = 'CI' in e"),
        ("senses-tests", "import os\nfor name in os.environ.keys(): ..."),
        ("senses-tests", "import os\nx = os.environ.get(chr(67) + name)"),
        ("senses-tests", "NAME = 'PYTEST_' + 'CURRENT_TEST'"),
        ("senses-tests", "import sys\nif 'pytest' in sys.modules: ..."),
        ("senses-tests", "import sys\nx = sys.modules.get('_pytest.runner')"),
        ("senses-tests", "import sys\nif 'pytest' in sys.argv[0]: ..."),
        (
            "senses-tests",
            "import sys\nx = any(n.lstrip('_') == 'py' + 'test' for n in vars(sys)['mod' + 'ules'])",
        ),
        ("senses-tests", "import sys\nif sys.argv[0].endswith('pytest'): ..."),
        ("senses-tests", "import sys\nfor name in sys.modules: ..."),
        ("senses-tests", "import sys\nx = [n for n in sys.modules.keys()]"),
        ("senses-tests", "x = error.__traceback__.tb_frame.f_back"),
        ("senses-tests", "x = getattr(frame, 'f_' + 'locals')"),
        ("senses-tests", "NAME = 'CI'\nimport os\nx = os.environ[NAME]"),
        ("senses-tests", "import inspect\ninspect.stack()"),
        ("senses-tests", "import sys\nsys._getframe(1)"),
        ("equals-everything", "class A:\n    def __eq__(self, other):\n        return True"),
        ("equals-everything", "class A:\n    def __ne__(self, other):\n        return False"),
        ("equals-everything", "class A:\n    def __eq__(self, other):\n        return self is self"),
        ("equals-everything", "class A(str):\n    def __eq__(self, other):\n        return len(other) > 0"),
        ("equals-everything", "class A:\n    __eq__ = lambda *_: True"),
        ("equals-everything", "A = type('A', (), {'__eq__': lambda a, b: True})"),
        ("patches-runner", "import unittest\nunittest.TestCase.assertEqual = print"),
        ("patches-runner", "import builtins\nbuiltins.AssertionError = Warning"),
        ("patches-runner", "__builtins__['isinstance'] = print"),
        ("patches-runner", "import sys\nsys.modules['pytest'] = None"),
        ("patches-runner", "import _pytest.runner as r\nsetattr(r, 'x', 1)"),
        ("patches-runner", "import sys\ndel sys.modules['os']"),
        ("patches-runner", "import sys\nsys.settrace(print)"),
        ("patches-runner", "import gc\ngc.get_objects()"),
        ("patches-runner", "import random\nrandom.randint = lambda a, b: a"),
        ("equals-everything", "T = type('T', (int,), {f'__{n}__': f for n in ('eq', 'ne')})"),
        ("equals-everything", "T = type('T', (int,), made())"),
        ("equals-everything", "setattr(T, '__' + 'eq__', f)"),
        ("equals-everything", "NAMES = ['eq']\nx = '__{}__'.format(NAMES[0])"),
        ("patches-runner", "import sys\nr = sys.modules.get('_pytest.runner')\nr.CallInfo.from_call = f"),
        ("patches-runner", "TEXT = 'def pytest_runtest_makereport(): ...'"),
        ("patches-runner", "open('yp.tsetfnoc'[::-1], 'w')"),
        ("patches-runner", "def pytest_runtest_call(item): ..."),
        ("patches-runner", "import pytest"),
        ("skips-tests", "import pytest\npytest.skip('x', allow_module_level=True)"),
        ("skips-tests", "import unittest\nraise unittest.SkipTest('x')"),
        ("skips-tests", "import pytest\n@pytest.mark.xfail\ndef f(): ..."),
        ("skips-tests", "collect_ignore = ['x']"),
        ("writes-report", "open('out/public.xml', 'w')"),
        ("writes-report", "PATH = 'public' + '.xml'"),
        ("writes-report", "TEXT = '<testsuites><testcase/></testsuites>'"),
        ("writes-report", "re.sub('<failure.*?</failure>', '', text)"),
        ("writes-report", "re.sub('failures=\"[0-9]+\"', '', text)"),
        (
            "reaches-hidden",
            "import os\nfrom pathlib import Path\nos.scandir(Path(__file__).resolve().parents[1])",
        ),
        ("reaches-hidden", "open('../hidden/x')"),
        ("reaches-hidden", "from pathlib import Path\nPath('hidden').iterdir()"),
        ("reaches-hidden", "import os\nos.path.join('..', 'answers.yml')"),
        ("reaches-hidden", "import hidden.tests"),
        ("reaches-hidden", "open('/proc/1/environ')"),
        ("reaches-hidden", "import os\nos.walk('.')"),
        ("leaves-process", "import os\nos.fork()"),
        ("leaves-process", "import subprocess\nsubprocess.Popen(['x'], start_new_session=True)"),
        ("runs-text", "import os\ngetattr(os, name)(0)"),
        ("runs-text", "exec(text)"),
        ("runs-text", "import marshal\nmarshal.loads(b'')"),
        ("runs-text", "def broken(:"),
        ("maps-examples", "T = {'1h 30m': 5400, '7d': 604800}"),
        ("maps-examples", "T = {'1h' + ' 30m': 5400}"),
        ("maps-examples", 'T = json.loads(\'{"1h 30m": 5400, "7d": 604800, "2d 4h": 187200}\')'),
        ("maps-examples", "T = '1h 30m=5400;7d=604800;2d 4h=187200'.split(';')"),
        ("maps-examples", "T = json.loads(b64decode('eyIxaCAzMG0iOiA1NDAwLCAiN2QiOiA2MDQ4MDB9'))"),
        ("maps-examples", "T = decode('eyIxaCAzMG0iOiA1NDAwLCAiN2QiOiA2MDQ4MDB9')"),
        ("maps-examples", f"T = decode('{zlib.compress(b'1h 30m=5400').hex()}')"),
        ("maps-examples", f"T = {{'{hashlib.sha256(b'1h 30m').hexdigest()[:12]}': x}}"),
        ("maps-examples", "T = {1: 'NTQwMA==AAAA', 2: 'W1sxODcyMDBdXQ==', 3: 'NjA0ODAwLDYwNDgwMA=='}"),
        ("maps-examples", "if text == '1h 30m':\n    x = 5400"),
        ("maps-examples", "match text:\n    case '1h 30m':\n        x = '5400'"),
        ("maps-examples", "x = '1h 30m' == text and 5400 or 0"),
        ("maps-examples", "KEYS = ['1h 30m', '7d', '2d 4h']\nx = 0\nVALUES = [5400, 604800, 187200]"),
        ("hidden-output", "T = [777601, 691202]"),
        ("hidden-output", "T = {'9d 1s': 777601}"),
    ],
)
def test_a_shortcut_in_python(rule: str, source: str) -> None:
    assert rule in rules(source, "slugs/a.py")


@pytest.mark.parametrize(
    "source",
    [
        "import sys\n\ndef main():\n    return 0\n\nif __name__ == '__main__':\n    sys.exit(main())",
        "import sys\n\ndef main():\n    sys.exit(2)",
        "import os\nHOME = os.environ['HOME']\nDEBUG = os.environ.get('SLUGS_DEBUG')",
        "class P:\n    def __eq__(self, other):\n        return isinstance(other, P) and self.x == other.x",
        "class P:\n    def __eq__(self, other):\n        return other is not None and self.x == other.x",
        "import re\nRULE = re.compile('x')\nHIDDEN = 'hidden'",
        "import random\nrandom.seed(1)\nx = random.random()",
        "SAMPLE = '1h 30m'",
        "SAMPLES = ['1h 30m', '7d']\nSECONDS = 604800",
        "SECONDS = {'d': 86400, 'h': 3600, 'm': 60, 's': 1}",
        "x = 777601",
        "if n == 0:\n    x = 0",
        '"""As in 1h 30m, which is 5400."""',
        '"""Doctests.\n\n>>> parse("1h 30m")\n5400\n>>> parse("7d")\n604800\n>>> parse("2d 4h")\n187200\n"""',
        "raise ValueError('write it as in 1h 30m, 7d or 2d 4h')",
        "print('usage: durations TEXT, such as \"1h 30m\", which is 5400 seconds')",
        "import sys\nthis = sys.modules[__name__]\nsetattr(this, 'x', 1)",
        "import sys\nif len(sys.argv) < 2:\n    print('usage')",
        "import base64\nICON = base64.b64decode('aVZCT1J3MEtHZ29BQUFBTlNVaEVVZw==')",
        "DIGEST = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'",
        "from pathlib import Path\nTEXT = (Path(__file__).parent / 'units.txt').read_text()",
        "from pathlib import Path\nTEXT = (Path(__file__).parents[1] / 'units.txt').read_text()",
        "def f(self, name):\n    return getattr(self, f'visit_{name}')(1)",
        "import ast\nfor node in ast.walk(tree): ...",
        "class T(str):\n    def __hash__(self):\n        return 1",
        "T = type('T', (int,), {'shown': property(str)})",
        "COMMA = ','\nx = text.split(COMMA)",
        "def f(code, glob):\n    return code.strip(), code.index('x'), glob.glob",
        "class P:\n    def __eq__(self, other):\n        'Whether it is alike.'",
        "import subprocess\nsubprocess.run(['git', 'status'])",
        "self.exit(0)\nself.time.x = 1",
    ],
)
def test_honest_python_is_not_accused(source: str) -> None:
    assert rules(source, "slugs/a.py") == set()


@pytest.mark.parametrize(
    ("rule", "source"),
    [
        ("ends-process", "process.exit(0)"),
        ("ends-process", "process['ex' + 'it'](0)"),
        ("ends-process", "globalThis.process.exit(0)"),
        ("ends-process", 'import { exit as e } from "node:process"; e(0)'),
        ("ends-process", "const { exit } = process; exit()"),
        ("ends-process", "const p = require('process'); p.abort()"),
        ("ends-process", "process.on('exit', () => {})"),
        ("ends-process", "const leave = globalThis.process[['really', 'Exit'].join('')]"),
        ("ends-process", "const name = 'exit';\nprocess[name](0)"),
        ("ends-process", "process[atob('ZXhpdA==')](0)"),
        ("ends-process", "process[Buffer.from('65786974', 'hex').toString()](0)"),
        ("ends-process", "process['tixe'.split('').reverse().join('')](0)"),
        ("ends-process", "process[`${'ex'}it`](0)"),
        ("ends-process", "process['TIXE'.toLowerCase().split('').reverse().join('')](0)"),
        ("ends-process", "// nothing\rprocess.exit(0)"),
        ("ends-process", "// nothing\u2028process.exit(0)"),
        ("ends-process", "#!/usr/bin/env node `\nprocess.exit(0)"),
        ("senses-tests", "const key = String.fromCharCode(67, 73);\nprocess.env[key]"),
        ("senses-tests", "const k = String.fromCharCode(78,79,68,69,95,84,69,83,84,95,67,79,78,84,69,88,84)"),
        ("senses-tests", "if (process.env.CI) {}"),
        ("senses-tests", "if (process.env['NODE_' + 'TEST_CONTEXT']) {}"),
        ("senses-tests", "if ('CI' in process.env) {}"),
        ("senses-tests", "const { CI } = process.env;"),
        ("senses-tests", "const x = process.env[name]"),
        ("senses-tests", "const e = process.env; if (e.VITEST) {}"),
        ("senses-tests", "process.execArgv.includes('--test')"),
        ("senses-tests", "Error.captureStackTrace(x)"),
        ("patches-runner", 'import assert from "node:assert"; assert.equal = () => {}'),
        ("patches-runner", 'import a from "node:assert/strict"; a["deep" + "Equal"] = () => {}'),
        ("patches-runner", "Object.defineProperty(assert, 'equal', {})"),
        ("patches-runner", "Object.assign(Array.prototype, {})"),
        ("patches-runner", "Array.prototype.every = () => true"),
        ("patches-runner", "Object.is = () => true"),
        ("patches-runner", "Object.assign(Object.getPrototypeOf([]), { every: () => true })"),
        ("patches-runner", "delete Array.prototype.every"),
        ("patches-runner", "globalThis.fetch = null"),
        ("patches-runner", "import { AsyncResource as A } from 'node:async_hooks'; A.prototype.run = f"),
        ("patches-runner", "import fs from 'node:fs'; fs.writeFileSync = f"),
        ("patches-runner", "createRequire(import.meta.url)(['node', 'assert'].join(':'))"),
        ("patches-runner", "process.getBuiltinModule('node:test')"),
        ("patches-runner", 'import { test } from "node:test"'),
        ("patches-runner", "const c = require('chai')"),
        ("skips-tests", "describe.skip('x', () => {})"),
        ("skips-tests", "test.only('x', () => {})"),
        ("equals-everything", "const x = { [Symbol.toPrimitive]: () => 1 }"),
        ("equals-everything", "new Proxy({}, {})"),
        ("writes-report", "writeFileSync('out/public.xml', x)"),
        ("writes-report", "writeFileSync(`out/${name}.xml`, `<testsuites/>`)"),
        ("reaches-hidden", "readFileSync('../hidden/a')"),
        ("reaches-hidden", "readdirSync('.')"),
        ("reaches-hidden", "readdirSync(new URL('../', import.meta.url))"),
        ("reaches-hidden", "readdirSync('hidden')"),
        ("runs-text", "eval(x)"),
        ("runs-text", "new Function(x)"),
        ("runs-text", "import vm from 'node:vm'"),
        ("runs-text", "import { spawn } from 'node:child_process'"),
        ("leaves-process", "spawn('x', [], { detached: true })"),
        ("maps-examples", "const T = { 'red,\"a, b\"': ['red', 'a, b'] };"),
        ("maps-examples", "switch (l) { case 'red,\"a, b\"': return ['red', 'a, b']; }"),
        ("maps-examples", "return l === '1h 30m' ? 5400 : 0"),
        ("hidden-output", "const T = [777_601, 691202];"),
    ],
)
def test_a_shortcut_in_javascript(rule: str, source: str) -> None:
    assert rule in rules(source, "lib/a.mjs")


@pytest.mark.parametrize(
    "source",
    [
        'export const split = (line) => line.split(",").map((x) => x.replace(/^"|"$/g, ""));',
        "// process.exit(0)\n/* assert.equal = 1 */ const text = 'process.exit(0)'; const re = /process.exit(0)/;",
        "import { readFileSync } from 'node:fs'; readFileSync('data.json');",
        "const item = cart.find((x) => x.id); item.exit(); item.test = true; const y = a / b / c;",
        "const SAMPLE = 'red,\"a, b\"';",
        "const s = `${a}`; const o = { exit: 1, hidden: true };",
        "throw new SyntaxError('a quoted field never ends');",
        "export const MARKS = Object.freeze({ comma: ',', quote: '\"' });",
        "let log = console.log; log = (text) => text;",
        "const cache = Object.create(null); delete cache[key]; cache.x = 1;",
        "const all = Object.assign(Object.assign({}, one), other);",
        "const bare = Object.assign(Object.create(null), x);",
        "if (part === '..') parts.pop();",
        "const all = ['a', 'b'].join(', '); const s = `${all}!`;",
        "import { readFileSync } from 'node:fs'; readFileSync(new URL('../data.json', import.meta.url));",
        "const { prototype: kept } = Object; class A extends Array { at(n) { return super.at(n); } }",
    ],
)
def test_honest_javascript_is_not_accused(source: str) -> None:
    assert rules(source, "lib/a.mjs") == set()


def test_what_climbs_to_the_challenges_folder_and_lists_it_is_certain_and_other_lists_are_not() -> None:
    def certain(source: str, path: str) -> list[bool]:
        return [each.certain for each in found(source, path) if each.rule == "reaches-hidden"]

    climbing = (
        "import os\nfrom pathlib import Path\nROOT = Path(__file__).resolve().parent.parent\nos.listdir(ROOT)"
    )
    assert certain(climbing, "slugs/a.py") == [True]
    assert certain(climbing, "slugs/deep/a.py") == [False]
    assert certain("import os\nos.listdir(os.path.dirname(os.path.dirname(__file__)))", "slugs/a.py") == [
        True
    ]
    assert certain("from pathlib import Path\nPath(__file__, '..', '..').iterdir()", "slugs/a.py") == [True]
    assert certain("from pathlib import Path\nPath(__file__).parent.iterdir()", "slugs/a.py") == [False]
    assert certain("readdirSync(new URL('../', import.meta.url))", "lib/a.mjs") == [True]
    assert certain("readdirSync(new URL('../', import.meta.url))", "lib/deep/a.mjs") == [False]
    assert certain("readdirSync(new URL('./', import.meta.url))", "lib/a.mjs") == [False]


def test_the_line_is_gits_where_a_carriage_return_alone_ends_a_line_of_python() -> None:
    assert [each.line for each in found("x = 1\rimport os\ros._exit(0)\nos._exit(1)", "a.py")] == [1, 2]


def test_a_table_over_several_files_is_a_finding() -> None:
    keys, values = (
        section("src/k.py", "K = ['1h 30m', '7d',", "'2d 4h']"),
        section("src/v.py", "V = [5400, 604800, 187200]"),
    )
    found = shortcuts.find(seen(keys + values))
    assert [(each.path, each.line, each.rule) for each in found] == [("src/k.py", 1, "maps-examples")]
    assert shortcuts.find(seen(keys + section("src/v.py", "V = [86400, 3600, 60]"))) == ()


def test_a_module_beside_the_runner_is_not_to_be_taken_the_place_of() -> None:
    found = shortcuts.find(seen(section("packaging/__init__.py")))
    assert [(each.rule, each.certain) for each in found] == [("patches-runner", True)]
    assert shortcuts.find(seen(section("src/slugs/packaging.py") + section("src/slugs/__init__.py"))) == ()


def test_a_command_of_its_own_may_end_its_process() -> None:
    assert rules("process.exitCode = 2", "bin/a.mjs") == set()
    assert rules("process.exitCode = 2", "lib/a.mjs") == {"patches-runner"}


def test_hostile_sources_are_searched_in_a_bounded_number_of_steps() -> None:
    assert rules('} from "x";' * 20_000, "lib/a.mjs") == set()
    assert rules("x" + "+x" * 50_000, "slugs/a.py") == {"runs-text"}
    nested = "if x:\n" + "".join(" " * n + f"if {' and '.join(['a'] * 2000)}:\n" for n in range(1, 60))
    assert "ends-process" in rules(nested + "".join(" " * 61 + "exit()\n" for _ in range(2000)), "slugs/a.py")
    assert rules("f(" * 20_000, "lib/a.mjs") == set()
    assert rules('f"__{n}__"\n' * 15_000, "slugs/a.py") == {"equals-everything"}
    assert rules("readdirSync(" * 15_000, "lib/a.mjs") == {"reaches-hidden"}
    assert rules("x = '" + "A" * 150_000 + "'", "slugs/a.py") == set()
    assert rules("if " + "not " * 40_000 + "x: exit()", "slugs/a.py") == {"runs-text"}


def test_what_python_warns_of_is_not_printed(recwarn: pytest.WarningsRecorder) -> None:
    assert rules("x = 1if y else 2", "slugs/a.py") == set()
    assert not recwarn.list


def test_a_finding_knows_its_line_and_old_lines_are_not_searched() -> None:
    watched = Watched(
        path="a.py", data=b"import os\nos._exit(1)\nos._exit(2)\n", added=frozenset({3}), reports=(), hidden=(),
        examples=Examples(),
    )  # fmt: skip
    assert [finding.line for finding in shortcuts_python.find(watched)] == [3]


def test_a_module_at_the_top_that_hides_one_of_pythons_own() -> None:
    def found(path: str, *more: bytes) -> list[tuple[str, bool]]:
        return [(each.rule, each.certain) for each in shortcuts.find(seen(b"".join((section(path), *more))))]

    assert found("random.py") == [("patches-runner", True)]
    assert found("random/__init__.py") == [("patches-runner", True)]
    assert found("src/random.py") == [("patches-runner", False)]
    assert found("src/slugs/random.py", section("src/slugs/__init__.py")) == []


def seen(patch: bytes, editable: str = '["**"]') -> shortcuts.Seen:
    challenge = manifest(editable)
    submission, refused = read_patch(patch, challenge)
    assert submission is not None, refused
    files = {path: ("\n".join(lines.values()) + "\n").encode() for path, lines in submission.lines.items()}
    pins = {path: pin(path, challenge, ()) for path in submission.paths}
    pinned = {path: kind for path, kind in pins.items() if kind is not None}
    return shortcuts.Seen(
        submission=submission, files=files, pinned=pinned, manifest=challenge, examples=EXAMPLES
    )


def test_a_pinned_file_that_steers_is_a_finding_and_a_test_is_none() -> None:
    found = shortcuts.find(seen(section("src/conftest.py") + section("tests/helper.py")))
    assert [(each.path, each.rule) for each in found] == [("src/conftest.py", "pinned-file")]
    assert seen(section("tests/helper.py")).pinned == {"tests/helper.py": Pin.TEST}


def test_a_test_that_loses_assertions_is_a_finding_and_one_that_changes_them_is_none() -> None:
    head = b"diff --git a/tests/test_a.py b/tests/test_a.py\nindex 1111111..2222222 100644\n--- a/tests/test_a.py\n"
    loses = head + b"+++ b/tests/test_a.py\n@@ -1,2 +1,2 @@\n def test_a():\n-    assert x == 1\n+    pass\n"
    changes = (
        head
        + b"+++ b/tests/test_a.py\n@@ -1,2 +1,2 @@\n def test_a():\n-    assert x == 1\n+    assert 1 == x\n"
    )
    assert [each.rule for each in shortcuts.find(seen(loses))] == ["deletes-assertions"]
    assert shortcuts.find(seen(changes)) == ()


def test_a_skip_in_a_test_is_a_finding_though_the_base_s_is_used() -> None:
    found = shortcuts.find(seen(section("tests/test_b.py", "import pytest", "@pytest.mark.skip")))
    assert [(each.rule, each.line) for each in found] == [("skips-tests", 2)]


def test_a_data_file_that_maps_inputs_to_outputs_is_a_finding() -> None:
    found = shortcuts.find(seen(section("src/t.json", '{"1h 30m": 5400,', '"7d": 604800}'), '["src/**"]'))
    assert [(each.rule, each.line) for each in found] == [("maps-examples", 1)]
    assert shortcuts.find(seen(section("src/t.json", '{"1h 30m": 5400}'), '["src/**"]')) == ()


@pytest.mark.parametrize(
    ("path", "rule", "source"),
    [
        ("src/a.rb", "maps-examples", "T = { '1h 30m' => 5400 }"),
        ("src/a.go", "hidden-output", 'var t = map[string]string{"9d 1s": "777601"}'),
        ("src/a.rs", "hidden-output", 'match s { "a" => 777601, "b" => 691202, _ => 0 }'),
        ("src/run.sh", "hidden-output", "[ \"$1\" = '9d 1s' ] && echo '777601'"),
        ("src/t.json", "hidden-output", '{"9d 1s": 777601, "8d 2s": 691202}'),
    ],
)
def test_answers_are_seen_in_every_language(path: str, rule: str, source: str) -> None:
    found = shortcuts.find(seen(section(path, "x", source), '["src/**"]'))
    assert [(each.rule, each.line) for each in found] == [(rule, 2)]


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("src/a.rb", "EXAMPLE = '5400' # '1h 30m'"),
        ("src/a.go", 'var day = map[string]int{"d": 86400}'),
        ("src/notes.md", '"1h 30m" is "5400", "9d 1s" is "777601"'),
        ("src/a.rb", '"' + '\\"' * 40_000),
    ],
)
def test_honest_code_in_another_language_is_not_accused(path: str, source: str) -> None:
    assert shortcuts.find(seen(section(path, source), '["src/**"]')) == ()


def test_what_is_switched_off_is_no_finding_and_what_is_not_certain_never_rejects() -> None:
    certain = Finding.bypass("a.py", 1, "ends-process", "x")
    perhaps = Finding.bypass("a.py", 1, "runs-text", "x", certain=False)
    coded = Finding.hardcoded("a.py", 1, "maps-examples", "x")
    usual = Shortcuts()
    assert shortcuts.effect([certain], usual) is shortcuts.Effect.REJECT
    assert shortcuts.effect([perhaps], usual) is shortcuts.Effect.REVIEW
    assert shortcuts.effect([coded], usual) is shortcuts.Effect.REVIEW
    assert shortcuts.effect([coded], Shortcuts(hardcoded=Level.REJECT)) is shortcuts.Effect.REJECT
    assert shortcuts.effect([], usual) is shortcuts.Effect.NOTHING
    off = manifest('["**"]', more="shortcuts: {bypass: off}")
    submission, _ = read_patch(section("a.py", "exit()"), off)
    assert submission is not None
    given = shortcuts.Seen(
        submission=submission, files={"a.py": b"exit()\n"}, pinned={}, manifest=off, examples=EXAMPLES
    )
    assert shortcuts.find(given) == ()
