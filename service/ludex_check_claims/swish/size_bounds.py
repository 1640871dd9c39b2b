"""Checks of certificates that no swish has more cards than stated, as schema/certificates.md defines them."""

from ludex_check_claims.lrat import Clause, at_least, at_most_one, require_refuted
from ludex_check_claims.swish.cards import Cards
from ludex_check_claims.verdicts import Clock, Json, each_bit, require, require_digest


def require_size_bound(bound: Json, cards: Cards, cells: int, size: int, clock: Clock) -> None:
    """Require that a certificate proves that no swish of the cards has more than `size` cards."""
    if bound == {"by": "cards"}:
        require(size == len(cards), "the swish does not take all cards")
        return
    require_digest(bound)
    if bound.get("by") == "weights":
        require(set(bound) == {"by", "scale", "balance", "room", "digest"}, "the weights have the wrong members")
        _require_weights(bound, cards, cells, size)
    else:
        require(set(bound) == {"by", "proof", "digest"} and bound["by"] == "clauses", "the bound is unknown")
        clauses, variables = _clauses(cards)
        counted = range(1, variables + 1)
        require_refuted([*clauses, *at_least(counted, max(2, size + 1), variables)], bound["proof"], clock)


def _require_weights(bound: Json, cards: Cards, cells: int, size: int) -> None:
    """Add up the weights.

    The value of a placement is `scale`, minus `balance` and `room` of the cells of its points, plus `balance` of the
    cells of its circles. In a swish, the balances cancel, and the room of a cell counts at most once. So `scale` times
    the number of its cards is at most the sum of all room and of the largest value, at least 0, of each card.
    """
    scale, balance, room = bound["scale"], bound["balance"], bound["room"]
    numbers = [scale, *balance, *room]
    require(len(balance) == len(room) == cells, "each cell must have two weights")
    require(all(type(number) is int for number in numbers), "the weights must be integers")
    require(scale > 0 and min(room) >= 0, "the scale must be positive, and no room may be negative")
    total = sum(room)
    for ways in cards.placements:
        values = (
            scale - sum(balance[cell] + room[cell] for cell in _cells(p)) + sum(balance[cell] for cell in _cells(c))
            for p, c in ways
        )
        total += max(0, *values)
    require(total // scale <= max(size, 1), f"the weights allow {total // scale} cards")


def _clauses(cards: Cards) -> tuple[list[Clause], int]:
    """Return the clauses whose solutions are the swishes. Each placement of each card has a variable, from 1."""
    of_card: list[list[int]] = []
    points: dict[int, list[int]] = {}
    circles: dict[int, list[int]] = {}
    variable = 0
    for ways in cards.placements:
        of_card.append([])
        for p, c in ways:
            variable += 1
            of_card[-1].append(variable)
            for symbols, bits in ((points, p), (circles, c)):
                for cell in _cells(bits):
                    symbols.setdefault(cell, []).append(variable)
    every = sorted({*points, *circles})
    groups = [*of_card, *(points.get(cell, []) for cell in every), *(circles.get(cell, []) for cell in every)]
    clauses = at_most_one(groups)
    for cell in every:
        clauses += [(-variable, *circles.get(cell, ())) for variable in points.get(cell, ())]
        clauses += [(-variable, *points.get(cell, ())) for variable in circles.get(cell, ())]
    return clauses, variable


def _cells(bits: int) -> list[int]:
    return [bit.bit_length() - 1 for bit in each_bit(bits)]
