"""Shortcuts in JavaScript and TypeScript, read off the tokens: names are followed through imports and brackets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from steward.challenge import mapping
from steward.challenge import shortcuts_javascript_names as names
from steward.challenge.findings import SENSES, Finding, Watched, first_of_each, is_environment_sign
from steward.challenge.javascript import Token, literals, tokens
from steward.challenge.javascript_folding import folded
from steward.report.markdown import visible

SUFFIXES = (".js", ".mjs", ".cjs", ".ts", ".mts", ".cts", ".jsx", ".tsx")
_LONGEST_IMPORT = 300  # tokens


def find(watched: Watched) -> tuple[Finding, ...]:
    """The findings in one file of JavaScript or TypeScript."""
    stream = folded(tokens(watched.data.decode("utf-8", "replace")))
    constants = list(literals(stream))
    found = [*_Search(watched, stream).findings(), *mapping.find(watched, constants)]
    for line, text in constants:
        suspicious = watched.suspicious(text)
        if suspicious:
            found.append(Finding.bypass(watched.path, line, *suspicious))
    return first_of_each([each for each in found if each.line in watched.added])


def constants_of(data: bytes) -> list[tuple[int, str]]:
    """The constants of a file with their lines."""
    return list(literals(folded(tokens(data.decode("utf-8", "replace")))))


class _Search:
    """One pass over the tokens. A name that stands for another by import or assignment is known as that."""

    def __init__(self, watched: Watched, stream: list[Token]) -> None:
        self._watched, self._stream = watched, stream
        self._names: dict[str, str] = {}
        self._learn()
        self._climbs = self._leads_up()

    def _learn(self) -> None:
        """`const p = process`, `const { exit } = process`, `import { exit as e } from "node:process"`."""
        words = self._stream
        for at, token in enumerate(words):
            source = self._source(at)
            if not source or at < 2:
                continue
            if token.text in ("from", "=") and words[at - 1].text == "}":
                self._learn_braces(at - 1, source)
            elif token.text in ("from", "=") and words[at - 1].kind == "name":
                self._names.setdefault(words[at - 1].text, source)

    def _source(self, at: int) -> str:
        """What is bound after `from` or `=`: a module or one of the usual globals; empty for anything else."""
        rest = self._stream[at + 1 : at + 5]
        if self._stream[at].text == "from" and rest and rest[0].kind == "text":
            return _module(rest[0].text)
        if self._stream[at].text != "=" or not rest:
            return ""
        if rest[0].text == "await" and len(rest) > 1:
            rest = rest[1:]
        if rest[0].text in ("require", "import") and len(rest) > 2 and rest[2].kind == "text":
            return _module(rest[2].text)
        name, end = self._dotted(at + 1)
        top = name.partition(".")[0]
        # What a call gives is not what is called.
        called = end < len(self._stream) and self._stream[end].text == "("
        return (
            name
            if not called and top in ("process", "assert", "Object", "Reflect", "globalThis", "global")
            else ""
        )

    def _learn_braces(self, end: int, source: str) -> None:
        at, first = end - 1, max(end - _LONGEST_IMPORT, 0)
        while at > first and self._stream[at].text != "{":
            at -= 1
        inside = [token.text for token in self._stream[at + 1 : end]]
        for part in " ".join(inside).split(","):
            old, _, new = part.replace(" as ", " : ").partition(":")
            if old.strip():
                self._names.setdefault((new or old).strip(), f"{source}.{old.strip()}")

    def _dotted(self, at: int) -> tuple[str, int]:
        """The full name that begins at a token, and where it ends: `process["ex" + "it"]` is `process.exit`."""
        words = self._stream
        if at >= len(words) or words[at].kind != "name" or (at and words[at - 1].text in (".", "?.")):
            return "", at
        name = self._names.get(words[at].text, words[at].text)
        at += 1
        while at + 1 < len(words):
            if words[at].text in (".", "?.") and words[at + 1].kind == "name":
                name, at = f"{name}.{words[at + 1].text}", at + 2
            elif (
                words[at].text == "["
                and words[at + 1].kind == "text"
                and words[at + 2 : at + 3]
                and words[at + 2].text == "]"
            ):
                name, at = f"{name}.{words[at + 1].text}", at + 3
            else:
                break
        return re.sub(r"^(?:globalThis|global)\.(?=process|Object|Reflect|require)", "", name), at

    def findings(self) -> Iterator[Finding]:
        """All findings, on old lines too."""
        for at, token in enumerate(self._stream):
            name, end = self._dotted(at)
            if name:
                after = self._stream[end].text if end < len(self._stream) else ""
                yield from self._of(name, after, at, end)
            if token.kind == "text":
                yield from self._module_used(at, token)

    def _found(self, at: int, rule: str, reason: str, *, certain: bool = True) -> Finding:
        line = self._stream[at].line
        return Finding.bypass(self._watched.path, line, rule, reason, certain=certain)

    def _of(self, name: str, after: str, at: int, end: int) -> Iterator[Finding]:
        yield from self._senses(name, at, end)
        if names.SKIPS.fullmatch(name) and after == "(":
            yield self._found(at, "skips-tests", "skips tests or expects them to fail")
        elif (
            # A name of one's own may be given another meaning; a part of something else may not.
            (after in names.SETS and end > at + 1 and self._patched(name, at))
            or (name == "delete" and self._of_others(at + 1))
            or (names.DEFINES.fullmatch(name) and after == "(" and self._of_others(end + 1))
        ):
            yield self._found(
                at, "patches-runner", "changes a test runner, an assertion or a part of the language"
            )
        elif names.ENDS.fullmatch(name) and not self._own_command(name):
            yield self._found(at, "ends-process", f"uses {visible(name)}, which ends the run of the tests")
        elif names.ENDS_WORD.fullmatch(name) and after == "(" and self._text(end + 1) in names.EXIT_EVENTS:
            yield self._found(at, "ends-process", "acts when the run of the tests ends")
        elif names.RUNS.fullmatch(name) and after == "(":
            yield self._found(
                at, "runs-text", f"calls {visible(name)}: what that runs cannot be read here", certain=False
            )
        elif names.READS.fullmatch(name) and after == "(":
            climbs = self._climbs
            reason = "lists the files of the challenge's own folder" if climbs else "lists files"
            yield self._found(at, "reaches-hidden", reason, certain=climbs)
        elif name == "Proxy" and after == "(":
            yield self._found(
                at, "equals-everything", "answers for an object whatever it is asked", certain=False
            )
        elif name.rpartition(".")[2] in names.EQUAL_MARKS and name.startswith("Symbol."):
            yield self._found(at, "equals-everything", "sets how a value compares")
        elif name.rpartition(".")[2] == "detached" and after == ":":
            yield self._found(at, "leaves-process", "starts a process that is to outlive the step")

    def _patched(self, name: str, at: int) -> bool:
        imported = self._stream[at].text in self._names and bool(names.BUILT_IN.fullmatch(name))
        return (imported or bool(names.PATCHED.fullmatch(name))) and not self._own_command(name)

    def _of_others(self, at: int) -> bool:
        """Whether an object begins at a token that is not the submission's own to change."""
        name, end = self._dotted(at)
        called = end < len(self._stream) and self._stream[end].text == "("
        return name.endswith(".getPrototypeOf") if called else bool(names.PATCHED.fullmatch(name))

    def _leads_up(self) -> bool:
        """Whether a path leads up to the challenge's folder."""
        folders = self._watched.path.count("/")
        handed = [token for before, token in pairwise(self._stream)
                  if token.kind == "text" and before.text in ("(", ",")]  # fmt: skip
        ups = [token.text.count("..") for token in handed if names.UPWARDS.fullmatch(token.text)]
        return max(ups, default=-1) >= max(folders, 1)

    def _text(self, at: int) -> str:
        return self._stream[at].text if at < len(self._stream) and self._stream[at].kind == "text" else ""

    def _senses(self, name: str, at: int, end: int) -> Iterator[Finding]:
        if name.startswith("process.env"):
            sign = name.removeprefix("process.env").removeprefix(".").partition(".")[0]
            after = self._stream[end].text if end < len(self._stream) else ""
            if (sign and is_environment_sign(sign)) or (not sign and self._names_a_sign(at, end)):
                yield self._found(at, "senses-tests", f"reads an environment variable: {SENSES}")
            elif not sign and after in ("[", ")", ","):
                yield self._found(
                    at, "senses-tests", f"looks through the environment: {SENSES}", certain=False
                )
        elif name.startswith("process.execArgv"):
            yield self._found(at, "senses-tests", f"asks how it was started: {SENSES}")
        elif name in ("Error.captureStackTrace", "Error.prepareStackTrace"):
            yield self._found(at, "senses-tests", f"looks at who called it: {SENSES}")
        elif name.endswith(".stack") and name.count(".") == 1:
            yield self._found(at, "senses-tests", f"looks at who called it: {SENSES}", certain=False)

    def _names_a_sign(self, at: int, end: int) -> bool:
        """`"CI" in process.env`, and `const { CI } = process.env`."""
        before = self._stream[max(at - 2, 0) : at]
        if len(before) == 2 and before[1].text == "in" and is_environment_sign(before[0].text):
            return True
        line = [
            token.text for token in self._stream[max(at - 20, 0) : at] if token.line == self._stream[at].line
        ]
        return bool(before) and before[-1].text == "=" and any(map(is_environment_sign, line))

    def _own_command(self, name: str) -> bool:
        """Whether the file is a command of its own, where ending the process is what one expects."""
        return name in ("process.exit", "process.exitCode") and self._watched.path.startswith("bin/")

    def _module_used(self, at: int, token: Token) -> Iterator[Finding]:
        before = [each.text for each in self._stream[max(at - 2, 0) : at]]
        imported = before[-1:] in (["from"], ["import"]) or before in (["require", "("], ["import", "("])
        brought = not imported and token.text.startswith("node:") and names.RUNNERS.fullmatch(token.text)
        if brought and not self._is_test_file():
            yield self._found(
                at, "patches-runner", "brings in the test runner or its assertions by another way"
            )
        if not imported:
            if self._watched.is_hidden_name(token.text) and before[-1:] in (["("], [","]):
                yield self._found(at, "reaches-hidden", "goes for the hidden tests")
            return
        if names.RUNNERS.fullmatch(token.text) and not self._is_test_file():
            certain = not re.fullmatch(r"(?:node:)?assert(?:/strict)?", token.text)
            yield self._found(
                at, "patches-runner", "brings in the test runner or its assertions", certain=certain
            )
        elif names.MODULES.fullmatch(token.text):
            yield self._found(
                at, "runs-text", "brings in a module that changes how code is loaded", certain=False
            )
        elif names.CHILD.fullmatch(token.text):
            yield self._found(
                at, "runs-text", "starts other programs: what they do cannot be read here", certain=False
            )

    def _is_test_file(self) -> bool:
        return bool(names.TEST_FILE.fullmatch(self._watched.path.rpartition("/")[2]))


def _module(text: str) -> str:
    name = text.removeprefix("node:")
    return "assert" if name == "assert/strict" else name
