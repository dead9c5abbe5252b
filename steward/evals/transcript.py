"""What was asked and answered, a line of JSON each, with anything that looks like a secret taken out."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping

import msgspec

from steward.evals.arms import Arm, GoldenReport
from steward.evals.failure import ModelFailed
from steward.evals.judge import name_of
from steward.evals.request import Judge, JudgeRequest
from steward.evals.tasks import GoldenTask
from steward.evals.verdict import writable

REDACTED = "[redacted]"

# What stands before a key: nothing of a word, or the end of a JSON escape, for prompts hold documents as JSON.
_BEFORE = r"(?:(?<![A-Za-z0-9_])|(?<=\\[bfnrt])|(?<=\\u[0-9a-fA-F]{4}))"
_SECRETS = re.compile(
    r"-----BEGIN [A-Z ]*PRIVATE KEY(?: BLOCK)?-----.*?(?:-----END [A-Z ]*PRIVATE KEY(?: BLOCK)?-----|\Z)"
    rf"|{_BEFORE}(?:gh[pousr]_[A-Za-z0-9]{{16,}}|github_pat_\w{{20,}}|sk-[\w-]{{16,}}|xox[abprs]-[\w-]{{10,}}"
    r"|(?:AKIA|ASIA)[A-Z0-9]{16}\b|AIza[\w-]{30,}|glpat-[\w-]{16,}|npm_[A-Za-z0-9]{30,}"
    r"|eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*)"
    r"|(?<=://)[^\s/:@]{1,256}:[^\s/@]{1,256}(?=@)",
    re.DOTALL,
)
# The name stays, so that a reader sees what was taken out. A quotation mark may be escaped, more than once.
_NAMED = re.compile(
    r"(?i)((?:password|passwd|passphrase|secret|token|(?:api|access|private)[_-]?key|authorization|credentials?)"
    r"(?:\\{0,8}[\"'])?\s{0,4}[:=]\s{0,4}(?:bearer\s{1,4}|basic\s{1,4})?(?:\\{0,8}[\"'])?)"
    r"((?:[^\s\"',;\\]|\\(?!\\{0,8}[\"'])){6,})"
)


def redacted(text: str) -> str:
    """The text without what looks like a key, a token, a password or a private key."""
    return _NAMED.sub(rf"\1{REDACTED}", _SECRETS.sub(REDACTED, text))


class Recorder:
    """A judge that remembers what another was asked and answered; `heard` is called with every question."""

    def __init__(self, judge: Judge, *, heard: Callable[[], object] = lambda: None) -> None:
        self._judge, self._heard = judge, heard
        self.name = name_of(judge)
        self.strict = getattr(judge, "strict", False) is True
        self.lines: list[Mapping[str, object]] = []

    def __call__(self, asked: JudgeRequest) -> str:
        """The other judge's reply, or its exception."""
        line: dict[str, object] = {
            "kind": "judge",
            "dimension": asked.dimension,
            "sample": asked.sample,
            "system": asked.system,
            "prompt": asked.prompt,
        }
        try:
            self._heard()
            reply = self._judge(asked)
        except ModelFailed as error:
            self.lines.append({**line, "error": error.kind})
            raise
        except Exception as error:
            self.lines.append({**line, "error": type(error).__name__})
            raise
        self.lines.append({**line, "reply": str(reply)})
        return reply


def of_golden(
    report: GoldenReport, tasks: Iterable[GoldenTask], configs: Mapping[Arm, str]
) -> Iterator[Mapping[str, object]]:
    """The runs of golden tasks, arm by arm; the configurations stand in a first line."""
    yield {"kind": "configurations", **{str(arm): text for arm, text in configs.items()}}
    prompts = {task.name: task.prompt for task in tasks}
    for task in report.tasks:
        for arm in Arm:
            base = {"kind": "golden", "task": task.name, "arm": str(arm), "prompt": prompts[task.name]}
            found = task.arms[arm]
            for run in found.runs:
                yield {**base, "run": run.run, "passed": run.passed, "output": run.output}
            for error in found.errors:
                yield {**base, "run": error.run, "error": error.kind}


def encode(lines: Iterable[Mapping[str, object]]) -> bytes:
    """JSON lines, every text redacted."""
    return b"".join(msgspec.json.encode(_safe(line), order="sorted") + b"\n" for line in lines)


def _safe(line: Mapping[str, object]) -> dict[str, object]:
    return {
        key: writable(redacted(value)) if isinstance(value, str) else value for key, value in line.items()
    }
