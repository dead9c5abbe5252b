"""Durations made up anew for each seed: the sum is known here before the text is read."""

import argparse
import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from durations import parse  # noqa: E402

UNITS = {"d": 86400, "h": 3600, "m": 60, "s": 1}


def made_up(chance):
    units = [unit for unit in UNITS if chance.random() < 0.6] or ["s"]
    parts = [(chance.randint(0, 99), unit) for unit in units]
    between = chance.choice(["", " ", "  "])
    return between.join(f"{number}{unit}" for number, unit in parts), sum(n * UNITS[u] for n, u in parts)


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--seed", type=int, required=True)
    chance = random.Random(arguments.parse_args().seed)
    for _ in range(50):
        text, seconds = made_up(chance)
        if parse(text) != seconds:
            print(f"parse({text!r}) is {parse(text)!r}, not {seconds}")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
