"""Plots for generalized SET: solver times, uniformity of deals, no-set probabilities, and games by round."""

from collections.abc import Callable, Sequence
from math import ceil, floor, log10
from statistics import fmean
from typing import TypeVar

from ludex.card_games.deals import DealSeries, svg_deal_plot
from ludex.games.sets import study
from ludex.games.sets.solving.solver import SolverName
from ludex.games.sets.study.no_set_probability import PlayRow
from ludex.games.sets.study.uniformity import Uniformity
from ludex.pictures.charts import (
    BASE,
    HEIGHT,
    LEFT,
    RIGHT,
    WIDTH,
    Axes,
    LinePoint,
    format_seconds,
    frame,
    lines_plot,
    require_rows,
    share_ticks,
)
from ludex.pictures.svg import FAINT_INK, INK, caption, document, element, number

# As in the thesis (section 6.1), brute force is red, SMT is blue and dynamic is green.
SOLVER_COLOURS = {
    SolverName.LOOKUP.value: INK,
    SolverName.BRUTE_FORCE.value: "#d3222a",
    SolverName.SMT.value: "#1769d2",
    SolverName.DYNAMIC.value: "#1d8f45",
    SolverName.INTEGER_PROGRAM.value: "#8a35b8",
}

_MOST_BARS = 640
_ALL_TABLES, _FEW_GAMES = "all tables", 30
_BAR, _EXPECTED = "#7aa7dd", "#b01048"

Row = TypeVar("Row", "study.experiments.TimeRow", "study.experiments.BoardTimeRow")


def solver_times_svg(rows: Sequence["study.experiments.TimeRow"]) -> str:
    """Return a plot, with a logarithmic scale, of the mean time of a game against the varying parameter.

    There is one line per solver. A hollow mark shows a lower bound for a solver that did not finish all games. A row
    has no mark if the solver was not run. Raises ValueError if no row has a time, and PictureTooLarge if the plot is
    too large.
    """
    require_rows(rows)
    varying = next((name for name in ("values", "properties") if len({getattr(row, name) for row in rows}) > 1), "sets")
    first = rows[0]
    held = [f"{getattr(first, name)} {name}" for name in ("values", "properties", "sets") if name != varying]
    title = f"Time of a game by {varying}: {', '.join(held)}"
    return _times_plot(title, rows, lambda row: int(getattr(row, varying)), varying, "mean time of a game")


def board_times_svg(rows: Sequence["study.experiments.BoardTimeRow"]) -> str:
    """Return a plot of the mean search time by table size. `rows` is as in :func:`solver_times_svg`."""
    require_rows(rows)
    title = f"Time of a search by cards: {rows[0].values} values, {rows[0].properties} properties"
    return _times_plot(
        title, rows, lambda row: row.cards, "cards on the table", "mean time to find a set, or prove none"
    )


def uniformity_svg(result: Uniformity, *, drawn: bool = False) -> str:
    """Return a plot of how often each card was dealt to the initial table, with the mean and the result of the test.

    If `drawn` is true, the plot shows the cards dealt directly after the initial table instead. Each bar represents a
    card, and the cards are in the order of the notation. For a large deck, each bar represents several adjacent cards
    and shows their mean.
    """
    deck = result.deck
    shown = result.drawn if drawn else result.initial
    counts = shown.counts
    what = "Cards drawn" if drawn else "Initial tables"
    title = f"{what}: {deck.properties} properties, {deck.values} values, {result.trials:,} trials"
    note = (
        f"χ² = {shown.statistic:.1f}, {shown.degrees_of_freedom:,} degrees of freedom, p = {shown.p_value:.3g}; "
        f"{shown.n} cards per trial"
    )
    group = ceil(deck.size / _MOST_BARS)
    starts = range(0, deck.size, group)
    bars = [fmean(counts[start : start + group]) for start in starts]
    mean = sum(counts) / deck.size
    ticks = share_ticks(max(*bars, mean, 1))
    axes = Axes(0, deck.size - 1, top=ticks[-1])
    unit = "times the card was dealt" if group == 1 else f"times a card was dealt, mean of {group} neighbours"
    parts = frame(axes, [(tick, f"{tick:,g}") for tick in ticks], "card, in the order of the notation", unit)
    d = "".join(
        f"M{number(LEFT + start * axes.step)} {BASE:g}V{number(axes.y(bar))}"
        f"H{number(LEFT + min(start + group, deck.size) * axes.step)}V{BASE:g}z"
        for start, bar in zip(starts, bars, strict=True)
    )
    parts.append(element("path", class_="bars", d=d, fill=_BAR))
    y = number(axes.y(mean))
    parts.append(
        element("path", class_="mean", d=f"M{LEFT:g} {y}H{WIDTH - RIGHT:g}", stroke=_EXPECTED, stroke_width=1.6)
    )
    parts += [caption(title, WIDTH / 2, 25, 16), caption(note, WIDTH / 2, 46, 12.5, fill=FAINT_INK)]
    about = f"{sum(counts):,} draws of {deck.size:,} cards: {mean:g} per card. {note}".strip()
    return document(title, about, WIDTH, HEIGHT, parts)


