"""Plots of the experiments on generation (Figures 13 to 15 of the paper), of minima, of censuses and of collections."""

from collections.abc import Mapping, Sequence
from math import ceil, floor, log10
from xml.etree.ElementTree import Element

from ludex.games.planarity.making.point_sets import GRID
from ludex.games.planarity.study.experiments import InteriorRow, ScrambleRow, ThresholdRow
from ludex.pictures.charts import (
    HEIGHT,
    WIDTH,
    Axes,
    LinePoint,
    format_power,
    frame,
    legend,
    lines_plot,
    require_rows,
    share_bars,
    share_ticks,
)
from ludex.pictures.svg import caption, document, element, orbit_colour

_WIDEST_BAR = 56.0
_LEAST_LABELLED_SHARE = 0.045
_MINIMA = "minimum swaps (none: no plane drawing can be reached)"


def svg_attempts_plot(rows: Sequence[ThresholdRow]) -> str:
    """Return a plot of the mean number of attempts against the restart threshold (Figure 13).

    There is one line for each number of points, and the scale is logarithmic. `rows` are the results of the experiment.
    A hollow point is a lower bound, because some samples did not finish. Raises ValueError if there are no rows, and
    PictureTooLarge if there are too many rows for a plot.
    """
    require_rows(rows)
    lines: dict[str, list[LinePoint]] = {}
    for row in rows:
        note = f"{row.vertices} points, threshold {row.threshold}: {row.mean_attempts:,.0f} attempts"
        if row.unfinished:
            note += f" at least, {row.unfinished} of {row.samples} samples unfinished"
        lines.setdefault(f"n = {row.vertices}", []).append(
            LinePoint(row.threshold, row.mean_attempts, note, hollow=row.unfinished > 0)
        )
    means = [row.mean_attempts for row in rows]
    lowest = floor(log10(min(means)))
    highest = max(lowest + 1, ceil(log10(max(means)) - 1e-9))
    axes = Axes(0, max(row.threshold for row in rows), top=10.0**highest, lowest=lowest)
    ticks = [(10.0**power, format_power(power)) for power in range(lowest, highest + 1)]
    deltas = " and ".join(sorted({_format_delta(row.delta) for row in rows}))
    return lines_plot(
        f"Attempts against the restart threshold, δ = {deltas}",
        lines,
        axes,
        ticks,
        "restart threshold",
        "mean attempts",
    )


def svg_interior_plot(rows: Sequence[InteriorRow], *, deviations: bool = False) -> str:
    """Return a plot of the mean number of points inside the hull against the number of points (Figure 14).

    `rows` are the results of the experiment. There is one line for each delta. If `deviations` is true, the plot shows
    the standard deviation instead of the mean (Figure 15). Raises the same errors as :func:`svg_attempts_plot`.
    """
    require_rows(rows)
    lines: dict[str, list[LinePoint]] = {}
    for row in rows:
        value = row.deviation if deviations else row.mean_interior
        note = f"{row.vertices} points, δ = {_format_delta(row.delta)}: {value:.2f} ({row.samples} samples)"
        lines.setdefault(f"δ = {_format_delta(row.delta)}", []).append(LinePoint(row.vertices, value, note))
    ticks = share_ticks(max(point.y for line in lines.values() for point in line))
    axes = Axes(min(row.vertices for row in rows), max(row.vertices for row in rows), top=ticks[-1])
    named = [(tick, f"{tick:g}") for tick in ticks]
    what = "standard deviation of the points inside" if deviations else "mean of the points inside"
    title = "Points inside the hull" + (": standard deviations" if deviations else "")
    return lines_plot(title, lines, axes, named, "points", what)


