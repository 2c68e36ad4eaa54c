"""Hypothesis strategies: filled sheets, lawful or not."""

from __future__ import annotations

from hypothesis import strategies as st

from tests.rules.builders import ascent, sheet
from trekprint.rules.game import SKULL, Entry, Game
from trekprint.sheet.model import Link, Option, Sheet

BOXES = ("final", "line_1", "line_2", "zone_1", "line_bonus", "skulls")


@st.composite
def small_sheets(draw: st.DrawFn) -> Sheet:
    """Connected sheets of one to eight circles, some of them dangerous."""
    count = draw(st.integers(1, 8))
    pairs = {(draw(st.integers(1, n - 1)), n) for n in range(2, count + 1)}
    if count > 1:
        more = st.sets(st.integers(1, count), min_size=2, max_size=2)
        pairs |= {(min(p), max(p)) for p in draw(st.lists(more, max_size=6))}
    dangerous = draw(st.sets(st.integers(1, count)))
    return sheet(sorted(pairs), circles=count, dangerous=dangerous)


def base_sheets() -> st.SearchStrategy[Sheet]:
    """One of the three shipped sheets."""
    return st.sampled_from(["dunai", "kagkot", "dhaulagiri"]).map(ascent)


@st.composite
def games(draw: st.DrawFn, sheets: st.SearchStrategy[Sheet] | None = None) -> Game:
    """Whatever can stand on a sheet: any entries, links, ticks and score boxes."""
    on = draw(small_sheets() if sheets is None else sheets)
    entries = {}
    for circle in on.circles:
        choice = draw(
            st.one_of(st.none(), st.just(SKULL), st.integers(0, circle.limit))
        )
        if choice is not None:
            entries[circle.id] = Entry(choice) if isinstance(choice, int) else choice
    ropes = draw(st.frozensets(st.sampled_from(on.two_apart or (None,)), max_size=3))
    links = draw(st.none() | st.frozensets(st.sampled_from(on.links or [None])))
    ticks = draw(
        st.none()
        | st.dictionaries(st.sampled_from(Option), st.integers(0, len(on.circles)))
    )
    return Game(
        sheet=on,
        entries=entries,
        links=None if links is None else frozenset(x for x in links if x),
        ropes=frozenset(x for x in ropes if x),
        ticks=ticks,
        tent_crosses=draw(st.integers(0, 1)),
        assist_cards=draw(st.integers(0, 3)),
        player=draw(st.none() | st.text()),
        written=draw(
            st.dictionaries(st.sampled_from(BOXES), st.integers(-99, 200), max_size=4)
        ),
    )


def renamed(game: Game, order: list[int]) -> Game:
    """The same game with circle `n` called `order[n - 1]`."""
    names = dict(enumerate(order, start=1))
    old = game.sheet
    on = sheet(
        [(names[link.a], names[link.b]) for link in old.links],
        circles=len(old.circles),
        dangerous=[names[c.id] for c in old.circles if c.limit < 12],
    )
    by_name = {circle.id: circle for circle in on.circles}
    return Game(
        sheet=on,
        entries={
            by_name[i].id: game.entries[c.id]
            for c in old.circles
            if c.id in game.entries
            for i in by_name
            if i == names[c.id]
        },
        links=None
        if game.links is None
        else frozenset(Link.of(names[x.a], names[x.b]) for x in game.links),
        ropes=frozenset(Link.of(names[x.a], names[x.b]) for x in game.ropes),
        assist_cards=game.assist_cards,
    )
