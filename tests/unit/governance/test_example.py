"""The example that users are shown is read without a word, and says what its comments promise."""

from __future__ import annotations

from pathlib import Path

import pytest

from steward.governance.constitution import read
from steward.governance.enforced import enforced
from steward.governance.mapping import Domains
from steward.governance.policy import ENFORCED, Policy
from tests.unit.governance.test_policy import kind

FILE = Path(__file__).parents[3] / "examples" / "governance" / "governance.pxf"


@pytest.fixture(scope="module")
def policy() -> Policy:
    found = read(FILE.read_bytes(), path="governance.pxf")
    assert found.warnings == ()
    return found.usable()


def test_it_states_everything_that_is_enforced() -> None:
    found = read(FILE.read_bytes(), path="governance.pxf")

    assert {kind(one.name) for one in found.stated} >= ENFORCED.keys()


def test_its_text_is_read_without_its_indent(policy: Policy) -> None:
    assert policy.manifesto.mission.startswith("Take payments for small shops: correct to the cent")
    assert policy.manifesto.mission.endswith("keep it running.")
    assert "\n " not in policy.manifesto.mission


@pytest.mark.parametrize(
    ("path", "domain"),
    [
        ("internal/ledger/README.md", "ledger"),
        ("docs/setup.md", "documentation"),
        ("README.md", "documentation"),
        ("api/v1.yaml", "api"),
        (".github/workflows/ci.yml", "infrastructure"),
        ("go.mod", None),
    ],
)
def test_its_paths_belong_where_its_comments_say(policy: Policy, path: str, domain: str | None) -> None:
    found = Domains(enforced(policy).domains).of(path)

    assert (found.name if found else None) == domain
