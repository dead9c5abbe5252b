"""Gates decide: each looks at the same facts and says pass, fail, waived, not applicable or unmeasured.

One file a gate, one signature: `check(pull_request) -> GateOutcome`. None is built in yet.
"""

from __future__ import annotations

from collections.abc import Callable

from steward.model import GateOutcome, PullRequest

GATES: tuple[Callable[[PullRequest], GateOutcome], ...] = ()
