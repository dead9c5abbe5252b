"""What can go wrong, drawn as a tree: one class for each reaction, never one for each cause.

```
StewardError                    a run that cannot end as `done`
├── InputInvalid                inputs of the Action or the command line: all of them together
├── ConfigInvalid               a policy file on the default branch
├── EventUnsupported            an event Steward has no answer for
├── DiffUnreadable              the change could not be read from any source
├── NotFound                    GitHub says that the thing does not exist
├── TimedOut                    the run's own time is up
└── GitHubFailed                GitHub did not give a usable answer
    ├── RateLimited             … and waiting longer than we may would be needed
    ├── Refused                 … because this token may not (401, 403, 422)
    └── Unclear                 … and a write may or may not have happened
Superseded                      no failure: a newer head or run has taken over
Cancelled                       no failure: the runner asked the run to stop
```
The reasons are the closed list of `docs/action.md`, "States".
"""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar


class Reason(StrEnum):
    """Why an evaluation failed or was skipped: a closed list."""

    GITHUB_API = "github_api"
    RATE_LIMITED = "rate_limited"
    DIFF_UNREADABLE = "diff_unreadable"
    CONFIG_INVALID = "config_invalid"
    INPUT_INVALID = "input_invalid"
    EVENT_UNSUPPORTED = "event_unsupported"
    NOT_FOUND = "not_found"
    TIMEOUT = "timeout"
    INTERNAL = "internal"
    BUDGET_EXHAUSTED = "budget_exhausted"
    BOT = "bot"
    SUPERSEDED = "superseded"
    DRAFT = "draft"
    SELF = "self"
    CLOSED = "closed"
    NOT_ASKED = "not_asked"


class StewardError(Exception):
    """A run that cannot do its job.

    `what` is one sentence for a person: what happened and where. `mend` says what to do about it. Neither
    carries a token or a server's raw words.
    """

    reason: ClassVar[Reason] = Reason.INTERNAL

    def __init__(self, what: str, *, mend: str = "") -> None:
        super().__init__(what)
        self.what = what
        self.mend = mend


class _Listed(StewardError):
    """Several problems found in one pass, so that a person mends them in one go."""

    def __init__(self, problems: tuple[str, ...], *, mend: str = "") -> None:
        super().__init__("; ".join(problems), mend=mend)
        self.problems = problems


class InputInvalid(_Listed):
    """Inputs that are wrong, all of them in `problems`."""

    reason = Reason.INPUT_INVALID


class ConfigInvalid(_Listed):
    """A policy file that cannot be used, every problem with its position."""

    reason = Reason.CONFIG_INVALID


class EventUnsupported(StewardError):
    """An event that Steward has no answer for, or one without what it needs."""

    reason = Reason.EVENT_UNSUPPORTED


class DiffUnreadable(StewardError):
    """No source gave a change that can be read."""

    reason = Reason.DIFF_UNREADABLE


class NotFound(StewardError):
    """GitHub answered 404 for something the run cannot do without."""

    reason = Reason.NOT_FOUND


class TimedOut(StewardError):
    """The run's own bound was reached."""

    reason = Reason.TIMEOUT


class GitHubFailed(StewardError):
    """GitHub gave no usable answer."""

    reason = Reason.GITHUB_API


class NoPlainFile(GitHubFailed):
    """Something stands at a path, but no file whose bytes GitHub gives out."""


class RateLimited(GitHubFailed):
    """GitHub asks to wait longer than a run may wait."""

    reason = Reason.RATE_LIMITED


class Refused(GitHubFailed):
    """GitHub refuses this token the call, or the call its form (401, 403, 422)."""

    def __init__(self, what: str, *, status: int, mend: str = "") -> None:
        super().__init__(what, mend=mend)
        self.status = status


class Unclear(GitHubFailed):
    """A write that may or may not have been done: look before doing it again."""


class Superseded(Exception):
    """A newer head or a later run has taken over; this run publishes nothing."""


class Cancelled(BaseException):
    """The runner asked the run to stop. No failure, and nothing that a reaction to failures may swallow."""

    def __init__(self, signal: str, exit_code: int) -> None:
        super().__init__(signal)
        self.signal = signal
        self.exit_code = exit_code
