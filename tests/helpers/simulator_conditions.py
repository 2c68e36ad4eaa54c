"""Named conditions under which sheets are photographed, scanned and written on.

    photo = take("messenger", seed)

A condition is an entry in `CONDITIONS`: what it changes of the shot, the printing, the
hand or the file. Seeds as in `photo_simulator`. Sheets take turns by the seed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from tests.helpers import handwriting
from tests.helpers.photo_simulator import (
    SimulatedPhoto,
    corners_of,
    sheet_truth,
    simulate,
)
from tests.helpers.photo_truth import PhotoTruth, SheetTruth
from tests.helpers.play import PlayerParams, play
from tests.helpers.simulator_files import Picture, enlarged, messenger, screenshot
from tests.helpers.simulator_hand import Hand, draw_hand
from tests.helpers.simulator_levels import draw_printing
from tests.helpers.simulator_mishaps import FOLDS, Bump, Glare, Hidden
from tests.helpers.simulator_paper import Printing, make_paper
from tests.helpers.simulator_photo import Shadow, Shot
from tests.helpers.simulator_scan import (
    SCAN_DPI,
    SCAN_KINDS,
    draw_scan,
    paper_scale,
    scan_paper,
)
from trekprint.sheetfile.catalog import load_sheet

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    Rng = np.random.Generator

SHEETS = ("dunai", "kagkot", "dhaulagiri")
_STREAM = 9
"""Names the random numbers of a condition, apart from those of the photo."""
_FILL_LEAST = 0.62
"""Phones show a sheet at least so large, where the condition does not say otherwise."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Taken:
    """A picture file with the truth in its own pixels; `condition` is its name."""

    condition: str
    seed: int
    picture: Picture
    truth: PhotoTruth


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """What a condition changes.

    `megapixels` is a range from which the size is drawn (None: as the level has it);
    `copies` how many sheets at least and at most, each a paper of its own. A `scan`
    (its kind) is made instead of a photo. Where `may_refuse`, a sentence that says what
    is wrong is as right as a reading.
    """

    level: str = "ordinary"
    megapixels: tuple[float, float] | None = (1.8, 4.0)
    fill_least: float = _FILL_LEAST
    copies: tuple[int, int] = (1, 1)
    shot: Callable[[Shot, Rng], Shot] = lambda shot, _: shot
    printing: Callable[[Rng], Printing] = draw_printing
    hand: Callable[[Hand, Rng], Hand] = lambda hand, _: hand
    player: PlayerParams | None = None
    file: Callable[[NDArray[np.uint8], Rng], Picture] | None = None
    scan: str | None = None
    may_refuse: bool = False


def take(name: str, seed: int) -> Taken:
    """The picture of condition `name` for `seed`; the same ones give the same pixels.

    Raises KeyError for a name that is not in CONDITIONS.
    """
    condition = CONDITIONS[name]
    rng = np.random.default_rng([seed, _STREAM, *name.encode()])
    if condition.scan is not None:
        return _scanned(name, condition.scan, seed, rng)
    photo = _photo(condition, seed, rng)
    picture = Picture(data=photo.jpeg, suffix=".jpg", image=photo.image)
    if condition.file is not None:
        picture = condition.file(photo.image, rng)
    sheets = tuple(_moved(sheet, picture) for sheet in photo.truth.sheets)
    truth = replace(photo.truth, sheets=sheets)
    return Taken(condition=name, seed=seed, picture=picture, truth=truth)


def take_at_level(level: str, seed: int, megapixels: float | None) -> Taken:
    """A photo of one sheet at `level`, nothing else changed."""
    sheet = load_sheet(SHEETS[seed % len(SHEETS)])
    photo = simulate(seed, sheet, level=level, megapixels=megapixels)
    picture = Picture(data=photo.jpeg, suffix=".jpg", image=photo.image)
    return Taken(condition=level, seed=seed, picture=picture, truth=photo.truth)


def _photo(condition: Condition, seed: int, rng: Rng) -> SimulatedPhoto:
    size = condition.megapixels
    count = int(rng.integers(condition.copies[0], condition.copies[1] + 1))
    copies = tuple(int(c) for c in rng.choice(12, count, replace=False) + 1)
    return simulate(
        seed,
        load_sheet(SHEETS[seed % len(SHEETS)]),
        level=condition.level,
        megapixels=None if size is None else float(np.exp(rng.uniform(*np.log(size)))),
        copies=copies,
        apart=count > 1,
        player=condition.player,
        printing=condition.printing(rng),
        change_shot=lambda shot: condition.shot(
            replace(shot, fill=max(shot.fill, condition.fill_least)), rng
        ),
        change_hand=lambda hand: condition.hand(hand, rng),
    )


def _moved(sheet: SheetTruth, picture: Picture) -> SheetTruth:
    x, y = picture.offset
    corners = tuple(
        (x + picture.scale * a, y + picture.scale * b) for a, b in sheet.corners
    )
    return replace(sheet, corners=corners)


