"""What two versions of a manifest differ in, in every format."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from steward.facts import Missing
from steward.intake.manifests import MOST_BYTES, compare, is_manifest

ONE = {
    "go.mod": "module m\n\nrequire x v1.2.3\n",
    "package.json": '{"dependencies": {\n"x": "^1"}}',
    "requirements.txt": "\nx>=1\n",
    "pyproject.toml": '[project]\ndependencies = [\n"x>=1"]\n',
    "Cargo.toml": '[dependencies]\nx = "1"\n',
    "pom.xml": "<project>\n<dependency><groupId>g</groupId><artifactId>x</artifactId>"
    "<version>[1,)</version></dependency></project>",
    "build.gradle": "dependencies {\n implementation 'g:x:+'\n}",
    "build.gradle.kts": 'dependencies {\n implementation("g:x:+")\n}',
    "A.csproj": '<Project>\n<PackageReference Include="x" Version="*"/></Project>',
    "pubspec.yaml": "dependencies:\n  x: ^1.0.0\n",
    "Package.swift": 'let p = Package(dependencies: [\n.package(url: "https://h/x", from: "1.0.0")])',
}


@pytest.mark.parametrize("path", ONE)
def test_a_new_manifest_adds_all_it_states_with_their_lines(path: str) -> None:
    (one,) = compare(f"deep/{path}", None, ONE[path].encode()).added
    assert one.name.rpartition(":")[2].rpartition("/")[2] == "x"
    assert one.line == (3 if path in ("go.mod", "pyproject.toml") else 2)
    assert one.manifest == f"deep/{path}"
    assert one.pinned is (path == "go.mod")


@pytest.mark.parametrize("path", ONE)
def test_what_stays_moves_or_goes_is_not_added(path: str) -> None:
    text = ONE[path].encode()
    assert compare(path, text, text).added == ()
    assert compare(path, text, text.replace(b"\n", b"\r\n")).added == ()
    assert compare(path, text, None).added == ()


@pytest.mark.parametrize("path", ONE)
def test_a_changed_version_is_added(path: str) -> None:
    old, new = ONE[path], ONE[path].replace("1", "2").replace("+", "2.+").replace('"*"', '"2.*"')
    assert len(compare(path, old.encode(), new.encode()).added) == 1


@pytest.mark.parametrize("path", ONE)
def test_bad_bytes_are_told_with_their_line(path: str) -> None:
    missing = compare(path, None, b"\n\n\xff").missing
    assert missing is not None
    assert missing.why.startswith(f"{path}:3: is not UTF-8")
    assert missing.mend


@pytest.mark.parametrize("path", ONE)
def test_too_much_is_missing(path: str) -> None:
    missing = compare(path, None, b" " * (MOST_BYTES + 1)).missing
    assert missing is not None
    assert "bytes" in missing.why


@pytest.mark.parametrize("path", ONE)
def test_too_many_dependencies_are_missing(path: str) -> None:
    many = {
        "go.mod": "".join(f"require x{at} v1.0.0\n" for at in range(6_000)),
        "requirements.txt": "".join(f"x{at}\n" for at in range(6_000)),
        "build.gradle": "".join(f"'g:x{at}:1'\n" for at in range(6_000)),
    }.get(path, "")
    if many:
        missing = compare(path, None, many.encode()).missing
        assert missing is not None
        assert "5,000 dependencies" in missing.why


@pytest.mark.parametrize(
    ("path", "text", "why"),
    [
        ("go.mod", "require (\nx v1\n", "ends inside the block 'require'"),
        ("go.mod", "module m\nrequire x\n", "go.mod:2: expected a module and its version"),
        ("go.mod", "replace x\n", "go.mod:1: expected MODULE => MODULE VERSION"),
        ("package.json", "[]", "package.json:1: expected an object"),
        ("package.json", '{"a": 1,\n}', "package.json:2: expected a key in quotes"),
        ("package.json", '{"dependencies": {\n"x": 1}}', "package.json:2: expected a version in quotes"),
        ("package.json", '{"dependencies": "x"}', "expected an object in dependencies"),
        ("package.json", "{} {}", "nothing after the value"),
        ("package.json", "[" * 50_000, "deep"),
        ("requirements.txt", "\n\n!!\n", "requirements.txt:3: expected a requirement, found '!!'"),
        ("pyproject.toml", "a = 1\na = 2\n", "pyproject.toml:2: is no TOML"),
        ("pyproject.toml", '[project]\ndependencies = [\n"!!"]', "pyproject.toml:3: expected a requirement"),
        ("Cargo.toml", "x = " + "[" * 100_000, "deep"),
        ("Cargo.toml", "x = " + "[\n" * 5_000, "Cargo.toml: holds a value that cannot be read"),
        ("pom.xml", "<project>\n<a></project>", "pom.xml:2: is no well-formed XML"),
        ("pom.xml", "<html/>", "expected <project>"),
        ("pom.xml", '<!DOCTYPE a [<!ENTITY b "c">]><project>&b;</project>', "declares a document type"),
        ("A.csproj", "<Project>" + "<a>" * 50_000, "deep"),
        ("pubspec.yaml", "a: &x [1]\nb: *x\n", "pubspec.yaml:2: aliases are not allowed here"),
        ("pubspec.yaml", "dependencies:\n  - x\n", "pubspec.yaml:2: expected a mapping of packages"),
        ("pubspec.yaml", "- a\n", "pubspec.yaml:1: expected a mapping"),
        ("Package.swift", "\n.package(name: x)", "Package.swift:2: expected url:, id: or path:"),
        ("Package.swift", '.package(url: "x"', "closing parenthesis"),
    ],
)
def test_what_cannot_be_read_is_missing_with_its_line(path: str, text: str, why: str) -> None:
    new = compare(path, None, text.encode())
    assert new.missing is not None
    assert why in new.missing.why
    assert new.added == ()


def test_an_old_version_that_cannot_be_read_is_said_to_be_the_old_one() -> None:
    missing = compare("package.json", b"[]", b'{"dependencies": {"x": "1.0.0"}}').missing
    assert missing is not None
    assert "the old version" in missing.why


@pytest.mark.parametrize(
    ("path", "named"),
    [
        *((f"a/b/{path}", True) for path in ONE),
        ("requirements-dev.txt", True),
        ("requirements_test.txt", True),
        ("requirements.in", False),
        ("dev-requirements.txt", False),
        ("package-lock.json", False),
        ("go.sum", False),
        ("go.mod/a", False),
        ("x.go.mod", False),
        ("settings.gradle", False),
        (".csproj", True),
    ],
)
def test_manifests_are_told_by_their_names(path: str, named: bool) -> None:
    assert is_manifest(path) is named
    assert compare("README.md", None, b"x").added == ()


_TEXT = st.one_of(
    st.binary(max_size=80),
    st.lists(
        st.sampled_from(
            [*"{}[]()<>\"',:=@#*^\n\t \\$;", "x", "1.2.3", "dependencies", "require ", ".package(", "url:"]
        ),
        max_size=40,
    ).map(lambda parts: "".join(parts).encode()),
    st.sampled_from(sorted(ONE)).map(lambda path: ONE[path].encode()),
)


@settings(max_examples=300)
@given(st.sampled_from(sorted(ONE)), _TEXT, _TEXT)
def test_any_bytes_are_read_or_worded_and_what_stays_is_never_added(
    path: str, before: bytes, after: bytes
) -> None:
    assert compare(path, after, after).added == ()
    alone, changed = compare(path, None, after), compare(path, before, after)
    if isinstance(alone.missing, Missing):
        assert alone.missing.why.startswith(path)
        assert "\n" not in alone.missing.why
    else:
        lines = after.count(b"\n") + after.count(b"\r") + 1
        assert all(one.name and 1 <= one.line <= lines for one in alone.added)
        assert set(changed.added) <= set(alone.added)
