"""Paid judges and agents over a client that is handed in: what is sent, kept, counted and refused."""

from __future__ import annotations

import json
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from steward.evals import (
    INSTRUCTIONS,
    Dimension,
    GoldenTask,
    ModelFailed,
    anthropic_agent,
    anthropic_judge,
    judge_document,
    run_golden_tasks,
    shape,
)
from steward.evals.cache import Cache
from steward.evals.failure import KINDS, failed
from steward.evals.plan import NotAffordable, Plan, credits_of, require_affordable
from steward.evals.prices import dollars, together
from steward.evals.shape import encode
from steward.evals.usage import Call, summed

VERDICT = '{"reasoning": "r", "score": 9}'


def answer(text: str = VERDICT, **more: Any) -> Any:
    usage = SimpleNamespace(
        input_tokens=100,
        output_tokens=20,
        cache_read_input_tokens=10,
        cache_creation_input_tokens=None,
        output_tokens_details=SimpleNamespace(thinking_tokens=5),
    )
    blocks = [SimpleNamespace(type="thinking", thinking="…"), SimpleNamespace(type="text", text=text)]
    return SimpleNamespace(
        **{"content": blocks, "stop_reason": "end_turn", "model": "claude-haiku-5-5", "usage": usage, **more}
    )


class Client:
    """A client that answers from a list, the last for ever, and remembers what it was sent."""

    base_url = "https://example.invalid"

    def __init__(self, *answers: Any) -> None:
        self._answers = list(answers or [answer()])
        self.sent: list[dict[str, Any]] = []
        self.messages = self

    def create(self, **request: Any) -> Any:
        self.sent.append(request)
        given = self._answers.pop(0) if len(self._answers) > 1 else self._answers[0]
        if isinstance(given, BaseException):
            raise given
        return given


def test_a_judge_sends_the_document_as_data_and_asks_for_the_form_of_a_verdict() -> None:
    client = Client()
    report = judge_document(
        "text", judge=anthropic_judge(model="m", client=client), dimensions=["conciseness"]
    )

    assert report.scores["conciseness"].score == 9
    assert report.judge == "anthropic"
    (sent,) = client.sent
    assert sent["model"] == "m"
    assert sent["messages"] == [{"role": "user", "content": '{"document": "text"}'}]
    assert sent["output_config"]["format"]["schema"]["properties"]["score"]["enum"] == list(range(16))
    assert "conciseness" in sent["system"]
    assert sent["max_tokens"] == 4_000
    assert json.dumps(sent)


def test_an_agent_sends_the_configuration_as_system_prompt() -> None:
    client = Client(answer("use uv"))
    task = GoldenTask("a", "How?", ["uv"])
    run_golden_tasks([task], agent=anthropic_agent(model="m", client=client), config="CONFIG")

    ours, theirs = client.sent
    assert (ours["system"], ours["messages"]) == ("CONFIG", [{"role": "user", "content": "How?"}])
    assert "system" not in theirs


def test_an_agents_answer_may_come_in_several_texts() -> None:
    parts = [SimpleNamespace(type="text", text=text) for text in ("use ", "uv")]
    agent = anthropic_agent(model="m", client=Client(answer(content=parts)))

    assert agent(GoldenTask("a", "How?"), "c") == "use uv"


def test_a_paid_reply_is_the_object_and_nothing_else() -> None:
    judge = anthropic_judge(model="m", client=Client(answer(f"Here: {VERDICT}")))
    assert judge_document("x", judge=judge).scores["conciseness"].errors[0].kind == "invalid_reply"


class Odd(Exception):
    """As an SDK's error looks from outside."""

    def __init__(self, status: int | None) -> None:
        super().__init__("the server said: sk-secret")
        self.status_code = status


class APITimeoutError(Exception):
    """By its name alone."""


class APIConnectionError(Exception):
    """By its name alone."""


