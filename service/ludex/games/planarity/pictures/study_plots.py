"""Plots of the studies: rank correlations of the measures of difficulty, grades, and estimated minima."""

from collections.abc import Mapping, Sequence
from math import ceil, floor, log10
from statistics import geometric_mean

from ludex.games.planarity.study.difficulty_factors import COMPARED, OUTCOME, Correlation, DifficultyRow
from ludex.games.planarity.study.minima_estimate import MinimumRow
from ludex.pictures.charts import (
    BASE,
    HEIGHT,
    LEFT,
    RIGHT,
    TOP,
    WIDTH,
    Axes,
    LinePoint,
    format_power,
    frame,
    legend,
    lines_plot,
    mark,
    require_rows,
    share_ticks,
)
from ludex.pictures.svg import FAINT_INK, caption, document, element, number, orbit_colour

_NAMES = {
    "min_swaps": "minimum swaps",
    "sequences": "shortest solutions",
    "final_drawings": "final drawings",
    "must_rise": "crossings must rise",
    "greedy_fails": "steepest descent fails",
    "luck": "grade without penalties",
}
_NAMES_WIDTH = 90.0
_GRID = "#ddd7c8"


def svg_correlations(rows: Sequence[Correlation]) -> str:
    """Return a plot, for each set of classes, of the rank correlation between each measure and the player's swaps.

    Horizontal lines show the confidence intervals. Raises ValueError if there are no rows, and PictureTooLarge if there
    are too many rows.
    """
    require_rows(rows)
    measures = [name for name in COMPARED if name != OUTCOME]
    sets = list(dict.fromkeys(row.set_name for row in rows))
    left, step = LEFT + _NAMES_WIDTH, (BASE - TOP) / len(measures)

    def x(correlation: float) -> float:
        return left + (correlation + 1) / 2 * (WIDTH - RIGHT - left)

    parts = []
    for tenths in range(-10, 11, 5):
        parts.append(element("path", d=f"M{number(x(tenths / 10))} {TOP:g}V{BASE:g}", stroke=_GRID))
        parts.append(caption(f"{tenths / 10:g}", x(tenths / 10), BASE + 21, 12, fill=FAINT_INK))
    for place, name in enumerate(measures):
        y = TOP + (place + 0.5) * step
        parts.append(caption(_NAMES.get(name, name), left - 10, y + 4, 12, anchor="end"))
        for shape, set_name in enumerate(sets):
            row = next(row for row in rows if (row.set_name, row.first, row.second) == (set_name, name, OUTCOME))
            if row.correlation is None or row.low is None or row.high is None:
                continue
            at = y + (shape - (len(sets) - 1) / 2) * step * 0.7 / len(sets)
            colour = orbit_colour(shape)
            interval = f"M{number(x(row.low))} {number(at)}H{number(x(row.high))}"
            parts.append(element("path", class_="line", d=interval, stroke=colour, stroke_width=1.8))
            point = mark(shape, x(row.correlation), at, 3.6, colour, colour, "point")
            note = f"{set_name}, {_NAMES.get(name, name)}: {row.correlation:.3f} ({row.low:.3f} to {row.high:.3f})"
            point.append(element("title", text=note))
            parts.append(point)
    title = "Rank correlation with the swaps of a simulated player"
    parts.append(caption("Spearman's rank correlation", (left + WIDTH - RIGHT) / 2, HEIGHT - 14, 13))
    parts += [caption(title, WIDTH / 2, 25, 16, class_="note"), *legend(sets, shapes=True)]
    return document(title, f"The sets are {', '.join(sets)}.", WIDTH, HEIGHT, parts)


def svg_grades(rows_by_set: Mapping[str, Sequence[DifficultyRow]]) -> str:
    """Return a plot of the number of the player's swaps against the grade, with a line for each set of classes.

    The points are geometric means, and the scale is logarithmic. Raises ValueError if there are no rows.
    """
    lines: dict[str, list[LinePoint]] = {}
    for name, rows in rows_by_set.items():
        by_grade: dict[int, list[float]] = {}
        for row in rows:
            by_grade.setdefault(row.grade, []).append(max(row.player_swaps, 1.0))
        for grade in sorted(by_grade):
            mean = geometric_mean(by_grade[grade])
            note = f"{name}, grade {grade}: {mean:.1f} swaps ({len(by_grade[grade]):,} classes)"
            lines.setdefault(name, []).append(LinePoint(grade, mean, note))
    points = [point for line in lines.values() for point in line]
    require_rows(points)
    highest = max(1, ceil(log10(max(point.y for point in points)) - 1e-9))
    lowest = min(0, floor(log10(min(point.y for point in points))))
    axes = Axes(min(point.x for point in points), max(point.x for point in points), top=10.0**highest, lowest=lowest)
    ticks = [(10.0**power, format_power(power)) for power in range(lowest, highest + 1)]
    return lines_plot("Swaps of a simulated player by grade", lines, axes, ticks, "grade", "mean swaps", colours={})


def svg_estimate(rows: Sequence[MinimumRow]) -> str:
    """Return a plot of the estimated share of swap classes with each minimum, with confidence intervals.

    If there are no rows for all classes together, the rows for the first number of edges are drawn. Raises ValueError
    if there are no rows, and PictureTooLarge if there are too many.
    """
    require_rows(rows)
    edges = None if any(row.edges is None for row in rows) else rows[0].edges
    drawn = [row for row in rows if row.edges == edges]
    minima = [row.minimum for row in drawn if row.minimum is not None]
    unreachable = max(minima, default=-1) + 1
    places = [unreachable if row.minimum is None else row.minimum for row in drawn]
    shares = share_ticks(max(row.high for row in drawn))
    axes = Axes(min(places), max(places), top=shares[-1])
    named = {unreachable: "none"} if unreachable in places else {}
    ticks = [(share, f"{share * 100:g} %") for share in shares]
    parts = frame(axes, ticks, "minimum swaps (none: no plane drawing can be reached)", "share of the classes", named)
    width = min(axes.step * 0.6, 56.0)
    for row, place in zip(drawn, places, strict=True):
        x, top = axes.x(place), axes.y(row.share)
        bar = element(
            "rect", class_="bar", x=x - width / 2, y=top, width=width, height=max(BASE - top, 0.5), fill=orbit_colour(0)
        )
        note = f"{named.get(place, place)}: {row.share:.2%} ({row.low:.2%} to {row.high:.2%})"
        bar.append(element("title", text=note))
        interval = f"M{number(x)} {number(axes.y(row.high))}V{number(axes.y(row.low))}"
        parts += [bar, element("path", d=interval, stroke=FAINT_INK, stroke_width=1.6)]
    of_edges = "" if edges is None else f" with {edges} edges"
    title = f"Estimated minima of the {drawn[0].classes:,} classes on {drawn[0].n} points{of_edges}"
    note = f"from {drawn[0].samples:,} random classes; the vertical lines are 95 % confidence intervals"
    parts += [caption(title, WIDTH / 2, 25, 16, class_="note"), caption(note, WIDTH / 2, 44, 12, fill=FAINT_INK)]
    return document(title, f"An estimate {note}.", WIDTH, HEIGHT, parts)
