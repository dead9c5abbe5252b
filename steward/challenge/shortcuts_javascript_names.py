"""Full names in JavaScript and what using them says: the tables behind `shortcuts_javascript`."""

from __future__ import annotations

import re

TEST_FILE = re.compile(r".*[._-](?:test|spec)\.[a-z]+|test[._-].*")
SETS = frozenset({"=", "+=", "??=", "||=", "&&="})
ENDS = re.compile(
    r"process\.(?:exit|reallyExit|_kill|kill|abort|emit|_rawDebug|dlopen|removeAllListeners|emitWarning)"
)
ENDS_WORD = re.compile(r"process\.(?:on|once|addListener|prependListener)")
EXIT_EVENTS = frozenset({"exit", "beforeExit", "uncaughtException", "unhandledRejection", "SIGTERM"})
RUNNERS = re.compile(
    r"(?:node:)?(?:assert(?:/strict)?|test(?:/reporters)?)|vitest|jest|@jest/.*|mocha|chai|ava|tap|tape|expect|jasmine|sinon|@vitest/.*"
)
MODULES = re.compile(
    r"(?:node:)?(?:module|vm|v8|inspector|worker_threads|async_hooks|diagnostics_channel|repl)"
)
PATCHED = re.compile(
    r"(?:(?:globalThis|global)\.\w+|(?:Object|Array|String|Number|Function|Promise|RegExp|Symbol|JSON|Math|Reflect|Error|Map|Set)\.(?:prototype\.?.*|\w+)"
    r"|assert\b.*|process\.(?:stdout|stderr|argv|execArgv|env|exitCode|hrtime|binding|report)\b.*|console\.\w+|require\.(?:cache|extensions).*"
    r"|module\.constructor.*|Module\..*|describe\..*|it\..*|test\..*|expect\..*|jest\..*|vi\..*)"
)
DEFINES = re.compile(r"(?:Object|Reflect)\.(?:defineProperty|defineProperties|assign|setPrototypeOf|set)")
SKIPS = re.compile(
    r"(?:(?:test|it|describe|suite|t|context)\.(?:skip|todo|only|failing|fails)|xit|xdescribe|xtest|fit|fdescribe|pending)"
)
RUNS = re.compile(r"(?:eval|Function|globalThis\.eval|vm\.\w+|process\.binding|WebAssembly\.\w+)")
READS = re.compile(r"(?:\w+\.)*(?:readdir(?:Sync)?|opendir(?:Sync)?|glob(?:Sync)?)")
# A part of node's own modules: what everybody else uses as well.
BUILT_IN = re.compile(
    r"(?:async_hooks|buffer|child_process|console|crypto|diagnostics_channel|events|fs|module|os|path|perf_hooks|process"
    r"|readline|stream|timers|tty|url|util|v8|vm|worker_threads|zlib)(?:/promises)?\..+"
)
UPWARDS = re.compile(r"(?:\./)?(?:\.\./)*\.\./?")
EQUAL_MARKS = frozenset({"toPrimitive", "hasInstance"})
CHILD = re.compile(r"(?:node:)?(?:child_process|cluster)")
