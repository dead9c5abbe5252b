"""What is run for a check, and whether what it printed is right."""

from __future__ import annotations

from collections.abc import Sequence

import regex

from steward.challenge.bench import Ran, Step
from steward.challenge.cases import Case
from steward.challenge.manifest import Check, Expect, Kind

_SEARCH_SECONDS = 2.0
_PYTEST = frozenset({"pytest", "py.test"})


def arguments(check: Check, *, seed: int, given: str = "") -> tuple[str, ...]:
    """The words of a check's command, with the seed and the input in place and its report asked for.

    pytest and node's test runner are told where the report goes; other commands have to say it themselves.
    """
    words = [word.replace("{seed}", str(seed)) for word in check.run]
    if check.junit is not None and not any(check.junit in word for word in words):
        words = _reporting(words, check.junit)
    return tuple(word.replace("{input}", given) for word in words)


def step_of(check: Check, *, seed: int, seconds: float) -> Step:
    """The step of a check that is one command; an installation may use the network, and what it leaves is kept."""
    installs = check.kind is Kind.INSTALL
    return Step(
        arguments=arguments(check, seed=seed),
        seconds=seconds,
        report=check.junit,
        placed=check.files,
        network=installs,
        keeps=installs,
    )


def runs_pytest(words: Sequence[str]) -> bool:
    """Whether a command is pytest, started in one of its ways."""
    return any(word.rsplit("/", 1)[-1] in _PYTEST for word in words[:3])


def _reporting(words: list[str], junit: str) -> list[str]:
    if runs_pytest(words):
        return [*words, f"--junitxml={junit}"]
    if words[0].rsplit("/", 1)[-1] in ("node", "nodejs") and "--test" in words:
        after = words.index("--test") + 1
        options = ["--test-reporter=junit", f"--test-reporter-destination={junit}"]
        return [*words[:after], *options, *words[after:]]
    return words


def as_expected(ran: Ran, expect: Expect) -> str | None:
    """Why a behaviour is not the expected one, as a clause; None when it is."""
    if ran.exit != expect.exit:
        return f"it ended with exit code {ran.exit}, expected was {expect.exit}"
    for name, pattern, printed in (
        ("standard output", expect.stdout, ran.stdout),
        ("standard error", expect.stderr, ran.stderr),
    ):
        if pattern is not None and not _found(pattern, printed.decode("utf-8", "replace")):
            return f"what it printed on {name} is not what was expected"
    return None


def _found(pattern: str, text: str) -> bool:
    # The text is a stranger's: a pattern that takes too long over it has not been found.
    try:
        return regex.search(pattern, text, timeout=_SEARCH_SECONDS) is not None
    except TimeoutError:
        return False


def right(ran: Ran, case: Case) -> bool:
    """Whether a case came out as it must; line breaks at the end do not count."""
    if ran.timed_out or ran.flooded or ran.exit != case.exit:
        return False
    try:
        printed = ran.stdout.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return printed.replace("\r\n", "\n").rstrip("\n") == case.output.rstrip("\n")