def svg_scramble_plot(rows: Sequence[ScrambleRow]) -> str:
    """Return a plot with a column for each number of random swaps. A column shows the distribution of the true minima.

    `rows` are the results of the experiment. Raises the same errors as :func:`svg_attempts_plot`.
    """
    require_rows(rows)
    axes = Axes(min(row.swaps for row in rows), max(row.swaps for row in rows))
    ticks = [(share, f"{share * 100:g} %") for share in share_ticks(1.0)]
    parts = frame(axes, ticks, "random swaps", "share of the samples, by true minimum")
    minima = sorted({row.minimum for row in rows}, key=lambda minimum: (minimum is None, minimum or 0))
    width = min(axes.step * 0.72, _WIDEST_BAR)
    for swaps in sorted({row.swaps for row in rows}):
        low = 0.0
        for place, minimum in enumerate(minima):
            for row in rows:
                if (row.swaps, row.minimum) == (swaps, minimum):
                    share = row.count / row.samples
                    parts += _part_of_bar(row, axes, low, share, width, orbit_colour(place))
                    low += share
    names = ["no proof" if minimum is None else str(minimum) for minimum in minima]
    title = f"True minimum after random swaps, {rows[0].vertices} vertices, {rows[0].edges} edges"
    parts += [caption(title, WIDTH / 2, 25, 16, class_="note"), *legend(names)]
    return document(title, f"Each column is divided by the true minimum: {', '.join(names)}.", WIDTH, HEIGHT, parts)


def svg_census(n: int, counts: Mapping[int | None, int]) -> str:
    """Return a bar plot of the census of `n` points. Each bar shows the share of the classes with a certain minimum.

    `counts` maps each minimum to the number of classes with this minimum. The key None stands for the classes from
    which no plane drawing is reachable. The last bar shows these classes. Raises ValueError if the numbers add up to 0
    or a number is negative, and PictureTooLarge if there are more than MAX_POINTS minima.
    """
    minima = {minimum: count for minimum, count in counts.items() if minimum is not None}
    unreachable = max(minima, default=-1) + 1
    named = {unreachable: "none"} if None in counts else {}
    placed = minima | dict.fromkeys(named, counts.get(None, 0))
    title = f"Minimum swaps of the {sum(counts.values()):,} classes on {n} points"
    parts = share_bars(placed, unreachable, "swaps", _MINIMA, "share of the classes", named)
    note = ", ".join(f"{named.get(place, place)}: {count:,}" for place, count in sorted(placed.items()))
    return document(
        title,
        f"Classes by minimum swaps: {note}.",
        WIDTH,
        HEIGHT,
        [*parts, caption(title, WIDTH / 2, 34, 16, class_="note")],
    )


def svg_collection(title: str, counted_by: str, shares: Mapping[int, int]) -> str:
    """Return a bar plot of a complete collection. A bar shows the share of the members with one value of a property.

    Raises ValueError if the numbers add up to 0 or a number is negative, and PictureTooLarge if there are more than
    MAX_POINTS values.
    """
    unit = "points on the hull" if counted_by == "hull" else counted_by
    note = ", ".join(f"{value}: {count:,}" for value, count in sorted(shares.items()))
    return document(
        title,
        f"{sum(shares.values()):,} members, by {unit}: {note}.",
        WIDTH,
        HEIGHT,
        [
            *share_bars(shares, None, unit, unit, "share of the members", {}),
            caption(title, WIDTH / 2, 34, 16, class_="note"),
        ],
    )


def _part_of_bar(row: ScrambleRow, axes: Axes, low: float, share: float, width: float, colour: str) -> list[Element]:
    x, top, bottom = axes.x(row.swaps), axes.y(low + share), axes.y(low)
    bar = element("rect", class_="bar", x=x - width / 2, y=top, width=width, height=max(bottom - top, 0.5), fill=colour)
    minimum = "no proof" if row.minimum is None else f"minimum {row.minimum}"
    bar.append(element("title", text=f"{row.swaps} random swaps, {minimum}: {row.count} of {row.samples}"))
    if share < _LEAST_LABELLED_SHARE:
        return [bar]
    return [bar, caption(f"{share * 100:.0f} %", x, (top + bottom) / 2 + 4, 11, fill="#ffffff", class_="label")]


def _format_delta(delta: int) -> str:
    return f"{delta / GRID:g}"
