"""The strip of rounds on Max's form, read together with his mountain.

A round's dice and circle tell what Max has to have written there. That is evidence of
what stands in his circles, and what stands there is evidence of how the strip is read;
neither is a filter, since whoever writes for Max makes slips.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from trekprint.errors import InputError
from trekprint.rules.solo.max_climber import Dice, MaxReading, max_value
from trekprint.sheet.solo_form import CIRCLE, RED, YELLOW, is_round_box, round_box
from trekprint.workflows.assignment import best_assignment
from trekprint.workflows.decode import EMPTY_STATE, SKULL_STATE, STATES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy.typing as npt

    from trekprint.rules.game import Entry, Game
    from trekprint.scan.reading import SheetReading
    from trekprint.sheet.model import Circle, Option, Sheet

    Floats = npt.NDArray[np.float64]

FACES = 7
"""What a die may show: 0 to 6; which of the two it is does not matter."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StripParams:
    """How far the strip is trusted.

    `slip` is the share of rounds in which something else was written for Max than the
    dice give. A box is filled from the ink `ink` on. Of the readings of boxes, which
    are narrow, `misread_die` and `misread_circle` are wrong without saying so.

    A die less likely than `least` is never taken for what stands in a box, or slips
    would pass for misread boxes. Where dice do not lead to what stands in the circle,
    that is told only of a roll that is read with `plain_roll` and a circle with
    `plain`, of which no other round says as much as `rival`.
    """

    slip: float = 0.03
    ink: float = 0.5
    misread_die: float = 0.02
    misread_circle: float = 0.1
    least: float = 0.05
    plain: float = 0.5
    plain_roll: float = 0.65
    rival: float = 0.2
    rounds: int = 30


def weighed_by_strip(
    circles: Floats,
    reading: SheetReading,
    sheet: Sheet,
    params: StripParams | None = None,
) -> Floats:
    """(n, STATES) what Max's circles say, in the light of his strip; rows sum to 1.

    Args:
        circles: (n, STATES) what their pictures say, in the order of the reading.
        reading: the sheet that was read; one without a strip changes nothing.
        sheet: its definition.
        params: how far the strip is trusted.
    """
    params = params or StripParams()
    rounds = _rounds(reading, sheet, params)
    if not rounds:
        return circles
    values = _best_values(rounds, circles, sheet, params)
    chance = _chances(rounds, values, params)
    share = _shares(_fits(rounds, chance, circles), params)
    neutral = np.full(STATES, 1 / (STATES - 1))
    left = np.clip(1 - share.sum(axis=0), 0.0, 1.0)[:, None]
    said = left * neutral + np.einsum("rc,rcs->cs", share, chance)
    weighed = circles * said
    return np.asarray(weighed / weighed.sum(axis=1, keepdims=True))


def with_strip(
    game: Game, reading: SheetReading, params: StripParams | None = None
) -> Game:
    """`game` with what stands in the boxes of the strip, among what is written.

    Of several readings of a box, that is taken which fits Max's mountain.
    """
    params = params or StripParams()
    rounds = _rounds(reading, game.sheet, params, partly=True)
    if not rounds:
        return game
    order = [circle.id for circle in reading.circles]
    certain = np.array([_one_hot(game.entries.get(circle)) for circle in order])
    values = _best_values(rounds, certain, game.sheet, params)
    fits = _fits(rounds, _chances(rounds, values, params), certain)
    written = dict(game.written)
    named = np.array([one.circles for one in rounds])
    for one, place in zip(rounds, best_assignment(np.log(fits)), strict=True):
        stands = int(np.argmax(certain[place]))
        roll = one.roll(values[:, :, place], stands, params.least)
        rivals = int((named[:, place] >= params.rival).sum()) > 1
        circle = one.circle(int(order[place]), roll, params, rivals=rivals)
        for part, value in ((RED, roll.red), (YELLOW, roll.yellow), (CIRCLE, circle)):
            if value is not None:
                written[round_box(one.number, part)] = value
    return replace(game, written=written)


def only_strip(written: Mapping[str, int]) -> dict[str, int]:
    """What of `written` stands in boxes of the strip."""
    return {name: value for name, value in written.items() if is_round_box(name)}


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Round:
    """What the boxes of a round say; `circles` in the order of the reading.

    `dice` is (FACES, FACES) and `circles` (n,), both with a little of everything;
    `values` holds by part what was read there, empty where nothing was.
    """

    number: int
    dice: Floats
    circles: Floats
    values: Mapping[str, Sequence[tuple[int, float]]]

    def roll(self, table: npt.NDArray[np.intp], stands: int, least: float) -> Roll:
        """The two dice: the likeliest that lead to `stands`, else the likeliest.

        `table` (FACES, FACES) is what dice lead to in the circle of the round; None for
        a die that was not read.
        """
        red, yellow = (self._likely(part, least) for part in (RED, YELLOW))

        def fits(one: int | None, other: int | None) -> bool:
            faces = one in range(FACES) and other in range(FACES)
            return faces and int(table[one, other]) == stands

        return max(
            (
                Roll(red=one, yellow=other, fits=fits(one, other), chance=p * q)
                for (one, p), (other, q) in product(red, yellow)
            ),
            key=lambda roll: (roll.fits, roll.chance),
        )

    def _likely(self, part: str, least: float) -> list[tuple[int | None, float]]:
        likely: list[tuple[int | None, float]] = [
            (value, chance) for value, chance in self.values[part] if chance >= least
        ]
        return likely or [(None, 1.0)]

    def circle(
        self, likeliest: int, roll: Roll, params: StripParams, *, rivals: bool
    ) -> int | None:
        """The circle that stands there, or None where that is unclear.

        `likeliest` is the one by all rounds and circles together; with `rivals` other
        rounds seem to name it, too.
        """
        values = self.values[CIRCLE]
        if not values:
            return None
        if roll.fits:
            return likeliest
        if rivals or roll.chance < params.plain_roll:
            return None
        return likeliest if dict(values).get(likeliest, 0.0) >= params.plain else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Roll:
    """Two dice as read, whether they fit what stands in the circle, how likely."""

    red: int | None
    yellow: int | None
    fits: bool
    chance: float


