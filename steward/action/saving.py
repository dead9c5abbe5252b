"""Files that an input names, written where no stranger's link leads."""

from __future__ import annotations

import os
from pathlib import Path

from steward.errors import InputInvalid


def save(path: str, data: bytes) -> None:
    """Write a file that an input names; `InputInvalid` when that cannot be done.

    Never through a link of the working directory: the checkout in it is a stranger's.
    """
    here = Path.cwd()
    file = Path(os.path.normpath(here / path))
    try:
        if file.is_relative_to(here) and file.resolve() != here.resolve() / file.relative_to(here):
            problem = f"{path} is not written: it leads through a link of the checkout"
            raise InputInvalid((problem,), mend="Name a file that no link leads to.")
        if file.exists() and not file.is_file():
            # A device could be the log itself, and nothing of a stranger's may reach that as it is.
            problem = f"{path} is not written: it is no plain file"
            raise InputInvalid((problem,), mend="Name a file.")
        file.write_bytes(data)
    except (OSError, RuntimeError) as error:
        problem = (
            f"{path} cannot be written: {getattr(error, 'strerror', None) or 'its links go in a circle'}"
        )
        raise InputInvalid((problem,), mend="Name a file in a folder that exists.") from None
