"""Writing files so that nothing is ever half-written."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from trekprint.errors import UnwritableError


def write_whole(path: Path, content: bytes) -> None:
    """Write `content` to `path`, making folders on the way; all of it or nothing.

    The content goes to a temporary file beside `path`, which then takes its name.

    Raises:
        UnwritableError: it cannot be written; what was at `path` is untouched.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        raise UnwritableError(_sentence(path, error)) from error
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
        temporary.chmod(0o666 & ~_umask())
        temporary.replace(path)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise UnwritableError(_sentence(path, error)) from error
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _sentence(path: Path, error: OSError) -> str:
    reason = (error.strerror or str(error)).lower()
    return f"{path} could not be written ({reason}); choose another place with -o"
