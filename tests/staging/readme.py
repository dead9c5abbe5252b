"""What the README tells users to write, for those who hold it against what a run needs."""

from __future__ import annotations

from collections.abc import Mapping

from tests.docs.pages import workflows
from tests.github.runner import ROOT


def documented_permissions() -> Mapping[str, str]:
    """The permissions of the job in the README's workflow."""
    ((_, workflow),) = workflows(ROOT / "README.md")
    (job,) = workflow["jobs"].values()
    return {str(scope): str(level) for scope, level in job["permissions"].items()}
