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
FRAMES = frozenset("tb_frame f_back f_locals f_globals f_builtins gi_frame cr_frame ag_frame".split())
"""Parts of a frame: by them a function sees who called it, and with what."""

RUNNER_WORDS = frozenset({"pytest", "py.test", "unittest", "nose"})
SELF_VIEWS = ("sys.modules", "sys.argv", "sys.orig_argv")
"""What tells a program how it was started, and with what beside it."""

EXITS = re.compile(r"os\.(?:_exit|abort)|atexit\.\w+")
"""Ends that mean what they do also where they are only handed on."""

MADE_NAMES = frozenset(name.strip("_") for name in ANSWERS)
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


PLAIN_TYPES = frozenset("str int float list dict tuple bool bytes set type".split())
LISTS = re.compile(r"os\.(?:listdir|scandir|walk|fwalk)|glob\.i?glob|.*\.(?:iterdir|rglob|glob)")
_AT_END = "acts when the run of the tests ends"
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
        re.compile(r"weakref\.finalize | .*\._register_atexit | multiprocessing\.util\.Finalize", re.VERBOSE),
        "ends-process",
        _AT_END,
        False,
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
    Called(LISTS, "reaches-hidden", "lists files", False),
)
