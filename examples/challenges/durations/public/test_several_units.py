"""Examples of what is asked for."""

import subprocess
import sys

import pytest

from durations import parse


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("1h 30m", 5400), ("1h30m15s", 5415), ("2d 4h", 187200), ("  3m  ", 180), ("7d", 604800)],
)
def test_several_units(text, seconds):
    assert parse(text) == seconds


@pytest.mark.parametrize("text", ["30m 1h", "1h 1h", "1.5h", "5 m", "1h 30"])
def test_what_cannot_be_read(text):
    with pytest.raises(ValueError):
        parse(text)


def test_the_command_tells_an_error_on_standard_error():
    done = subprocess.run([sys.executable, "-m", "durations", "soon"], capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.count(b"\n") == 1
