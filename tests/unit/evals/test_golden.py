"""Golden tasks in two arms: rates are per task, tasks are paired, and what errors says nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from steward.evals import Arm, GoldenTask, ModelFailed, Shown, echo_agent, run_golden_tasks
from steward.evals.arms import GoldenReport
from steward.evals.golden import Agent
from steward.evals.shape import encode
from steward.evals.shape_golden import golden_document


def tasks(count: int, expect: str = "yes") -> list[GoldenTask]:
    return [GoldenTask(f"t{number}", f"prompt {number}", [expect]) for number in range(count)]


def scripted(answers: Callable[[str, str, int], str | Exception]) -> Agent:
    """An agent that answers by task, arm and how often it was asked that."""
    asked: Counter[tuple[str, str]] = Counter()

    def agent(task: GoldenTask, config: str) -> str:
        arm = "with" if config else "without"
        run = asked[task.name, arm]
        asked[task.name, arm] += 1
        answer = answers(task.name, arm, run)
        if isinstance(answer, Exception):
            raise answer
        return answer

    return agent


def run(count: int, answers: Callable[[str, str, int], str | Exception], **more: Any) -> GoldenReport:
    return run_golden_tasks(tasks(count), agent=scripted(answers), config="c", **more)


class TestTheEchoAgent:
    def test_a_configuration_that_states_the_convention_passes_and_an_empty_one_does_not(self) -> None:
        task = GoldenTask("uv", "How do I add a package?", [r"^- uv add"], ["pip"])
        report = run_golden_tasks([task], agent=echo_agent, config="# Rules\n- uv add NAME\n")

        assert (report.rate("with"), report.rate("without"), report.delta()) == (1.0, 0.0, 1.0)

    def test_what_is_forbidden_fails(self) -> None:
        task = GoldenTask("uv", "How?", ["uv"], ["^pip"])
        report = run_golden_tasks([task], config="uv\npip install", baseline="uv")

        assert (report.rate("with"), report.rate("without"), report.delta()) == (0.0, 1.0, -1.0)
        assert report.tasks[0].arms[Arm.WITH].runs[0].forbidden == ("^pip",)

    def test_every_expectation_must_be_met(self) -> None:
        task = GoldenTask("two", "p", ["a", "b"])
        report = run_golden_tasks([task], config="only a")

        assert report.rate(Arm.WITH) == 0.0
        assert report.tasks[0].arms[Arm.WITH].runs[0].missing == ("b",)


class Mute(ValueError):
    """An error that cannot say what it is."""

    def __str__(self) -> str:
        raise RuntimeError


class TestErrors:
    def test_errors_in_one_arm_do_not_move_the_difference(self) -> None:
        # Ten runs of two tasks: t0 always passes, t1 never does, in both arms alike; five errors in one arm.
        def answers(task: str, arm: str, run: int) -> str | Exception:
            if arm == "with" and task == "t0" and run < 5:
                return RuntimeError("connection lost")
            return "yes" if task == "t0" else "no"

        report = run(2, answers, runs=5)
        assert report.rate("with") == 0.0
        assert report.rate("without") == 0.5
        assert report.delta() == 0.0
        assert len(report.errors()) == 5

    def test_some_errors_leave_a_task_in_pairs(self) -> None:
        def answers(task: str, arm: str, run: int) -> str | Exception:
            return OSError() if arm == "with" and run < 3 else "yes" if task == "t0" else "no"

        report = run(2, answers, runs=4)
        assert report.delta() == 0.0
        assert report.tasks[0].arms[Arm.WITH].completed == 1
        assert report.rate("with") == 0.5

    def test_when_nothing_completed_nothing_is_available(self) -> None:
        report = run(3, lambda task, arm, run: ModelFailed("timeout"))

        assert (report.rate("with"), report.rate("without"), report.delta()) == (None, None, None)
        assert (report.delta_interval(), report.mcnemar(), report.sign_flip()) == (None, None, None)
        assert report.interval("with") is None
        assert report.shows() is Shown.NOT_SHOWN
        assert {(arm, error.kind) for _, arm, error in report.errors()} == {
            (Arm.WITH, "timeout"),
            (Arm.WITHOUT, "timeout"),
        }

    def test_without_a_pair_there_is_no_difference(self) -> None:
        report = run(2, lambda task, arm, run: "yes" if arm == "with" else OSError())

        assert (report.rate("with"), report.rate("without"), report.delta()) == (1.0, None, None)

    def test_an_output_that_is_no_text_is_an_error(self) -> None:
        agent: Any = lambda task, config: None  # noqa: E731
        report = run_golden_tasks(tasks(1), agent=agent, config="c")

        assert report.rate("with") is None
        assert [error.kind for _, _, error in report.errors()] == ["invalid_output"] * 2

    def test_what_an_agent_says_of_itself_is_not_repeated(self) -> None:
        report = run(1, lambda task, arm, run: RuntimeError("key sk-secret"))

        assert [error.what for _, _, error in report.errors()] == ["RuntimeError"] * 2

    def test_a_pattern_that_takes_too_long_says_nothing(self, monkeypatch: pytest.MonkeyPatch) -> None:
        from steward.evals import golden
        from steward.evals.patterns import find as real

        monkeypatch.setattr(golden, "find", lambda pattern, text: real(pattern, text, seconds=1e-9))
        report = run_golden_tasks([GoldenTask("slow", "p", [r"\s+x"])], config=" " * 200_000)

        assert report.errors()[0][2].kind == "pattern_timeout"
        assert report.delta() is None

    @pytest.mark.parametrize(
        "raised",
        [ValueError("\ud800"), ModelFailed("timeout", "\ud800"), Mute("no")],
        ids=lambda error: type(error).__name__,
    )
    def test_whatever_an_agent_raises_can_be_written_down(self, raised: Exception) -> None:
        report = run(1, lambda task, arm, run: raised)

        assert len(report.errors()) == 2
        assert encode(golden_document(report, config="c", baseline=""))

    def test_half_a_character_in_an_output_can_be_written_down(self) -> None:
        report = run(1, lambda task, arm, run: "yes \ud800")

        assert report.tasks[0].arms[Arm.WITH].runs[0].output == "yes \ufffd"


class TestTheVerdict:
    def test_six_tasks_that_differ_show_it_and_five_do_not(self) -> None:
        five, six = (run(count, lambda task, arm, run: "yes" if arm == "with" else "no") for count in (5, 6))

        assert (five.shows(), six.shows()) == (Shown.NOT_SHOWN, Shown.HELPS)
        assert five.delta() == six.delta() == 1.0
        assert six.discordant() == (6, 0)

    def test_it_hurts_the_other_way_round(self) -> None:
        assert run(6, lambda task, arm, run: "no" if arm == "with" else "yes").shows() is Shown.HURTS

    def test_more_runs_of_few_tasks_show_nothing_more(self) -> None:
        report = run(3, lambda task, arm, run: "yes" if arm == "with" else "no", runs=50)

        assert report.rate("with") == 1.0
        assert report.sign_flip() == 0.25
        assert report.shows() is Shown.NOT_SHOWN

    def test_no_difference_is_not_shown(self) -> None:
        report = run(8, lambda task, arm, run: "yes")

        assert (report.delta(), report.sign_flip(), report.mcnemar()) == (0.0, 1.0, 1.0)
        assert report.delta_interval() == (0.0, 0.0)
        assert report.shows() is Shown.NOT_SHOWN

    def test_flaky_is_between_none_and_all(self) -> None:
        report = run(1, lambda task, arm, run: "yes" if arm == "with" and run == 0 else "no", runs=3)

        assert report.tasks[0].flaky
        assert not report.tasks[0].arms[Arm.WITHOUT].flaky
        assert report.delta() == pytest.approx(1 / 3)
        assert report.discordant() == (0, 0)

    def test_the_pooled_rate_counts_runs_and_the_difference_counts_tasks(self) -> None:
        def answers(task: str, arm: str, run: int) -> str | Exception:
            if task == "t1" and run > 0:
                return OSError()
            return "yes" if task == "t0" and arm == "with" else "no"

        report = run(2, answers, runs=4)
        assert report.rate("with") == 4 / 5
        assert report.delta() == 0.5


class TestTheCall:
    @pytest.mark.parametrize("runs", [0, -1, 1.0, True, "2", None, 1_001])
    def test_runs_is_a_positive_whole_number(self, runs: Any) -> None:
        with pytest.raises(ValueError, match="runs is a whole number from 1 to 1,000"):
            run_golden_tasks(tasks(1), agent=echo_agent, config="c", runs=runs)

    def test_names_are_unique(self) -> None:
        with pytest.raises(ValueError, match="two tasks have the name 't0'"):
            run_golden_tasks([*tasks(1), *tasks(1)], agent=echo_agent, config="c")

    @pytest.mark.parametrize(
        "more",
        [
            {"tasks": "abc"},
            {"tasks": None},
            {"tasks": [{"name": "a"}]},
            {"config": None},
            {"baseline": 1},
            {"agent": "echo"},
            {"seed": 0.5},
            {"seed": True},
        ],
        ids=str,
    )
    def test_other_mistakes_are_value_errors_too(self, more: dict[str, Any]) -> None:
        with pytest.raises(ValueError, match=r"is|are text"):
            run_golden_tasks(**{"tasks": tasks(1), "agent": echo_agent, "config": "c", **more})

    @pytest.mark.parametrize("arm", ["both", "", None])
    def test_an_arm_is_one_of_two(self, arm: Any) -> None:
        report = run_golden_tasks(tasks(1), config="c")
        with pytest.raises(ValueError, match="with, without"):
            report.rate(arm)

    def test_nothing_runs_before_everything_is_right(self) -> None:
        asked: list[str] = []

        def agent(task: GoldenTask, config: str) -> str:
            asked.append(task.name)
            return ""

        with pytest.raises(ValueError, match="two tasks"):
            run_golden_tasks([*tasks(2), *tasks(1)], agent=agent, config="c")
        assert asked == []

    def test_no_task_is_no_result(self) -> None:
        report = run_golden_tasks([], config="c")

        assert (report.rate("with"), report.delta(), report.sign_flip()) == (None, None, None)

    def test_a_generator_of_tasks_will_do(self) -> None:
        assert run_golden_tasks(iter(tasks(2)), config="yes").rate("with") == 1.0

    def test_progress_hears_of_every_run(self) -> None:
        heard: list[tuple[int, int]] = []
        run_golden_tasks(tasks(2), config="c", runs=2, progress=lambda *at: heard.append(at))

        assert heard == [(number, 8) for number in range(1, 9)]

    def test_the_order_is_by_lot_of_the_seed_and_complete(self) -> None:
        def order(seed: int) -> list[tuple[str, str]]:
            asked: list[tuple[str, str]] = []

            def agent(task: GoldenTask, config: str) -> str:
                asked.append((task.name, config))
                return ""

            run_golden_tasks(tasks(5), agent=agent, config="c", runs=2, seed=seed, shuffle=True)
            return asked

        assert order(1) == order(1) != order(2)
        assert Counter(order(1)) == Counter([(f"t{n}", config) for n in range(5) for config in ("c", "")] * 2)


def test_ctrl_c_keeps_what_was_done() -> None:
    left = iter(["yes", "no", "yes"])

    def agent(task: GoldenTask, config: str) -> str:
        try:
            return next(left)
        except StopIteration:
            raise KeyboardInterrupt from None

    report = run_golden_tasks(tasks(4), agent=agent, config="c")

    assert report.stopped
    assert (report.rate("with"), report.rate("without"), report.delta()) == (1.0, 0.0, 1.0)
    assert sum(arm.completed for task in report.tasks for arm in task.arms.values()) == 3
