"""Durations as people write them, in seconds."""

SECONDS = {"m": 60, "s": 1}


def parse(text: str) -> int:
    """The seconds that `text` stands for."""
    number, unit = text[:-1], text[-1:]
    if not number.isdigit() or unit not in SECONDS:
        raise ValueError(f"not a duration: {text!r}")
    return int(number) * SECONDS[unit]
