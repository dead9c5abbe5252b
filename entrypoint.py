"""What the container starts, as `python -I entrypoint.py`: nothing in the workspace is ever imported."""

import gc

# Nearly all that an import makes lives to the end: looking for garbage meanwhile costs a tenth of the run.
gc.disable()

from steward.main import main  # noqa: E402

gc.freeze()
gc.enable()

raise SystemExit(main())
