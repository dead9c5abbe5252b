"""What the container starts, as `python -I entrypoint.py`: nothing in the workspace is ever imported."""

import gc
import os
import signal
from types import FrameType

_BOTH = (signal.SIGINT, signal.SIGTERM)


def _cancelled(number: int, frame: FrameType | None) -> None:
    """A run that is cancelled while it still imports: nothing was begun, and no handler of ours is there yet."""
    said = (
        f"steward: cancelled by {signal.Signals(number).name}: nothing was begun; the next run does it all\n"
    )
    os.write(1, said.encode())
    # At once: an exception could be taken for one of the import it comes up in.
    os._exit(128 + number)


def _unheard(number: int, frame: FrameType | None) -> None:
    """All is published and said: the exit code is the run's."""


for one in _BOTH:
    signal.signal(one, _cancelled)

# Nearly all that an import makes lives to the end: looking for garbage meanwhile costs a tenth of the run.
gc.disable()

try:
    from steward.main import main
except ImportError as error:
    # Only a broken installation comes here, and nothing of ours can word it any more.
    print(f"::error title=Steward::Steward is not installed as it should be: {error.name} is missing")
    raise SystemExit(2) from None

gc.freeze()
gc.enable()

code = main()
for one in _BOTH:
    signal.signal(one, _unheard)
raise SystemExit(code)
