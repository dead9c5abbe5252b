"""Plays the cases in `tests/scenarios/`: their files in, what a run leaves behind out."""
