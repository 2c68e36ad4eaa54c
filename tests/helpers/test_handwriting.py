from __future__ import annotations

import numpy as np

from tests.helpers.handwriting import PenDigit, ScanDigit, writers


def test_there_are_scanned_and_pen_writers_with_all_digits() -> None:
    names = [writer.name for writer in writers()]
    assert len(names) == len(set(names)) >= 20
    assert sum(name.startswith("swiss") for name in names) == 3
    assert all(list(writer.samples) == list(range(10)) for writer in writers())


def test_scans_are_ink_on_nothing_cropped_to_the_digit() -> None:
    for writer in writers():
        for sample in (s for found in writer.samples.values() for s in found):
            if isinstance(sample, ScanDigit):
                assert sample.ink.dtype == np.float32
                assert sample.ink.min() == 0.0
                assert sample.ink.max() <= 1.0
                assert 0.02 < sample.stroke < 0.3
                # The margin is the two pixels of padding and no more.
                rows = np.nonzero((sample.ink > 0.5).any(axis=1))[0]
                assert rows[0] == 2
                assert rows[-1] == sample.ink.shape[0] - 3


def test_pen_digits_are_one_high() -> None:
    for writer in writers():
        for sample in (s for found in writer.samples.values() for s in found):
            if isinstance(sample, PenDigit):
                points = np.concatenate(sample.strokes)
                assert abs(np.ptp(points[:, 1]) - 1.0) < 0.01
