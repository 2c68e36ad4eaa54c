"""Simulated photos of printed, played and filled sheets, with their truth.

    photo = simulate(seed, sheet)               ordinary light, one sheet
    photo = simulate(seed, sheet, level="hard")
    photo = simulate(seed, sheet, change_shot=lambda shot: replace(shot, tilt_deg=0.0))

The same arguments give the same pixels. Everything is written by test writers, whom
the number reader never sees in training.

Seeds: figures that are quoted use seeds below 1,000 (`benchmarks/read_photos.py`), the
committed photos 2,000 to 2,999; whoever tunes a reader on simulated photos uses seeds
from 100,000 on, so that the quoted figures stay honest.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from tests.helpers.photo_truth import SKULL, PhotoTruth, SheetTruth
from tests.helpers.play import PlayedGame, PlayerParams, play
from tests.helpers.simulator_camera import PaperPose, make_curl
from tests.helpers.simulator_hand import Hand, draw_hand
from tests.helpers.simulator_levels import draw_printing, draw_shot
from tests.helpers.simulator_paper import Form, Paper, Printing, make_paper
from tests.helpers.simulator_photo import Shot, camera_of, photograph

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from tests.helpers.simulator_camera import Camera
    from trekprint.sheet.model import Sheet

_PAPER_FINENESS = 1.35
"""Pixels of the paper's image for a pixel of the photo, where it is seen largest."""
_PAPER_SCALES = (7.0, 18.0)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SimulatedPhoto:
    """A photo as JPEG and as pixels, (height, width, 3) blue green red; its truth."""

    jpeg: bytes
    image: NDArray[np.uint8]
    truth: PhotoTruth
    shot: Shot


def simulate(
    seed: int,
    sheet: Sheet,
    *,
    level: str = "ordinary",
    megapixels: float | None = None,
    copies: tuple[int, ...] | None = None,
    blank: bool = False,
    apart: bool = False,
    pen: str | None = None,
    player: PlayerParams | None = None,
    printing: Printing | None = None,
    change_shot: Callable[[Shot], Shot] | None = None,
    change_hand: Callable[[Hand], Hand] | None = None,
) -> SimulatedPhoto:
    """A photo of `sheet`, played and filled in by hands that `seed` decides.

    Args:
        seed: decides everything that is not given.
        sheet: what was printed.
        level: `ordinary` or `hard` (see `simulator_levels`).
        megapixels: size of the photo; drawn if not given.
        copies: the copies in the photo; one, drawn, if not given.
        blank: leave the sheets empty.
        apart: lay each copy as a paper of its own, side by side; otherwise several
            copies stand on one uncut page.
        pen: kind of pen; drawn if not given.
        player: how well the players play and remember.
        printing: paper, theme and cut; drawn if not given.
        change_shot: changes the drawn conditions of the photo.
        change_hand: changes the drawn manners of the players.
    """
    play_rng, paper_rng, shot_rng, photo_rng = (
        np.random.default_rng([seed, stream]) for stream in range(4)
    )
    shot = draw_shot(shot_rng, level, megapixels)
    shot = change_shot(shot) if change_shot else shot
    printing = printing or draw_printing(paper_rng)
    copies = copies or (int(play_rng.integers(1, 13)),)
    hand = change_hand or (lambda drawn: drawn)
    games = tuple(
        (
            copy,
            None if blank else play(sheet, play_rng, player),
            hand(draw_hand(play_rng, pen_kind=pen)),
        )
        for copy in copies
    )
    groups = [(game,) for game in games] if apart else [games]
    if len(copies) > 1 and not apart:
        paper = "a4" if printing.paper == "a5" else printing.paper
        printing = replace(printing, whole=True, per_page=2, paper=paper)
    scale = paper_scale(shot)
    papers = [make_paper(sheet, g, printing, scale, paper_rng) for g in groups]
    conditions = _conditions(seed, level, shot, printing, games)
    return photo_of(papers, shot, paper_rng, photo_rng, conditions)


def photo_of(
    papers: list[Paper],
    shot: Shot,
    paper_rng: np.random.Generator,
    photo_rng: np.random.Generator,
    conditions: dict[str, Any],
) -> SimulatedPhoto:
    """The photo of `papers` on a table, with the truth about the forms on them."""
    laid = _lay_out(papers, shot, paper_rng)
    camera = _camera(laid, shot)
    jpeg = photograph(laid, camera, shot, photo_rng)
    truths = [
        sheet_truth(form, camera.project(pose.to_space(corners_of(form))))
        for paper, pose in laid
        for form in paper.forms
    ]
    truth = PhotoTruth(sheets=tuple(truths), conditions=conditions)
    pixels = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    image = np.asarray(pixels, np.uint8)
    return SimulatedPhoto(jpeg=jpeg, image=image, truth=truth, shot=shot)


