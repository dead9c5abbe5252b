"""What goes into a command and what comes out of it, while it runs, within bounds of time and length."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from contextlib import suppress
from selectors import EVENT_READ, EVENT_WRITE, DefaultSelector
from typing import BinaryIO, cast

_GRACE_SECONDS = 15.0
_BLOCK = 1 << 16


def talk(
    process: subprocess.Popen[bytes], given: bytes, *, seconds: float, output_bytes: int
) -> tuple[bytes, bytes, bool]:
    """What is printed until both ends are closed, the time is up or there is too much of it: the last says so."""
    deadline = time.monotonic() + seconds + _GRACE_SECONDS
    stdin, stdout, stderr = (cast(BinaryIO, pipe) for pipe in (process.stdin, process.stdout, process.stderr))
    printed = {stdout: bytearray(), stderr: bytearray()}
    with DefaultSelector() as selector:
        for stream in (stdout, stderr):
            selector.register(stream, EVENT_READ)
        os.set_blocking(stdin.fileno(), False)
        rest = memoryview(given)
        selector.register(stdin, EVENT_WRITE)
        while selector.get_map() and time.monotonic() < deadline:
            ready = selector.select(timeout=1.0)
            if not ready and process.poll() is not None:
                break  # the launcher is gone, and something still holds its streams
            for key, _ in ready:
                stream = cast(BinaryIO, key.fileobj)
                if stream is stdin:
                    rest = _give(stdin, rest)
                    if not rest:
                        selector.unregister(stdin)
                        stdin.close()
                elif block := os.read(stream.fileno(), _BLOCK):
                    printed[stream] += block
                else:
                    selector.unregister(stream)
            if sum(map(len, printed.values())) > output_bytes:
                return bytes(printed[stdout]), bytes(printed[stderr]), True
    return bytes(printed[stdout]), bytes(printed[stderr]), False


def _give(stdin: BinaryIO, rest: memoryview) -> memoryview:
    try:
        return rest[os.write(stdin.fileno(), rest[:_BLOCK]) :] if rest else rest
    except BlockingIOError:
        return rest
    except OSError:  # it reads no more
        return rest[:0]


def end(process: subprocess.Popen[bytes]) -> None:
    """Ask the launcher to clear up; without an answer, end it too: the kernel then ends what it made."""
    if process.poll() is None:
        with suppress(ProcessLookupError):
            process.send_signal(signal.SIGTERM)
    for stream in (process.stdin, process.stdout, process.stderr):
        if stream is not None:
            with suppress(OSError):
                stream.close()
    try:
        process.wait(timeout=_GRACE_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
