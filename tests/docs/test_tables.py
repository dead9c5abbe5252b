"""One source of truth: the tables that users read say what action.yml, the settings and the rules say."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import StrEnum
from importlib import metadata
from pathlib import Path
from typing import Any

import msgspec
import pytest
import yaml

from steward import __version__, paths
from steward.intake import config
from steward.intake.settings import CommentMode, Mode, Settings, from_environ
from steward.intake.steward_yml import File
from steward.model import DimensionKey, FailOn, SecurityMatch, TestConventions
from steward.report import document, outputs
from tests.docs.pages import blocks, pages, section, spans, table
from tests.github.runner import ROOT, declared_inputs
from tests.test_scenarios import SCENARIOS
from tests.unit.report.build import evaluation

README, DOCS = ROOT / "README.md", ROOT / "docs"
ACTION, POLICY, SCORING = DOCS / "action.md", DOCS / "policy.md", DOCS / "scoring.md"


def declared(part: str) -> dict[str, Any]:
    document: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
    return dict(document[part])


def span(cell: str) -> str:
    """The one code span of a cell, empty for an empty cell."""
    return "".join(spans(cell))


# -------------------------------------------------------------------------------------------- inputs


@pytest.mark.parametrize(("page", "heading"), [(ACTION, "Inputs"), (README, "Inputs and outputs")])
def test_a_page_s_inputs_are_those_of_action_yml_with_their_defaults(page: Path, heading: str) -> None:
    assert {span(name): span(default) for name, default, _ in table(page, heading)} == declared_inputs()


def test_the_defaults_of_action_yml_are_those_of_the_settings() -> None:
    environ = {
        "GITHUB_REPOSITORY": "o/r",
        "GITHUB_EVENT_NAME": "pull_request",
        "GITHUB_EVENT_PATH": "e",
        "INPUT_GITHUB-TOKEN": "t",
    }
    given = {
        f"INPUT_{name.upper()}": text for name, text in declared_inputs().items() if name != "github-token"
    }

    assert from_environ({**environ, **given}) == from_environ(environ)


def test_every_input_is_a_setting_and_every_setting_of_a_user_s_an_input() -> None:
    told_by_the_runner = {
        "api_url",
        "event_name",
        "event_path",
        "graphql_url",
        "problems",
        "repository",
        "run",
        "server_url",
        "workspace",
    }
    fields = set(Settings.__struct_fields__) - told_by_the_runner

    other_words = {
        "model_key": "anthropic-api-key",
        "model_url": "anthropic-base-url",
        "model_seconds": "llm-timeout",
    }

    assert {other_words.get(name, name.replace("_", "-")) for name in fields} == {
        name.removeprefix("github-") for name in declared_inputs()
    }


def test_every_input_is_read_under_its_own_name_and_nothing_else_is() -> None:
    asked: list[str] = []

    class Asked(dict[str, str]):
        def get(self, key: str, default: Any = None) -> Any:
            asked.append(key)
            return super().get(key, default)

    from_environ(Asked())

    read = {name.removeprefix("INPUT_") for name in asked if name.startswith("INPUT_")}
    assert read == {name.upper() for name in declared_inputs()}


@pytest.mark.parametrize(
    ("name", "allowed"), [("mode", Mode), ("fail-on", FailOn), ("comment", CommentMode)], ids=str
)
@pytest.mark.parametrize(("page", "heading"), [(ACTION, "Inputs"), (README, "Inputs and outputs")])
def test_the_words_that_an_input_allows_are_named(
    name: str, allowed: type[StrEnum], page: Path, heading: str
) -> None:
    meaning = next(row[2] for row in table(page, heading) if span(row[0]) == name)

    assert [word for word in spans(meaning) if word in list(allowed)][: len(allowed)] == list(allowed)
    described = re.sub(r" *\(.*?\)|:.*", "", declared("inputs")[name]["description"])
    assert re.split(r", | or ", described) == list(allowed)


# ------------------------------------------------------------------------------------------- outputs


def test_the_outputs_are_the_same_everywhere() -> None:
    judged = evaluation()
    report = document.encode(document.document(judged))
    written = list(outputs.collect(judged, comment_url="", check_url="", report=report))

    assert list(declared("outputs")) == written
    assert [span(row[0]) for row in table(ACTION, "Outputs")] == written
    listed = " ".join(
        token.content for token in section(README, "Inputs and outputs") if token.type == "inline"
    )
    assert spans(listed.partition("Outputs:")[2]) == written


# ------------------------------------------------------------------------------------------- version


def test_the_version_is_the_same_everywhere() -> None:
    """The package as it is installed, the changelog's newest section, and every page that shows a footer."""
    heading = next(
        line for line in (ROOT / "CHANGELOG.md").read_text().splitlines() if line.startswith("## ")
    )
    shown = {
        (page.name, version)
        for page in pages()
        for version in re.findall(r"\bSteward (\d+\.\d+\.\d+)", page.read_text(encoding="utf-8"))
    }

    assert metadata.version("steward") == __version__
    assert re.fullmatch(rf"## \[{re.escape(__version__)}\] - (Unreleased|\d{{4}}-\d\d-\d\d)", heading)
    assert {(page, version) for page, version in shown if version != __version__} == set()


