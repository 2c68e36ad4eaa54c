"""Simulated photos of a page for Free Solo: your form and Max's, side by side."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from tests.helpers.photo_simulator import SimulatedPhoto, paper_scale, photo_of
from tests.helpers.play import MAX_SLIP, PlayerParams, play, play_max
from tests.helpers.rasterize import rasterize
from tests.helpers.simulator_hand import draw_hand
from tests.helpers.simulator_ink import InkLayer, blend
from tests.helpers.simulator_levels import draw_printing, draw_shot
from tests.helpers.simulator_paper import Form, Paper, Printing, print_on_paper
from tests.helpers.simulator_writing import write_game
from trekprint.printing.document import render
from trekprint.rules.solo.paper import form_of_max
from trekprint.sheet.layout import place
from trekprint.sheet.paper import PAPERS

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.helpers.play import PlayedGame
    from tests.helpers.simulator_hand import Hand
    from tests.helpers.simulator_photo import Shot
    from trekprint.sheet.model import Sheet


def simulate_solo(
    seed: int,
    sheet: Sheet,
    *,
    level: str = "ordinary",
    megapixels: float | None = None,
    slip: float = MAX_SLIP,
    change_shot: Callable[[Shot], Shot] | None = None,
) -> SimulatedPhoto:
    """A photo of a page with `sheet` and Max's form of it, one hand having filled both.

    `slip` is the share of rounds in which Max gets something else than he should. The
    seeds are shared out as for `photo_simulator.simulate`.
    """
    play_rng, paper_rng, shot_rng, photo_rng = (
        np.random.default_rng([seed, stream, 3]) for stream in range(4)
    )
    shot = draw_shot(shot_rng, level, megapixels)
    shot = change_shot(shot) if change_shot else shot
    printing = draw_printing(paper_rng)
    paper = "a4" if printing.paper == "a5" else printing.paper
    printing = replace(printing, paper=paper, per_page=2, whole=True)
    yours = play(sheet, play_rng, PlayerParams(cards=(1.0, 0.0, 0.0, 0.0)))
    his_sheet = form_of_max(sheet)
    his = play_max(his_sheet, yours.rounds, play_rng, slip=slip)
    hand = draw_hand(play_rng)
    copy = int(play_rng.integers(1, 13))
    filled = ((sheet, yours), (his_sheet, his))
    made = _solo_paper(filled, copy, hand, printing, paper_scale(shot), paper_rng)
    conditions = {"seed": seed, "level": level, "pen": hand.pen.kind}
    return photo_of([made], shot, paper_rng, photo_rng, conditions)


def _solo_paper(
    filled: tuple[tuple[Sheet, PlayedGame], ...],
    copy: int,
    hand: Hand,
    printing: Printing,
    px_per_mm: float,
    rng: np.random.Generator,
) -> Paper:
    """One uncut page with a form for each of the filled sheets."""
    pages = place([(sheet, copy) for sheet, _ in filled], PAPERS[printing.paper], 2)
    pdf = render(
        pages,
        {sheet.id: sheet for sheet, _ in filled},
        theme=printing.theme,
        lang=printing.lang,
        run="S1M0",
    )
    image = print_on_paper(rasterize(pdf, px_per_mm=px_per_mm), px_per_mm, rng)
    forms = tuple(
        Form(sheet=sheet, layout=placed.layout, played=played, hand=hand)
        for placed, (sheet, played) in zip(pages.placements, filled, strict=True)
    )
    for form in forms:
        if form.played is not None:
            layer = InkLayer(pages.width, pages.height, px_per_mm)
            write_game(form.played, form.layout, form.hand, layer, rng)
            blend(image, layer, form.hand.pen, rng)
    return Paper(
        width=pages.width,
        height=pages.height,
        forms=forms,
        image=image,
        px_per_mm=px_per_mm,
    )
