"""A process that reads files for another: jobs on standard input, results on output.

Both are pickled; at the other end is whoever started it (`workflows.processes`).
"""

from __future__ import annotations

import os
import pickle
import sys

from trekprint.workflows.batch import read_file


def serve() -> None:
    """Answer jobs until there are no more of them, or nobody who listens."""
    import cv2

    cv2.setNumThreads(1)
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    # What a library prints must not come between the answers.
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, sys.stdout.fileno())
    try:
        while True:
            answer = read_file(pickle.load(sys.stdin.buffer))
            pickle.dump(answer, answers)
            answers.flush()
    except EOFError:
        return
    except BrokenPipeError:
        os._exit(1)  # closing `answers` would fail once more, with a traceback
