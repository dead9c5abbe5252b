"""Diffs by the ten thousand: made by git itself, and broken by us."""
