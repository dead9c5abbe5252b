"""The diff reader against git: `python -m tests.fuzz.diffs --count 100000 --seed 1`.

Half of the diffs are valid: git made them from real changes and the answer must be git's own, every field of
every file. The other half are broken ones of the first: the answer must be right or an error in words.
What "right" means for a broken diff is said by the checks below.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from steward.errors import DiffUnreadable
from steward.intake.diff import ParsedDiff, parse_diff
from steward.model import ChangedFile, Content, Kind
from tests.fuzz.breakage import START, damage, rearrange, sections
from tests.fuzz.changes import Change, changes, git

_APPLY_REFUSES = (1, 128)
_WORD = len(b"diff --git ")


@dataclass(slots=True)
class Tally:
    """How many diffs had which outcome, and the text of those that were read wrongly."""

    outcomes: Counter[str] = field(default_factory=Counter)
    failures: list[tuple[str, bytes]] = field(default_factory=list)

    @property
    def diffs(self) -> int:
        return self.outcomes.total()

    def note(self, outcome: str, complaint: str, text: bytes) -> None:
        self.outcomes[outcome] += 1
        if complaint:
            self.failures.append((complaint, text))


def fuzz(count: int, seed: int) -> Tally:
    """Read `count` diffs, half of them valid; the same seed gives the same diffs."""
    random = Random(seed)
    tally = Tally()
    with TemporaryDirectory() as folder:
        before: Change | None = None
        for change in changes(random, count - count // 2):
            tally.note("valid", _check_valid(change), change.diff)
            if tally.diffs < count:
                _break(random, change, before or change, Path(folder), tally)
            before = change
    return tally


def _break(random: Random, change: Change, other: Change, folder: Path, tally: Tally) -> None:
    way = random.randrange(10)
    if way < 6:
        text, spared = _damage_one(random, change)
    elif way < 8:
        text, spared = damage(random, change.diff), ()
    else:
        text, spared = rearrange(random, change.diff, other.diff), ()
    outcome, complaint = _check_broken(text, change, spared, folder)
    tally.note(outcome, complaint, text)


def _damage_one(random: Random, change: Change) -> tuple[bytes, tuple[ChangedFile, ...]]:
    """The diff with one section damaged behind its first word, and the files of the other sections."""
    pieces = sections(change.diff)
    at = random.randrange(len(pieces))
    alone = parse_diff(BytesIO(pieces[at])).files
    spared = tuple(file for file in change.files if file.path not in {file.path for file in alone})
    pieces[at] = pieces[at][:_WORD] + damage(random, pieces[at][_WORD:])
    if at + 1 < len(pieces) and not pieces[at].endswith(b"\n"):
        pieces[at] += b"\n"
    text = b"".join(pieces)
    return text, spared if len(START.findall(text)) == len(pieces) else ()


# ------------------------------------------------------------------------------------------ checks


def _check_valid(change: Change) -> str:
    parsed = parse_diff(BytesIO(change.diff))
    if parsed.unreadable:
        return f"a valid section is refused: {parsed.unreadable[0].why}"
    if parsed.files != change.files:
        return f"git says {change.files}, we say {parsed.files}"
    return ""


def _check_broken(
    text: bytes, change: Change, spared: tuple[ChangedFile, ...], folder: Path
) -> tuple[str, str]:
    """The outcome, and what is wrong with it."""
    try:
        parsed = parse_diff(BytesIO(text))
    except DiffUnreadable as error:
        worded = error.what and error.mend
        return "refused whole", "" if worded and not spared else "refused without words, or for one bad file"
    complaints = [*_malformed(parsed, text), *_lost(parsed, spared)]
    if parsed.unreadable:
        return "refused in part", "; ".join(complaints)
    if parsed.files == change.files:
        return "read, and unharmed", "; ".join(complaints)
    outcome, complaint = _hold_against_apply(text, parsed, folder)
    return outcome, "; ".join([*complaints, *complaint])


def _malformed(parsed: ParsedDiff, text: bytes) -> Iterator[str]:
    paths = [file.path for file in parsed.files]
    if paths != sorted(set(paths)):
        yield "the files are not sorted, or not unique"
    for file in parsed.files:
        if (file.additions is None) != file.binary or (file.deletions is None) != file.binary:
            yield "a file has lines and is binary"
        if (file.additions or 0) < 0 or (file.deletions or 0) < 0:
            yield "a file has less than no lines"
        if file.content is Content.SAME and (file.binary or file.additions or file.deletions):
            yield "a file has lines and the same content"
        if (file.previous_path is not None) != (file.kind in (Kind.RENAMED, Kind.COPIED)):
            yield "a file has an old name and is no rename, or the reverse"
    pairs = sum(file.kind is Kind.TYPE_CHANGED for file in parsed.files)
    told = len(parsed.files) + pairs + len(parsed.unreadable)
    cut = _is_cut_start(text)
    if told != len(START.findall(text)) + cut:
        yield f"{len(START.findall(text)) + cut} sections, and {told} told of"
    if not all(section.why and 0 < section.line <= text.count(b"\n") + 1 for section in parsed.unreadable):
        yield "an unreadable section has no reason, or no line of this text"


def _is_cut_start(text: bytes) -> bool:
    """Whether the text ends within the first word of one more section."""
    last = text[text.rfind(b"\n") + 1 :]
    return bool(last) and b"diff --git ".startswith(last) and last != b"diff --git "


def _lost(parsed: ParsedDiff, spared: tuple[ChangedFile, ...]) -> Iterator[str]:
    """One bad section costs its own file and no other, unless it took that file's name."""
    taken = {section.path for section in parsed.unreadable}
    for file in spared:
        if file not in parsed.files and file.path not in taken:
            yield f"{file.path!r} is lost or changed through a damage to another file"


