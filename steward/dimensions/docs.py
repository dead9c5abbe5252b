"""Docs alignment: did docs change with the source? (`docs/scoring.md`, "Docs alignment")"""

from __future__ import annotations

from steward.dimensions.measures import Measures, docs, sources
from steward.model import DimensionKey, DocsEvidence, PullRequest
from steward.wording import count

KEY = DimensionKey.DOCS

_MANY_SOURCE_FILES = 5


def score(measures: Measures) -> int | None:
    """90, 70 or 50, or None when no source file changed."""
    if not measures.source_files:
        return None
    if measures.docs_files:
        return 90
    return 50 if measures.source_files >= _MANY_SOURCE_FILES else 70


def evidence(pull_request: PullRequest) -> DocsEvidence:
    """The docs files beside the number of source files."""
    files = pull_request.change.files
    found = docs(files)
    return DocsEvidence(
        source_files=len(sources(files, pull_request.rules)),
        docs_files=len(found),
        docs=tuple(file.path for file in found),
    )


def headline(found: DocsEvidence) -> str:
    """One line from the evidence."""
    if not found.source_files:
        return "no source file changed"
    return f"{count(found.docs_files, 'docs file')} for {count(found.source_files, 'source file')}"
