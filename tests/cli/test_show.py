from __future__ import annotations

import numpy as np

from trekprint.cli.show import CROP_COLUMNS, crop_text


def test_a_crop_without_colours_is_drawn_in_letters() -> None:
    """Half dark, half light: where all blocks would look the same."""
    crop = np.repeat(np.array([[0, 255]], dtype=np.uint8), 40, axis=1)
    lines = crop_text(np.repeat(crop, 80, axis=0), coloured=False).plain.split("\n")
    half = CROP_COLUMNS // 2
    assert {line[4:] for line in lines[1:-1]} == {"@" * half + " " * half}
    assert "rgb" in str(crop_text(crop).spans)
