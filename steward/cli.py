"""The command line: the same engine as the Action's, on this machine, without GitHub and without network.

What is typed goes in, a report and an exit code come out: 0 pass or warn, 1 fail, 2 when Steward could not do
its job, with one line that says what to type (`docs/cli.md`).
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from io import TextIOWrapper
from itertools import pairwise
from pathlib import Path
from typing import TextIO

import click
from msgspec import Struct
from msgspec.json import encode
from msgspec.structs import replace

from steward import __version__, pipeline
from steward.errors import ConfigInvalid, InputInvalid, StewardError
from steward.lifecycle import EXIT_FAILED
from steward.model import Evaluation, FailOn, Run
from steward.report import text
from steward.report.markdown import visible

_MOST_SHOWN = 600
_MOST_PROBLEMS = 3
_EXAMPLES = """
\b
Examples:
  steward evaluate                          this branch against the default branch
  steward evaluate --base origin/release    … against another base
  git diff main...topic | steward evaluate --diff -
  steward evaluate --format json > report.json
  steward evaluate --fail-on amber          exit 1 unless the overall is green

\b
Exit codes: 0 pass or warn, 1 fail, 2 Steward could not do its job.
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what was typed. Returns the exit code; nothing that goes wrong shows a traceback."""
    try:
        _refuse_empty(sys.argv[1:] if arguments is None else arguments)
        code = steward.main(args=arguments, prog_name="steward", standalone_mode=False)
        return code if isinstance(code, int) else 0
    except click.UsageError as error:
        command = error.ctx.command_path if error.ctx else "steward"
        _say(f"{error.format_message().rstrip('.')}. Type: {command} --help")
    except click.ClickException as error:
        _say(error.format_message())
    except (click.Abort, KeyboardInterrupt):
        _say("interrupted")
    except StewardError as error:
        _say(_worded(error))
    except Exception as error:  # noqa: BLE001 - the last resort: a line, never a traceback
        _say(f"Steward itself failed: {type(error).__name__} at {_place(error)}; please report it")
    return EXIT_FAILED


def _refuse_empty(arguments: Sequence[str]) -> None:
    """An empty value is a variable that a script forgot to set: no default stands in for it."""
    for before, given in pairwise(("steward", *arguments)):
        joined = re.fullmatch(r"(--[\w-]+)=\s*", given)
        if joined or not given.strip():
            raise click.UsageError(f"{joined[1] if joined else before} is given an empty value")


def _worded(error: StewardError) -> str:
    """What happened and what to do about it; of many problems the first few."""
    what = error.what
    if isinstance(error, InputInvalid | ConfigInvalid) and len(error.problems) > _MOST_PROBLEMS:
        more = len(error.problems) - _MOST_PROBLEMS
        what = f"{'; '.join(error.problems[:_MOST_PROBLEMS])}; and {more} more"
    return f"{what}. {error.mend}" if error.mend else what


def _place(error: Exception) -> str:
    frame = error.__traceback__
    while frame is not None and frame.tb_next is not None:
        frame = frame.tb_next
    return (
        f"{Path(frame.tb_frame.f_code.co_filename).name}:{frame.tb_lineno}" if frame else "an unknown place"
    )


_LATE: dict[str, str] = {
    "challenge": "steward.commands.challenge",
    "eval": "steward.commands.eval_group",
    "review": "steward.commands.review",
    "rubric": "steward.commands.rubric",
    "task": "steward.commands.task",
}
"""Commands that are imported only when they are typed: the name, and the module that holds `command`."""


class _Commands(click.Group):
    """A group whose rarer commands cost the others nothing."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Every name, the late ones too."""
        return sorted({*super().list_commands(ctx), *_LATE})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name; None when there is none."""
        if cmd_name not in _LATE:
            return super().get_command(ctx, cmd_name)
        from importlib import import_module

        found = import_module(_LATE[cmd_name]).command
        return found if isinstance(found, click.Command) else None


@click.group(
    cls=_Commands, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(__version__, prog_name="steward", message="%(prog)s %(version)s")
@click.pass_context
def steward(context: click.Context) -> None:
    """Score a change in five dimensions and say what would raise the score.

    The same scores as the Steward Action gives a pull request, from your own clone, offline.
    """
    if context.invoked_subcommand is None:
        raise click.UsageError(
            "say what to do: steward evaluate, steward explain or steward validate", context
        )


@steward.command(epilog=_EXAMPLES)
@click.option("--repo", metavar="DIR", help="The repository.  [default: the one you are in]")
@click.option("--base", metavar="REV", help="What to compare with.  [default: the default branch]")
@click.option("--head", metavar="REV", help="What to judge.  [default: HEAD, what is checked out]")
@click.option("--diff", metavar="FILE", help="Judge the output of git diff instead; - is standard input.")
@click.option("--facts", metavar="FILE", help="Judge saved facts instead; - is standard input.")
@click.option(
    "--governance", metavar="FILE", help="Score as if this governance.pxf were on the default branch."
)
@click.option("--assume-governance", is_flag=True, help="Score as if there were one.")
@click.option("--coverage-file", metavar="FILE", help="Cobertura XML or LCOV, for the gate coverage.")
@click.option(
    "--fail-on",
    type=click.Choice([str(fail_on) for fail_on in FailOn]),
    default=str(FailOn.NEVER),
    show_default=True,
    help="Exit 1 when the overall is of this status or worse.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "markdown", "json"]),
    default="text",
    show_default=True,
    help="How to print the report.",
)
@click.option("--save-facts", metavar="FILE", help="Write what the scores rest on, for --facts.")
def evaluate(
    *,
    repo: str | None,
    base: str | None,
    head: str | None,
    diff: str | None,
    facts: str | None,
    governance: str | None,
    assume_governance: bool,
    coverage_file: str | None,
    fail_on: str,
    form: str,
    save_facts: str | None,
) -> int:
    """Judge the commits of this branch, or a diff.

    Without options: from where this branch left the default branch up to HEAD. Uncommitted changes are not
    judged.
    """
    from steward.adapters import local

    _refuse_together("--diff", diff, {"--repo": repo, "--base": base, "--head": head, "--facts": facts})
    _refuse_together("--facts", facts, {"--repo": repo, "--base": base, "--head": head})
    _refuse_together("--facts", facts, {"--governance": governance, "--assume-governance": assume_governance})
    rules = Path(governance) if governance is not None else (assume_governance or None)
    if facts is not None:
        collected = local.from_facts(facts)
    elif diff is not None:
        collected = local.from_diff(diff, governance=rules)
    else:
        collected = local.from_repository(
            Path(repo or "."), base=base, head=head, governance=rules, coverage_file=coverage_file
        )
    for note in collected.notes:
        _say(note)
    pull_request = replace(collected.facts, fail_on=_stricter(collected.facts.fail_on, FailOn(fail_on)))
    if save_facts is not None:
        local.save(pull_request, save_facts)
    evaluation = pipeline.judge(pull_request)
    _print(evaluation, form)
    return evaluation.decision.exit_code


_REPOSITORY = click.option("--repo", metavar="DIR", help="The repository.  [default: the one you are in]")
_FORMAT = click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="How to print the answer.",
)


@steward.command()
@_REPOSITORY
@click.option("--config", metavar="FILE", help="A settings file on disk.")
@click.option("--governance", metavar="FILE", help="A governance.pxf on disk.")
@click.option(
    "--fail-on",
    type=click.Choice([str(fail_on) for fail_on in FailOn]),
    help="What holds when evaluate is given this.",
)
@_FORMAT
def explain(
    *, repo: str | None, config: str | None, governance: str | None, fail_on: str | None, form: str
) -> int:
    """Say what holds, and why: each setting and each field of governance.pxf with its origin.

    Without options: of the files on the default branch, which are those that count. Of files that are named,
    only those.
    """
    from steward.adapters import policy_files
    from steward.report import explain as report

    if config is not None or governance is not None:
        _refuse_together("--repo", repo, {"--config": config, "--governance": governance})
        files = policy_files.from_names(config, governance)
    else:
        files = policy_files.from_default_branch(Path(repo or "."))
    for note in files.notes:
        _say(note)
    given = report.Given(fail_on=FailOn(fail_on) if fail_on else None)
    answer = report.explain(files, given=given)
    _print_answer(answer, form, lambda: report.render(answer))
    return 0


@steward.command()
@_REPOSITORY
@click.option("--config", metavar="FILE", help="Check this settings file instead.")
@click.option("--governance", metavar="FILE", help="Check this governance.pxf instead.")
@_FORMAT
def validate(*, repo: str | None, config: str | None, governance: str | None, form: str) -> int:
    """Check .github/steward.yml and governance.pxf: every mistake with its line and column.

    Without options: both files as they stand in the working tree, committed or not. Of files that are named,
    only those. Exit code 1 when there is a mistake.
    """
    from steward.adapters import policy_files
    from steward.report import validation as report

    folder = Path(repo) if repo is not None else None
    if config is not None or governance is not None:
        files = policy_files.from_names(config, governance)
    else:
        files = policy_files.from_working_tree(folder or Path())
    for note in files.notes:
        _say(note)
    answer = report.validate(files, policy_files.tracked_files(folder))
    _print_answer(answer, form, lambda: report.render(answer))
    return 0 if answer.clean else 1


def _refuse_together(option: str, given: object, others: dict[str, object]) -> None:
    """Two sources of facts, or two answers to one question, are wrong usage."""
    too_much = [other for other, value in others.items() if value]
    if given is not None and too_much:
        raise click.UsageError(
            f"{option} cannot be used with {' and '.join(too_much)}", click.get_current_context()
        )


def _stricter(one: FailOn, other: FailOn) -> FailOn:
    return max(one, other, key=list(FailOn).index)


def _print(evaluation: Evaluation, form: str) -> None:
    with _standard_output() as stdout:
        if form == "text" and stdout.isatty():
            _show(evaluation)
        else:
            stdout.buffer.write(_rendered(evaluation, form))


def _print_answer(answer: Struct, form: str, render: Callable[[], str]) -> None:
    with _standard_output() as stdout:
        stdout.buffer.write(encode(answer, order="sorted") + b"\n" if form == "json" else render().encode())


@contextmanager
def _standard_output() -> Iterator[TextIO]:
    """What is printed to, for as long as somebody reads. Bytes: a pipe gets UTF-8 whatever the locale."""
    if sys.stdout is None:
        raise InputInvalid(("standard output is closed",))
    try:
        yield sys.stdout
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader has had enough (`| head`): the verdict stands. Python would complain again at its exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        raise InputInvalid((f"the report cannot be written: {error.strerror}",)) from None


def _show(evaluation: Evaluation) -> None:
    # Imported here: only a terminal needs it.
    from rich.console import Console

    from steward.report.terminal import show

    if isinstance(sys.stdout, TextIOWrapper):
        # A terminal of another encoding gets `?` for what it cannot show.
        sys.stdout.reconfigure(errors="replace")
    show(evaluation, Console(highlight=False, markup=False, emoji=False))


def _rendered(evaluation: Evaluation, form: str) -> bytes:
    if form == "json":
        from steward.report import document

        return document.encode(document.document(evaluation))
    if form == "markdown":
        from steward.report.comment import blocks
        from steward.report.layout import BETWEEN

        # The last block names the run; here there is none.
        parts = blocks(evaluation, (), Run(id=0, attempt=1), observed=True)[:-1]
        return (BETWEEN.join(part.text() for part in parts) + "\n").encode()
    return text.render(evaluation).encode()


def _say(line: str) -> None:
    if sys.stderr is not None:
        click.echo(f"steward: {visible(line, _MOST_SHOWN)}", err=True)


if __name__ == "__main__":
    sys.exit(main())
