"""`steward rubric`: what is wrong with a rubric, before anybody is scored by it (`docs/reviews.md`)."""

from __future__ import annotations

from pathlib import Path

import click

from steward.commands.review import read, show
from steward.errors import InputInvalid

_NAMES = ("rubric.yml", "rubric.yaml")
_MOST_FILE = 64 * 1024 * 1024


@click.group()
def command() -> None:
    """Work on the rubrics of review exercises."""


@command.command()
@click.argument("path", metavar="PATH")
@click.option(
    "--files",
    metavar="DIR",
    help="Where the files of the change are, which locations name.  [default: the rubric's folder, or this one]",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="How to print the answer.",
)
def check(*, path: str, files: str | None, form: str) -> int:
    """Check a rubric: its keys, its words, its places, and that it matches itself and not its negation.

    PATH is the rubric, or a folder with one named rubric.yml.

    Exit code 1 when something is to be mended.
    """
    import msgspec

    from steward.challenge.rubric_check import check_rubric, render

    path = _named(path)
    data = read(path, "PATH")
    folders = (Path(files),) if files is not None else (Path(path).parent, Path())
    if files is not None and not folders[0].is_dir():
        raise InputInvalid((f"--files {files!r} is no folder",))
    found = check_rubric(data, path=path, lines=lambda file: _lines(folders, file), strict=files is not None)
    written = msgspec.json.encode(found, order="sorted") + b"\n" if form == "json" else render(found).encode()
    show(written)
    return 0 if found.clean else 1


def _named(path: str) -> str:
    """The rubric of a folder is the one file of it that is called so."""
    folder = Path(path)
    if path == "-" or not folder.is_dir():
        return path
    found = [str(folder / name) for name in _NAMES if (folder / name).is_file()]
    if not found:
        raise InputInvalid(
            (f"there is no rubric.yml in the folder {path!r}",), mend="Name the rubric itself."
        )
    return found[0]


def _lines(folders: tuple[Path, ...], file: str) -> int | None:
    for folder in folders:
        try:
            with (folder / file).open("rb") as opened:
                data = opened.read(_MOST_FILE)
        except (OSError, ValueError):
            continue
        return data.count(b"\n") + (not data.endswith(b"\n"))
    return None
