"""What the service on loopback answers in the demo: fixed sentences with the slots of the request in them."""

from __future__ import annotations

import json
from typing import Any

_WORDS = {
    "headline": "Several source files changed; the tests that go with them are the first thing to look for.",
    "correctness": "There are {source_files} source files in this change and {test_files} test files beside them. "
    "A reviewer could begin with the source that no test is named after.",
    "security": "Of the changed paths, {sensitive_paths} may be sensitive by name; what the lines do is "
    "for a reader to see.",
    "complexity": "The change has {lines} lines in {files} files, which is what a reviewer has to hold in mind.",
    "docs": "Next to {source_files} source files there are {docs_files} pages of documentation in the list.",
    "governance": "The repository has a constitution; the domains that it names are listed with the files.",
}


def answer(request: dict[str, Any]) -> dict[str, str]:
    """A sentence for each field that the request's schema names."""
    fields = request["output_config"]["format"]["schema"]["properties"]
    return {name: _WORDS[name] for name in fields}


def as_text(request: dict[str, Any]) -> str:
    """The same as the text of an answer."""
    return json.dumps(answer(request))
