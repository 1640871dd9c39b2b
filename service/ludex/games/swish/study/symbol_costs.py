"""The running time of the exact search as a function of the number of cards, for one, two and three symbols per card.

There are three structures. Random cards have their symbols on random cells. Planted cards are cut from a swish that
covers the board, and are mixed with the same number of random cards. Cards of even cycles are constructed from a random
directed graph with three arcs per vertex. Such cards have two symbols, and are hard in theory. The caller provides the
clock. The times are those of the search in this package, and say nothing about other algorithms.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import ceil, isqrt
from statistics import fmean, median

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.engine.experiment_rows import Rows
from ludex.engine.random_numbers import RandomNumbers, derived_seed
from ludex.games.swish.deck import planted_cards, random_cards
from ludex.games.swish.position import MAX_SEARCH_CARDS, Position
from ludex.games.swish.reductions.card_reductions import MAX_VERTICES, even_cycle_cards
from ludex.games.swish.solving.search import find_largest
from ludex.games.swish.swishes import Rule

MAX_TRIALS = 1000

Clock = Callable[[], float]


class SymbolStructure(StrEnum):
    """The structure of the cards."""

    RANDOM = "random"
    PLANTED = "planted"
    EVEN_CYCLES = "even-cycles"


@dataclass(frozen=True, slots=True)
class CostRow:
    """The time to find and prove a largest swish, for positions of one shape.

    If `finished` is less than the number of requested trials, the mean is a lower bound: the elapsed time divided by
    the number of trials. If a smaller number of cards already took too long, no trial is run. Then the mean is None,
    and `note` states the reason.
    """

    structure: str
    rule: str
    symbols: int
    cards: int
    height: int
    width: int
    trials: int
    finished: int
    mean_largest: float | None
    mean_seconds: float | None
    median_seconds: float | None
    note: str = ""


def symbol_costs(
    span: Sequence[int],
    *,
    clock: Clock,
    structures: Sequence[SymbolStructure] = tuple(SymbolStructure),
    symbols: Sequence[int] = (1, 2, 3),
    rule: Rule = Rule.SWISH,
    trials: int = 5,
    seed: int = 0,
    share: float = 10.0,
    budget: Budget | None = None,
) -> Rows[CostRow]:
    """Time the search for the largest swish, by structure, number of symbols and number of cards.

    Parameters
    ----------
    span : sequence of int
        The numbers of cards, at most 1,000. The numbers are approximate for planted positions and even cycles.
    clock : callable
        A function that returns the time in seconds.
    structures : sequence of Structure
        The structures of the cards. Cards of even cycles always have two symbols.
    symbols : sequence of int
        The numbers of symbols of a card.
    rule : Rule
        Whether cards may be flipped (SWISH) or are placed as written (SIMPLE).
    trials : int
        The number of positions of each shape, from 1 to 1,000.
    seed : int
        The seed of the random numbers.
    share : float
        The wall-clock time limit, in seconds, for the positions of a shape. After a shape exceeds it, shapes with more
        cards are not run.
    budget : Budget, optional
        The limits of the experiment. The default has no limits.

    Returns
    -------
    Rows of CostRow
        The completed rows, and why the experiment ended early.

    Raises
    ------
    ValueError
        If a number is out of range.

    Examples
    --------
    >>> ticks = iter(range(1000))
    >>> planted = [SymbolStructure.PLANTED]
    >>> rows = symbol_costs([8], clock=lambda: next(ticks), structures=planted, symbols=[2], trials=2).rows
    >>> rows[0].cards, rows[0].mean_largest, rows[0].mean_seconds
    (8, 8.0, 1.0)
    """
    if not all(2 <= cards <= MAX_SEARCH_CARDS for cards in span):
        raise ValueError(f"the number of cards must be 2 to {MAX_SEARCH_CARDS}")
    if not 1 <= trials <= MAX_TRIALS:
        raise ValueError(f"the number of trials must be 1 to {MAX_TRIALS}")
    if not all(1 <= number <= 6 for number in symbols):
        raise ValueError("the number of symbols must be 1 to 6")
    if not share > 0:
        raise ValueError("a share must be more than 0 seconds")
    budget = budget or Budget()
    rows: list[CostRow] = []
    lines: list[tuple[SymbolStructure, int]] = []
    for structure in structures:
        if structure is not SymbolStructure.EVEN_CYCLES:
            lines += [(structure, number) for number in symbols]
        elif 2 in symbols and rule is Rule.SWISH:
            lines.append((structure, 2))
    _warm_up()
    for done, (structure, number) in enumerate(lines):
        budget.report(done, len(lines), f"{structure}, {number} symbols")
        too_long = False
        for cards in sorted(span):
            if structure is SymbolStructure.EVEN_CYCLES and _vertices(cards) > MAX_VERTICES:
                break
            positions = [
                _position(structure, rule, cards, number, derived_seed(seed, trial)) for trial in range(trials)
            ]
            if too_long:
                rows.append(_row(structure, rule, number, positions, [], [], "fewer cards took too long"))
                continue
            try:
                sizes, times = _timed(positions, rule, clock, share, budget)
            except BudgetExhausted as error:
                return Rows(tuple(rows), error.reason)
            rows.append(_row(structure, rule, number, positions, sizes, times, ""))
            too_long = len(sizes) < trials
    budget.report(len(lines), len(lines), "done")
    return Rows(tuple(rows), None)


def _warm_up() -> None:
    """Load the libraries that searches load on first use, so that no row includes their loading time."""
    import ludex.games.swish.solving.stack_model  # noqa: F401

    for cards in (8, 40):
        find_largest(random_cards(cards, 4, 4, 2, 0))


def _timed(
    positions: Sequence[Position], rule: Rule, clock: Clock, share: float, budget: Budget
) -> tuple[list[int], list[float]]:
    """Return the proved sizes and the times of the searches. The last time may be that of an interrupted search."""
    of_cell = budget.share(seconds=share)
    sizes: list[int] = []
    times: list[float] = []
    for position in positions:
        started = clock()
        found = find_largest(position, rule, budget=of_cell.quiet())
        times.append(clock() - started)
        budget.check()
        if not found.proved:
            break
        sizes.append(found.size)
    return sizes, times


def _row(
    structure: SymbolStructure,
    rule: Rule,
    symbols: int,
    positions: Sequence[Position],
    sizes: Sequence[int],
    times: Sequence[float],
    note: str,
) -> CostRow:
    first, trials = positions[0], len(positions)
    whole = len(sizes) == trials
    return CostRow(
        structure.value,
        rule.value,
        symbols,
        len(first.cards),
        first.height,
        first.width,
        trials,
        len(sizes),
        fmean(sizes) if whole else None,
        sum(times) / trials if times else None,
        median(times) if whole else None,
        note or ("" if whole else "the share of time ended"),
    )


def board_for(cells: int) -> tuple[int, int]:
    """Return the sides of a board with at least `cells` cells. The sides are even, and nearly but not exactly equal.

    >>> board_for(20), board_for(2), board_for(100)
    ((6, 4), (4, 2), (12, 10))
    """
    width = max(2, isqrt(cells) // 2 * 2)
    height = max(width + 2, 2 * ceil(cells / width / 2))
    return height, width


def _vertices(cards: int) -> int:
    return max(2, cards // 4)


def _position(structure: SymbolStructure, rule: Rule, cards: int, symbols: int, seed: int) -> Position:
    match structure:
        case SymbolStructure.RANDOM:
            return random_cards(cards, *board_for(max(symbols, cards // 2)), symbols, seed)
        case SymbolStructure.PLANTED:
            planted = max(2, cards // 2)
            height, width = _filled(planted * symbols, symbols)
            further = max(0, cards - 2 * height * width // symbols)
            return planted_cards(height, width, symbols, further, seed, flipped=rule is Rule.SWISH)
        case SymbolStructure.EVEN_CYCLES:
            vertices, numbers = _vertices(cards), RandomNumbers(seed)
            others = [(u, v) for u in range(vertices) for v in range(vertices) if u != v]
            chosen = zip(numbers.shuffled(len(others)), range(3 * vertices), strict=False)
            return even_cycle_cards(vertices, sorted(others[place] for place, _ in chosen)).position


def _filled(places: int, symbols: int) -> tuple[int, int]:
    """Return a board that cards with `symbols` symbols each can fill exactly.

    Each cell has room for a point and a circle. The board has room for about `places` symbols.
    """
    height, width = board_for(max(symbols, places // 2))
    while 2 * height * width % symbols:
        height += 2
    return height, width
