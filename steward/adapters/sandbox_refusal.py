"""Where no stranger's code may be run: `docs/challenges.md`, "Isolation"."""

from __future__ import annotations

import re
from collections.abc import Mapping

from steward.errors import InputInvalid
from steward.report.markdown import visible

_REFUSED_EVENTS = ("pull_request_target", "workflow_run")
_MODEL_KEY = re.compile(
    r"(?:INPUT_)?(?:ANTHROPIC|CLAUDE|OPENAI|AZURE_OPENAI|GEMINI|GOOGLE|MISTRAL|COHERE|GROQ|DEEPSEEK|XAI|OPENROUTER)"
    r"[-_](?:API[-_])?(?:KEY|TOKEN|AUTH[-_]TOKEN)|INPUT_ANTHROPIC[-_]API[-_]KEY",
    re.IGNORECASE,
)


def require_safe(environ: Mapping[str, str]) -> None:
    """Raise `InputInvalid` where no stranger's code may be run: an event with secrets, or a model's key at hand."""
    event = environ.get("GITHUB_EVENT_NAME", "")
    if event in _REFUSED_EVENTS:
        raise InputInvalid(
            (f"submissions are not run on {event}, which has the repository's secrets",),
            mend="Use the event pull_request.",
        )
    keys = sorted(name for name, value in environ.items() if value and _MODEL_KEY.fullmatch(name))
    if keys:
        raise InputInvalid(
            (
                f"submissions are not run with a model's key in the environment: {visible(', '.join(keys))} is set",
            ),
            mend="Unset it; a model's opinion belongs in a job of its own.",
        )