def _scanned(name: str, kind: str, seed: int, rng: Rng) -> Taken:
    sheet = load_sheet(SHEETS[seed % len(SHEETS)])
    # Resolutions take turns apart from the sheets.
    scan = draw_scan(rng, kind, SCAN_DPI[seed % len(SCAN_DPI)])
    game, hand, copy = play(sheet, rng), draw_hand(rng), int(rng.integers(1, 13))
    printing = draw_printing(rng)
    paper = make_paper(sheet, ((copy, game, hand),), printing, paper_scale(scan), rng)
    picture, to_pixels = scan_paper(paper, scan, rng)
    form = paper.forms[0]
    seen = corners_of(form) @ to_pixels[:, :2].T + to_pixels[:, 2]
    conditions = {
        "seed": seed,
        "dpi": scan.dpi,
        "lid": scan.lid,
        "skew_deg": round(scan.skew_deg, 1),
        "level": round(scan.level, 2),
        "paper": printing.paper,
        "per_page": printing.per_page,
        "writer": hand.writer.name,
        "pen": hand.pen.kind,
        "pen_mm": round(hand.pen.width_mm, 2),
    }
    truth = PhotoTruth(sheets=(sheet_truth(form, seen),), conditions=conditions)
    return Taken(condition=name, seed=seed, picture=picture, truth=truth)


# --- the camera


def _any_rotation(shot: Shot, rng: Rng) -> Shot:
    return replace(shot, rotation_deg=rng.uniform(0.0, 360.0))


def _tilted(shot: Shot, rng: Rng) -> Shot:
    return replace(shot, tilt_deg=rng.uniform(32.0, 45.0), fill=max(shot.fill, 0.75))


def _edge_out(shot: Shot, rng: Rng) -> Shot:
    square = float(rng.choice((0.0, 90.0, 180.0, 270.0)))
    return replace(
        shot,
        framed="markers",
        fill=0.97,
        rotation_deg=square + rng.uniform(-5.0, 5.0),
        tilt_deg=rng.uniform(0.0, 15.0),
    )


def _large_in_frame(shot: Shot, _: Rng) -> Shot:
    return replace(shot, fill=max(shot.fill, 0.78))


def _several(shot: Shot, rng: Rng) -> Shot:
    """Up to two papers in a row, edges over each other by up to 7 mm."""
    return replace(
        shot,
        fill=0.94,
        per_row=2,
        gap_mm=rng.uniform(-5.5, -2.0),
        tilt_deg=min(shot.tilt_deg, 20.0),
    )


def _upright(shot: Shot, rng: Rng) -> Shot:
    short, long = sorted((shot.width, shot.height))
    turn = float(rng.choice((0.0, 180.0), p=(0.9, 0.1))) + rng.uniform(-12.0, 12.0)
    return replace(shot, width=short, height=long, rotation_deg=turn, fill=0.88)


# --- the table and its light


def _hides(count: int) -> Callable[[Shot, Rng], Shot]:
    def hide(shot: Shot, rng: Rng) -> Shot:
        corners = rng.choice(4, count, replace=False)
        things = rng.choice(("finger", "die", "mug"), count)
        hidden = tuple(
            Hidden(corner=int(corner), thing=str(thing))
            for corner, thing in zip(corners, things, strict=True)
        )
        return replace(shot, hidden=hidden, fill=max(shot.fill, 0.7))

    return hide


def _hard_shadow(shot: Shot, rng: Rng) -> Shot:
    shadow = Shadow(
        kind=str(rng.choice(("hand", "phone"))),
        left=rng.uniform(0.3, 0.4),
        soft_mm=rng.uniform(0.3, 3.0),
        at_mm=rng.uniform(-60.0, 40.0),
        towards_deg=rng.uniform(0.0, 360.0),
    )
    return replace(shot, shadow=shadow)


def _warm(shot: Shot, rng: Rng) -> Shot:
    warm = rng.uniform(0.7, 1.0)
    light = (1.0 - 0.85 * warm, 1.0 - 0.3 * warm, 1.0 + 0.1 * warm)
    return replace(shot, light=light, exposure=rng.uniform(0.6, 0.95))


def _flash(shot: Shot, rng: Rng) -> Shot:
    glare = Glare(
        at=(rng.uniform(-50.0, 50.0), rng.uniform(-75.0, 75.0)),
        reach_mm=rng.uniform(8.0, 18.0),
        light=rng.uniform(0.8, 3.0),
    )
    return replace(shot, glares=(glare,))


def _on(*tables: str) -> Callable[[Shot, Rng], Shot]:
    return lambda shot, rng: replace(shot, table=str(rng.choice(tables)))


# --- the paper


def _curled(shot: Shot, rng: Rng) -> Shot:
    return replace(shot, curl_mm=rng.uniform(4.0, 10.0))


def _folded(shot: Shot, rng: Rng) -> Shot:
    return replace(
        shot, curl_mm=rng.uniform(5.0, 14.0), curl_kind=str(rng.choice(FOLDS))
    )


