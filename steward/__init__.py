"""Steward: deterministic verdicts on pull requests, with their evidence."""

__version__ = "0.1.0"
