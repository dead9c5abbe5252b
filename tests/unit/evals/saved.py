"""The saved pull requests of `examples/evals/facts/`: `python -m tests.unit.evals.saved` writes them.

All are made up, each to be of a kind of its own: sizes, tests, docs, sensitive paths, renames, lists that are
incomplete, changes of nothing.
"""

from __future__ import annotations

from msgspec.structs import replace

from steward.intake.facts import encode_facts
from steward.model import Change, Content, Kind, PullRequest, ScoringRules, SecurityMatch, Totals
from tests.github.runner import ROOT
from tests.unit.build import change, file

FOLDER = ROOT / "examples" / "evals" / "facts"


def many(count: int, folder: str, lines: int, kind: str = "py") -> Change:
    """So many source files of so many lines."""
    return change(file(f"{folder}/part{number:02}.{kind}", lines) for number in range(count))


def with_files(base: Change, *paths: str) -> Change:
    """The same and some files of a few lines."""
    return change([*base.files, *(file(path, 12, 3) for path in paths)])


def _cases() -> dict[str, PullRequest]:
    small, login = many(1, "src/shop", 20), change([file("src/auth/login.py", 45, 12)])
    changes: dict[str, Change] = {
        "one-source-file": small,
        "one-source-file-and-its-test": with_files(small, "tests/test_part00.py"),
        "one-source-file-and-another-test": with_files(small, "tests/test_other.py"),
        "source-and-docs": with_files(small, "docs/cart.md"),
        "source-tests-and-docs": with_files(small, "tests/test_part00.py", "README.md"),
        "docs-only": change([file("docs/guide.md", 30), file("README.md", 2, 2)]),
        "tests-only": change([file("tests/test_cart.py", 60)]),
        "settings-only": change([file("config/shop.toml", 3, 1)]),
        "login-without-tests": login,
        "login-with-tests": with_files(login, "tests/test_login.py"),
        "login-with-tests-and-docs": with_files(login, "tests/test_login.py", "docs/login.md"),
        "term-inside-a-word": change([file("src/authors.py", 24)]),
        "four-sensitive-paths": change(
            file(f"src/{name}.py", 30) for name in ("auth", "token", "crypto_box", "password")
        ),
        "sensitive-binary": change([file("assets/secret_key.png", binary=True), file("src/a.py", 3)]),
        "medium": many(6, "src/shop", 60),
        "medium-with-tests": with_files(
            many(6, "src/shop", 60), "tests/test_part00.py", "tests/test_part01.py"
        ),
        "large": many(9, "src/shop", 90),
        "large-by-files": many(40, "src/shop", 2),
        "huge": many(30, "src/shop", 150),
        "huge-with-everything": with_files(
            many(30, "src/shop", 150), "tests/test_part00.py", "docs/shop.md", "CHANGELOG.md"
        ),
        "lopsided": change([file("src/new.py", 640, 22)]),
        "mostly-deleted": change([file("src/old.py", 4, 300), file("src/kept.py", 10, 5)]),
        "deleted-file": change([file("src/old.py", 0, 80, kind=Kind.DELETED)]),
        "renamed-only": change(
            [file("src/b.py", 0, kind=Kind.RENAMED, previous="src/a.py", content=Content.SAME)]
        ),
        "renamed-with-edits": change([file("src/b.py", 9, 4, kind=Kind.RENAMED, previous="src/a.py")]),
        "lock-file": change([file("package-lock.json", 900, 400), file("src/app.ts", 12)]),
        "binary-only": change([file("assets/logo.png", binary=True)]),
        "names-in-other-scripts": change([file("src/корзина.py", 14), file("src/a b`c.py", 7)]),
        "many-untested": with_files(many(8, "src/shop", 10), "tests/test_nothing.py"),
        "workflow": change([file(".github/workflows/ci.yml", 18, 6)]),
        "mixed-languages": change(
            [
                file("web/cart.ts", 31),
                file("api/cart.go", 28),
                file("api/cart_test.go", 20),
                file("docs/api.md", 6),
            ]
        ),
        "nothing": change([]),
        "list-incomplete": replace(
            many(3, "src/shop", 40),
            complete=False,
            totals=Totals(files=5_000, additions=90_000, deletions=100),
        ),
    }
    cases = {name: PullRequest(record=None, change=made) for name, made in changes.items()}
    governed = ("login-with-tests", "medium", "docs-only", "huge")
    cases |= {f"{name}-governed": replace(cases[name], governance_present=True) for name in governed}
    words = ScoringRules(security_match=SecurityMatch.WORDS)
    cases["term-inside-a-word-dismissed"] = replace(cases["term-inside-a-word"], rules=words)
    return cases


CASES = _cases()


def data(name: str) -> bytes:
    """The file of that case as it should be."""
    return encode_facts(CASES[name])


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for each in CASES:
        (FOLDER / f"{each}.json").write_bytes(data(each))
