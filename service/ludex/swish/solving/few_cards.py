"""The answers for few cards: one compiled call lays them out and searches them."""

import numpy as np

from ludex.swish.card import Card
from ludex.swish.found import Placed, Rule, Swish
from ludex.swish.kernels import largest, tables
from ludex.swish.position import Position
from ludex.swish.solving.answers import Outcome
from ludex.swish.solving.placements import FEW_CARDS, images_of, symbols_of

FEW_SYMBOLS = 512

# About 10 ms, as in a slice of the depth-first search.
_STEPS = 500_000

_NO_BUFFER = np.zeros((1, 1), dtype=np.uint64)
_NO_TALLY = np.zeros(1, dtype=np.int64)


def first_of_few(position: Position, rule: Rule, max_size: int | None) -> Outcome:
    """Return the swish that the depth-first search meets first; undecided where there are many cards or many steps.

    Cost: 10 to 30 microseconds for a table of the game.
    """
    return _solved(position, rule, max_size, seek_largest=False)


def largest_of_few(position: Position, rule: Rule, max_size: int | None) -> Outcome:
    """Return the largest swish that the branch and bound finds; undecided where there are many cards or many steps."""
    return _solved(position, rule, max_size, seek_largest=True)


def _solved(position: Position, rule: Rule, max_size: int | None, *, seek_largest: bool) -> Outcome:
    cards = position.cards
    if len(cards) > FEW_CARDS:
        return Outcome(None, decided=False)
    images = images_of(position, rule)
    counts, symbols = symbols_of(cards)
    configurations, cells = images.shape
    if len(symbols) > 2 * FEW_SYMBOLS:
        return Outcome(None, decided=False)
    room = np.empty(tables.room_for(len(cards), configurations, len(symbols) // 2, cells), np.int32)
    frames = np.empty((len(cards) + cells + 1, largest.FRAME_SIZE), np.int32)
    most = len(cards) if max_size is None else min(max_size, len(cards))
    size = tables.solve(
        seek_largest, images, position.width, symbols, counts, most, _STEPS, room, frames, _NO_TALLY, _NO_BUFFER
    )
    if size < 0:
        return Outcome(None, decided=False)
    return Outcome(_swish(position, sorted(room[:size].tolist()), configurations) if size else None, decided=True)


def _swish(position: Position, nodes: list[int], configurations: int) -> Swish:
    """Return the swish of configuration nodes, card * configurations + number of the configuration each."""
    cards: tuple[Card, ...] = position.cards
    ways = position.symmetry.configurations
    placed = []
    for node in nodes:
        card, way = cards[node // configurations], ways[node % configurations]
        placed.append(Placed(node // configurations, way, card.configured(way)))
    return Swish(tuple(placed))