@pytest.mark.parametrize(
    ("given", "kind"),
    [
        (answer(stop_reason="refusal"), "refused"),
        (answer(stop_reason="max_tokens"), "truncated"),
        (answer(stop_reason="model_context_window_exceeded"), "too_large"),
        (answer(stop_reason="tool_use"), "invalid_reply"),
        (answer(stop_reason=None), "invalid_reply"),
        (answer(content=[]), "invalid_reply"),
        (answer(content=None), "invalid_reply"),
        (answer(content=[SimpleNamespace(type="text", text=None)]), "invalid_reply"),
        (answer(content=[SimpleNamespace(type="text", text="a")] * 2), "invalid_reply"),
        ("<html>", "invalid_reply"),
        (None, "invalid_reply"),
        (Odd(400), "bad_request"),
        (Odd(401), "auth"),
        (Odd(402), "billing"),
        (Odd(413), "too_large"),
        (Odd(418), "bad_request"),
        (Odd(429), "rate_limited"),
        (Odd(529), "overloaded"),
        (Odd(None), "internal"),
        (APITimeoutError(), "timeout"),
        (APIConnectionError(), "network"),
        (json.JSONDecodeError("x", "y", 0), "invalid_reply"),
        (UnicodeEncodeError("utf-8", "\ud800", 0, 1, "x"), "internal"),
    ],
    ids=repr,
)
def test_every_fault_has_its_class_and_no_words_of_the_server(given: Any, kind: str) -> None:
    judge = anthropic_judge(model="m", client=Client(given))
    (error,) = judge_document("x", judge=judge, dimensions=["conciseness"]).scores["conciseness"].errors

    assert error.kind == kind
    assert error.kind in KINDS
    assert "sk-secret" not in str(error)
    assert judge.usage().faults == 1
    assert judge.usage().tokens_in == 0


def test_a_failure_stays_what_it_is() -> None:
    known = ModelFailed("refused")
    assert failed(known) is known


def test_ctrl_c_goes_through() -> None:
    judge = anthropic_judge(model="m", client=Client(KeyboardInterrupt()))
    assert judge_document("x", judge=judge).stopped


@pytest.mark.parametrize("make", [anthropic_judge, anthropic_agent])
def test_a_mistake_in_the_making_is_a_value_error(make: Any) -> None:
    with pytest.raises(ValueError, match="name of a model"):
        make(model="", client=Client())
    with pytest.raises(ValueError, match="needs a client"):
        make(model="m", client=None)
    with pytest.raises(ValueError, match="needs a client"):
        make(model="m", client=object())


