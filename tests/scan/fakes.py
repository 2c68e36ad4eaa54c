"""Number readers for tests: they answer what they are told, whatever they are shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from trekprint.scan.digits import CLASSES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trekprint.scan.digits import Floats, Gray


class ScriptedReader:
    """Says one class for every crop, with the given confidence; keeps the crops."""

    def __init__(self, said: str = "7", confidence: float = 1.0) -> None:
        self.said = CLASSES.index(said)
        self.confidence = confidence
        self.crops: list[Gray] = []

    def __call__(self, crops: Sequence[Gray]) -> Floats:
        self.crops = list(crops)
        rest = (1 - self.confidence) / (len(CLASSES) - 1)
        answer = np.full((len(crops), len(CLASSES)), rest, dtype=np.float32)
        answer[:, self.said] = self.confidence
        return answer
