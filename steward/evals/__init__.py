"""Evals: does a text for agents help, does a configuration change what an agent does (`docs/evals.md`).

Report-only: nothing here changes what becomes of a pull request, and an evaluation run loads none of it. Free
and deterministic unless a paid judge or agent is given by name.
"""

from __future__ import annotations

from steward.evals.arms import Arm, GoldenReport, Shown
from steward.evals.dimension import INSTRUCTIONS, PROSE, About, Anchor, Dimension
from steward.evals.failure import ModelFailed
from steward.evals.golden import echo_agent, run_golden_tasks
from steward.evals.judge import DimensionReport, JudgeReport, judge_document, rubric_judge
from steward.evals.paid import anthropic_agent, anthropic_judge
from steward.evals.request import Judge, JudgeRequest
from steward.evals.tasks import GoldenTask, golden_tasks_path, load_golden_tasks
from steward.evals.verdict import parse_verdict

__all__ = [
    "INSTRUCTIONS",
    "PROSE",
    "About",
    "Anchor",
    "Arm",
    "Dimension",
    "DimensionReport",
    "GoldenReport",
    "GoldenTask",
    "Judge",
    "JudgeReport",
    "JudgeRequest",
    "ModelFailed",
    "Shown",
    "anthropic_agent",
    "anthropic_judge",
    "echo_agent",
    "golden_tasks_path",
    "judge_document",
    "load_golden_tasks",
    "parse_verdict",
    "rubric_judge",
    "run_golden_tasks",
]
