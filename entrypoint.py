"""What the container starts, as `python -I entrypoint.py`: nothing in the workspace is ever imported."""

from steward.main import main

raise SystemExit(main())
