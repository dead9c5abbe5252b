"""Where no stranger's code may be run: `docs/challenges.md`, "Isolation"."""

from __future__ import annotations

import re
from collections.abc import Mapping

from steward.errors import InputInvalid
from steward.report.markdown import visible

_REFUSED_EVENTS = ("pull_request_target", "workflow_run")
_MODEL_KEY = re.compile(
    r"(?:INPUT_)?(?:ANTHROPIC|CLAUDE|CLAUDE_CODE|OPENAI|AZURE_OPENAI|GEMINI|GOOGLE|GOOGLE_GENERATIVE_AI|MISTRAL|COHERE"
    r"|GROQ|DEEPSEEK|XAI|OPENROUTER|PERPLEXITY|TOGETHER|FIREWORKS|HF|HUGGINGFACE|REPLICATE|CEREBRAS|MOONSHOT|QWEN)"
    r"[-_](?:API[-_])?(?:KEY|TOKEN|(?:AUTH|OAUTH)[-_]TOKEN)|INPUT_ANTHROPIC[-_]API[-_]KEY|AWS_BEARER_TOKEN_BEDROCK",
    re.IGNORECASE,
)
# Under any name: the beginnings that two providers give to their keys.
_MODEL_KEY_VALUE = re.compile(r"sk-(?:ant|proj|or|svcacct)-[A-Za-z0-9_-]{10,}")


def require_safe(environ: Mapping[str, str]) -> None:
    """Raise `InputInvalid` where no stranger's code may be run: an event with secrets, or a model's key at hand."""
    event = environ.get("GITHUB_EVENT_NAME", "")
    if event in _REFUSED_EVENTS:
        raise InputInvalid(
            (f"submissions are not run on {event}, which has the repository's secrets",),
            mend="Use the event pull_request.",
        )
    keys = sorted(name for name, value in environ.items() if value and _is_key(name, value))
    if keys:
        raise InputInvalid(
            (
                f"submissions are not run with a model's key in the environment: {visible(', '.join(keys))} is set",
            ),
            mend="Unset it; a model's opinion belongs in a job of its own.",
        )


def _is_key(name: str, value: str) -> bool:
    return bool(_MODEL_KEY.fullmatch(name) or _MODEL_KEY_VALUE.search(value))
