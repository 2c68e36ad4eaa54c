"""How long the best lines of a full 19-circle sheet take.

Run `python -m benchmarks.best_lines [GAMES]` from the project folder. Plays that many
games per base sheet by the rules (seeded), forgets their links and times the search for
the best lawful ones; prints milliseconds.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from random import Random
from statistics import median, quantiles
from time import perf_counter

from tests.rules.builders import ascent
from tests.rules.random_games import played_game
from trekprint.rules.scoring import infer_lines

SHEETS = ("dunai", "kagkot", "dhaulagiri")
GAMES = 300
SEED = 12


def main(games: int) -> None:
    """Print one line per sheet and one for all."""
    everything: list[float] = []
    for name in SHEETS:
        random = Random(SEED)
        times = []
        for _ in range(games):
            game = replace(played_game(ascent(name), random), links=None)
            start = perf_counter()
            infer_lines(game)
            times.append((perf_counter() - start) * 1000)
        report(name, times)
        everything += times
    report("all", everything)


def report(name: str, times: list[float]) -> None:
    """One line of figures."""
    slow = quantiles(times, n=100)[98]
    print(
        f"{name:<12}{len(times):>6} games   median {median(times):.3f} ms"
        f"   99 % below {slow:.3f} ms   slowest {max(times):.3f} ms"
    )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES)
