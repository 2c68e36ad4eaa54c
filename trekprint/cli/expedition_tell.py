"""What is told of sheets that were recorded, and of what they bring or change."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trekprint.rules.expedition.state import Ascent
    from trekprint.rules.expedition.steps import ScoreSheet, Step
    from trekprint.workflows.expedition_sheets import Claim
    from trekprint.workflows.expeditions import Expedition, Shelf


def tell_sheets(after: Expedition, number: int, steps: Sequence[ScoreSheet]) -> None:
    """The points of the sheets just recorded, and what is to be said about them."""
    from trekprint.workflows.expedition_sheets import remarks

    ascent = after.state.ascents[number - 1]
    for step in steps:
        player = step.player
        if player not in ascent.scores:
            click.echo(f"{player} did not play.")
            continue
        click.echo(f"{player}: {_points(ascent, player)}")
        for sentence in remarks(after.state, ascent, player):
            click.echo(f"  {sentence}")


def _points(ascent: Ascent, player: str) -> str:
    scored = ascent.scores[player]
    cards = sum(scored.extras.values())
    shown = f"{scored.total} points"
    if cards:
        shown += f" ({scored.total - cards} and {cards} for cards handed in)"
    return shown + (f", {scored.range_text}" if scored.range_text else "")


def tell_doubts(claims: Sequence[Claim]) -> None:
    """The first open question about each sheet that was recorded."""
    for claimed in claims:
        if claimed.player is not None and claimed.result.doubts:
            click.echo(
                f"In doubt, {claimed.player}: {claimed.result.doubts[0].sentence};"
                " score the sheet again if that is wrong",
                err=True,
            )


def tell_progress(before: Expedition, after: Expedition, shelf: Shelf) -> None:
    """What an Ascent brought that was just finished, and what is next."""
    from trekprint.cli.expedition_show import (
        ascent_parts,
        next_text,
        ranking_parts,
        sentences,
        show,
    )
    from trekprint.workflows.expedition_words import outcome_sentences

    told, state = shelf.chronicle, after.state
    for ascent in state.finished[len(before.state.finished) :]:
        show("", *ascent_parts(state, ascent, told))
        show(*sentences(outcome_sentences(state, ascent, told)))
        if len(state.finished) > 1:
            show("", *ranking_parts(state, told))
        show("")
    show(next_text(state, told))


def tell_correction(before: Shelf, after: Shelf, replaced: Sequence[Step]) -> None:
    """What was there before a correction, and what changed by it.

    The old sheet is told in full: undo takes back what was recorded last, so that a
    correction is taken back by scoring the old sheet again.
    """
    from trekprint.cli.expedition_show import next_text, show
    from trekprint.workflows.expedition_words import changes, step_sentence

    for step in replaced:
        click.echo(f"Instead of: {step_sentence(step)}")
    changed = changes(before, after)
    click.echo("Put right. That changes:" if changed else _NOTHING_CHANGED)
    for sentence in changed:
        click.echo(f"  {sentence}")
    show(next_text(after.expeditions[0].state, after.chronicle))


_NOTHING_CHANGED = "Put right. No stars, records or envelopes change."
