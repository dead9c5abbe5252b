"""What the container starts, as `python -I entrypoint.py`: nothing in the workspace is ever imported."""

import gc

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

raise SystemExit(main())
