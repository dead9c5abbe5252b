"""The command line: one duration in, its seconds out."""

import sys

from durations import parse


def main() -> int:
    print(parse(sys.argv[1]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
