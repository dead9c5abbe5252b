#!/usr/bin/env python3
"""What a release does beyond a line of shell: `release.yml` calls it, `docs/releasing.md` tells the whole story.

    release.py check VERSION --ref REF --repository OWNER/NAME   is this commit fit to be released? prints outputs
    release.py tag VERSION --image NAME --digest SHA256          the release commit and its tag, in this clone
    release.py notes VERSION --image … --digest … --base …       the text of the release
    release.py moving VERSION                                    what `git push` is told, for v1 and v1.2 to follow
    release.py latest VERSION                                    whether it is the newest of all: true or false

Only git and Python's standard library are needed. Exit code 0, or 1 with a line on stderr for each problem.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

MAIN = "refs/heads/main"
REGISTRY = "ghcr.io"
BOT = "github-actions[bot]"
MAIL = "41898282+github-actions[bot]@users.noreply.github.com"

_NUMBER = "(0|[1-9][0-9]*)"
_VERSION = re.compile(rf"{_NUMBER}\.{_NUMBER}\.{_NUMBER}")
_DIGEST = re.compile(r"sha256:[0-9a-f]{64}")
_BUILT_ON_THE_SPOT = "  image: Dockerfile\n"
_HEADING = re.compile(r"^## \[(?P<version>[^\]]+)\] - (?P<date>.+)$", re.MULTILINE)


class NotFit(Exception):
    """The release cannot be made; the message says why and what would mend it, a line for each problem."""


def main() -> int:
    """Do what the command line asks for. Returns 0, or 1 when it cannot be done."""
    given = _arguments().parse_args()
    try:
        given.command(given)
    except NotFit as problem:
        for line in str(problem).splitlines():
            print(f"release.py: {line}", file=sys.stderr)
        return 1
    return 0


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="The parts of a release that are more than a line of shell.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for name, command, options in (
        ("check", _check, ("ref", "repository")),
        ("tag", _tag, ("image", "digest")),
        ("notes", _notes, ("image", "digest", "base", "repository")),
        ("moving", _moving, ()),
        ("latest", _latest, ()),
    ):
        one = commands.add_parser(name)
        one.add_argument("version")
        for option in options:
            one.add_argument(f"--{option}", required=True)
        one.set_defaults(command=command)
    return parser


# --- check --------------------------------------------------------------------


def _check(given: argparse.Namespace) -> None:
    problems = list(problems_of(Path.cwd(), given.version, given.ref))
    if problems:
        raise NotFit("\n".join(problems))
    print(f"image={REGISTRY}/{given.repository.lower()}")


def problems_of(root: Path, version: str, ref: str) -> Iterator[str]:
    """Everything that speaks against releasing the files below `root` as `version`, started on `ref`."""
    if not _VERSION.fullmatch(version):
        yield f"{version!r} is no version: write three numbers, such as 1.2.3"
        return
    if ref != MAIN:
        yield f"started on {ref}: releases are made from {MAIN}"
    found = package_version(root)
    if found != version:
        yield f"steward/__init__.py says {found}: set __version__ to {version} first"
    yield from _problems_of_the_changelog(root, version)
    yield from _problems_of_the_readme(root, version)
    if (root / "action.yml").read_text(encoding="utf-8").count(_BUILT_ON_THE_SPOT) != 1:
        yield "action.yml does not hold the line `  image: Dockerfile` exactly once"
    if f"v{version}" in _tags():
        yield f"the tag v{version} exists: a version is released once, take the next number"


def package_version(root: Path) -> str:
    """`steward.__version__`, read and not run."""
    text = (root / "steward" / "__init__.py").read_text(encoding="utf-8")
    found = re.search(r'^__version__ = "([^"]+)"$', text, re.MULTILINE)
    return found[1] if found else "nothing"


def _problems_of_the_changelog(root: Path, version: str) -> Iterator[str]:
    text = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    headings = list(_HEADING.finditer(text))
    if not headings or headings[0]["version"] != version:
        yield f"CHANGELOG.md does not begin with a section `## [{version}] - YYYY-MM-DD`"
        return
    if not re.fullmatch(r"\d{4}-\d{2}-\d{2}", headings[0]["date"], re.ASCII):
        yield f"CHANGELOG.md gives {version} the date {headings[0]['date']!r}: write the day, as YYYY-MM-DD"
    if not changes(text, version):
        yield f"CHANGELOG.md says nothing about {version}"


def _problems_of_the_readme(root: Path, version: str) -> Iterator[str]:
    text = (root / "README.md").read_text(encoding="utf-8")
    followed, moved = set(re.findall(r"/steward@(v[0-9]+)\b", text)), f"v{_numbers(version)[0]}"
    if followed != {moved}:
        yield f"README.md tells users to follow {', '.join(sorted(followed)) or 'none'}: {version} moves {moved}"


def changes(changelog: str, version: str) -> str:
    """What the changelog says of one version, without the heading."""
    headings = list(_HEADING.finditer(changelog))
    for heading, following in zip(headings, [*headings[1:], None], strict=True):
        if heading["version"] == version:
            return changelog[heading.end() : following.start() if following else None].strip()
    return ""


# --- tag ------------------------------------------------------------------------


def _tag(given: argparse.Namespace) -> None:
    commit = release_commit(given.version, f"{given.image}@{_digest(given.digest)}")
    _git("update-ref", f"refs/tags/v{given.version}", commit)
    print(f"commit={commit}")


def release_commit(version: str, image: str) -> str:
    """A commit on top of HEAD in which action.yml names the image; neither branch nor index moves.

    The names are GitHub's bot, the dates HEAD's: a job that is run again makes the very same commit.
    """
    action = pointed(_git("show", "HEAD:action.yml", raw=True), image)
    blob = _git("hash-object", "-w", "--stdin", given=action)
    listing = _git("ls-tree", "HEAD", raw=True)
    tree = re.sub(
        r"^100644 blob [0-9a-f]+\taction\.yml$",
        f"100644 blob {blob}\taction.yml",
        listing,
        flags=re.MULTILINE,
    )
    when = _git("show", "--no-patch", "--format=%cI", "HEAD")
    names = {
        f"GIT_{who}_{what}": value
        for who in ("AUTHOR", "COMMITTER")
        for what, value in (("NAME", BOT), ("EMAIL", MAIL), ("DATE", when))
    }
    message = f"Release {version}\n\nBut for this line of action.yml the tree is its parent's.\n"
    return _git("commit-tree", "-p", "HEAD", _git("mktree", given=tree), given=message, env=names)


def pointed(action: str, image: str) -> str:
    """action.yml with its one image line pointing at a published image."""
    if action.count(_BUILT_ON_THE_SPOT) != 1:
        raise NotFit("action.yml does not hold the line `  image: Dockerfile` exactly once")
    return action.replace(_BUILT_ON_THE_SPOT, f"  image: docker://{image}\n")


def _digest(text: str) -> str:
    if not _DIGEST.fullmatch(text):
        raise NotFit(f"{text!r} is no digest: sha256: and 64 hexadecimal digits")
    return text


# --- notes ----------------------------------------------------------------------


def _notes(given: argparse.Namespace) -> None:
    version, image = given.version, f"{given.image}@{_digest(given.digest)}"
    said = changes(Path("CHANGELOG.md").read_text(encoding="utf-8"), version)
    commit, source = _git("rev-parse", f"v{version}"), _git("rev-parse", f"v{version}^")
    print(f"""{said}

