"""Words of verdicts with one letter wrong: a reader reads them all the same (`docs/prose.md`, "Words")."""

from __future__ import annotations

from collections.abc import Iterator

# Long enough that no everyday word is one letter away.
WORDS = frozenset(
    """
    approve approved approves approval approving endorse endorsed excellent flawless faultless outstanding
    superb exemplary impeccable perfect perfectly merge merged merges merging mergeable automerge reject
    rejected fantastic amazing awesome wonderful brilliant magnificent splendid terrific beautiful elegant
    impressive harmless trustworthy reliable bulletproof ignore ignored override overridden bypass disregard
    dangerous malicious vulnerable terrible horrible dreadful rubbish garbage
    """.split()
)
_SHORT = frozenset(("saef", "sfae", "asfe", "godo", "lgmt", "ltgm", "gltm", "shpi", "hsip", "raedy", "reday"))


def is_misspelt(word: str) -> bool:
    """Whether the word is one of them but for one letter too many, too few, wrong or in the place of the next."""
    if len(word) < 5:
        return word in _SHORT
    return word in _SHORT or (word not in WORDS and not _SHORTENED.isdisjoint(_without_one(word)))


def _without_one(word: str) -> Iterator[str]:
    yield word
    yield from (word[:at] + word[at + 1 :] for at in range(len(word)))


_SHORTENED = frozenset(shorter for word in WORDS for shorter in _without_one(word))