def _hold_against_apply(text: bytes, parsed: ParsedDiff, folder: Path) -> tuple[str, list[str]]:
    """A damage that made another diff of it: where `git apply` takes it, its numbers are ours."""
    output = git(folder, "apply", "--numstat", "-z", "-", stdin=text, accept=(0, *_APPLY_REFUSES))
    if not output:
        return "read, though git apply would not", []
    theirs: dict[str, tuple[int, int] | None] = {}
    for row in output.split(b"\0")[:-1]:
        added, deleted, path = row.split(b"\t", 2)
        name = path.decode("utf-8", "surrogateescape")
        before = theirs.get(name, (0, 0))
        # A type change has two rows; with a binary half it has no lines.
        both = None if before is None or added == b"-" else (before[0] + int(added), before[1] + int(deleted))
        theirs[name] = both
    ours = {file.path: _lines(file) for file in parsed.files}
    return "read, and as git apply does", [] if ours == theirs else [
        f"git apply says {theirs}, we say {ours}"
    ]


def _lines(file: ChangedFile) -> tuple[int, int] | None:
    if file.additions is None or file.deletions is None:
        return None
    return file.additions, file.deletions


def main() -> int:
    """Run, print what came out, and write the diffs that were read wrongly where they can be looked at."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", type=Path, help="a folder for the diffs that were read wrongly")
    options = parser.parse_args()
    tally = fuzz(options.count, options.seed)
    for outcome, count in tally.outcomes.most_common():
        print(f"{count:>8,}  {outcome}")
    for number, (complaint, text) in enumerate(tally.failures):
        print(f"wrong: {complaint}")
        if options.save:
            options.save.mkdir(parents=True, exist_ok=True)
            (options.save / f"{number}.diff").write_bytes(text)
    print(f"{tally.diffs:>8,}  diffs, {len(tally.failures)} read wrongly (seed {options.seed})")
    return 1 if tally.failures else 0


if __name__ == "__main__":
    sys.exit(main())
