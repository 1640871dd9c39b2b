"""Plots of SWISH: the sizes of the largest swishes of deals, and the times of the experiment on symbols."""

from collections.abc import Mapping, Sequence
from math import ceil, floor, log10

from ludex.games.swish.study.symbol_costs import CostRow
from ludex.pictures.charts import HEIGHT, WIDTH, Axes, LinePoint, format_seconds, lines_plot, require_rows, share_bars
from ludex.pictures.svg import caption, document


def symbol_costs_svg(rows: Sequence[CostRow]) -> str:
    """Return a plot of the mean times in `rows` by the number of cards, on a logarithmic scale.

    There is one line for each combination of structure and number of symbols. If some trials of a row were not
    finished, its point is a lower bound and is hollow. Raises ValueError if no row has a time, and PictureTooLarge if
    there are more than MAX_POINTS points.
    """
    timed = [(row, row.mean_seconds) for row in rows if row.mean_seconds is not None]
    require_rows(timed)
    lines: dict[str, list[LinePoint]] = {}
    for row, seconds in timed:
        bound = row.finished < row.trials
        name = f"{row.structure.removeprefix('even-')} {row.symbols}"
        text = f"{name} symbols, {row.cards} cards: {'at least ' * bound}{format_seconds(seconds)}"
        lines.setdefault(name, []).append(LinePoint(row.cards, seconds, text, hollow=bound))
    known = [seconds for _, seconds in timed if seconds > 0] or [1e-6]
    lowest = floor(log10(min(known)))
    highest = max(lowest + 1, ceil(log10(max(known)) - 1e-9))
    cards = [row.cards for row, _ in timed]
    axes = Axes(min(cards), max(cards), top=10.0**highest, lowest=lowest)
    ticks = [(10.0**power, format_seconds(10.0**power)) for power in range(lowest, highest + 1)]
    title = f"Time to prove a largest swish, by symbols per card, rule {rows[0].rule}"
    return lines_plot(title, lines, axes, ticks, "cards", "mean time", colours={})


def svg_size_histogram(counts: Mapping[int, int], title: str = "The largest swish of a deal") -> str:
    """Return a bar chart of the shares of deals with each size of the largest swish, which is 0 if there is no swish.

    `counts` contains the number of deals for each size, and `title` is the title of the chart. Raises ValueError if
    there are no counts or a count is negative, and PictureTooLarge if there are more than MAX_POINTS sizes.
    """
    parts = share_bars(counts, 0, "cards", "cards in the largest swish (0: no swish)", "share of the deals", {})
    text = f"{sum(counts.values())} deals, by the size of the largest swish."
    return document(title, text, WIDTH, HEIGHT, [*parts, caption(title, WIDTH / 2, 34, 16)])
