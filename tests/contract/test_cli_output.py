"""How `steward` talks: in a terminal, into a pipe, and when it is typed wrongly."""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from steward import __version__, cli, pipeline
from tests.contract.clone import Clone, lines
from tests.contract.command import STEWARD, environment, run, run_in_terminal

HEAVY = {"socket", "ssl", "http", "requests", "github", "anthropic", "pydantic", "rich", "yaml"}
COMMANDS = {"challenge", "eval", "evaluate", "explain", "review", "rubric", "task", "validate"}


@pytest.fixture
def clone(tmp_path: Path) -> Clone:
    """`topic` adds a source file and a test to `main`; 90 where scored, docs 70."""
    made = Clone.new(tmp_path / "clone")
    made.commit({"README.md": "x\n"})
    made.branch("topic")
    made.commit({"src/a.py": lines(5), "tests/test_a.py": lines(3)})
    return made


PLAIN = """\
85 green
85 from 4 of 5 dimensions: (90 + 90 + 90 + 70) / 4 = 340/4 = 85
state done, verdict pass
Nothing to do: read the verdict.

Correctness           90  green    1 test file for 1 source file
                                   changed: tests/test_a.py
"""


class TestAPipe:
    def test_gets_plain_text_a_fact_a_line(self, clone: Clone) -> None:
        answer = run("evaluate", "--base", "main", cwd=clone.folder)
        assert answer.text.startswith(PLAIN)
        assert answer.text.endswith("\n2 changed files (1 test, 1 source), +8 −0\n")
        rows = [
            line for line in answer.text.splitlines() if re.match(r"[A-Z][a-z ]+ +(\d+|–)  [a-z]+ ", line)
        ]
        assert [row.split("  ")[0] for row in rows] == [
            "Correctness",
            "Security",
            "Complexity delta",
            "Docs alignment",
            "Governance alignment",
        ]

    @pytest.mark.parametrize("form", ["text", "markdown", "json"])
    @pytest.mark.parametrize(
        "env",
        [{"FORCE_COLOR": "1", "PYTHONIOENCODING": "latin-1"}, {"LC_ALL": "C", "PYTHONUTF8": "0"}],
        ids=["latin-1", "C"],
    )
    def test_gets_the_same_bytes_whatever_the_environment(
        self, clone: Clone, form: str, env: dict[str, str | None]
    ) -> None:
        wanted = ("evaluate", "--base", "main", "--format", form)
        plain = run(*wanted, cwd=clone.folder)
        assert run(*wanted, cwd=clone.folder, env=env).out == plain.out
        assert "\x1b" not in plain.text
        assert plain.text.endswith("\n")

    def test_gets_the_report_of_ci_as_markdown(self, clone: Clone) -> None:
        text = run("evaluate", "--base", "main", "--format", "markdown", cwd=clone.folder).text
        assert text.startswith("### 🟢 85 green\n")
        assert "| Docs alignment | 🟡 **70** amber |" in text
        assert "credits used today" not in text

    def test_that_closes_early_leaves_the_verdict(self, clone: Clone) -> None:
        for number in range(400):
            clone.write({f"src/module_{number}.py": "x\n"})
        clone.commit()
        line = f"set -o pipefail; {shlex.quote(str(STEWARD))} evaluate --base main --format json | head -c 1"
        done = subprocess.run(
            ["bash", "-c", line], cwd=clone.folder, env=environment({}), capture_output=True, check=False
        )
        assert (done.returncode, done.stdout, done.stderr) == (0, b"{", b"")

    @pytest.mark.parametrize(
        ("redirect", "words"),
        [(">/dev/full", "No space left on device"), (">&-", "standard output is closed")],
    )
    def test_that_cannot_be_written_is_said(self, clone: Clone, redirect: str, words: str) -> None:
        line = f"{shlex.quote(str(STEWARD))} evaluate --base main {redirect}"
        done = subprocess.run(
            ["bash", "-c", line], cwd=clone.folder, env=environment({}), capture_output=True, check=False
        )
        assert done.returncode == 2
        assert words in done.stderr.decode()
        assert done.stderr.count(b"\n") == 1


