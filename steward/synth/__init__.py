"""The report in sentences: pure functions from a scorecard to prose."""
