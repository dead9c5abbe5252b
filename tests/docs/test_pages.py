"""No link leads nowhere, and what the code calls a page is one."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote

import pytest

from steward.errors import Reason
from steward.intake.event import SUPPORTED
from tests.docs.pages import anchors, blocks, links, pages, section, spans, table, workflows
from tests.github.runner import ROOT
from tests.staging.readme import documented_permissions

README, DOCS = ROOT / "README.md", ROOT / "docs"
ACTION, TROUBLESHOOTING = DOCS / "action.md", DOCS / "troubleshooting.md"


@pytest.mark.parametrize("page", pages(), ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_of_a_page_leads_somewhere(page: Path) -> None:
    assert [link for link in links(page) if not _leads_somewhere(page, link)] == []


def _leads_somewhere(page: Path, link: str) -> bool:
    if re.match(r"[a-z]+:", link):
        return link.startswith(("https://", "mailto:"))
    path, _, anchor = unquote(link).partition("#")
    target = (page.parent / path).resolve() if path else page
    if not target.exists():
        return False
    return not anchor or (target.suffix == ".md" and anchor in anchors(target))


def test_every_page_of_the_docs_is_in_their_index() -> None:
    named = {link.partition("#")[0] for link in links(DOCS / "README.md")}

    assert {page.name for page in DOCS.glob("*.md")} - {"README.md"} == {n for n in named if "/" not in n}


def test_every_page_that_the_code_names_is_there() -> None:
    named = {
        name
        for path in (ROOT / "steward").rglob("*.py")
        for name in re.findall(r"docs/[\w-]+\.md", path.read_text(encoding="utf-8"))
    }

    assert sorted(name for name in named if not (ROOT / name).exists()) == []


def test_every_reason_is_in_the_table_of_states() -> None:
    named = {span for row in table(ACTION, "States") for span in spans(row[1])}

    assert [reason for reason in Reason if reason not in named] == []


def test_every_reason_to_fail_has_a_section_on_what_to_do() -> None:
    failed = next(row for row in table(ACTION, "States") if row[0] == "`failed`")

    assert [reason for reason in spans(failed[1]) if not section(TROUBLESHOOTING, reason)] == []


def test_every_supported_event_is_in_the_table_of_events() -> None:
    named = [span for row in table(ACTION, "Events")[:-1] for span in spans(row[0])]

    assert sorted(named) == sorted(SUPPORTED)


# ----------------------------------------------------------------------------------------- workflows


def _workflows() -> list[tuple[str, str]]:
    return [(page.name, text) for page in (README, ACTION) for text, _ in workflows(page)]


def test_the_workflows_that_users_copy_are_sound(tmp_path: Path) -> None:
    folder = tmp_path / ".github" / "workflows"
    folder.mkdir(parents=True)
    for number, (page, text) in enumerate(_workflows()):
        (folder / f"{number}-{Path(page).stem}.yml").write_text(text, encoding="utf-8")
    files = sorted(map(str, folder.iterdir()))

    assert len(files) == 2
    for command in (("actionlint",), ("check-jsonschema", "--builtin-schema", "vendor.github-workflows")):
        program = shutil.which(command[0], path=str(Path(sys.executable).parent))
        done = subprocess.run(
            (program or command[0], *command[1:], *files),
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr


def test_the_workflows_ask_for_the_same_permissions_and_for_no_secret() -> None:
    for page, text in _workflows():
        assert "secrets." not in text, page
    asked = [data["jobs"] for page in (README, ACTION) for _, data in workflows(page)]

    assert [next(iter(jobs.values()))["permissions"] for jobs in asked] == [documented_permissions()] * 2
    assert documented_permissions() == {"contents": "read", "pull-requests": "write", "checks": "write"}


def test_the_checkout_of_the_readme_is_the_one_that_ci_uses() -> None:
    pinned = r"actions/checkout@[0-9a-f]{40} # v[\d.]+"
    ci = (ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8")

    assert re.findall(pinned, README.read_text(encoding="utf-8")) == re.findall(pinned, ci)


def test_no_job_of_the_workflows_can_be_left_out() -> None:
    """A required check that is skipped passes, and one that a filter leaves out never comes."""
    (_, first), *_ = workflows(README)

    assert {"paths", "paths-ignore", "branches"} & set(first["on"]["pull_request"]) == set()
    assert [job for job in first["jobs"].values() if "if" in job] == []


def test_the_commands_of_the_readme_are_there() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    named = {
        word for block in blocks(README, "sh") for word in re.findall(r"^make (\w+)", block, re.MULTILINE)
    }

    assert named >= {"demo", "test"}
    assert [target for target in sorted(named) if f"\n{target}:" not in makefile] == []
