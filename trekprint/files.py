"""Writing files so that nothing is ever half-written."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from trekprint.errors import UnwritableError


def write_whole(path: Path, content: bytes) -> None:
    """Write `content` to `path`, making folders on the way; all of it or nothing.

    The content goes to a temporary file beside `path`, which then takes its name. A
    link stays one and its target is written; a device or pipe is written directly.

    Raises:
        UnwritableError: it cannot be written; what was at `path` is untouched.
    """
    if not path.name:
        raise UnwritableError(f"{str(path)!r} names no file; name the file to write")
    try:
        target = Path(os.path.realpath(path))
        if target.exists() and not target.is_file() and not target.is_dir():
            target.write_bytes(content)
            return
        target.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=".trekprint-")
    except OSError as error:
        raise UnwritableError(_sentence(path, error)) from error
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
        temporary.chmod(0o666 & ~_umask())
        temporary.replace(target)
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
    return f"{path} could not be written ({reason}); choose another place"