def paper_scale(shot: Shot) -> float:
    """Pixels per mm of the paper's image that the photo can show."""
    longer = max(shot.width, shot.height) * shot.fill / 210.0
    return float(np.clip(_PAPER_FINENESS * longer * 1.15, *_PAPER_SCALES))


def _lay_out(
    papers: list[Paper], shot: Shot, rng: np.random.Generator
) -> list[tuple[Paper, PaperPose]]:
    """Papers in rows on the table, each a little turned if there are several."""
    per_row = shot.per_row or len(papers)
    rows = [papers[first : first + per_row] for first in range(0, len(papers), per_row)]
    step = papers[0].height + shot.gap_mm
    laid = []
    for number, row in enumerate(rows):
        y = (number - (len(rows) - 1) / 2) * step
        laid += _lay_row(row, y, len(papers) > 1, shot, rng)
    return laid


def _lay_row(
    papers: list[Paper], y: float, several: bool, shot: Shot, rng: np.random.Generator
) -> list[tuple[Paper, PaperPose]]:
    """Papers side by side, their middles at height `y` of the table."""
    wide = sum(p.width for p in papers) + shot.gap_mm * (len(papers) - 1)
    x, laid = -wide / 2, []
    for paper in papers:
        turn = rng.normal(0.0, 2.0) if several else 0.0
        shift = rng.normal(0.0, 4.0) if several else 0.0
        reach = float(np.hypot(paper.width, paper.height)) / 2
        curl = (
            make_curl(shot.curl_mm, shot.curl_along_deg, reach, shot.curl_kind)
            if shot.curl_mm
            else None
        )
        pose = PaperPose(
            width=paper.width,
            height=paper.height,
            middle=(x + paper.width / 2, y + shift),
            turn_deg=turn,
            curl=curl,
        )
        laid.append((paper, pose))
        x += paper.width + shot.gap_mm
    return laid


def corners_of(form: Form) -> NDArray[np.float64]:
    """The corners (4, 2) of the form on its paper, mm, from top-left."""
    return np.array([(p.x, p.y) for p in form.layout.box.corners], np.float64)


def _framed(form: Form, shot: Shot) -> NDArray[np.float64]:
    """The places (n, 2) of the paper that must be in the frame."""
    if shot.framed == "form":
        return corners_of(form)
    markers = [marker.box.corners for marker in form.layout.fiducials]
    return np.array([(p.x, p.y) for corners in markers for p in corners], np.float64)


def _camera(laid: list[tuple[Paper, PaperPose]], shot: Shot) -> Camera:
    """A camera that has all forms in its frame."""
    space = np.concatenate(
        [
            pose.to_space(_framed(form, shot))
            for paper, pose in laid
            for form in paper.forms
        ]
    )
    return camera_of(shot, space)


def sheet_truth(form: Form, seen: NDArray[np.float64]) -> SheetTruth:
    """What stands on `form`, whose corners (4, 2) lie at `seen` in the photo."""
    corners = tuple((float(x), float(y)) for x, y in seen)
    blank = SheetTruth(
        sheet=form.sheet.id,
        revision=form.sheet.revision,
        copy=form.layout.copy,
        circles={},
        ticks={row.option.value: 0 for row in form.sheet.options},
        corners=corners,
    )
    return blank if form.played is None else _filled_truth(blank, form.played)


def _filled_truth(blank: SheetTruth, played: PlayedGame) -> SheetTruth:
    game = played.game
    return replace(
        blank,
        circles={
            int(c): SKULL if e.number is None else e.number
            for c, e in game.entries.items()
        },
        crossed=tuple(int(c) for c in sorted(played.crossed)),
        links=frozenset((int(link.a), int(link.b)) for link in game.links or ()),
        ropes=frozenset((int(rope.a), int(rope.b)) for rope in game.ropes),
        ticks={option.value: count for option, count in (game.ticks or {}).items()},
        assist=game.assist_cards,
        tent_crosses=game.tent_crosses,
        written=dict(game.written),
        total=played.tally.total,
        slips=tuple(int(circle) for circle in sorted(played.slips)),
    )


def _conditions(
    seed: int,
    level: str,
    shot: Shot,
    printing: Printing,
    games: tuple[tuple[int, PlayedGame | None, Hand], ...],
) -> dict[str, Any]:
    """What a person wants to know of how a photo was made, in plain values."""
    hand = games[0][2]
    return {
        "seed": seed,
        "level": level,
        "size": [shot.width, shot.height],
        "tilt_deg": round(shot.tilt_deg, 1),
        "rotation_deg": round(shot.rotation_deg, 1),
        "fill": round(shot.fill, 2),
        "curl_mm": round(shot.curl_mm, 1),
        "table": shot.table,
        "shadow": shot.shadow.kind if shot.shadow else None,
        "jpeg_quality": shot.jpeg_quality,
        "paper": printing.paper,
        "per_page": printing.per_page,
        "theme": printing.theme,
        "writer": hand.writer.name,
        "pen": hand.pen.kind,
        "pen_mm": round(hand.pen.width_mm, 2),
    }