# ------------------------------------------------------------------------------------- settings file


def _flat(value: Any, prefix: str = "") -> dict[str, str]:
    if not isinstance(value, Mapping):
        return {prefix: str(value).lower() if isinstance(value, bool) else str(value)}
    return {
        key: text
        for name, inner in value.items()
        for key, text in _flat(inner, f"{prefix}.{name}" if prefix else name).items()
    }


def test_the_settings_file_s_keys_and_defaults_are_those_that_are_read() -> None:
    defaults = _flat(msgspec.to_builtins(File()))

    assert {span(key): span(default) for key, default, *_ in table(POLICY, ".github/steward.yml")} == defaults


def test_the_settings_file_that_is_shown_holds_the_defaults() -> None:
    shown, _ = blocks(POLICY, "yaml")

    assert config.parse_config(shown.encode(), path="shown") == config.Config()
    # As text: what old YAML takes for a truth value is a mode.
    assert _flat(yaml.load(shown, Loader=yaml.BaseLoader)) == _flat(msgspec.to_builtins(File()))  # noqa: S506


@pytest.mark.parametrize(
    ("key", "allowed"),
    [
        ("fail_on", FailOn),
        ("skip", config.Skip),
        ("scoring.security.match", SecurityMatch),
        ("scoring.tests.conventions", TestConventions),
        ("comment.mode", CommentMode),
    ],
)
def test_the_values_that_a_key_allows_are_named(key: str, allowed: type[StrEnum]) -> None:
    row = next(row for row in table(POLICY, ".github/steward.yml") if span(row[0]) == key)

    assert spans(row[2]) == list(allowed)


# --------------------------------------------------------------------------------------------- rules


def row_of(first: str) -> str:
    """The cell of the table of classes whose row begins so."""
    return next(row[1] for row in table(SCORING, "What a file is") if row[0] == first)


def test_the_names_of_tests_are_the_ones_that_count() -> None:
    printed = {"test", "tests", "__tests__", *paths.TEST_NAMES}
    extended = {*paths.EXTENDED_TEST_DIRECTORY_ENDINGS, *paths.EXTENDED_TEST_NAMES}

    assert set(spans(row_of("test"))) == printed
    assert {
        one for one in spans(row_of("test, by the conventions of a language")) if "scoring." not in one
    } == extended


def test_the_names_of_docs_and_the_endings_of_source_are_the_ones_that_count() -> None:
    assert set(spans(row_of("docs"))) == {
        *(f"*{suffix}" for suffix in paths.DOCS_SUFFIXES),
        *paths.DOCS_TOP_LEVEL,
        "docs",
        "security.py",
    }
    assert tuple(" ".join(spans(row_of("source"))).split()) == paths.SOURCE_SUFFIXES


def test_the_sensitive_terms_are_the_ones_that_are_looked_for() -> None:
    paragraphs = (token.content for token in section(SCORING, "Security") if token.type == "inline")
    terms = next(text for text in paragraphs if text.startswith("`"))

    assert tuple(spans(terms)) == paths.SENSITIVE_TERMS


def test_the_worked_examples_are_what_the_scenarios_come_to() -> None:
    rows = table(SCORING, "Worked examples")

    assert len(rows) == 7
    for _, *scores, overall, scenario in rows:
        text = (SCENARIOS / span(scenario) / "expected" / "outputs.txt").read_text(encoding="utf-8")
        found = dict(line.split("=", 1) for line in text.splitlines())
        assert scores == [found[key] for key in DimensionKey], scenario
        assert overall == f"{found['overall']} {found['status']}", scenario
