"""Full names in Python and what using them says: the tables behind `steward.challenge.shortcuts_python`."""

from __future__ import annotations

import re

import msgspec

from steward.challenge.findings import SENSES

RUNNER_MODULES = frozenset({"pytest", "_pytest", "unittest", "nose", "doctest", "pluggy", "coverage"})
ANSWERS = frozenset({"__eq__", "__ne__", "__contains__", "__instancecheck__"})
"""Methods that say whether values are alike."""

ENVIRONMENT = ("os.environ", "os.environb")
ENVIRONMENT_READERS = frozenset(
    {"os.getenv", "os.getenvb"}
    | {f"os.environ.{name}" for name in ("get", "setdefault", "pop", "__getitem__")}
)
OPENERS = frozenset(
    "open Path PurePath listdir join joinpath walk scandir glob rglob exists isdir chdir import_module "
    "__import__".split()
)
COLLECTING = frozenset("pytestmark collect_ignore collect_ignore_glob pytest_plugins __test__".split())
PROGRAM_ENDS = ("sys.exit", "exit", "quit", "SystemExit", "builtins.exit", "builtins.quit")

SKIPS = re.compile(
    r"""pytest\.(?:skip|xfail|importorskip|mark\.(?:skip|skipif|xfail))
    | unittest\.(?:case\.)?(?:skip\w*|SkipTest|expectedFailure) | _pytest\.outcomes\.\w+""",
    re.VERBOSE,
)
PATCHED = re.compile(
    r"""(?:builtins|__builtins__|pytest|_pytest|pluggy|unittest|doctest|gc|ctypes|random|time|subprocess|operator|math
    | sys\.(?:modules|meta_path|path_hooks|path_importer_cache|settrace|setprofile|exit|stdout|stderr
        |excepthook|unraisablehook|displayhook)
    | importlib\.(?:machinery|util|reload))(?:\.|\Z)""",
    re.VERBOSE,
)
"""What nobody's code should assign to."""


class Called(msgspec.Struct, frozen=True):
    """Calls of these names are findings of this rule."""

    names: re.Pattern[str]
    rule: str
    reason: str
    certain: bool = True


_OUTLIVES = "starts a process that is to outlive the step"
CALLS = (
    Called(
        re.compile(
            r"""sys\.exit | os\.(?:_exit|abort|kill|killpg|exec\w*) | atexit\.\w+ | pytest\.exit
            | faulthandler\.\w+ | .*\._exit
            | signal\.(?:raise_signal|alarm|signal|setitimer|pthread_kill) | (?:builtins\.)?(?:exit|quit)
            | _thread\.interrupt_main | threading\._shutdown""",
            re.VERBOSE,
        ),
        "ends-process",
        "ends the run of the tests, or acts when it ends",
    ),
    Called(
        re.compile(
            r"""inspect\.(?:stack|currentframe|getouterframes|trace) | sys\.(?:_getframe\w*|_current_frames)
            | sys\.gettrace
            | sys\.getprofile | traceback\.(?:extract_stack|format_stack|walk_stack|print_stack) | psutil\..*
            | os\.getppid""",
            re.VERBOSE,
        ),
        "senses-tests",
        f"looks at who called it: {SENSES}",
    ),
    Called(
        re.compile(
            r"""sys\.(?:settrace|setprofile|addaudithook|_setprofile\w*) | threading\.(?:settrace|setprofile)\w*
            | ctypes\.\w.* | gc\.get_(?:objects|referrers|referents) | unittest\.mock\.patch.*
            | sys\.(?:meta_path|path_hooks)\.(?:insert|append)""",
            re.VERBOSE,
        ),
        "patches-runner",
        "reaches into code that is not its own",
    ),
    Called(
        re.compile(r"os\.(?:fork|forkpty|setsid|setpgid|setpgrp|posix_spawnp?)"), "leaves-process", _OUTLIVES
    ),
    Called(
        re.compile(
            r"""(?:builtins\.)?(?:eval|exec|compile) | marshal\.loads? | pickle\.loads? | code\.\w+ | runpy\.\w+
            | types\.(?:FunctionType|CodeType)""",
            re.VERBOSE,
        ),
        "runs-text",
        "runs code that cannot be read here",
        False,
    ),
    Called(
        re.compile(r"os\.(?:listdir|scandir|walk|fwalk)|glob\.i?glob|.*\.(?:iterdir|rglob|glob)"),
        "reaches-hidden",
        "lists files",
        False,
    ),
)
