"""Labels of the kinds of SET, whose forms are defined in schema/canonical-forms.md."""

import json
from collections.abc import Sequence
from itertools import product

from ludex_check_claims.canonical_search import Best, Tree, best_leaf
from ludex_check_claims.label_forms import label
from ludex_check_claims.sets.cards import DIGITS, Card, read_cards
from ludex_check_claims.verdicts import Clock, Json, NotChecked, require

Vector = Card

M = (1 << 64) - 1
STEP, A, B = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


def card(document: Json, _clock: Clock) -> str:
    """Return the label of a card."""
    return _of_cards("set-card", "setcard", document, document["code"], [document["code"]])


def deck(document: Json, _clock: Clock) -> str:
    """Return the label of a deck. A complete deck may omit its cards."""
    v, p, size = document["values"], document["properties"], document["size"]
    codes = document.get("cards")
    if codes is None:
        require(size == v**p, "only a whole deck may omit its cards")
        if size > 100_000:
            raise NotChecked("the deck has more than 100,000 cards")
        codes = list(map("".join, product(DIGITS[:v], repeat=p)))
    return _of_cards("set-deck", "setdeck", document, len(codes), codes)


def found_set(document: Json, _clock: Clock) -> str:
    """Return the label of a set."""
    codes = document["cards"]
    differing = sum(len(set(values)) > 1 for values in zip(*codes, strict=True))
    return _of_cards("set-found-set", "set", document, differing, codes)


def position(document: Json, clock: Clock) -> str:
    """Return the label of a position or a cap."""
    v, p, codes = document["values"], document["properties"], document["cards"]
    tag = {"set-position": "setposition", "set-cap": "cap"}[document["kind"]]
    return label(document["kind"], [v, p, len(codes)], tag, position_form(v, p, codes, clock)[0])


def game(document: Json, _clock: Clock) -> str:
    """Return the label of a game. Its form is the game record as JSON with sorted names and without spaces."""
    record = document["record"]
    found = sum(round_["set"] is not None for round_ in record["rounds"])
    form = json.dumps(record, sort_keys=True, separators=(",", ":")).encode()
    return label("set-game", [document["values"], document["properties"], found], "setgame", form)


def form_in_order(v: int, p: int, codes: Sequence[str]) -> bytes:
    """Return the form that a position would have if its cards had the canonical numbers 0, 1, ... in this order."""
    cards = read_cards(codes, p, v)
    if v <= 2 or not cards:
        rows = list(product(range(v), repeat=p))[: len(cards)]
    else:
        rows = _in_frame(_own_coordinates(cards)) if v == 3 else _by_appearance(cards)
    return _written_rows(v, p, rows)


def _written_rows(v: int, p: int, rows: Sequence[Sequence[int]]) -> bytes:
    codes = ["".join(DIGITS[x] for x in (0,) * (p - len(row)) + tuple(row)) for row in rows]
    return " ".join([str(v), str(p), *codes]).encode()


def _of_cards(kind: str, tag: str, document: Json, last: object, codes: Sequence[str]) -> str:
    v, p = document["values"], document["properties"]
    read_cards(codes, p, v)
    numbers = sorted(sum(DIGITS.index(digit) * v ** (p - 1 - i) for i, digit in enumerate(code)) for code in codes)
    form = bytes([v, p]) + b"".join(number.to_bytes(4, "big") for number in numbers)
    return label(kind, [v, p, last], tag, form)


def position_form(v: int, p: int, codes: Sequence[str], clock: Clock) -> tuple[bytes, Sequence[int]]:
    """Return the form of a position, and the cards in the order of their canonical numbers."""
    cards = read_cards(codes, p, v)
    order: Sequence[int]
    if v <= 2 or not cards:
        rows, order = list(product(range(v), repeat=p))[: len(cards)], list(range(len(cards)))
    else:
        order, rows, _ = canonical_cards(v, cards, clock)
    return _written_rows(v, p, rows), order


def canonical_cards(v: int, cards: list[Vector], clock: Clock) -> Best:
    """Return the canonical form and order of one or more cards with v > 2 values, and generators of their symmetries.

    A symmetry is given by the permutation of the cards.
    """
    vectors = _own_coordinates(cards) if v == 3 else cards
    partitions, zero_differs = _partitions(vectors, clock) if v == 3 else (list(zip(*cards, strict=True)), False)
    return best_leaf(_tree(v, vectors, partitions, zero_differs, clock), clock)


def _mixed(x: int) -> int:
    """Return 64 bits such that each bit depends on all bits of x."""
    x = (x ^ x >> 30) * A & M
    x = (x ^ x >> 27) * B & M
    return x ^ x >> 31


