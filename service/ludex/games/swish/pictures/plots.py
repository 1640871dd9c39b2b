"""Plots of SWISH: the sizes of the largest swish of a deal, and the times of the experiment on symbols."""

from collections.abc import Mapping, Sequence
from math import ceil, floor, log10

from ludex.games.swish.study.symbol_costs import CostRow
from ludex.pictures.axes import HEIGHT, WIDTH, Axes, seconds_said
from ludex.pictures.bars import share_bars
from ludex.pictures.lines import LinePoint, lines_plot, require_rows
from ludex.pictures.svg import caption, document


def symbol_costs_svg(rows: Sequence[CostRow]) -> str:
    """Return the mean time over the number of cards of the `rows`, on a logarithmic scale.

    There is a line for each structure and number of symbols. Hollow points are lower bounds: not all trials were
    finished. Raises ValueError if no row has a time, and PictureTooLarge beyond MAX_POINTS.
    """
    timed = [(row, row.mean_seconds) for row in rows if row.mean_seconds is not None]
    require_rows(timed)
    lines: dict[str, list[LinePoint]] = {}
    for row, seconds in timed:
        bound = row.finished < row.trials
        name = f"{row.structure.removeprefix('even-')} {row.symbols}"
        said = f"{name} symbols, {row.cards} cards: {'at least ' * bound}{seconds_said(seconds)}"
        lines.setdefault(name, []).append(LinePoint(row.cards, seconds, said, hollow=bound))
    known = [seconds for _, seconds in timed if seconds > 0] or [1e-6]
    lowest = floor(log10(min(known)))
    highest = max(lowest + 1, ceil(log10(max(known)) - 1e-9))
    cards = [row.cards for row, _ in timed]
    axes = Axes(min(cards), max(cards), top=10.0**highest, lowest=lowest)
    ticks = [(10.0**power, seconds_said(10.0**power)) for power in range(lowest, highest + 1)]
    title = f"Time of a proved largest swish by symbols a card, rule {rows[0].rule}"
    return lines_plot(title, lines, axes, ticks, "cards", "mean time", colours={})


def svg_size_histogram(counts: Mapping[int, int], title: str = "The largest swish of a deal") -> str:
    """Return a bar for each size of the largest swish: the share of the deals that have it (size 0: no swish).

    `counts` has the number of deals of each size; `title` is the title of the plot. Raises ValueError if nothing is
    counted or a count is negative, and PictureTooLarge beyond MAX_POINTS sizes.
    """
    parts = share_bars(counts, 0, "cards", "cards in the largest swish (0: no swish)", "share of the deals", {})
    said = f"{sum(counts.values())} deals, by the size of the largest swish."
    return document(title, said, WIDTH, HEIGHT, [*parts, caption(title, WIDTH / 2, 34, 16)])
