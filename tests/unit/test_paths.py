"""What a path is: each pattern of docs/scoring.md, with what it does not match."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steward.model import FileClass, ScoringRules, SecurityMatch, TestConventions
from steward.paths import (
    SENSITIVE_TERMS,
    SOURCE_SUFFIXES,
    classify,
    glob_problem,
    is_docs,
    is_generated,
    is_source,
    is_test,
    names,
    sensitive_terms,
    subjects,
    words,
)

DEFAULT = ScoringRules()
DOCUMENTED = ScoringRules(test_conventions=TestConventions.DOCUMENTED)


@pytest.mark.parametrize(
    "path",
    [
        "test/a.go",
        "tests/a.txt",
        "__tests__/a.ts",
        "a/b/Tests/c.py",
        "TEST/x",
        "src/__TESTS__/x.js",
        "a_test.go",
        "deep/down/a_test.go",
        "a.test.ts",
        "a.spec.ts",
        "test_a.py",
        "test_.py",
        "a_test.b.c",
        "tests/README.md",
    ],
)
def test_a_test_by_the_documented_patterns(path: str) -> None:
    assert is_test(path, DOCUMENTED)
    assert is_test(path, DEFAULT)


@pytest.mark.parametrize(
    "path",
    [
        "src/Foo.Test/a.cs",
        "Foo.Tests/a.cs",
        "src/FooTest.java",
        "FooTests.java",
        "FooTest.kt",
        "FooTests.kt",
        "FooTest.cs",
        "FooTests.cs",
        "FooTests.swift",
        "conftest.py",
        "a/conftest.py",
    ],
)
def test_a_test_by_the_extended_conventions_only(path: str) -> None:
    assert is_test(path, DEFAULT)
    assert not is_test(path, DOCUMENTED)


@pytest.mark.parametrize(
    "path",
    [
        "testing/a.go",
        "contest/a.go",
        "latest.go",
        "a/test.go",
        "tests",
        "test_a.go",
        "Test_a.py",
        "a_test",
        "footest.java",
        "FooTest.swift",
        "Foo.tests/a.cs",
        "my-tests/a.py",
        "xconftest.py",
    ],
)
def test_no_test(path: str) -> None:
    assert not is_test(path, DEFAULT)


def test_further_globs_make_tests() -> None:
    rules = ScoringRules(test_globs=("e2e/**", "*.feature"))
    assert is_test("e2e/login.py", rules)
    assert is_test("a/b/login.feature", rules)
    assert not is_test("src/login.py", rules)


@pytest.mark.parametrize(
    "path",
    [
        "a.md",
        "src/A.MD",
        "x.markdown",
        "x.rst",
        "deep/x.adoc",
        "docs/a.png",
        "a/Docs/b.py",
        "README",
        "README.txt",
        "CHANGELOG",
        "LICENSE-MIT",
        "CONTRIBUTING.txt",
        "CODE_OF_CONDUCT",
        "SECURITY.txt",
    ],
)
def test_docs(path: str) -> None:
    assert is_docs(path)


@pytest.mark.parametrize(
    "path", ["security.py", "src/README", "a/LICENSE", "doc/a.py", "docs", "readme", "amd"]
)
def test_no_docs(path: str) -> None:
    assert not is_docs(path)


@pytest.mark.parametrize("suffix", SOURCE_SUFFIXES)
def test_source_by_suffix_in_any_case(suffix: str) -> None:
    assert is_source(f"src/a{suffix}", DEFAULT)
    assert is_source(f"src/a{suffix.upper()}", DEFAULT)


def test_the_source_suffixes_are_the_documented_ones() -> None:
    documented = ".go .py .ts .tsx .java .rs .cs .cpp .dart .swift .pyi .js .jsx .mjs .cjs .mts .cts .kt .kts"
    assert set(SOURCE_SUFFIXES) == {*documented.split(), *".c .cc .cxx .h .hh .hpp .hxx".split()}


@pytest.mark.parametrize(
    "path", ["a.rb", "Makefile", "a.yml", "tests/a.py", "docs/conf.py", "a_test.go", "a.py.txt"]
)
def test_no_source(path: str) -> None:
    assert not is_source(path, DEFAULT)


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("tests/README.md", FileClass.TEST),
        ("docs/a.py", FileClass.DOCS),
        ("a.py", FileClass.SOURCE),
        ("a.yml", FileClass.OTHER),
        ("docs/tests/a.py", FileClass.TEST),
        ("src/\udce9.py", FileClass.SOURCE),
    ],
)
def test_the_first_class_that_holds(path: str, expected: FileClass) -> None:
    assert classify(path, DEFAULT) is expected


def test_a_file_can_be_test_and_docs_at_once() -> None:
    assert is_test("tests/README.md", DEFAULT)
    assert is_docs("tests/README.md")


@pytest.mark.parametrize("term", SENSITIVE_TERMS)
def test_each_term_is_sensitive_anywhere_in_any_case(term: str) -> None:
    for path in (f"src/{term}.py", f"{term.upper()}/a.py", f"a/x{term}y.md"):
        assert term in "".join(sensitive_terms(path, SecurityMatch.SUBSTRING)[0])


def test_the_terms_are_the_documented_ones() -> None:
    documented = (
        "auth authn authz oauth oidc crypto encrypt decrypt jwt token password secret credential "
        "kms tls ssl webhook signature hmac sso saml"
    )
    assert documented.split() == list(SENSITIVE_TERMS)


@pytest.mark.parametrize(
    ("path", "terms", "inside"),
    [
        ("src/auth/login.go", ("auth",), ()),
        ("src/authors.py", ("auth",), ("authors",)),
        ("lib/processor.rs", ("sso",), ("processor",)),
        ("lib/tokenizer.rs", ("token",), ("tokenizer",)),
        ("src/tokens.py", ("token",), ()),
        ("src/OAuthClient.java", ("oauth",), ()),
        ("src/GoogleOAuth.java", ("oauth",), ()),
        ("auth/processor.py", ("auth",), ()),
        ("src/plain.py", (), ()),
        ("webHook.py", ("webhook",), ()),
        ("src/WebHookProcessor.java", ("webhook",), ()),
        ("src/ClassLoader.java", ("ssl",), ("classloader",)),
        ("src/processLogin.ts", ("ssl",), ("processlogin",)),
        ("src/accessOrder/x.go", ("sso",), ("accessorder",)),
        ("src/MyClassLoaderImpl.java", ("ssl",), ("classloader",)),
        ("lib/ClassLoader/authors.py", ("auth", "ssl"), ("classloader", "authors")),
        ("lib/class_loader.py", (), ()),
        ("Authors.AuthorList.py", ("auth",), ("authors", "author")),
        ("src/to\u212aenizer.py", ("token",), ("tokenizer",)),
    ],
)
def test_terms_and_the_longer_words_they_stand_in(
    path: str, terms: tuple[str, ...], inside: tuple[str, ...]
) -> None:
    assert sensitive_terms(path, SecurityMatch.SUBSTRING) == (terms, inside)


def neighbours(path: str) -> set[str]:
    """Whatever neighbouring words make when they are put together."""
    runs = [words(run) for run in re.split(r"[\W_]+", path)]
    return {"".join(run[a:b]) for run in runs for a in range(len(run)) for b in range(a + 1, len(run) + 1)}


@given(
    st.text(alphabet="abcehklostuwSKLOTW_/.2", max_size=30), st.sampled_from(SENSITIVE_TERMS), st.text("aS")
)
def test_what_the_setting_dismisses_is_marked_or_is_the_term_itself(
    before: str, term: str, after: str
) -> None:
    path = before + term + after
    terms, inside = sensitive_terms(path, SecurityMatch.SUBSTRING)
    dismissed = not sensitive_terms(path, SecurityMatch.WORDS)[0]
    joined = re.split(r"[\W_]+", path.lower())
    assert terms
    assert bool(inside) <= dismissed
    assert inside or not dismissed or {one + end for one in terms for end in ("", "s")} & neighbours(path)
    assert all(any(one in word for one in terms) for word in inside)
    assert all(any(word in run for run in joined) for word in inside)


@pytest.mark.parametrize(
    ("path", "sensitive"),
    [
        ("src/authors.py", False),
        ("src/auth.py", True),
        ("src/myTokenStore.py", True),
        ("src/secrets.py", True),
        ("src/OAuth.py", True),
        ("processor.py", False),
        ("src/AUTH_KEY.py", True),
    ],
)
def test_words_only_when_asked_for(path: str, sensitive: bool) -> None:
    assert bool(sensitive_terms(path, SecurityMatch.WORDS)[0]) is sensitive


def test_words_of_a_path() -> None:
    assert words("src/myTokenStore_v2.py") == ("src", "my", "token", "store", "v2", "py")
    assert words("OAuth/x") == ("oauth", "x")


@pytest.mark.parametrize(
    ("source", "test"),
    [
        ("src/login.go", "src/login_test.go"),
        ("src/login.go", "tests/test_login.py"),
        ("src/Login.java", "src/LoginTest.java"),
        ("src/Login.swift", "src/LoginTests.swift"),
        ("a/login.ts", "a/login.spec.ts"),
        ("a/login.tsx", "a/login.test.tsx"),
        ("a/login.ts", "a/login.test.integration.ts"),
        ("src/login.py", "tests/login.py"),
        ("contest.py", "tests/contest.py"),
        ("my.component.ts", "my.component.spec.ts"),
        ("user.service.ts", "user.service.spec.ts"),
        ("user.service.ts", "tests/user.service.ts"),
        ("login.ts", "tests/login.e2e.ts"),
        ("user.service.ts", "user.test.ts"),
        ("a.b.go", "a.b_test.go"),
        ("a.b.py", "test_a.b.py"),
        ("Form.Designer.cs", "FormTests.cs"),
        (".eslintrc.js", "tests/.eslintrc.js"),
        ("v1.2.js", "v1.2.test.js"),
    ],
)
def test_a_test_named_after_a_file(source: str, test: str) -> None:
    assert names(source) & subjects(test)


@pytest.mark.parametrize(
    ("source", "test"),
    [
        ("user.service.ts", "user.controller.spec.ts"),
        ("user.service.ts", "service.spec.ts"),
        ("user.ts", "user.service.spec.ts"),
        ("a.b.go", "a.c_test.go"),
        ("contest.py", "con_test.py"),
        ("login.ts", "logins.test.ts"),
    ],
)
def test_a_test_of_another_file(source: str, test: str) -> None:
    assert not names(source) & subjects(test)


@pytest.mark.parametrize("path", ["package-lock.json", "a/go.sum", "vendor/x/a.go", "a.min.js", "x/a_pb2.py"])
def test_generated(path: str) -> None:
    assert is_generated(path)


@pytest.mark.parametrize("path", ["package.json", "src/vendor.py", "a.js", "lock.py"])
def test_not_generated(path: str) -> None:
    assert not is_generated(path)


@pytest.mark.parametrize(
    "pattern", ["*.lock", "src/**", "**/x/*", "/a", "!kept", "a[b-d]?", "*_test.*", "**/a/**/b/**/c"]
)
def test_a_glob_that_can_be_used(pattern: str) -> None:
    assert glob_problem(pattern) is None


@pytest.mark.parametrize(
    ("pattern", "problem"),
    [
        ("[z-a]", "is no gitignore pattern"),
        ("*a*a*a*b", "has more than 3 stars"),
        ("**/a/**/b/**/c/**/d", "or more than 3 parts"),
        ("#x", "matches nothing"),
        (" ", "matches nothing"),
    ],
)
def test_a_glob_that_cannot(pattern: str, problem: str) -> None:
    assert problem in (glob_problem(pattern) or "")
