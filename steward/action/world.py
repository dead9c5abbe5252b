"""What one run of the Action is given: the event, and everything that it may ask and tell."""

from __future__ import annotations

import msgspec

from steward.adapters.actions import Log
from steward.adapters.clock import Clock
from steward.intake.event import Event
from steward.intake.settings import Settings
from steward.ports import GateSource, GitHub


class World(msgspec.Struct, frozen=True, kw_only=True):
    """The surroundings of one run. `github` is asked about the pull request, `source` for what only gates need."""

    settings: Settings
    event: Event
    github: GitHub
    source: GateSource
    clock: Clock
    say: Log
