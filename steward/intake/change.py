"""Reading the change: sources asked in order, each held against GitHub's own totals.

The rules: `docs/action.md`, "Reading the change". Never a number from half the evidence, and never an empty
change from an error page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import msgspec

from steward.errors import DiffUnreadable, RateLimited, StewardError, TimedOut
from steward.model import Change, ChangedFile, ReadFrom, Totals
from steward.ports import ListFiles, Listing


class Source(msgspec.Struct, frozen=True, kw_only=True):
    """A place the list of files can be read from."""

    name: ReadFrom
    read: ListFiles


class _Attempts(msgspec.Struct):
    """What the sources gave so far: readable lists that did not agree, and the errors of the rest."""

    lists: list[tuple[ReadFrom, Listing]] = msgspec.field(default_factory=list)
    errors: list[StewardError] = msgspec.field(default_factory=list)


def read_change(sources: Sequence[Source], expected: Totals, live: Callable[[], Totals | None]) -> Change:
    """The change by the first source whose list equals GitHub's totals.

    `expected` are the totals of the event's payload; `live` asks for the pull request's own, once and only when
    no source agrees, for a payload is stale when a run is repeated. When none agrees even then, the list is
    incomplete: the longest one, with GitHub's totals. Raises `RateLimited` or `DiffUnreadable` when nothing
    could be read at all.
    """
    attempts = _Attempts()
    for source in sources:
        listing = _try(source, attempts)
        if listing is not None and _agrees(listing, expected):
            return _complete(source.name, listing.files)
    now = live() or expected
    for name, listing in attempts.lists:
        if _agrees(listing, now):
            return _complete(name, listing.files)
    return _incomplete(attempts, now)


def read_uncounted(sources: Sequence[Source]) -> Change:
    """The change of two commits that GitHub gives no totals for: by the first source that left nothing out.

    When every source was cut or had something it could not read, the list is incomplete, and the totals are
    those of the longest one: at least so much changed.
    """
    attempts = _Attempts()
    for source in sources:
        listing = _try(source, attempts)
        if listing is not None and not listing.cut and not listing.unreadable:
            return _complete(source.name, listing.files)
    longest = max((listing.files for _, listing in attempts.lists), key=len, default=())
    return _incomplete(attempts, count(longest))


def _try(source: Source, attempts: _Attempts) -> Listing | None:
    try:
        listing = source.read()
    except TimedOut:
        raise  # no other source has any time either
    except StewardError as error:
        attempts.errors.append(error)
        return None
    attempts.lists.append((source.name, listing))
    return listing


def _agrees(listing: Listing, totals: Totals) -> bool:
    return not listing.unreadable and count(listing.files) == totals


def count(files: Iterable[ChangedFile]) -> Totals:
    """What GitHub's totals would be for these files: binary files have no lines."""
    files = tuple(files)
    return Totals(
        files=len(files),
        additions=sum(file.additions or 0 for file in files),
        deletions=sum(file.deletions or 0 for file in files),
    )


def _complete(name: ReadFrom, files: tuple[ChangedFile, ...]) -> Change:
    return Change(files=files, totals=count(files), complete=True, read_from=name)


def _incomplete(attempts: _Attempts, totals: Totals) -> Change:
    if not attempts.lists:
        raise _why(attempts.errors)
    name, listing = max(attempts.lists, key=lambda pair: len(pair[1].files))
    # A list may be longer than the totals say; what was read is still not the change GitHub speaks of.
    return Change(files=listing.files, totals=totals, complete=False, read_from=name)


def _why(errors: list[StewardError]) -> StewardError:
    limited = next((error for error in errors if isinstance(error, RateLimited)), None)
    if limited is not None:
        return limited
    tried = "; ".join(error.what for error in errors) or "there was no source to ask"
    return DiffUnreadable(
        f"the change could not be read: {tried}",
        mend="Run the job again; on a large change, check out with fetch-depth: 0 so that git can list it.",
    )
