"""The functions of a changed file, before and after, and how complex each is: `docs/cyclomatic.md`.

lizard reads the text; it is imported late, for most runs measure nothing. Its readers are driven here instead of
by its own analyzer, which lets a comment in the file hide functions and swallows what it could not read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from steward.facts import Function, Functions, Missing
from steward.intake.hostile_source import danger

MOST_BYTES = 1024 * 1024

_ALIASES = {"mts": "ts", "cts": "ts", "pyi": "py", "hxx": "hpp", "h++": "hpp", "c++": "cpp", "inl": "hpp"}
"""Endings that lizard does not list, of languages that it reads."""

_BOMS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))


class _Unreadable(Exception):
    """A side of a file that cannot be measured, and why."""

    def __init__(self, why: str, mend: str) -> None:
        super().__init__(why)
        self.missing = Missing(why=why, mend=mend)


def is_measurable(path: str) -> bool:
    """Whether the language that the path's ending names is one that lizard reads."""
    return _reader(path) is not None


def measure(
    path: str, before: bytes | None, after: bytes | None, previous_path: str | None = None
) -> Functions:
    """The functions of one changed file; a side on which the file is not there is None.

    `previous_path` names the language of the old side of a renamed file. A copy has no old side of its own.
    Text that cannot be measured makes `missing`; nothing is raised, and nothing outside the two texts is read.
    """
    if not is_measurable(path):
        return Functions(path=path, known=False)
    try:
        old = _side(previous_path or path, before, "the old version")
        return Functions(path=path, before=old, after=_side(path, after, "the new version"))
    except _Unreadable as problem:
        return Functions(path=path, missing=problem.missing)


def _side(path: str, data: bytes | None, which: str) -> tuple[Function, ...]:
    reader = _reader(path)
    if data is None or reader is None:
        return ()
    if len(data) > MOST_BYTES:
        why = f"{which} has {len(data):,} bytes; more than {MOST_BYTES:,} are not measured"
        raise _Unreadable(why, "split the file")
    text = _text(data, which)
    if problem := danger(text):
        raise _Unreadable(f"{which} {problem}", "take it out of the file, or ask for a waiver")
    return _functions(reader, text, which)


def _text(data: bytes, which: str) -> str:
    bom, encoding = next(((bom, name) for bom, name in _BOMS if data.startswith(bom)), (b"", "utf-8"))
    text = data[len(bom) :].decode(encoding, "replace")
    if "\0" in text:
        raise _Unreadable(f"{which} holds NUL characters", "store the file as text in UTF-8")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _reader(path: str) -> Callable[[Any], Any] | None:
    from lizard_languages import get_reader_for

    name, _, ending = path.rsplit("/", 1)[-1].lower().rpartition(".")
    if not name:
        return None
    # The name alone is handed over: lizard's patterns do not see past a line break in a path.
    found: Callable[[Any], Any] | None = get_reader_for(f"x.{_ALIASES.get(ending, ending)}")
    return found


def _functions(make: Callable[[Any], Any], text: str, which: str) -> tuple[Function, ...]:
    from lizard_core.file_analyzer import condition_counter, line_counter, preprocessing, token_counter

    from steward.intake.function_builder import Builder

    context = Builder()
    reader = make(context)
    try:
        tokens = reader.generate_tokens(text)
        for step in (preprocessing, _without_comments, line_counter, token_counter, condition_counter):
            tokens = step(tokens, reader)
        for _ in reader(tokens, reader):
            pass
    except Exception as error:  # noqa: BLE001 (whatever somebody's text makes a parser raise)
        what = str(error) if isinstance(error, RecursionError) else type(error).__name__
        why = f"lizard cannot read {which} (near line {context.current_line:,}: {what})"
        raise _Unreadable(why, "mend the syntax there, or ask for a waiver") from None
    found = [
        Function(name=one.name, line=max(one.start_line, 1), complexity=one.cyclomatic_complexity)
        for one in (*context.fileinfo.function_list, *context.unfinished)
    ]
    return tuple(sorted(found, key=lambda one: (one.line, one.name, one.complexity)))


def _without_comments(tokens: Iterable[str], reader: Any) -> Iterator[str]:
    """The tokens without comments, whatever those say.

    lizard's own step obeys "lizard forgives" and stops at "GENERATED CODE": with it an author could hide a
    function from the gate by writing a comment.
    """
    for token in tokens:
        comment = reader.get_comment_from_token(token)
        if comment is None:
            yield token
        else:
            yield from "\n" * token.count("\n")
