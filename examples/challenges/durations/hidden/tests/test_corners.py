import pytest

from durations import parse


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("3d 7h 11m 13s", 285073), ("0d 0h", 0), ("41h 17m", 148620), ("1d1s", 86401), ("007m", 420)],
)
def test_corner_sums(text, seconds):
    assert parse(text) == seconds


@pytest.mark.parametrize("text", [" ", "1s 1d", "٣m", "1h,30m", "+1h", "1w", "1H", "1h\n30m\x00"])
def test_corner_refusals(text):
    with pytest.raises(ValueError):
        parse(text)