def no_set_svg(series: Sequence[DealSeries], log: bool = False, title: str = "Cards without a set") -> str:
    """Return a plot, against n, of the probability that n random cards contain no set. Each deck has its own colour.

    `series`, `log` and `title` are as in :func:`ludex.card_games.deals.svg_deal_plot`.
    """
    return svg_deal_plot(series, log, title, event="no set")


def play_by_round_svg(rows: Sequence[PlayRow]) -> str:
    """Return a plot of the share of games whose table has no set, for each round and each size of the table.

    Tables that are smaller than the initial table are omitted: they occur only once the deck is empty. Marks that
    represent fewer than thirty games are hollow. Raises the same exceptions as :func:`solver_times_svg`.
    """
    require_rows(rows)
    first = min(rows, key=lambda row: row.round).table
    shown = sorted((row for row in rows if row.table >= first), key=lambda row: (row.table, row.round))
    lines: dict[str, list[LinePoint]] = {_ALL_TABLES: []}
    for number_of_round in sorted({row.round for row in shown}):
        games = [(row.without_set, row.with_set) for row in shown if row.round == number_of_round]
        point = _share_without(number_of_round, "any table", *map(sum, zip(*games, strict=True)))
        lines[_ALL_TABLES].append(point)
    for row in shown:
        point = _share_without(row.round, f"{row.table} cards", row.without_set, row.with_set)
        lines.setdefault(f"{row.table} cards", []).append(point)
    ticks = share_ticks(max(point.y for line in lines.values() for point in line))
    axes = Axes(shown[0].round, max(row.round for row in shown), top=ticks[-1])
    named = [(tick, f"{tick * 100:g} %") for tick in ticks]
    colours = {_ALL_TABLES: INK}
    hollow = f"hollow: fewer than {_FEW_GAMES} games"
    return lines_plot(
        f"Tables of {first} or more cards without a set, by round",
        lines,
        axes,
        named,
        "round",
        "share of the games",
        colours,
        hollow,
    )


def _share_without(number_of_round: int, subject: str, without: int, with_set: int) -> LinePoint:
    games = without + with_set
    share = without / games
    text = f"round {number_of_round}, {subject}: {without:,} of {games:,} games without a set ({share * 100:.3g} %)"
    return LinePoint(number_of_round, share, text, hollow=games < _FEW_GAMES)


def _times_plot(title: str, rows: Sequence[Row], across: Callable[[Row], int], x_name: str, y_name: str) -> str:
    timed = [(row, row.mean_seconds) for row in rows if row.mean_seconds is not None]
    if not timed:
        raise ValueError("a plot of times needs rows with a time")
    lines: dict[str, list[LinePoint]] = {}
    for row, seconds in timed:
        bound = row.finished < row.trials
        text = f"{row.solver}, {across(row)} {x_name}: {'at least ' * bound}{format_seconds(seconds)}"
        if bound:
            text += f", {row.trials - row.finished} of {row.trials} not finished"
        lines.setdefault(row.solver, []).append(LinePoint(across(row), seconds, text, hollow=bound))
    known = [seconds for _, seconds in timed if seconds > 0] or [1e-6]
    lowest = floor(log10(min(known)))
    highest = max(lowest + 1, ceil(log10(max(known)) - 1e-9))
    axes = Axes(min(map(across, rows)), max(map(across, rows)), top=10.0**highest, lowest=lowest)
    ticks = [(10.0**power, format_seconds(10.0**power)) for power in range(lowest, highest + 1)]
    return lines_plot(title, lines, axes, ticks, x_name, y_name, SOLVER_COLOURS)
