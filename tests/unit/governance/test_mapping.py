"""Which domain a path belongs to, and which globs and paths find nothing."""

from __future__ import annotations

import signal

import pytest

from steward.governance.mapping import DeadGlob, Domains, Sorted, literal_prefix
from steward.policy import Domain


def domains(*globs: str | tuple[str, ...]) -> Domains:
    """Domains a, b, c… with a glob or several each."""
    each = [(one,) if isinstance(one, str) else one for one in globs]
    return Domains([Domain(name=name, globs=found) for name, found in zip("abcdef", each, strict=False)])


@pytest.mark.parametrize(
    ("globs", "path", "name"),
    [
        pytest.param(("encoding/**", "**/*.md"), "encoding/a.md", "a", id="the longer literal prefix wins"),
        pytest.param(("**/*.md", "encoding/**"), "encoding/a.md", "b", id="whatever the order"),
        pytest.param(("**/*.md", "encoding/**"), "docs/a.md", "a", id="among those that match"),
        pytest.param(("src/**", "src/api/**"), "src/api/a.go", "b", id="the inner folder"),
        pytest.param(("src/a*", "src/**/api"), "src/api", "a", id="of two prefixes the longer by one"),
        pytest.param(("**/a.go", "**/*.go"), "x/a.go", "a", id="of equal prefixes the first"),
        pytest.param(("*.go", "*.go"), "a.go", "a", id="of equal globs the first"),
        pytest.param(("docs/**", "README.md"), "docs/README.md", "b", id="a name is literal to its end"),
        pytest.param(("/src/**", "src/**"), "src/a", "a", id="a leading slash adds nothing"),
        pytest.param((("lib/**", "src/**"), "**"), "src/a", "a", id="any glob of a domain"),
        pytest.param(("encoding/**",), "other/encoding/a", None, id="a glob with a slash holds at the root"),
        pytest.param(("**/encoding/**",), "other/encoding/a", "a", id="two stars in front hold anywhere"),
        pytest.param(("governance.pxf",), "x/governance.pxf", "a", id="a name holds anywhere"),
        pytest.param(
            ("/governance.pxf",), "x/governance.pxf", None, id="a name with a slash in front does not"
        ),
        pytest.param(("encoding/",), "encoding/a/b", "a", id="a folder holds what is below"),
        pytest.param(("proto/*",), "proto/a/b", "a", id="a star matches a folder with all that is below"),
        pytest.param(("a/**/b",), "a/b", "a", id="two stars match no folder"),
        pytest.param(("a/**/b",), "a/x/y/b", "a", id="two stars match many"),
        pytest.param(("a?c",), "abc", "a", id="a question mark"),
        pytest.param(("a[0-9]",), "a5", "a", id="a class"),
        pytest.param((r"a\*b",), "a*b", "a", id="an escaped star"),
        pytest.param((r"\!a",), "!a", "a", id="an escaped exclamation mark"),
        pytest.param(("src/**",), "Src/a", None, id="the case counts"),
        pytest.param(("*.go",), "a\udcff.go", "a", id="a name that is no text"),
        pytest.param(("src/**",), "docs/a", None, id="no domain"),
        pytest.param((), "a", None, id="no domains"),
        pytest.param(((),), "a", None, id="no globs"),
    ],
)
def test_a_path_belongs_to_one_domain_or_none(globs: tuple[str, ...], path: str, name: str | None) -> None:
    found = domains(*globs).of(path)

    assert (found.name if found else None) == name


@pytest.mark.parametrize(
    ("glob", "prefix"),
    [
        ("encoding/**", "encoding/"),
        ("**/*.md", ""),
        ("src/a*b", "src/a"),
        ("src/a?b", "src/a"),
        ("src/[ab]", "src/"),
        ("README.md", "README.md"),
        ("/src/x", "src/x"),
        (r"a\*b*", "a*b"),
        (r"a\\*", "a\\"),
        (r"\!a", "!a"),
        ("", ""),
    ],
)
def test_the_literal_prefix_ends_at_the_first_wildcard(glob: str, prefix: str) -> None:
    assert literal_prefix(glob) == prefix


def test_paths_are_sorted_by_domain_in_the_order_of_the_file() -> None:
    found = domains("src/**", "none/**", "**/*.md").sort(["x", "b.md", "src/b", "a.md", "src/a.md", "c", "x"])

    assert found == Sorted(
        domains=(("a", ("src/a.md", "src/b")), ("c", ("a.md", "b.md"))), unmapped=("c", "x")
    )


def test_paths_in_no_domain_are_told() -> None:
    assert domains("src/**").unmapped(["b", "src/a", "a"]) == ("a", "b")
    assert domains().unmapped(["a"]) == ("a",)
    assert domains("**").unmapped(["a"]) == ()


def test_globs_that_match_nothing_are_told_in_the_order_of_the_file() -> None:
    found = domains(("x/**", "src/**", "longer/x/**"), ("**/*.md",), ("y",))

    assert found.dead_globs(["src/a", "b"]) == (
        DeadGlob(domain="a", glob="x/**"),
        DeadGlob(domain="a", glob="longer/x/**"),
        DeadGlob(domain="b", glob="**/*.md"),
        DeadGlob(domain="c", glob="y"),
    )
    assert found.dead_globs(["x/a", "src/a", "longer/x/a.md", "y"]) == ()


def test_a_glob_that_never_wins_is_not_dead() -> None:
    assert domains("src/**", "**/*.md").dead_globs(["src/a.md"]) == ()


def test_an_alarm_ends_a_match_that_would_take_for_ever() -> None:
    """The bound of a run holds here too: a pull request may bring globs and paths that were made for each other."""

    class Rang(Exception):
        pass

    def ring(number: int, frame: object) -> None:
        raise Rang

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, 0.1)
    try:
        with pytest.raises(Rang):
            domains("*a" * 20 + "*b").of("a" * 255)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize(
    ("path", "names"),
    [
        ("src/a.py", ["src"]),
        ("src", ["src", "deep"]),
        ("src/core", ["src", "deep"]),
        ("sr", []),
        ("src2", []),
        ("other", []),
        ("other/vendor", ["vendor"]),
        ("other/vendor/a", ["vendor"]),
        ("other/vendors", []),
        ("docs/a.md", ["docs"]),
    ],
)
def test_what_stands_for_a_folder_touches_what_lies_below(path: str, names: list[str]) -> None:
    known = Domains(
        [
            Domain(name="src", globs=("src/**",)),
            Domain(name="deep", globs=("/src/core/inner/**",)),
            Domain(name="vendor", globs=("**/vendor/**",)),
            Domain(name="docs", globs=("docs/*.md",)),
        ]
    )
    assert sorted(domain.name for domain in known.at_or_below(path)) == sorted(names)