### What this release is made of

| | |
| :-- | :-- |
| Pin | `uses: {given.repository}@{commit} # v{version}` |
| Image | `{image}` |
| Built from | {source} |
| Base | `{given.base}` |

```sh
gh release verify v{version} --repo {given.repository}
gh attestation verify oci://{image} --repo {given.repository}
git diff v{version}^ v{version}   # one line: the image
```""")


# --- moving -----------------------------------------------------------------------


def _moving(given: argparse.Namespace) -> None:
    for tag in moving(given.version, _tags()):
        print(f"refs/tags/v{given.version}:refs/tags/{tag}")


def _latest(given: argparse.Namespace) -> None:
    print(str(newest(given.version, _tags())).lower())


def moving(version: str, tags: list[str]) -> list[str]:
    """The tags without a release that should name this version: a repaired older line does not move v1 back."""
    major, minor, _ = version.split(".")
    return [f"v{line}" for line in (major, f"{major}.{minor}") if newest(version, tags, f"{line}.")]


def newest(version: str, tags: list[str], line: str = "") -> bool:
    """Whether no released version that starts with `line` is newer."""
    released = [tag[1:] for tag in tags if tag.startswith(f"v{line}") and _VERSION.fullmatch(tag[1:])]
    return all(_numbers(version) >= _numbers(other) for other in released)


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(number) for number in version.split("."))


# --- git --------------------------------------------------------------------------


def _tags() -> list[str]:
    return _git("tag", "--list", "v*").split()


def _git(*arguments: str, given: str = "", raw: bool = False, env: dict[str, str] | None = None) -> str:
    done = subprocess.run(
        ["git", *arguments],
        input=given.encode(),
        capture_output=True,
        env={**os.environ, **(env or {})},
        check=False,
    )
    if done.returncode:
        raise NotFit(f"git {arguments[0]}: {done.stderr.decode(errors='replace').strip()}")
    return done.stdout.decode() if raw else done.stdout.decode().strip()


if __name__ == "__main__":
    sys.exit(main())
