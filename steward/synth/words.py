"""The word lists of the contract (`docs/prose.md`, "Words")."""

from __future__ import annotations

from collections.abc import Mapping

from steward.model import DimensionKey

VOCABULARY: Mapping[DimensionKey, tuple[str, ...]] = {
    DimensionKey.CORRECTNESS: tuple(
        "test tests tested testing untested coverage correctness correct".split()
    ),
    DimensionKey.SECURITY: tuple(
        "security secure insecure sensitive vulnerability vulnerabilities vulnerable exploit attack".split()
    ),
    DimensionKey.COMPLEXITY: tuple("complexity complex complicated".split()),
    DimensionKey.DOCS: tuple(
        "docs doc documentation documented undocumented document documents readme changelog".split()
    ),
    DimensionKey.GOVERNANCE: tuple("governance constitution mission domain domains policy policies".split()),
}
