"""Numbers in words: the few phrases that every headline needs."""

from __future__ import annotations


def count(number: int, noun: str) -> str:
    """`1 test file`, `2 test files`, `1,200 lines`, `no docs files`."""
    amount = f"{number:,}" if number else "no"
    return f"{amount} {noun}" if number == 1 else f"{amount} {noun}s"
