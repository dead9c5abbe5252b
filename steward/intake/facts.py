"""All facts of one pull request as a file: saved once, judged again anywhere (`steward.facts/1`).

Saved facts are outside text: types, ranges and what the facts say of each other are checked, and every problem
is worded with its place. Unknown keys are refused. The format is `docs/json-report.md`, "Saved facts".
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta

from steward.errors import InputInvalid
from steward.intake.escapes import Escaped, Text, escape, unescape
from steward.model import (
    Author,
    Branch,
    Change,
    ChangedFile,
    Content,
    FailOn,
    Kind,
    PullRequest,
    ReadFrom,
    Record,
    ScoringRules,
    SecurityMatch,
    TestConventions,
    Totals,
)

SCHEMA = "steward.facts/1"
MAX_BYTES = 64 * 1024 * 1024
