"""What comes from the base whatever a patch says, and how `editable` gives it away."""

from __future__ import annotations

import pytest

from steward.challenge.pins import Pin, pin
from tests.unit.challenge.build import CHECKS, manifest

BASE = ("src/slugs/__init__.py", "tests/test_a.py", "public/test_b.py", "public/made_up.py", "main.py")
MORE = CHECKS + "  - {id: random, kind: behaviour, run: [python, public/made_up.py]}\n"


@pytest.mark.parametrize(
    "path",
    [
        "src/conftest.py", "pytest.ini", "src/.pytest.ini", "pyproject.toml", "setup.cfg", "setup.py", "tox.ini",
        "src/sitecustomize.py", "usercustomize.py", "src/evil.pth", "package.json", "jest.config.js",
        "vitest.config.mts", "Makefile", "GNUmakefile", ".gitlab-ci.yml", ".circleci/config.yml", "Jenkinsfile",
        "src/pytest.py", "_pytest/runner.py", "src/unittest/__init__.py", "node_modules/x/index.js", "mypy.ini",
        "ruff.toml", "tsconfig.json", ".npmrc", "out/public.xml", "src/__pycache__/a.pyc",
        "Conftest.py", "CONFTEST.PY", "src/SiteCustomize.py", "Package.JSON", "makefile", "Node_Modules/x/index.js",
        "x.dist-info/entry_points.txt", "src/x.egg-info/entry_points.txt", ".mocharc.yml",
    ],
)  # fmt: skip
def test_what_steers_a_test_run_is_pinned_under_any_wide_pattern(path: str) -> None:
    assert pin(path, manifest('["**"]'), BASE) is Pin.STEERS


@pytest.mark.parametrize(
    "path", ["tests/test_a.py", "tests/helper.py", "src/a_test.py", "public/made_up.py", "public/x.py"]
)
def test_tests_are_pinned_under_a_wide_pattern(path: str) -> None:
    assert pin(path, manifest('["**"]', MORE), BASE) is Pin.TEST


@pytest.mark.parametrize(
    "path", ["src/slugs/__init__.py", "main.py", "docs/conftest.md", "src/python.py", "src/sites.py"]
)
def test_the_program_is_not_pinned(path: str) -> None:
    assert pin(path, manifest('["**"]', MORE), BASE) is None


@pytest.mark.parametrize(
    ("editable", "path", "given"),
    [
        ("src/**", "src/conftest.py", False),
        ("src/conftest.py", "src/conftest.py", True),
        ("**/conftest.py", "src/conftest.py", True),
        ("conftest.*", "conftest.py", False),
        ("package.json", "package.json", True),
        ("tests/test_a.py", "tests/test_a.py", True),
        ("tests/*.py", "tests/test_a.py", False),
        ("!src/conftest.py", "src/conftest.py", False),
    ],
)
def test_only_a_files_own_name_gives_it_away(editable: str, path: str, given: bool) -> None:
    assert (pin(path, manifest(f'["{editable}"]'), BASE) is None) is given


def test_a_program_that_hidden_checks_name_stays_its_authors() -> None:
    checks = '\n  - {id: c, kind: hidden, cases: hidden/c.yml, run: [sh, src/greet.sh, "{input}"]}\n'
    for editable in ('["src/**"]', '["**"]', '["src/greet.sh"]'):
        assert pin("src/greet.sh", manifest(editable, checks), ("src/greet.sh",)) is None


def test_a_source_folder_with_tests_in_it_stays_its_authors_where_editable_names_it() -> None:
    checks = "\n  - {id: p, kind: public, run: [node, --test, src]}\n"
    base = ("src/a.js", "src/a.test.js")
    assert pin("src/a.js", manifest('["src/**"]', checks), base) is None
    assert pin("src/a.test.js", manifest('["src/**"]', checks), base) is Pin.TEST
