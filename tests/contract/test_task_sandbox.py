"""What a command of a challenge can reach, use and leave behind: tried from inside, as root and as anybody."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import textwrap
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest

from steward.adapters import sandbox, sandbox_kernel, sandbox_walls
from steward.adapters.challenge_files import Source, open_source
from steward.adapters.signals import listening
from steward.adapters.workshop import Ran, Workshop, open_workshop
from steward.challenge.bench import Step, Tree
from steward.errors import Cancelled, InputInvalid
from tests.challenges.toolchain import toolchain

ROOT = os.geteuid() == 0
BEST = sandbox.walls()
PLAIN = msgspec.structs.replace(
    BEST, namespaces=0, sealed=False, lacking=sandbox_walls._lacking(ROOT, 0, sealed=False)
)
WALLS = pytest.mark.parametrize("walls", [BEST, PLAIN], ids=["the best that there is", "without namespaces"])
LIMITS = sandbox.Limits(seconds=20, output_bytes=200_000, memory_bytes=256 * 2**20, processes=40)
#: How long a process of ours sleeps: a number by which it is known from those of tests that run beside this.
SLEEP = str(100_000 + os.getpid())
SECRET = "ghs_0123456789abcdefghijklmnopqrstuvwxyz"


class Bench:
    """A workshop in folders that everybody may enter, so that only the walls stand between."""

    def __init__(self, folder: Path, tools: dict[str, str]) -> None:
        self.folder, self.repository, self.runner = folder, folder / "course", folder / "runner"
        (self.repository / "hidden").mkdir(parents=True)
        (self.repository / "challenge.yml").write_text("version: 1\n")
        (self.repository / "open.txt").write_text("open\n")
        (self.repository / "hidden" / "key.txt").write_text("the key\n")
        self.runner.mkdir()
        (self.runner / "event.json").write_text(SECRET)
        self.environ = {
            **tools,
            "GITHUB_TOKEN": SECRET,
            "INPUT_GITHUB-TOKEN": SECRET,
            "GITHUB_EVENT_PATH": str(self.runner / "event.json"),
            "RUNNER_TEMP": str(self.runner),
            "HOME": str(self.runner),
        }

    def source(self) -> Source:
        return open_source(self.repository)


@pytest.fixture(scope="module")
def tools() -> Iterator[dict[str, str]]:
    with toolchain() as environment:
        yield environment


@pytest.fixture
def bench(tools: dict[str, str]) -> Iterator[Bench]:
    folder = Path(tempfile.mkdtemp(prefix="bench-"))
    folder.chmod(0o755)
    yield Bench(folder, tools)
    shutil.rmtree(folder)


@contextmanager
def opened(bench: Bench, walls: sandbox.Walls) -> Iterator[Workshop]:
    with open_workshop(bench.source(), hidden=("hidden",), limits=LIMITS, environ=bench.environ) as workshop:
        workshop._walls = walls
        yield workshop


def run(workshop: Workshop, program: str, *arguments: str, seconds: float = 20, **more: object) -> Ran:
    words = ("python", "-c", textwrap.dedent(program), *arguments)
    return workshop.run(Tree.BASE, Step(arguments=words, seconds=seconds, **more))  # type: ignore[arg-type]


def result(ran: Ran) -> dict[str, object]:
    assert ran.exit == 0, ran
    found = json.loads(ran.stdout)
    assert isinstance(found, dict)
    return found


REACH = """
    import json, os, socket, sys
    def read(path):
        try:
            with open(path, "rb") as file:
                return file.read(200).decode("latin-1")
        except OSError as error:
            return None
    def connected(kind, address):
        try:
            with socket.socket(kind) as link:
                link.settimeout(2)
                link.connect(address)
                return True
        except OSError:
            return False
    def killed(pid):
        try:
            os.kill(pid, 0)
            return True
        except OSError:
            return False
    files, pid, unix, port = json.loads(sys.argv[1]), int(sys.argv[2]), sys.argv[3], int(sys.argv[4])
    status = dict(line.split(":", 1) for line in open("/proc/self/status").read().splitlines())
    print(json.dumps({
        "read": {path: read(path) for path in files},
        "environ": dict(os.environ),
        "uid": os.getuid(), "groups": os.getgroups(),
        "caps": [status[name].strip() for name in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb")],
        "no_new_privs": status["NoNewPrivs"].strip(),
        "killed": killed(pid), "unix": connected(socket.AF_UNIX, unix),
        "tcp": connected(socket.AF_INET, ("127.0.0.1", port)),
    }))
"""


@WALLS
def test_nothing_of_the_run_is_within_reach(bench: Bench, walls: sandbox.Walls) -> None:
    unix = bench.runner / "docker.sock"
    files = [
        str(bench.runner / "event.json"),
        str(bench.repository / "hidden" / "key.txt"),
        str(bench.repository / "challenge.yml"),
        f"/proc/{os.getpid()}/environ",
        "/proc/1/environ",
        f"/proc/{os.getpid()}/root{bench.runner}/event.json",
    ]
    with socket.socket(socket.AF_UNIX) as daemon, socket.socket() as server:
        daemon.bind(str(unix))
        daemon.listen()
        server.bind(("127.0.0.1", 0))
        server.listen()
        with opened(bench, walls) as workshop:
            words = (json.dumps(files), str(os.getpid()), str(unix), str(server.getsockname()[1]))
            found = result(run(workshop, REACH, *words))
    sealed = walls.uid is not None or walls.files_hidden
    environ = found["environ"]
    assert isinstance(environ, dict)
    assert SECRET not in json.dumps(found) or not sealed
    allowed = {
        "PATH",
        "LANG",
        "LC_ALL",
        "LC_CTYPE",
        "TZ",
        "LD_LIBRARY_PATH",
        "JAVA_HOME",
        "GOROOT",
        "VIRTUAL_ENV",
    }
    assert set(environ) <= allowed | {"HOME", "TMPDIR", "PYTHONHASHSEED", "PYTHONDONTWRITEBYTECODE"}
    assert found["no_new_privs"] == "1"
    assert set(found["caps"]) == {"0" * 16} or not ROOT  # type: ignore[call-overload]
    if sealed:
        read = found["read"]
        assert isinstance(read, dict)
        outside = {
            path: text for path, text in read.items() if text is not None and path != "/proc/1/environ"
        }
        assert not outside
        assert "GITHUB" not in (read["/proc/1/environ"] or "")
        assert found["unix"] is False
        assert found["killed"] is False
    if walls.namespaces & sandbox_kernel.NEWNET:
        assert found["tcp"] is False
    if ROOT:
        assert found["uid"] == walls.uid != 0
        assert found["groups"] in ([], [walls.uid])


def test_what_this_machine_does_not_give_is_said() -> None:
    said = " ".join(sandbox_walls._lacking(False, 0, sealed=False))
    assert "another user" in said
    assert "network" in said
    assert "hidden tests" in said
    flags = sandbox_kernel.NEWNS | sandbox_kernel.NEWPID | sandbox_kernel.NEWNET
    assert sandbox_walls._lacking(True, flags, sealed=True) == ()
    assert "read-only" in " ".join(sandbox_walls._lacking(True, flags, sealed=False))


@WALLS
def test_what_leaves_its_group_does_not_survive_the_step(bench: Bench, walls: sandbox.Walls) -> None:
    program = """
        import os, sys, time
        for _ in range(3):
            if os.fork() == 0:
                os.setsid()
                if os.fork() == 0:
                    os.execvp("sleep", ["sleep", sys.argv[1]])
                os._exit(0)
        time.sleep(0.3)
    """
    with opened(bench, walls) as workshop:
        assert run(workshop, program, SLEEP).exit == 0
        assert not _running(f"sleep\0{SLEEP}")


@WALLS
def test_at_the_deadline_everything_is_killed(bench: Bench, walls: sandbox.Walls) -> None:
    program = """
        import os, signal, subprocess, sys
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        subprocess.run(["setsid", "sleep", sys.argv[1]])
    """
    with opened(bench, walls) as workshop:
        ran = run(workshop, program, SLEEP, seconds=1)
        assert ran.timed_out
        assert ran.exit is None
        assert not _running(f"sleep\0{SLEEP}")


@pytest.mark.parametrize(
    "walls",
    [BEST, PLAIN, msgspec.structs.replace(PLAIN, uid=None)],
    ids=["the best that there is", "without namespaces", "as our own user"],
)
def test_a_run_that_is_stopped_leaves_nothing_running(bench: Bench, walls: sandbox.Walls) -> None:
    program = """
        import os, sys, time
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                os.execvp("sleep", ["sleep", sys.argv[1]])
            os._exit(0)
        time.sleep(15)
    """

    def stop() -> None:
        while not _running(f"sleep\0{SLEEP}"):
            time.sleep(0.01)
        os.kill(os.getpid(), signal.SIGTERM)

    with opened(bench, walls) as workshop, listening():
        threading.Thread(target=stop, daemon=True).start()
        with pytest.raises(Cancelled):
            run(workshop, program, SLEEP)
    assert not _running(f"sleep\0{SLEEP}")


@WALLS
def test_a_command_that_kills_what_started_it_gains_nothing(bench: Bench, walls: sandbox.Walls) -> None:
    program = """
        import os, sys, time
        if os.fork() == 0:
            os.setsid()
            os.execvp("sleep", ["sleep", sys.argv[1]])
        time.sleep(0.2)
        os.kill(os.getppid(), 9)
        time.sleep(5)
    """
    with opened(bench, walls) as workshop:
        # The first process of a namespace cannot be killed from inside; elsewhere the kill fails, or is noticed.
        assert run(workshop, program, SLEEP).exit != 0 or walls.namespaces
        assert not _running(f"sleep\0{SLEEP}")


@WALLS
def test_a_fork_bomb_stays_within_its_number_of_processes(bench: Bench, walls: sandbox.Walls) -> None:
    program = """
        import os, time
        refused = 0
        for _ in range(400):
            try:
                if os.fork() == 0:
                    time.sleep(60)
                    os._exit(0)
            except OSError:
                refused += 1
        print(refused)
    """
    with opened(bench, walls) as workshop:
        ran = run(workshop, program)
        assert int(ran.stdout) >= 300, ran


def _running(command: str) -> list[str]:
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                line = (entry / "cmdline").read_text()
            except OSError:
                continue
            if line.startswith(command):
                found.append(entry.name)
    return found


@pytest.fixture
def workshop(bench: Bench) -> Iterator[Workshop]:
    with opened(bench, BEST) as found:
        yield found


def test_memory_has_its_limit(workshop: Workshop) -> None:
    ran = run(workshop, "taken = bytearray(400_000_000)")
    assert b"MemoryError" in ran.stderr


def test_a_file_has_its_limit(workshop: Workshop) -> None:
    ran = run(workshop, "f = open('big', 'wb')\nfor _ in range(300): f.write(bytes(1_000_000))")
    assert ran.exit != 0


def test_too_much_output_stops_the_command(workshop: Workshop) -> None:
    ran = run(workshop, "while True: print('x' * 1000)")
    assert ran.flooded
    assert len(ran.stdout) < 2 * LIMITS.output_bytes


def test_standard_input_is_given_and_ends(workshop: Workshop) -> None:
    assert (
        run(workshop, "import sys; print(len(sys.stdin.read()))", given=b"x" * 300_000).stdout == b"300000\n"
    )


def test_a_signal_is_told_from_an_exit(workshop: Workshop) -> None:
    assert run(workshop, "import os; os.kill(os.getpid(), 9)").exit == -9


@pytest.mark.parametrize(
    "program",
    [
        "import os; os.makedirs('out', exist_ok=True); os.symlink('/etc/passwd', 'out/report.xml')",
        "import os, shutil; shutil.rmtree('out'); os.symlink('/etc', 'out')",
        "import os; os.mkfifo('out/report.xml')",
        "import os; os.mkdir('out/report.xml')",
        "open('out/report.xml', 'wb').write(bytes(5_000_000))",
    ],
    ids=["a link", "a link for a folder", "a pipe", "a folder", "too long"],
)
def test_a_report_that_is_no_plain_file_is_missing(workshop: Workshop, program: str) -> None:
    report = "out/passwd" if "'/etc', 'out'" in program else "out/report.xml"
    ran = run(workshop, program, report=report)
    assert (ran.exit, ran.report) == (0, None), ran


def test_a_report_is_read(workshop: Workshop) -> None:
    assert (
        run(workshop, "open('out/report.xml', 'w').write('<a/>')", report="out/report.xml").report == b"<a/>"
    )


def test_hidden_files_are_there_for_their_own_step_only(workshop: Workshop) -> None:
    listing = "import os; print(sorted(f for _, _, files in os.walk('.') for f in files))"
    assert run(workshop, listing).stdout == b"['challenge.yml', 'open.txt']\n"
    assert b"key.txt" in run(workshop, listing, placed="hidden").stdout
    assert run(workshop, listing).stdout == b"['challenge.yml', 'open.txt']\n"


def test_a_step_sees_nothing_that_an_earlier_one_left(workshop: Workshop) -> None:
    writing = """
        import os, tempfile
        folders = [".", os.environ["HOME"], os.environ["TMPDIR"], "/tmp", "/dev/shm"]
        for folder in folders:
            try:
                open(os.path.join(folder, "left-behind"), "w").write("x")
            except OSError:
                pass
        open("open.txt", "w").write("changed")
    """
    reading = """
        import os
        folders = [".", os.environ["HOME"], os.environ["TMPDIR"], "/tmp", "/dev/shm"]
        print([f for f in folders if os.path.exists(os.path.join(f, "left-behind"))], open("open.txt").read())
    """
    assert run(workshop, writing).exit == 0
    found = run(workshop, reading).stdout
    try:
        assert found == b"[] open\n\n" or not ROOT
    finally:
        for folder in ("/tmp", "/dev/shm"):
            (Path(folder) / "left-behind").unlink(missing_ok=True)


def test_what_an_installation_leaves_is_kept_but_cannot_change_the_challenge(workshop: Workshop) -> None:
    installing = """
        import os
        os.makedirs("node_modules/x"); open("node_modules/x/y.js", "w").write("1")
        open(os.path.join(os.environ["HOME"], "installed"), "w").write("1")
        open("open.txt", "w").write("changed")
    """
    assert run(workshop, installing, keeps=True).exit == 0
    looking = """
        import os
        home = os.environ["HOME"]
        print(os.path.exists("node_modules/x/y.js"), os.path.exists(home + "/installed"), open("open.txt").read())
    """
    assert run(workshop, looking).stdout == b"True True open\n\n"


def test_a_command_that_cannot_be_started_is_named(bench: Bench, tools: dict[str, str]) -> None:
    closed = bench.folder / "closed"
    closed.mkdir()
    program = closed / "tool"
    program.write_text("#!/bin/sh\necho started\n")
    program.chmod(0o755)
    closed.chmod(0o700)
    with opened(bench, BEST) as workshop:
        step = Step(arguments=(str(program),), seconds=5)
        if not ROOT:
            assert workshop.run(Tree.BASE, step).stdout == b"started\n"
            return
        with pytest.raises(InputInvalid) as refused:
            workshop.run(Tree.BASE, step)
        assert str(program) in refused.value.what
        assert str(closed) in refused.value.what


def test_a_command_that_is_nowhere_is_named(workshop: Workshop) -> None:
    with pytest.raises(InputInvalid, match="no-such-command was not found"):
        workshop.run(Tree.BASE, Step(arguments=("no-such-command",), seconds=5))


def test_a_command_that_the_submission_was_to_bring_is_no_fault_of_ours(workshop: Workshop) -> None:
    assert workshop.run(Tree.BASE, Step(arguments=("./build/tool",), seconds=5)).exit == 127


@pytest.mark.parametrize("text", ["#!/no/such/interpreter\n", "#!/bin/sh\nexit 0\n", "no program at all"])
def test_a_file_of_the_copy_that_cannot_be_started_is_no_fault_of_ours(
    bench: Bench, workshop: Workshop, text: str
) -> None:
    mode = 0o644 if "/bin/sh" in text else 0o755
    making = f"open('tool', 'w').write({text!r}); import os; os.chmod('tool', {mode})"
    assert run(workshop, making, keeps=True).exit == 0
    ran = workshop.run(Tree.BASE, Step(arguments=("./tool",), seconds=5))
    assert ran.exit == 126
    assert ran.stderr.startswith(b"the command cannot be started: ")


@pytest.mark.parametrize("kept", [False, True], ids=["of a step", "of an installation"])
def test_folders_deeper_than_a_path_can_be_long_are_cleared_away(workshop: Workshop, kept: bool) -> None:
    name = f"{os.getpid()}-".ljust(100, "d")
    deep = f"""
        import os
        for folder in (".", os.environ["TMPDIR"], "/tmp"):
            os.chdir(folder)
            for _ in range(2000):
                os.mkdir({name!r})
                os.chdir({name!r})
            open("f", "w").close()
            os.chmod(".", 0)
    """
    assert run(workshop, deep, keeps=kept).exit == 0
    assert run(workshop, "print(1)").stdout == b"1\n"
    assert not Path("/tmp", name).exists() or not ROOT


def test_nothing_can_be_written_but_where_the_step_may(bench: Bench, workshop: Workshop) -> None:
    # Below /tmp everybody may write; what matters is a folder elsewhere, which only root can make.
    elsewhere = Path(tempfile.mkdtemp(dir="/opt" if ROOT else bench.folder, prefix="shared-"))
    elsewhere.chmod(0o777)
    writing = f"""
        import os
        for folder in (".", os.environ["HOME"], os.environ["TMPDIR"]):
            open(os.path.join(folder, "mine"), "w").close()
        open({str(elsewhere / "theirs")!r}, "w").close()
    """
    ran = run(workshop, writing)
    try:
        assert not (elsewhere / "theirs").exists() or not (BEST.sealed and ROOT), ran
        assert b"theirs" in ran.stderr or not (BEST.sealed and ROOT)
    finally:
        shutil.rmtree(elsewhere)


def test_a_lock_folder_that_everybody_writes_to_is_swept(workshop: Workshop) -> None:
    name, folders = f"left-{os.getpid()}", ("/run/lock", "/var/tmp", "/dev/shm")
    writing = f"""
        import os
        for folder in {folders!r}:
            try:
                open(os.path.join(folder, {name!r}), "w").close()
            except OSError:
                pass
    """
    assert run(workshop, writing).exit == 0
    left = [folder for folder in folders if Path(folder, name).exists()]
    assert not left or not ROOT


@pytest.mark.parametrize(
    ("environ", "said"),
    [
        ({"GITHUB_EVENT_NAME": "pull_request_target"}, "pull_request_target"),
        ({"GITHUB_EVENT_NAME": "workflow_run"}, "workflow_run"),
        ({"ANTHROPIC_API_KEY": "sk-ant-x"}, "ANTHROPIC_API_KEY"),
        ({"INPUT_ANTHROPIC-API-KEY": "sk-ant-x"}, "INPUT_ANTHROPIC-API-KEY"),
        ({"OPENAI_API_KEY": "sk-x"}, "OPENAI_API_KEY"),
        ({"CLAUDE_CODE_OAUTH_TOKEN": "x"}, "CLAUDE_CODE_OAUTH_TOKEN"),
        ({"HF_TOKEN": "x"}, "HF_TOKEN"),
        ({"MY_SETTING": "sk-ant-api03-0123456789"}, "MY_SETTING"),
    ],
)
def test_no_code_is_run_where_secrets_are(environ: dict[str, str], said: str) -> None:
    with pytest.raises(InputInvalid) as refused:
        sandbox.require_safe(environ)
    assert said in refused.value.what
    assert "sk-" not in refused.value.what


def test_an_ordinary_run_is_safe() -> None:
    sandbox.require_safe({"GITHUB_EVENT_NAME": "pull_request", "ANTHROPIC_API_KEY": "", "GITHUB_TOKEN": "x"})


def test_permissions_that_were_taken_are_given_back(bench: Bench) -> None:
    uid = sandbox.Walls(uid=61_000, namespaces=0)
    before = bench.runner.stat().st_mode
    with sandbox.closed([str(bench.runner), str(bench.folder / "absent")], uid):
        assert bench.runner.stat().st_mode & 0o077 == 0
    assert bench.runner.stat().st_mode == before


def test_steward_itself_can_be_stopped_and_leaves_nothing(bench: Bench, tools: dict[str, str]) -> None:
    program = f"""
import os, sys
from pathlib import Path
from steward.adapters import sandbox, sandbox_kernel, sandbox_walls
from steward.adapters.challenge_files import open_source
from steward.adapters.signals import listening
from steward.adapters.workshop import open_workshop
from steward.challenge.bench import Step
limits = sandbox.Limits(seconds=60, output_bytes=1000, memory_bytes=2**28, processes=40)
source = open_source(Path({str(bench.repository)!r}))
with open_workshop(source, hidden=(), limits=limits, environ={{**{tools!r}}}) as workshop:
    workshop.run("base", Step(arguments=("sh", "-c", "exec sleep {SLEEP}"), seconds=60))
"""
    # Killed outright it cannot remove its folder: that goes with the bench.
    environ = {**os.environ, "TMPDIR": str(bench.folder)}
    process = subprocess.Popen([sys.executable, "-c", program], start_new_session=True, env=environ)
    started = threading.Event()
    for _ in range(200):
        if _running(f"sleep\0{SLEEP}"):
            break
        started.wait(0.05)
    assert _running(f"sleep\0{SLEEP}")
    process.kill()
    process.wait()
    for _ in range(200):
        if not _running(f"sleep\0{SLEEP}"):
            break
        started.wait(0.05)
    assert not _running(f"sleep\0{SLEEP}")