class TestATerminal:
    def test_gets_colours_words_and_a_table(self, clone: Clone) -> None:
        answer = run_in_terminal("evaluate", "--base", "main", cwd=clone.folder)
        assert answer.code == 0
        assert answer.text.startswith("\x1b[1;32m85 green\x1b[0m\n")
        assert "\x1b[33mamber" in answer.text
        assert "─────" in answer.text

    @pytest.mark.parametrize("env", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
    def test_without_colour_has_no_colour(self, clone: Clone, env: dict[str, str | None]) -> None:
        answer = run_in_terminal("evaluate", "--base", "main", cwd=clone.folder, env=env)
        assert not re.search(r"\x1b\[[0-9;]*3[0-7]m", answer.text)
        assert "90" in answer.text
        assert "amber" in answer.text
        if "TERM" in env:
            assert "\x1b" not in answer.text

    @pytest.mark.parametrize("columns", [40, 80, 200])
    def test_is_filled_to_its_width_and_no_further(self, clone: Clone, columns: int) -> None:
        answer = run_in_terminal("evaluate", "--base", "main", cwd=clone.folder, columns=columns)
        widths = [len(re.sub(r"\x1b\[[0-9;]*m", "", line)) for line in answer.text.splitlines()]
        assert max(widths) <= columns
        assert max(widths) > columns // 2

    def test_that_cannot_show_a_character_gets_another(self, clone: Clone) -> None:
        env: dict[str, str | None] = {"PYTHONIOENCODING": "ascii"}
        answer = run_in_terminal("evaluate", "--base", "main", cwd=clone.folder, env=env)
        assert answer.code == 0
        assert answer.out.isascii()

    def test_can_still_be_given_json(self, clone: Clone) -> None:
        answer = run_in_terminal("evaluate", "--base", "main", "--format", "json", cwd=clone.folder)
        assert answer.text.startswith('{"change":')

    def test_is_not_moved_by_the_name_of_a_file(self, clone: Clone) -> None:
        name = "src/auth\x1b]0;owned\x07\x1b[2J[bold]\u202e\n::error::x.py"
        clone.commit({name: "x\n"})
        for answer in (
            run_in_terminal("evaluate", "--base", "main", cwd=clone.folder),
            run("evaluate", "--base", "main", cwd=clone.folder),
        ):
            text = re.sub(r"\x1b\[[0-9;]*m", "", answer.text)
            assert re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", text) is None
            assert re.search(r"^::", text, re.MULTILINE) is None
            assert "U+001B" in text


class TestTypedWrongly:
    @pytest.mark.parametrize(
        ("typed", "words", "help_of"),
        [
            ([], "say what to do: steward evaluate", "steward"),
            (["evaluat"], "No such command", "steward"),
            (["--colour"], "No such option", "steward"),
            (["evaluate", "--bse", "x"], "No such option", "steward evaluate"),
            (["evaluate", "--base"], "requires an argument", "steward"),
            (["evaluate", "main"], "unexpected extra argument", "steward evaluate"),
            (["evaluate", "--format", "yaml"], "'yaml' is not one of", "steward evaluate"),
            (["evaluate", "--fail-on", "green"], "'green' is not one of", "steward evaluate"),
            (
                ["evaluate", "--diff", "-", "--base", "x"],
                "--diff cannot be used with --base",
                "steward evaluate",
            ),
            (
                ["evaluate", "--diff", "x", "--head", "x", "--repo", "y"],
                "--diff cannot be used with --repo and --head",
                "steward evaluate",
            ),
            (
                ["evaluate", "--diff", "x", "--facts", "y"],
                "--diff cannot be used with --facts",
                "steward evaluate",
            ),
            (
                ["evaluate", "--facts", "x", "--repo", "y"],
                "--facts cannot be used with --repo",
                "steward evaluate",
            ),
            (
                ["evaluate", "--facts", "x", "--assume-governance"],
                "--facts cannot be used with --assume-governance",
                "steward evaluate",
            ),
            (["evaluate", "\x1b[31m\n::error::"], "unexpected extra argument", "steward evaluate"),
        ],
    )
    def test_is_answered_in_one_line_that_says_what_to_type(
        self, tmp_path: Path, typed: list[str], words: str, help_of: str
    ) -> None:
        complaint = run(*typed, cwd=tmp_path).complaint
        assert words in complaint
        assert complaint.endswith(f"Type: {help_of} --help")
        assert complaint.isprintable()


class TestHelp:
    @pytest.mark.parametrize("typed", [["--help"], ["-h"], ["evaluate", "--help"]])
    def test_is_no_error_and_promises_only_what_there_is(self, tmp_path: Path, typed: list[str]) -> None:
        answer = run(*typed, cwd=tmp_path)
        assert (answer.code, answer.err) == (0, "")
        if "evaluate" not in typed:
            assert set(re.findall(r"^  ([a-z]+)  ", answer.text, re.MULTILINE)) == COMMANDS

    def test_shows_examples_that_work(self, clone: Clone) -> None:
        text = run("evaluate", "--help", cwd=clone.folder).text
        clone.git("update-ref", "refs/remotes/origin/release", "main")
        examples = [
            line.strip() for line in text.splitlines() if re.match(r" +(git|steward) .*evaluate", line)
        ]
        assert len(examples) >= 5
        for example in examples:
            command = re.split(r"   ", example)[0]
            done = subprocess.run(
                ["bash", "-c", f"set -o pipefail; {command}"],
                cwd=clone.folder,
                env=environment({"PATH": f"{STEWARD.parent}{os.pathsep}{os.environ['PATH']}"}),
                capture_output=True,
                check=False,
            )
            assert done.returncode == 0, (command, done.stderr)

    def test_version(self, tmp_path: Path) -> None:
        assert run("--version", cwd=tmp_path).text == f"steward {__version__}\n"


class TestTrouble:
    def test_ctrl_c_is_a_line_and_2(self, tmp_path: Path) -> None:
        waiting = tmp_path / "waiting"
        os.mkfifo(waiting)
        typed: list[str | Path] = [STEWARD, "evaluate", "--diff", waiting]
        pipe = subprocess.PIPE
        with (
            # A job in the background inherits SIGINT as ignored; a person's command does not.
            subprocess.Popen(
                typed,
                env=environment({}),
                stdout=pipe,
                stderr=pipe,
                preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509 - no threads here
            ) as process,
            waiting.open("wb"),  # it is read from: by then the command has begun
        ):
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=60)
        assert (process.returncode, out, err) == (2, b"", b"\nsteward: interrupted\n")

    def test_what_nobody_thought_of_is_a_line_too(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        (tmp_path / "x.diff").write_text("")
        monkeypatch.setattr(pipeline, "judge", lambda *_, **__: 1 // 0)
        assert cli.main(["evaluate", "--diff", str(tmp_path / "x.diff")]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        place = r"ZeroDivisionError at test_cli_output\.py:\d+"
        assert re.fullmatch(
            rf"steward: Steward itself failed: {place}; please report it", err.split("\n")[-2]
        )


class TestWhatIsLoaded:
    @pytest.mark.parametrize("form", ["text", "markdown", "json"])
    def test_neither_network_nor_model_nor_terminal(self, clone: Clone, form: str) -> None:
        program = (
            "import sys; from steward.cli import main; "
            f"code = main(['evaluate', '--base', 'main', '--format', '{form}']); "
            f"print(sorted({HEAVY} & set(sys.modules)), file=sys.stderr); sys.exit(code)"
        )
        done = subprocess.run(
            [sys.executable, "-I", "-c", program],
            cwd=clone.folder,
            env={name: value for name, value in environment({}).items() if not name.startswith("COVERAGE")},
            capture_output=True,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, b"[]\n")
