"""What `steward validate` says of two files and a tree."""

from __future__ import annotations

from pathlib import Path

from steward.intake.policy_file import PolicyFile, PolicyFiles, Tracked
from steward.report.validation import Validation, render, validate

SETTINGS, CONSTITUTION = ".github/steward.yml", "governance.pxf"
PUBLIC = Path(__file__).parents[2] / "data" / "governance" / "protowire.governance.pxf"
SIX = """\
version = 1
domains = [
  { name = "a", path_globs = ["!x"], min_coverage = 2 }
  { name = "a", path_globs = ["y/**"] }
  { path_globs = ["z/**"], restricted = 5seconds }
]
"""


def checked(
    settings: str | None = None, constitution: str | None = None, *tracked: str, why: str = ""
) -> Validation:
    files = PolicyFiles(
        settings=PolicyFile(path=SETTINGS, data=settings.encode() if settings is not None else None),
        governance=PolicyFile(path=CONSTITUTION, data=constitution.encode() if constitution else None),
        read_from="the working tree",
    )
    return validate(files, Tracked(paths=None if why else tracked, why=why))


def places(lines: tuple[str, ...]) -> list[str]:
    return [line.split(": ")[0] for line in lines]


def test_without_files_there_is_nothing_wrong() -> None:
    found = checked()
    assert found.clean
    assert render(found) == ".github/steward.yml: not there\ngovernance.pxf: not there\n"


def test_golden_tasks_that_are_not_there_are_a_warning() -> None:
    settings = "evals: {tasks: misc/tasks.yml}"
    assert checked(settings, None, "a.py").files[0].warnings == (
        f"{SETTINGS}:1:9: evals.tasks: no tracked file is called 'misc/tasks.yml'",
    )
    assert checked(settings, None, "a.py", "misc/tasks.yml").files[0].warnings == ()


def test_a_constitution_with_six_mistakes_reports_six() -> None:
    found = checked(None, SIX, "x")
    assert not found.clean
    assert places(found.files[1].errors) == [
        f"{CONSTITUTION}:{place}" for place in ("1:11", "3:31", "3:53", "4:12", "5:3", "5:41")
    ]
    assert found.domains is None
    assert found.notes == ("the globs of a file with mistakes were not held against the tracked files",)


def test_the_dead_globs_of_the_public_example_are_two_restricted_domains() -> None:
    tree = ("README.md", "encoding/a.go", "cmd/x/main.go", "editors/vim/x.vim", "scripts/x.sh", "testdata/a")
    found = checked(None, PUBLIC.read_text(), *tree)
    assert found.clean
    assert found.files[1].warnings == (
        f"{CONSTITUTION}:46:18: domain 'proto-schemas': no tracked file matches 'proto/**'",
        f"{CONSTITUTION}:59:18: domain 'envelope': no tracked file matches 'envelope/**'",
    )


def test_a_glob_stated_in_parts_has_the_place_of_its_part() -> None:
    text = 'version = "1"\ndomains {\n name = "a"\n path_globs = ["a"]\n path_globs = ["b", "c"]\n}\n'
    assert places(checked(None, text, "a").files[1].warnings) == [f"{CONSTITUTION}:5:15"] * 2


def test_how_much_of_the_tree_is_in_no_domain() -> None:
    text = 'version = "1"\ndomains { name = "src" path_globs = ["src/**"] }\n'
    found = checked(None, text, "src/a", "src/b", *(f"other/{n:03}" for n in range(150)))
    assert found.domains is not None
    assert (found.domains.tracked, found.domains.in_no_domain) == (152, 150)
    assert len(found.domains.unmapped) == 100
    lines = render(found).splitlines()
    assert lines[2] == "2 of 152 tracked files in a domain, 150 in none"
    assert (lines[3], lines[12], lines[13]) == ("  other/000", "  other/009", "  … and 140 more")


def test_globs_of_the_settings_that_match_nothing_are_told() -> None:
    settings = (
        "scoring:\n  tests: {globs: [checks/**, spec/**]}\n  complexity: {exclude: ['*.lock', '!a.lock']}\n"
    )
    assert checked(settings, None, "spec/a").files[0].warnings == (
        f"{SETTINGS}:2:19: scoring.tests.globs[0]: no tracked file matches 'checks/**'",
        f"{SETTINGS}:3:26: scoring.complexity.exclude[0]: no tracked file matches '*.lock'",
    )


def test_without_a_tree_it_says_why_globs_were_not_tried() -> None:
    found = checked(
        "version: 1\n", 'version = "1"\ndomains { name = "a" path_globs = ["a"] }\n', why="no git"
    )
    assert found.clean
    assert (found.domains, found.files[1].warnings) == (None, ())
    assert found.notes == ("globs were not held against the tracked files: no git",)


def test_a_warning_is_marked_as_one_and_a_mistake_stands_as_it_is() -> None:
    lines = render(checked("fail-on: red\n", 'version = "1"\nfounder {}\n', "a")).splitlines()
    assert lines[0].startswith(f"{SETTINGS}:1:1: the key 'fail-on' is not known (did you mean 'fail_on'?)")
    assert lines[1] == (
        f"{CONSTITUTION}:2:1: warning: 'founder' is not known here and not read (did you mean 'founders'?)"
    )
    assert lines[2:4] == [f"{SETTINGS}: 1 mistake", f"{CONSTITUTION}: no mistake, 1 warning"]