def _tree(v: int, vectors: list[Vector], partitions: list[Vector], zero_differs: bool, clock: Clock) -> Tree:
    cards = range(len(vectors))

    def refined(colours: list[int]) -> list[int]:
        """Refine the colours of the cards until the number of colours stops growing.

        In each round, the new colour of a card depends on the colours in the blocks that contain the card.
        """
        number = len(set(colours))
        while number < len(cards):
            clock.tick()
            seen, mixed = [0] * len(cards), [_mixed(colour + STEP & M) for colour in colours]
            for partition in partitions:
                sums: dict[int, int] = {}
                for card in cards:
                    sums[partition[card]] = sums.get(partition[card], 0) + mixed[card] & M
                values = {
                    block: _mixed(each + (B if zero_differs and block == 0 else A) & M) for block, each in sums.items()
                }
                whole = _mixed(sum(values.values()) & M)
                sees = {block: _mixed(whole ^ value) for block, value in values.items()}
                for card in cards:
                    seen[card] += sees[partition[card]]
            colours = [_mixed(colour * STEP + seen[card] & M) for card, colour in enumerate(colours)]
            before, number = number, len(set(colours))
            if number <= before:
                break
        return colours

    def cell(colours: list[int]) -> list[int]:
        cells: dict[int, list[int]] = {}
        for card in cards:
            cells.setdefault(colours[card], []).append(card)
        several = [(len(members), colour) for colour, members in cells.items() if len(members) > 1]
        return cells[min(several)[1]] if several else []

    def child(colours: list[int], card: int) -> tuple[int, list[int]]:
        below = refined([colour + STEP * (card == other) & M for other, colour in enumerate(colours)])
        # The definition selects the least sum, but the search selects the greatest trace, so the sum is negated.
        return -(sum(_mixed(colour + A & M) for colour in below) & M), below

    def order(colours: list[int]) -> list[int]:
        return sorted(cards, key=colours.__getitem__)

    read = _in_frame if v == 3 else _by_appearance
    return Tree(refined([0] * len(cards)), cell, child, lambda node: read([vectors[i] for i in order(node)]), order)


def _in_frame(points: list[Vector]) -> list[Vector]:
    """Return points of AG(d, 3) in new coordinates.

    The first points that span the space get the coordinates 0 and the unit vectors, in this order.
    """
    d, read = len(points[0]), []
    basis: list[tuple[list[int], int, list[int]]] = []  # a vector, its pivot, and its coordinates in the frame
    for point in points:
        rest = [(x - y) % 3 for x, y in zip(point, points[0], strict=True)]
        sum_ = [0] * d
        for vector, own_pivot, combination in basis:
            factor = rest[own_pivot]
            rest = [(x - factor * y) % 3 for x, y in zip(rest, vector, strict=True)]
            sum_ = [(x + factor * y) % 3 for x, y in zip(sum_, combination, strict=True)]
        pivot = next((k for k in range(d) if rest[k]), None)
        if pivot is not None:
            unit = [int(k == len(basis)) for k in range(d)]
            lead = rest[pivot]  # its own inverse modulo 3
            combination = [lead * (x - y) % 3 for x, y in zip(unit, sum_, strict=True)]
            basis.append(([lead * x % 3 for x in rest], pivot, combination))
            sum_ = unit
        read.append(tuple(sum_))
    return read


def _by_appearance(cards: list[Vector]) -> list[Vector]:
    """Return cards with renumbered values and sorted properties.

    The values of each property are numbered in the order in which they first appear. Then the properties are sorted.
    """
    columns = []
    for column in zip(*cards, strict=True):
        name: dict[int, int] = {}
        columns.append([name.setdefault(value, len(name)) for value in column])
    return list(zip(*sorted(columns), strict=True))


def _own_coordinates(cards: list[Vector]) -> list[Vector]:
    """Return cards with three values as points, in coordinates of the affine space that the cards span."""
    differences = [tuple((x - y) % 3 for x, y in zip(card, cards[0], strict=True)) for card in cards]
    kept = [pivot for pivot, _ in _reduced(differences)]
    return [tuple(row[k] for k in kept) for row in differences]


def _reduced(rows: Sequence[Sequence[int]]) -> list[tuple[int, list[int]]]:
    """Return the reduced row echelon form of a matrix modulo 3, as pairs of a pivot column and a row."""
    done: list[tuple[int, list[int]]] = []
    for row in rows:
        rest = list(row)
        for pivot, other in done:
            factor = rest[pivot]
            rest = [(x - factor * y) % 3 for x, y in zip(rest, other, strict=True)]
        lead = next((k for k, x in enumerate(rest) if x), None)
        if lead is not None:
            rest = [rest[lead] * x % 3 for x in rest]
            done = [(p, [(x - other[lead] * y) % 3 for x, y in zip(other, rest, strict=True)]) for p, other in done]
            done.append((lead, rest))
    return sorted(done)


def rank_modulo_3(matrix: Sequence[Sequence[int]]) -> int:
    """Return the rank of a matrix over the field of three elements."""
    return len(_reduced([[x % 3 for x in row] for row in matrix]))


def _partitions(vectors: list[Vector], clock: Clock) -> tuple[list[Vector], bool]:
    """Return the partitions of points by affine functions, or by affine dependencies if these are fewer.

    The Boolean is true if the partitions are those by affine dependencies.
    """
    n, d = len(vectors), len(vectors[0])
    if d <= n - 1 - d:
        return _up_to_sign(list(zip(*vectors, strict=True)), clock), False
    echelon = _reduced([[1] * n, *zip(*vectors, strict=True)])
    basis = []
    for free in sorted(set(range(n)) - {pivot for pivot, _ in echelon}):
        dependency = [int(i == free) for i in range(n)]
        for pivot, row in echelon:
            dependency[pivot] = -row[free] % 3
        basis.append(tuple(dependency))
    return _up_to_sign(basis, clock), True


def _up_to_sign(columns: list[Vector], clock: Clock) -> list[Vector]:
    """Return the nonzero linear combinations of columns modulo 3, but only one of each pair of opposite vectors."""
    found: list[Vector] = []
    for first, column in enumerate(columns):
        for rest in product(range(3), repeat=len(columns) - first - 1):
            clock.tick()
            sums = list(column)
            for factor, other in zip(rest, columns[first + 1 :], strict=True):
                sums = [(x + factor * y) % 3 for x, y in zip(sums, other, strict=True)]
            found.append(tuple(sums))
    return found
