"""Counts and lists of names in words: what every sentence about a change is made of.

Sentences are `Words`: literals of ours with foreign text in `Quoted`, so that whoever shows them decides how
to make it inert. Literals are plain text: no Markdown, no line break.
"""

from __future__ import annotations

from collections.abc import Sequence

from steward.model import Quoted, Words


def count(number: int, noun: str, plural: str | None = None) -> str:
    """`1 test file`, `2 test files`, `1,200 lines`, `no docs files`."""
    amount = f"{number:,}" if number else "no"
    return f"{amount} {noun if number == 1 else plural or noun + 's'}"


def names(paths: Sequence[str], *, most: int = 3) -> Words:
    """Up to `most` names and how many there are besides: `a`, `b`, `c` and 4 more. Nothing for no path."""
    return listed(tuple((Quoted(path),) for path in paths[:most]), more=max(len(paths) - most, 0))


def listed(items: Sequence[Words], *, more: int = 0) -> Words:
    """The items with commas and a final "and"; `more` counts the ones that are not shown."""
    shown = [*items, (f"{more:,} more",)] if more else list(items)
    words: list[str | Quoted] = []
    for position, item in enumerate(shown):
        if position:
            words.append(" and " if position == len(shown) - 1 else ", ")
        words.extend(item)
    return tuple(words)


def capital(words: Words) -> Words:
    """The same words with a capital first letter, where the first word is ours."""
    if words and isinstance(words[0], str):
        return (words[0][:1].upper() + words[0][1:], *words[1:])
    return words
