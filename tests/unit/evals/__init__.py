"""Evals: whether prose, prompts and configurations help (`docs/evals.md`)."""
