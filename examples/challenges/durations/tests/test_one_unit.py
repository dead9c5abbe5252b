"""What worked before and has to go on working."""

import pytest

from durations import parse


@pytest.mark.parametrize(("text", "seconds"), [("90s", 90), ("5m", 300), ("0s", 0), ("120m", 7200)])
def test_one_number_and_one_unit(text, seconds):
    assert parse(text) == seconds


@pytest.mark.parametrize("text", ["", "s", "90", "5x", "-5m"])
def test_what_is_no_duration(text):
    with pytest.raises(ValueError):
        parse(text)