def _rounds(
    reading: SheetReading, sheet: Sheet, params: StripParams, *, partly: bool = False
) -> list[_Round]:
    """The rounds of which all boxes are filled, or with `partly` any."""
    if not sheet.strip:
        return []
    boxes = {box.name: box for box in reading.boxes if box.ink >= params.ink}
    order = [circle.id for circle in reading.circles]
    enough = any if partly else all
    rounds = []
    for number in range(1, len(order) + 1):
        names = {part: round_box(number, part) for part in (RED, YELLOW, CIRCLE)}
        if not enough(name in boxes for name in names.values()):
            continue
        said = {
            part: _possible(boxes[name].values, part) if name in boxes else ()
            for part, name in names.items()
        }
        red, yellow = (
            _spread(said[part], range(FACES), params.misread_die)
            for part in (RED, YELLOW)
        )
        rounds.append(
            _Round(
                number=number,
                dice=np.outer(red, yellow),
                circles=_spread(said[CIRCLE], order, params.misread_circle),
                values=said,
            )
        )
    return rounds


def _possible(
    values: Sequence[tuple[int, float]], part: str
) -> tuple[tuple[int, float], ...]:
    """What a box may say, likeliest first, by what can stand in it.

    A circle of two digits begins with a 1, whatever that looks like; a 7 on a die, too,
    is a 1 with a flag.
    """
    said: dict[int, float] = {}
    for value, chance in values:
        meant = value
        if part == CIRCLE and value >= 10:
            meant = 10 + value % 10 if value < 100 else value
        elif part != CIRCLE and value == 7:
            meant = 1
        said[meant] = said.get(meant, 0.0) + chance
    return tuple(sorted(said.items(), key=lambda pair: -pair[1]))


def _spread(
    values: Sequence[tuple[int, float]], known: Sequence[int], misread: float
) -> Floats:
    """The probability of each `known` value, where so many readings are wrong.

    What is left over is shared out evenly.
    """
    said = dict(values)
    row = (1 - misread) * np.array([said.get(value, 0.0) for value in known])
    return np.asarray(row + max(0.0, 1 - float(row.sum())) / len(known))


def _one_hot(entry: Entry | None) -> Floats:
    row = np.zeros(STATES)
    row[EMPTY_STATE if entry is None else _state(entry)] = 1.0
    return row


def _state(entry: Entry) -> int:
    return SKULL_STATE if entry.number is None else entry.number


def _best_values(
    rounds: Sequence[_Round], circles: Floats, sheet: Sheet, params: StripParams
) -> npt.NDArray[np.intp]:
    """(FACES, FACES, n): the state that two dice lead to, -1 where no roll shows them.

    By the reading of what Max writes that fits most.
    """
    tables = [_values(sheet, reading) for reading in MaxReading]
    return max(
        tables,
        key=lambda values: float(
            np.log(
                _fits(rounds, _chances(rounds, values, params), circles).sum(axis=1)
            ).sum()
        ),
    )


def _values(sheet: Sheet, reading: MaxReading) -> npt.NDArray[np.intp]:
    options = tuple(row.option for row in sheet.options)
    table = np.full((FACES, FACES, len(sheet.circles)), -1, dtype=np.intp)
    for one, other in product(range(FACES), repeat=2):
        try:
            dice = Dice.of(one, other)
        except InputError:
            continue
        table[one, other] = [
            _state_of(dice, circle, reading, options) for circle in sheet.circles
        ]
    return table


def _state_of(
    dice: Dice, circle: Circle, reading: MaxReading, options: Sequence[Option]
) -> int:
    return _state(max_value(dice, circle, reading, options))


def _chances(
    rounds: Sequence[_Round], values: npt.NDArray[np.intp], params: StripParams
) -> Floats:
    """(rounds, n, STATES): what stands in each circle, if the round is its own."""
    places = values.shape[2]
    chances = np.zeros((len(rounds), places, STATES))
    for index, one in enumerate(rounds):
        for place in range(places):
            told = values[:, :, place]
            known = told >= 0
            np.add.at(chances[index, place], told[known], one.dice[known])
        whole = chances[index].sum(axis=1, keepdims=True)
        chances[index] /= np.where(whole > 0, whole, 1.0)
    return np.asarray((1 - params.slip) * chances + params.slip / STATES)


def _fits(rounds: Sequence[_Round], chances: Floats, circles: Floats) -> Floats:
    """(rounds, n): how well each round fits each circle."""
    named = np.array([one.circles for one in rounds])
    return np.asarray(named * np.einsum("rcs,cs->rc", chances, circles) + 1e-12)


def _shares(fits: Floats, params: StripParams) -> Floats:
    """(rounds, n): the probability that a round is that of a circle.

    Each round has one circle and each circle at most one round: rows and columns are
    scaled in turns (Sinkhorn).
    """
    share = fits.copy()
    for _ in range(params.rounds):
        share /= np.maximum(share.sum(axis=0, keepdims=True), 1.0)
        share /= share.sum(axis=1, keepdims=True)
    return np.asarray(share / np.maximum(share.sum(axis=0, keepdims=True), 1.0))