def _pressed(shot: Shot, rng: Rng) -> Shot:
    angle = rng.uniform(0.0, 2 * np.pi)
    move = rng.uniform(2.0, 3.0)
    bump = Bump(
        at=(rng.uniform(30.0, 118.0), rng.uniform(40.0, 120.0)),
        move=(move * float(np.cos(angle)), move * float(np.sin(angle))),
        reach_mm=rng.uniform(22.0, 34.0),
    )
    return replace(shot, bump=bump)


def _on_other_paper(paper: str, onto: str) -> Callable[[Rng], Printing]:
    def printing(rng: Rng) -> Printing:
        fits = rng.random() < 0.4  # "fit to page"
        per_page = int(rng.integers(1, 3))
        scale = 0.94 if fits else 1.0
        return Printing(paper=paper, per_page=per_page, scale=scale, onto=onto)

    return printing


def _smaller(rng: Rng) -> Printing:
    return Printing(scale=rng.uniform(0.85, 1.0), per_page=int(rng.integers(1, 3)))


# --- the hand


def _with_pen_strokes(hand: Hand, rng: Rng) -> Hand:
    """The hand, with digits of a writer whose strokes are known."""
    pens = [w for w in handwriting.writers() if w.stroke is None]
    return replace(hand, writer=pens[int(rng.integers(len(pens)))])


def _overwriting(hand: Hand, rng: Rng) -> Hand:
    return replace(_with_pen_strokes(hand, rng), overwritten=0.15)


def _striking(hand: Hand, rng: Rng) -> Hand:
    return replace(_with_pen_strokes(hand, rng), struck=0.15)


def _hurried(hand: Hand, rng: Rng) -> Hand:
    return replace(
        _with_pen_strokes(hand, rng),
        slant=rng.uniform(0.12, 0.35),
        turn_deg=rng.uniform(-12.0, 12.0),
        spread=rng.uniform(0.12, 0.24),
        shake_mm=rng.uniform(0.1, 0.25),
        link_wobble_mm=rng.uniform(0.2, 0.6),
        pattern_stray_mm=rng.uniform(0.3, 0.6),
    )


def _childish(hand: Hand, rng: Rng) -> Hand:
    return replace(
        _with_pen_strokes(hand, rng),
        size=rng.uniform(0.7, 0.9),
        turn_deg=rng.uniform(-10.0, 10.0),
        spread=rng.uniform(0.08, 0.2),
        shake_mm=rng.uniform(0.25, 0.5),
        link_wobble_mm=rng.uniform(0.3, 0.7),
        pattern_stray_mm=rng.uniform(0.3, 0.7),
    )


CONDITIONS: Mapping[str, Condition] = {
    "ordinary": Condition(megapixels=(2.0, 6.0), fill_least=0.0),
    "hard": Condition(level="hard", megapixels=(1.5, 6.0), fill_least=0.0),
    "any rotation": Condition(shot=_any_rotation),
    "tilt to 45": Condition(megapixels=(2.5, 5.0), shot=_tilted),
    "marker covered": Condition(shot=_hides(1)),
    "two covered": Condition(shot=_hides(2), may_refuse=True),
    "edge out of frame": Condition(shot=_edge_out),
    "curl": Condition(shot=_curled),
    "fold": Condition(shot=_folded),
    "local shift": Condition(shot=_pressed),
    "hard shadow": Condition(shot=_hard_shadow),
    "warm light": Condition(shot=_warm),
    "flash glare": Condition(shot=_flash),
    "1 megapixel": Condition(megapixels=(1.0, 1.05), shot=_large_in_frame),
    "12 megapixels": Condition(megapixels=(12.0, 12.2)),
    "50 megapixels": Condition(
        megapixels=(12.4, 12.6), file=lambda image, rng: enlarged(image, 2.0, rng)
    ),
    "messenger": Condition(megapixels=(4.0, 5.0), shot=_large_in_frame, file=messenger),
    "screenshot": Condition(megapixels=(3.0, 4.0), shot=_upright, file=screenshot),
    **{f"scan {kind}": Condition(scan=kind) for kind in SCAN_KINDS},
    "A4 on Letter": Condition(printing=_on_other_paper("a4", "letter")),
    "Letter on A4": Condition(printing=_on_other_paper("letter", "a4")),
    "print 85-100 %": Condition(printing=_smaller),
    "grey table": Condition(shot=_on("grey")),
    "white table": Condition(shot=_on("white")),
    "patterned cloth": Condition(shot=_on("stripes", "checks", "dots")),
    "several sheets": Condition(megapixels=(5.0, 8.0), copies=(2, 4), shot=_several),
    "Tent crosses": Condition(player=PlayerParams(tent=1.0)),
    "overwritten": Condition(hand=_overwriting),
    "struck out": Condition(hand=_striking),
    "hurried": Condition(hand=_hurried),
    "childish": Condition(hand=_childish),
    "Rope links": Condition(player=PlayerParams(ropes=1.0)),
    "Rope links, hard": Condition(level="hard", player=PlayerParams(ropes=1.0)),
}
