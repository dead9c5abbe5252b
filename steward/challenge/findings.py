"""What a search for shortcuts looks at, and what it finds."""

from __future__ import annotations

import re
from collections.abc import Collection
from enum import StrEnum

import msgspec

from steward.challenge.examples import Examples

SENSES = "looks for signs of a test run"
_TELLTALE = re.compile(
    r"(?:PYTEST_\w+|_PYTEST_\w+|NODE_TEST_CONTEXT|NODE_TEST_WORKER_ID|JEST_WORKER_ID|VITEST\w*|GITHUB_\w+|RUNNER_\w+|ACTIONS_\w+"
    r"|STEWARD\w*|CONTINUOUS_INTEGRATION|BUILD_NUMBER|GITLAB_CI|JENKINS_URL|TRAVIS|CIRCLECI|TOX_ENV_NAME|"
    r"COVERAGE_RUN|COV_CORE_SOURCE|NYC_CONFIG|MOCHA\w*|npm_lifecycle_event|npm_lifecycle_script)"
)
_CI = frozenset({"CI", "TEST", "TESTING", "NODE_ENV", "UNIT_TEST", "DEBUG_TEST"})
_ELSEWHERE = re.compile(
    r"(?:/proc/|/github/|/run/|/var/run/|/root(?:/|\Z)|/home(?:/|\Z)|/etc/(?:passwd|shadow)|/sys/fs/cgroup)"
)
_REPORT = re.compile(r"(?:junit|xunit)[\w.-]*", re.IGNORECASE)
_IN_REPORT = re.compile(r"</?(?:testsuites?|testcase|failure)\b|\bfailures=", re.IGNORECASE)
_HOOK = re.compile(
    r"\bpytest_(?:runtest|collect|configure|unconfigure|session|report|assert|make|pyfunc|exception|addoption|generate"
    r"|ignore|item|deselected|load|cmdline|fixture|terminal|plugin)\w*"
)
_STEERS = frozenset("conftest.py sitecustomize.py usercustomize.py pytest.ini .pytest.ini".split())


class Group(StrEnum):
    """The two kinds of shortcuts that a manifest sets a level for."""

    HARDCODED = "hardcoded"
    BYPASS = "bypass"


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """One shortcut. `reason` is a clause in words of ours; it never quotes a hidden test."""

    group: Group
    rule: str
    path: str
    line: int
    reason: str
    certain: bool = True

    @classmethod
    def bypass(cls, path: str, line: int, rule: str, reason: str, *, certain: bool = True) -> Finding:
        """A way round the tests."""
        return cls(group=Group.BYPASS, rule=rule, path=path, line=line, reason=reason, certain=certain)

    @classmethod
    def hardcoded(cls, path: str, line: int, rule: str, reason: str) -> Finding:
        """An answer that was written down instead of worked out."""
        return cls(group=Group.HARDCODED, rule=rule, path=path, line=line, reason=reason)


class Watched(msgspec.Struct, frozen=True, kw_only=True):
    """One file of a submission: its bytes, the lines that are new, and what to look for."""

    path: str
    data: bytes
    added: frozenset[int]
    reports: tuple[str, ...]
    hidden: tuple[str, ...]
    examples: Examples

    def suspicious(self, text: str) -> tuple[str, str] | None:
        """The rule and the reason that a text constant alone is enough for."""
        last = text.replace("\\", "/").rsplit("/", 1)[-1]
        named = any(text in (path, path.rsplit("/", 1)[-1]) for path in self.reports)
        signs = (
            (_TELLTALE.fullmatch(text), "senses-tests", f"names a variable of a test run: {SENSES}"),
            (named or _REPORT.fullmatch(text), "writes-report", "names the runner's report"),
            (_IN_REPORT.search(text), "writes-report", "makes the runner's report"),
            (_HOOK.search(text), "patches-runner", "names a hook of the test runner"),
            (last.lower() in _STEERS, "patches-runner", "names a file that steers how tests run"),
            (self._reaches(text), "reaches-hidden", "goes for the hidden tests"),
            (
                _ELSEWHERE.match(text),
                "reaches-hidden",
                "goes for what lies outside of the challenge's folder",
            ),
        )
        return next(((rule, reason) for seen, rule, reason in signs if seen), None)

    def _reaches(self, text: str) -> bool:
        parts = text.replace("\\", "/").split("/")
        for path in self.hidden:
            names = path.split("/")
            if len(parts) > 1 and (names[-1] in parts or path in text):
                return True
        return False

    def is_hidden_name(self, text: str) -> bool:
        """Whether a word is what a hidden folder or file is called; alone it may mean anything."""
        return any(text.strip("./") in (path, path.rsplit("/", 1)[-1]) for path in self.hidden)


def is_environment_sign(name: str) -> bool:
    """Whether reading this variable tells a program that it is under test."""
    return name in _CI or bool(_TELLTALE.fullmatch(name))


def first_of_each(findings: Collection[Finding]) -> tuple[Finding, ...]:
    """One finding a line and rule."""
    kept: dict[tuple[str, int], Finding] = {}
    for each in findings:
        known = kept.get((each.rule, each.line))
        if known is None or (each.certain and not known.certain):
            kept[each.rule, each.line] = each
    return tuple(kept.values())
