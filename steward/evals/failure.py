"""Why a model gave no usable answer: a closed list (`docs/evals.md`, "Faults")."""

from __future__ import annotations

from collections.abc import Mapping

from steward.evals.verdict import writable

KINDS: Mapping[str, str] = {
    "timeout": "no answer within the time allowed",
    "rate_limited": "the server asks to wait",
    "overloaded": "the server is overloaded or fails",
    "auth": "the server refuses the key",
    "billing": "the account cannot pay",
    "bad_request": "the server refuses the request",
    "too_large": "the request is too large for the model",
    "refused": "the model declines to answer",
    "truncated": "the answer was cut off by its limit",
    "invalid_reply": "the answer is of another form",
    "network": "the server cannot be reached",
    "internal": "the call itself failed",
}

_STATUSES: Mapping[int, str] = {
    400: "bad_request",
    401: "auth",
    402: "billing",
    403: "auth",
    404: "bad_request",
    408: "timeout",
    413: "too_large",
    422: "bad_request",
    429: "rate_limited",
}
_NAMES = (("Timeout", "timeout"), ("Connection", "network"), ("Decode", "invalid_reply"))


class ModelFailed(Exception):
    """A call without a usable answer. Its words are ours: what a server says is never repeated."""

    def __init__(self, kind: str, what: str = "") -> None:
        self.kind = kind
        self.what = writable(what or KINDS[kind])
        super().__init__(self.what)


def failed(error: Exception) -> ModelFailed:
    """What an SDK raised, by its status and its class; nothing of the SDK is imported for it."""
    if isinstance(error, ModelFailed):
        return error
    status = getattr(error, "status_code", None)
    if isinstance(status, int):
        kind = _STATUSES.get(status, "overloaded" if status >= 500 else "bad_request")
        return ModelFailed(kind, f"{KINDS[kind]} (status {status})")
    name = type(error).__name__
    kind = next((kind for part, kind in _NAMES if part in name), "internal")
    return ModelFailed(kind, f"{KINDS[kind]} ({name})")