class TestTheCache:
    def test_a_second_run_costs_nothing(self, tmp_path: Path) -> None:
        spent: list[int] = []
        for calls in (2, 0):
            client = Client()
            judge = anthropic_judge(
                model="m", client=client, cache=Cache(tmp_path), spend=lambda: spent.append(5)
            )
            report = judge_document("x", judge=judge, dimensions=["conciseness"], samples=2)
            assert report.scores["conciseness"].samples == (9, 9)
            assert (len(client.sent), judge.usage().hits) == (calls, 2 - calls)
        assert spent == [5, 5]

    def test_another_sample_model_text_or_server_is_another_answer(self, tmp_path: Path) -> None:
        def names(model: str, text: str, base_url: str) -> Iterator[str]:
            client = Client()
            client.base_url = base_url
            judge = anthropic_judge(model=model, client=client, cache=Cache(tmp_path))
            judge_document(text, judge=judge, dimensions=["conciseness"], samples=2)
            yield from (str(len(client.sent)),)

        made = [*names("m", "x", "a"), *names("n", "x", "a"), *names("m", "y", "a"), *names("m", "x", "b")]
        assert made == ["2"] * 4
        assert len(list(tmp_path.rglob("*.json"))) == 8

    def test_errors_are_not_kept(self, tmp_path: Path) -> None:
        client = Client(Odd(529), answer(stop_reason="refusal"), answer())
        for expected in (None, None, 9):
            judge = anthropic_judge(model="m", client=client, cache=Cache(tmp_path))
            assert (
                judge_document("x", judge=judge, dimensions=["conciseness"]).scores["conciseness"].score
                == expected
            )

    @pytest.mark.parametrize("reply", ["Well.", '{"score": 16}', '{"reasoning": "r"}'])
    def test_an_answer_that_is_no_verdict_is_asked_for_again(self, tmp_path: Path, reply: str) -> None:
        scores = []
        for client in (Client(answer(reply)), Client(), Client(answer(reply))):
            judge = anthropic_judge(model="m", client=client, cache=Cache(tmp_path))
            found = judge_document("x", judge=judge, dimensions=["conciseness"]).scores["conciseness"]
            scores.append((found.score, len(client.sent), [error.kind for error in found.errors]))
        assert scores == [(None, 1, ["invalid_reply"]), (9, 1, []), (9, 0, [])]

    def test_an_interrupted_run_goes_on(self, tmp_path: Path) -> None:
        tasks = [GoldenTask(f"t{n}", f"p{n}", ["ok"]) for n in range(3)]
        client = Client(answer("ok"), answer("ok"), answer("ok"), KeyboardInterrupt(), answer("ok"))
        agent = anthropic_agent(model="m", client=client, cache=Cache(tmp_path))
        assert run_golden_tasks(tasks, agent=agent, config="c", runs=2, shuffle=True).stopped

        agent = anthropic_agent(model="m", client=client, cache=Cache(tmp_path))
        report = run_golden_tasks(tasks, agent=agent, config="c", runs=2, shuffle=True)
        assert (agent.usage().hits, agent.usage().calls) == (3, 9)
        assert (report.rate("with"), report.stopped) == (1.0, False)

    def test_runs_of_one_request_are_kept_apart(self, tmp_path: Path) -> None:
        client = Client(answer("one"), answer("two"), answer("three"), answer("four"))
        agent = anthropic_agent(model="m", client=client, cache=Cache(tmp_path))
        report = run_golden_tasks([GoldenTask("a", "p")], agent=agent, config="c", baseline="c", runs=2)

        outputs = [run.output for arm in report.tasks[0].arms.values() for run in arm.runs]
        assert sorted(outputs) == ["four", "one", "three", "two"]

    @pytest.mark.parametrize(
        "spoiled",
        [
            b"",
            b"{",
            b"[]",
            b"\xff",
            b'{"version": 2}',
            b'{"key":"other","text":"","model":""}',
            pytest.param(b'{"more":' + b"[" * 100_000 + b"]" * 100_000 + b"}", id="deep"),
        ],
    )
    def test_a_spoiled_file_is_none(self, tmp_path: Path, spoiled: bytes) -> None:
        for _ in range(2):
            client = Client()
            judge = anthropic_judge(model="m", client=client, cache=Cache(tmp_path))
            judge_document("x", judge=judge, dimensions=["conciseness"])
            assert len(client.sent) == 1
            (file,) = tmp_path.rglob("*.json")
            file.write_bytes(spoiled)

    def test_an_answer_with_half_a_character_is_kept_and_told(self, tmp_path: Path) -> None:
        given = answer('{"reasoning": "half \ud800", "score": 9}', model="m\udfff")
        clients = Client(given), Client(given)
        for client in clients:
            judge = anthropic_judge(model="m", client=client, cache=Cache(tmp_path))
            report = judge_document("x", judge=judge, dimensions=["conciseness"])
            assert report.scores["conciseness"].score == 9
            assert encode(shape.judge_document(report, "x", usage=judge.usage()))
        assert [len(client.sent) for client in clients] == [1, 0]

    def test_a_folder_that_cannot_be_made_costs_the_cache_alone(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("")
        judge = anthropic_judge(model="m", client=Client(), cache=Cache(tmp_path / "file" / "x"))

        assert judge_document("x", judge=judge).scores["conciseness"].score == 9
        assert [path.name for path in tmp_path.iterdir()] == ["file"]

    def test_nothing_but_answers_is_left_behind(self, tmp_path: Path) -> None:
        judge = anthropic_judge(model="m", client=Client(), cache=Cache(tmp_path))
        judge_document("x", judge=judge)

        files = [path for path in tmp_path.rglob("*") if path.is_file()]
        assert {(path.suffix, len(path.stem)) for path in files} == {(".json", 64)}
        assert "sk-" not in "".join(path.read_text() for path in files)


class TestUsage:
    def test_tokens_money_time_and_retries_are_summed(self) -> None:
        ticks = iter(range(100))
        client = Client()
        judge = anthropic_judge(
            model="claude-haiku-5-5", client=client, clock=lambda: float(next(ticks)), sdk="1.0"
        )
        judge_document("x", judge=judge)
        usage = judge.usage()

        assert (usage.calls, usage.hits, usage.faults) == (2, 0, 0)
        assert (usage.tokens_in, usage.tokens_out, usage.tokens_thinking, usage.tokens_cached) == (
            200,
            40,
            10,
            20,
        )
        assert usage.usd == "0.000040"
        assert (usage.seconds_p50, usage.seconds_p95) == (1.0, 1.0)
        assert (usage.asked, usage.answered, usage.sdk) == ("claude-haiku-5-5", ("claude-haiku-5-5",), "1.0")
        assert len(usage.prompt) == len(usage.schema) == 16
        assert msgspec.json.encode(usage)

    def test_the_prompts_hash_is_of_all_that_was_asked_in_whatever_order(self) -> None:
        def asked(*dimensions: str | Dimension) -> tuple[str, str]:
            judge = anthropic_judge(model="m", client=Client())
            judge_document("x", judge=judge, dimensions=dimensions)
            return judge.usage().prompt, judge.usage().schema

        other = replace(INSTRUCTIONS[0], question="Another question?", max_score=9)
        both = asked("actionability", "conciseness")
        assert both == asked("conciseness", "actionability")
        assert len({each[0] for each in (both, asked("conciseness"), asked(other, "conciseness"))}) == 3
        assert both[1] == asked("conciseness")[1] != asked(other, "conciseness")[1]

    def test_retries_that_a_client_counts_are_told(self) -> None:
        client = Client()

        def create(**request: Any) -> Any:
            client.retries = getattr(client, "retries", 0) + 2  # type: ignore[attr-defined]
            return answer()

        client.messages = SimpleNamespace(create=create)  # type: ignore[assignment]
        judge = anthropic_judge(model="m", client=client)
        judge_document("x", judge=judge, dimensions=["conciseness"])
        assert judge.usage().retries == 2

    def test_without_a_price_the_sum_is_not_known(self) -> None:
        assert summed([Call(model="new-model", read=1)], asked="x").usd is None
        assert summed([], asked="x").usd == "0.000000"
        assert together([dollars("claude-opus-5-5", read=1, written=0), None]) is None

    def test_prices(self) -> None:
        assert dollars("claude-opus-5-5", read=1_000_000, written=1_000_000) == 24
        assert dollars("claude-haiku-4-5-20251001", read=1_000_000, written=0) == 1
        assert dollars("claude-haiku-5-5", read=100_000, written=0) == Decimal("0.01")
        assert dollars("claude-haiku-5-5", read=200_000, written=0) == Decimal("0.1")
        assert dollars("claude-haiku-5-55", read=1, written=1) is None


class TestThePlan:
    def test_it_is_refused_before_the_first_call(self) -> None:
        asked: list[int] = []
        plan = Plan(calls=3, cached=1)

        def charge(price: int) -> bool:
            asked.append(price)
            return True

        require_affordable(plan, charge)
        assert asked == [15]
        with pytest.raises(NotAffordable, match=r"3 calls, at most 0\.15 credits \(1 answers in the cache\)"):
            require_affordable(plan, lambda price: False)

    def test_without_calls_nobody_is_asked(self) -> None:
        require_affordable(Plan(calls=0, cached=9), lambda price: False)

    def test_amounts(self) -> None:
        assert [credits_of(n) for n in (0, 5, 100, 1234, -5)] == ["0.00", "0.05", "1.00", "12.34", "-0.05"]
