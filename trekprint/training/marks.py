"""What people draw in and around circles besides numbers, as pen lines.

Everything is in disc radii about the circle's centre, y down. A mark is a list of
`Line`s; `cells` draws them. All shapes are drawn at random from wide ranges, for people
draw skulls in their own ways.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from trekprint.training.glyphs import Floats

Rng = np.random.Generator
TURN = 2 * np.pi


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Line:
    """One pen line, `points` (n, 2); `filled` where its inside is blackened too."""

    points: Floats
    filled: bool = False


Mark = list[Line]


def _line(*points: tuple[float, float]) -> Line:
    return Line(points=np.array(points, np.float32))


def wobbly(points: Floats, rng: Rng, amount: float) -> Floats:
    """Points moved by a smooth shake of about `amount`."""
    knots = rng.normal(0, amount, (max(3, len(points) // 6), 2))
    along = np.linspace(0, len(knots) - 1, len(points))
    shake = np.stack(
        [np.interp(along, np.arange(len(knots)), knots[:, axis]) for axis in (0, 1)],
        axis=1,
    )
    return (points + shake).astype(np.float32)


def arc(
    rng: Rng,
    centre: tuple[float, float],
    radii: tuple[float, float],
    start: float = 0.0,
    sweep: float = TURN,
) -> Line:
    """An elliptic arc by hand: shaky, its ends not quite where they should be."""
    angles = np.linspace(start, start + sweep * rng.uniform(0.97, 1.06), 40)
    points = np.stack(
        [centre[0] + radii[0] * np.cos(angles), centre[1] + radii[1] * np.sin(angles)],
        axis=1,
    )
    return Line(points=wobbly(points.astype(np.float32), rng, 0.025 * max(radii)))


def stroke(
    rng: Rng, start: tuple[float, float], end: tuple[float, float], bend: float = 0.05
) -> Line:
    """A straight line by hand."""
    ends = np.array([start, end], np.float32)
    share = np.linspace(0, 1, 20, dtype=np.float32)[:, None]
    across = (ends[1] - ends[0])[::-1] * np.array([-1, 1], np.float32)
    bow = rng.normal(0, bend) * 4 * share * (1 - share)
    points = ends[0] + (ends[1] - ends[0]) * share + across * bow
    return Line(points=wobbly(points.astype(np.float32), rng, 0.008))


def moved(mark: Mark, rng: Rng, scale: float, tilt: float, shift: float) -> Mark:
    """A mark scaled, turned by about `tilt` rad and moved by about `shift`."""
    angle = rng.normal(0, tilt)
    stretch = scale * rng.uniform(0.85, 1.15, 2)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    offset = rng.normal(0, shift, 2)
    return [
        Line(
            points=((line.points * stretch) @ turn.T + offset).astype(np.float32),
            filled=line.filled,
        )
        for line in mark
    ]


def skull(rng: Rng) -> Mark:
    """A skull or a dead face, from a few strokes to a careful drawing."""
    kind = rng.choice(5, p=[0.5, 0.18, 0.14, 0.1, 0.08])
    if kind == 0:
        mark = _head(rng) + _features(rng)
        if rng.random() < 0.3:
            mark += _bones(rng)
    elif kind == 1:  # a round face
        mark = [arc(rng, (0, 0), (0.95, 0.95), rng.uniform(0, TURN))]
        mark += _features(rng)
    elif kind == 2:  # a face whose head is the rim
        return moved(_features(rng), rng, rng.uniform(0.6, 0.95), 0.1, 0.06)
    elif kind == 3:  # head with little in it, and bones
        mark = [arc(rng, (0, -0.2), (0.55, 0.5)), *_eyes(rng), *_bones(rng)]
    else:
        mark = _bones(rng)
    return moved(mark, rng, rng.uniform(0.4, 0.92), 0.12, 0.08)


def _head(rng: Rng) -> Mark:
    """The outline of a skull: an egg, or a dome on a jaw."""
    kind = rng.integers(4)
    wide = rng.uniform(0.7, 1.0)
    if kind == 0:  # egg
        return [arc(rng, (0, -0.05), (0.8 * wide, 0.95), rng.uniform(0, TURN))]
    jaw, low = wide * rng.uniform(0.4, 0.7), rng.uniform(0.75, 1.0)
    cheek = rng.uniform(0.25, 0.5)
    dome = arc(rng, (0, -0.15), (wide, 0.8), 0.78 * np.pi, 1.44 * np.pi)
    if kind == 1:  # dome, and a jaw in one line
        return [
            dome,
            Line(
                points=wobbly(
                    np.array(
                        [
                            (-jaw, cheek),
                            (-jaw * 0.95, (cheek + low) / 2),
                            (-jaw * 0.9, low),
                            (0, low * 1.03),
                            (jaw * 0.9, low),
                            (jaw * 0.95, (cheek + low) / 2),
                            (jaw, cheek),
                        ],
                        np.float32,
                    ),
                    rng,
                    0.03,
                )
            ),
        ]
    if kind == 2:  # circle, and a box below
        head = arc(rng, (0, -0.2), (wide * 0.85, 0.75), rng.uniform(0, TURN))
        box = [
            stroke(rng, (-jaw, cheek), (-jaw, low)),
            stroke(rng, (-jaw, low), (jaw, low)),
            stroke(rng, (jaw, low), (jaw, cheek)),
        ]
        return [head, *box]
    # one line all round, narrow below
    angles = np.linspace(0, TURN, 50)
    pinch = 1 - rng.uniform(0.2, 0.45) * np.clip(np.sin(angles), 0, 1)
    points = np.stack([wide * pinch * np.cos(angles), 0.95 * np.sin(angles)], axis=1)
    return [Line(points=wobbly(points.astype(np.float32), rng, 0.03))]


def _features(rng: Rng) -> Mark:
    """Eyes, and often a nose and a mouth or teeth."""
    mark = _eyes(rng)
    if rng.random() < 0.6:
        mark += _nose(rng)
    return mark + _mouth(rng)


def _eyes(rng: Rng) -> Mark:
    size, apart = rng.uniform(0.08, 0.28), rng.uniform(0.26, 0.45)
    height, kind = rng.uniform(-0.35, -0.1), rng.integers(5)
    mark: Mark = []
    for x in (-apart, apart):
        if kind <= 1:  # holes, black or hollow
            eye = arc(rng, (x, height), (size, size * rng.uniform(0.8, 1.3)))
            mark.append(Line(points=eye.points, filled=kind == 0))
        elif kind == 2:  # crosses
            mark += _cross(rng, (x, height), size)
        elif kind == 3:  # dots
            dot = arc(rng, (x, height), (0.05, 0.05))
            mark.append(Line(points=dot.points, filled=True))
        else:  # short strokes
            mark.append(stroke(rng, (x, height - size), (x, height + size / 2)))
    return mark


def _nose(rng: Rng) -> Mark:
    y, size = rng.uniform(0.02, 0.2), rng.uniform(0.06, 0.14)
    kind = rng.integers(3)
    if kind == 0:
        corners = [(0, y - size), (-size, y + size), (size, y + size), (0, y - size)]
        points = wobbly(np.array(corners, np.float32), rng, 0.015)
        return [Line(points=points, filled=bool(rng.random() < 0.4))]
    if kind == 1:
        return [stroke(rng, (0, y - size), (0, y + size))]
    return [
        stroke(rng, (x * size, y - size / 2), (x * size, y + size / 2))
        for x in (-0.5, 0.5)
    ]


def _mouth(rng: Rng) -> Mark:
    y, half = rng.uniform(0.38, 0.6), rng.uniform(0.25, 0.5)
    kind = rng.integers(6)
    if kind == 0:  # sad
        return [arc(rng, (0, y + 0.2), (half, 0.25), np.pi * 1.1, np.pi * 0.8)]
    if kind == 1:  # glad
        return [arc(rng, (0, y - 0.15), (half, 0.3), np.pi * 0.1, np.pi * 0.8)]
    if kind == 2:
        return [stroke(rng, (-half, y), (half, y))]
    teeth = int(rng.integers(2, 6))
    tall = rng.uniform(0.12, 0.25)
    bars = [
        stroke(rng, (x, y - tall / 2), (x, y + tall / 2))
        for x in np.linspace(-half, half, teeth + 2)[1:-1]
    ]
    if kind == 3:
        return bars
    if kind == 4:  # a line with bars
        return [stroke(rng, (-half, y), (half, y)), *bars]
    corners = [
        (-half + index * half / 3, y + (-1) ** index * tall / 2) for index in range(7)
    ]
    return [Line(points=wobbly(np.array(corners, np.float32), rng, 0.015))]


def _bones(rng: Rng) -> Mark:
    """Two crossed bones."""
    reach, mark = rng.uniform(0.8, 1.0), []
    y = rng.uniform(0, 0.5)
    for side in (-1, 1):
        ends = ((-side * reach, y - 0.4), (side * reach, y + 0.4))
        mark.append(stroke(rng, *ends))
        if rng.random() < 0.5:
            mark += [arc(rng, end, (0.1, 0.08)) for end in ends]
    return mark


def _cross(rng: Rng, centre: tuple[float, float], size: float) -> Mark:
    x, y = centre
    return [
        stroke(rng, (x - size, y - size), (x + size, y + size)),
        stroke(rng, (x + size, y - size), (x - size, y + size)),
    ]


def cross(rng: Rng, least: float = 0.35, most: float = 0.95) -> Mark:
    """An X of two strokes, of two bows, or in one go; at times drawn twice."""
    size, kind = rng.uniform(least, most), rng.choice(4, p=[0.62, 0.13, 0.13, 0.12])
    if kind == 1:  # two bows back to back
        mark = [
            arc(rng, (-size, 0), (size * 0.95, size), -0.4 * np.pi, 0.8 * np.pi),
            arc(rng, (size, 0), (size * 0.95, size), 0.6 * np.pi, 0.8 * np.pi),
        ]
    elif kind == 2:  # one line, with a loop at the side between the strokes
        ends = [(-size, -size), (size, size), (size * 1.15, 0.0), (size, -size)]
        line = _line(*ends, (-size, size))
        mark = [Line(points=wobbly(line.points, rng, 0.02))]
    else:
        mark = _cross(rng, (0, 0), size)
        if kind == 3:
            again = _cross(rng, (0, 0), size * rng.uniform(0.8, 1.1))
            mark += moved(again, rng, 1.0, 0.12, 0.05)
    return moved(mark, rng, 1.0, 0.15, 0.08)


def scribble(rng: Rng, half: tuple[float, float] = (0.7, 0.6)) -> Mark:
    """A dense to and fro, or loops, that blackens what is under it."""
    count = int(rng.integers(5, 16))
    if rng.random() < 0.65:
        along = np.linspace(-1, 1, count)
        ends = np.where(np.arange(count) % 2, 1.0, -1.0) * rng.uniform(0.7, 1.1, count)
        points = np.stack([along * half[0], ends * half[1]], axis=1)
        points += rng.normal(0, 0.04, points.shape)
    else:
        angles = np.linspace(0, TURN * count / 2, count * 10)
        drift = np.linspace(-1, 1, len(angles)) * rng.uniform(0, 0.5)
        points = np.stack(
            [
                half[0] * (np.cos(angles) * rng.uniform(0.4, 0.9) + drift),
                half[1] * np.sin(angles),
            ],
            axis=1,
        )
        points = wobbly(points.astype(np.float32), rng, 0.12).astype(np.float64)
    mark = [Line(points=points.astype(np.float32))]
    return moved(mark, rng, 1.0, 0.5, 0.04)


def strike(
    rng: Rng, half_width: float, half_height: float, *, one: str = "any"
) -> Mark:
    """What strikes out a number of that size.

    `one` tells which single strokes do: `any`, only `level` ones (a slash makes a zero
    of a zero) or `none` (a stroke makes a seven of a seven).
    """
    x, y = half_width * rng.uniform(1.1, 1.5), half_height * rng.uniform(0.9, 1.25)
    x, y = max(x, 0.35), max(y, 0.35)
    kinds = {"any": 5, "level": 4, "none": 3}[one]
    shares = np.array([0.32, 0.16, 0.22, 0.2, 0.1])[:kinds]
    kind = rng.choice(kinds, p=shares / shares.sum())
    if kind == 0:
        return [stroke(rng, (-x, -y), (x, y)), stroke(rng, (x, -y), (-x, y))]
    way = rng.choice([-1, 1])
    if kind == 1:  # two strokes of one direction
        gap, tilt = rng.uniform(0.1, 0.3), rng.uniform(0.0, 0.9)
        return [
            stroke(rng, (-x, way * y * tilt + dy), (x, -way * y * tilt + dy))
            for dy in (-gap / 2, gap / 2)
        ]
    if kind == 2:
        return scribble(rng, (x, y))
    reach = max(x * rng.uniform(1.1, 1.4), rng.uniform(0.55, 0.9))
    tilt = rng.uniform(0, 0.25) if kind == 3 else rng.uniform(0.4, 1)
    low = rng.normal(0, 0.1) * y
    return [stroke(rng, (-reach, way * y * tilt + low), (reach, low - way * y * tilt))]


def slash(rng: Rng, half_width: float, half_height: float, x: float, y: float) -> Line:
    """The stroke through a 0 of that size at (x, y), from lower left to upper right."""
    reach = rng.uniform(0.7, 1.25)
    across = max(half_width, 0.25 * half_height) * reach
    up = half_height * reach * rng.uniform(0.6, 1)
    return stroke(rng, (x - across, y + up), (x + across, y - up))


def bar(rng: Rng, half_width: float, half_height: float, x: float, y: float) -> Line:
    """The short level stroke through the stem of a 7 of that size at (x, y)."""
    x, y = (
        x + rng.normal(0.05, 0.1) * half_width,
        y + rng.uniform(-0.2, 0.2) * half_height,
    )
    half, tilt = half_height * rng.uniform(0.22, 0.45), rng.normal(-0.03, 0.04)
    return stroke(rng, (x - half, y - tilt), (x + half, y + tilt))


def doodle(rng: Rng) -> Mark:
    """Something that is no number and no skull: a tick, a star, waves, a heart..."""
    kind = rng.integers(10)
    if kind == 0:  # tick
        mark = [_line((-0.6, 0.0), (-0.2, 0.6), (0.8, -0.8))]
    elif kind == 1:  # star
        angles = np.arange(6) * TURN * 2 / 5 - np.pi / 2
        mark = [_line(*zip(np.cos(angles), np.sin(angles), strict=True))]
    elif kind == 2:  # waves
        x = np.linspace(-0.8, 0.8, 50)
        waves = rng.uniform(2, 5)
        mark = [
            Line(
                points=np.stack(
                    [x, y + 0.15 * np.sin(x * waves * 4)], 1, dtype=np.float32
                )
            )
            for y in (-0.3, 0.1, 0.5)[: rng.integers(1, 4)]
        ]
    elif kind == 3:  # triangle or square
        corners = rng.integers(3, 5)
        angles = np.arange(corners + 1) * TURN / corners + rng.uniform(0, TURN)
        mark = [_line(*zip(np.cos(angles), np.sin(angles), strict=True))]
    elif kind == 4:  # spiral
        angles = np.linspace(0, TURN * rng.uniform(2.2, 4), 90)
        turns = angles / angles[-1]
        points = np.stack([turns * np.cos(angles), turns * np.sin(angles)], axis=1)
        mark = [Line(points=points.astype(np.float32))]
    elif kind == 5:  # dash, or two
        mark = [
            stroke(rng, (-0.7, y), (0.7, y)) for y in (0.0, 0.35)[: rng.integers(1, 3)]
        ]
    elif kind == 6:  # plus
        mark = [stroke(rng, (-0.7, 0), (0.7, 0)), stroke(rng, (0, -0.7), (0, 0.7))]
    elif kind == 7:  # heart
        t = np.linspace(0, TURN, 50)
        heart = [
            np.sin(t) ** 3,
            -(13 * np.cos(t) - 5 * np.cos(2 * t) - 2 * np.cos(3 * t)) / 17,
        ]
        mark = [Line(points=np.stack(heart, 1).astype(np.float32))]
    elif kind == 8:  # an arrow
        mark = [
            stroke(rng, (-0.8, 0), (0.8, 0)),
            _line((0.4, -0.35), (0.8, 0), (0.4, 0.35)),
        ]
        return moved(mark, rng, rng.uniform(0.4, 0.9), 3.0, 0.1)
    else:  # tangle
        mark = [Line(points=wobbly(np.zeros((60, 2), np.float32), rng, 0.6))]
    mark = [Line(points=wobbly(line.points, rng, 0.02)) for line in mark]
    return moved(mark, rng, rng.uniform(0.3, 0.9), 0.2, 0.1)
