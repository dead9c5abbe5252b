"""The call of a model over a real socket: every fault is a value with a reason, and nothing leaks or lingers."""

from __future__ import annotations

import socket
from collections.abc import Callable

import pytest

from steward.adapters.claude import Answered, Asked, Claude
from steward.model import ProseReason as R
from tests.model.service import Behaviour, drips, drops, hangs, message, sends, serving

KEY = "sk-test-key"
ASKED = Asked(
    model="claude-haiku-5-5",
    system="Explain.",
    message='{"title":"x"}',
    schema={"type": "object", "properties": {"headline": {"type": "string"}}},
)
GOOD = sends(message('{"headline":"Fine"}'))


def ask(behaviour: Behaviour, *, seconds: float = 10.0, left: float = 60.0) -> Answered:
    with serving(behaviour) as model:
        return Claude(key=KEY, base_url=model.url, seconds=seconds).ask(ASKED, left=left)


def test_an_answer_comes_back_with_who_gave_it() -> None:
    found = ask(GOOD)

    assert found == Answered(
        answered=True,
        model="claude-haiku-5-5",
        stop_reason="end_turn",
        texts=('{"headline":"Fine"}',),
        input_tokens=1200,
        output_tokens=340,
    )


def test_what_is_sent_is_the_request_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_CUSTOM_HEADERS", "x-canary: leaked")
    monkeypatch.setenv("ANTHROPIC_BASE_URL", "http://127.0.0.1:9")
    monkeypatch.setenv("ANTHROPIC_AUTH_TOKEN", "another-secret")
    with serving(GOOD) as model:
        Claude(key=KEY, base_url=model.url, seconds=10).ask(ASKED, left=60)

    (request,) = model.requests
    assert request.path == "/v1/messages"
    assert "x-canary" not in {name.lower() for name in request.headers}
    assert "another-secret" not in str(request.headers)
    assert KEY in str(request.headers)
    assert request.body["messages"] == [{"role": "user", "content": ASKED.message}]
    assert request.body["output_config"]["effort"] == "low"
    assert "tools" not in request.body


FAULTS: dict[str, tuple[Behaviour, R, bool]] = {
    "bad request": (sends({"error": {"message": "no"}}, status=400), R.BAD_REQUEST, False),
    "wrong key": (sends({"error": {}}, status=401), R.AUTH, False),
    "no money": (sends({"error": {}}, status=402), R.BILLING, False),
    "may not": (sends({"error": {}}, status=403), R.AUTH, False),
    "no such model": (sends({"error": {}}, status=404), R.BAD_REQUEST, False),
    "too large": (sends({"error": {}}, status=413), R.TOO_LARGE, False),
    "limited": (sends({"error": {}}, status=429, retry_after="3600"), R.RATE_LIMITED, False),
    "broken": (sends("<html>oops", status=502, content_type="text/html"), R.OVERLOADED, False),
    "gateway slow": (sends({}, status=504), R.TIMEOUT, False),
    "overloaded": (sends({"error": {}}, status=529), R.OVERLOADED, False),
    "elsewhere": (sends("", status=307, location="http://127.0.0.1:9/steal"), R.INTERNAL, False),
    "a login page": (sends("<html>", content_type="text/html"), R.INVALID_REPLY, True),
    "half a body": (sends('{"id": "msg', content_type="application/json"), R.INVALID_REPLY, True),
    "no content": (sends({"id": "x"}), R.INVALID_REPLY, True),
    "hung up": (drops, R.NETWORK, False),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_a_reason(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    behaviour, reason, answered = FAULTS[name]

    found = ask(behaviour)

    assert (found.reason, found.answered, found.texts) == (reason, answered, ())
    assert capfd.readouterr() == ("", "")


def test_a_fault_is_not_tried_again() -> None:
    with serving(sends({}, status=529)) as model:
        Claude(key=KEY, base_url=model.url, seconds=10).ask(ASKED, left=60)

    assert len(model.requests) == 1


def test_nobody_listens() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}"

    assert Claude(key=KEY, base_url=url, seconds=10).ask(ASKED, left=60).reason is R.NETWORK


SLOW: dict[str, Callable[..., Behaviour]] = {
    "silence": hangs,
    "a drip": lambda model: drips(model, message("x" * 4000)),
}


@pytest.mark.parametrize("name", SLOW)
def test_the_deadline_holds_whatever_the_server_does(name: str) -> None:
    with serving(GOOD) as model:
        claude = Claude(key=KEY, base_url=model.url, seconds=10)
        assert claude.ask(ASKED, left=60).answered  # the import is over
        model.behaviour = SLOW[name](model)
        found = claude.ask(ASKED, left=0.5)

    assert (found.reason, found.answered) == (R.TIMEOUT, False)


def test_no_time_is_no_call() -> None:
    with serving(GOOD) as model:
        found = Claude(key=KEY, base_url=model.url, seconds=10).ask(ASKED, left=0)

    assert (found.reason, model.requests) == (R.TIMEOUT, [])


ANSWERS: dict[str, tuple[dict[str, object], str, tuple[str, ...]]] = {
    "refused": (message(None, stop_reason="refusal", content=[]), "refusal", ()),
    "refused with words": (message("I will not", stop_reason="refusal"), "refusal", ("I will not",)),
    "cut off": (message('{"head', stop_reason="max_tokens"), "max_tokens", ('{"head',)),
    "a stop that is new": (message("x", stop_reason="brand_new"), "brand_new", ("x",)),
    "two blocks": (
        message(None, content=[{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]),
        "end_turn",
        ("a", "b"),
    ),
    "thoughts before": (
        message(
            None,
            content=[
                {"type": "thinking", "thinking": "hm", "signature": "s"},
                {"type": "text", "text": "a"},
            ],
        ),
        "end_turn",
        ("a",),
    ),
    "a block that is new": (message(None, content=[{"type": "brand_new", "x": 1}]), "end_turn", ("",)),
    "nothing": (message(None, content=[]), "end_turn", ()),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_an_answer_is_told_as_it_is(name: str) -> None:
    body, stop, texts = ANSWERS[name]

    found = ask(sends(body))

    assert (found.reason, found.answered, found.stop_reason, found.texts) == (None, True, stop, texts)


@pytest.mark.parametrize("text", ["\ud800", "\0", "é" * 10])
def test_text_that_cannot_be_sent_is_a_reason_and_no_crash(text: str) -> None:
    with serving(GOOD) as model:
        asked = Asked(model="m", system="s", message=text, schema={"type": "object"})
        found = Claude(key=KEY, base_url=model.url, seconds=10).ask(asked, left=60)

    assert found.answered or found.reason is R.INTERNAL
