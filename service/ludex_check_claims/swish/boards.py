"""Boards of SWISH: the orbits of the cells are computed, each orbit is searched, and the numbers are added up."""

from collections import Counter
from itertools import combinations
from math import factorial, prod

from ludex_check_claims.swish.cards import configurations, has_swish, mask
from ludex_check_claims.verdicts import CHECKED, Clock, Export, Json, require

Cell = tuple[int, int]


class Board:
    """The orbits of a board's cells under its symmetries, and its cards, which are pairs of cells up to symmetry."""

    def __init__(self, document: Json, clock: Clock) -> None:
        self.h, self.w, self.symmetry = document["height"], document["width"], document["symmetry"]
        self.clock = clock
        cells = [(r, c) for r in range(self.h) for c in range(self.w)]
        ways = [self._images(cell) for cell in cells]
        orbits = {min(images): set(images) for images in ways}
        self.orbits = list(orbits.values())
        self.sizes = Counter(map(len, self.orbits))
        # A symmetry fixes an ordered pair of different cells if it fixes both, so Burnside's lemma counts the classes
        # of pairs.
        every = range(len(ways[0]))
        fixed = [sum(images[way] == cell for cell, images in zip(cells, ways, strict=True)) for way in every]
        self.cards = sum(number * (number - 1) for number in fixed) // len(fixed)
        self.within = {size: self._within(size) for size in self.sizes}

    def _images(self, cell: Cell) -> list[Cell]:
        """Return the image of a cell under each symmetry."""
        r, c, h, w = *cell, self.h, self.w
        images = [(r, c), (r, w - 1 - c), (h - 1 - r, c), (h - 1 - r, w - 1 - c)]
        if self.symmetry == "square":
            require(h == w, "only square boards have eight symmetries")
            images += [(w - 1 - c, r), (c, h - 1 - r), (c, r), (w - 1 - c, h - 1 - r)]
        return images

    def code(self, point: Cell, circle: Cell) -> str:
        """Return the code of the card with a point and a circle."""
        marks = {point: "*", circle: "o"}
        return "/".join("".join(marks.get((r, c), ".") for c in range(self.w)) for r in range(self.h))

    def _within(self, size: int) -> tuple[int, int, int]:
        """Return the number of cards of an orbit, and the size and the number of its largest no-swish sets."""
        orbit = next(candidate for candidate in self.orbits if len(candidate) == size)
        found = {tuple(configurations(self.code(p, c), self.symmetry)) for p in orbit for c in orbit if p != c}
        cards = [[(mask(points, self.w), mask(circles, self.w)) for points, circles in ways] for ways in sorted(found)]
        for most in range(len(cards), 0, -1):
            ways = sum(not has_swish(list(chosen), self.clock) for chosen in combinations(cards, most))
            if ways:
                return len(cards), most, ways
        return len(cards), 0, 1


def maximum(claim: Json, document: Json, export: Export) -> str:
    """Check the maximum number of cards of a board without a swish, by adding up the numbers for the orbits."""
    board, certificate, value = Board(document, Clock(export, 60)), claim["certificate"], claim["value"]
    _require_orbits(board, certificate)
    within = sum(count * board.within[size][0] for size, count in board.sizes.items())
    kept = sum(count * board.within[size][1] for size, count in board.sizes.items())
    require(certificate["cards"] == board.cards == document["cards"], f"the board has {board.cards} cards")
    require(certificate["within"] == within, f"{within} cards have both cells in one orbit")
    most = {str(size): board.within[size][1] for size in board.sizes}
    require(certificate["most_within"] == most, "another number can be kept within an orbit")
    require(value == (board.cards - within) // 2 + kept, "the numbers do not add up to the value")
    require(claim["proved"] and claim["lower"] == claim["upper"] == value, "a closed form is proved")
    require(document["largest_no_swish_set"] == value, "the document says otherwise")
    listed = document["construction"]
    if listed is not None:
        _require_construction(listed, board, value)
    return CHECKED


def _require_orbits(board: Board, certificate: Json) -> None:
    require(certificate["orbits"] == {str(size): count for size, count in board.sizes.items()}, "the orbits are others")
    require(isinstance(certificate["argument"], str) and certificate["argument"], "the argument is missing")


def _require_construction(codes: list[str], board: Board, value: int) -> None:
    """Require the stated number of distinct cards, which go to a later orbit, or have no swish within their orbit."""
    every = [configurations(code, board.symmetry) for code in codes]
    require(len({tuple(ways) for ways in every}) == len(every) == value, "the construction has another number of cards")
    number = {cell: place for place, orbit in enumerate(sorted(board.orbits, key=min)) for cell in orbit}
    within: dict[int, list[list[tuple[int, int]]]] = {}
    for ways in every:
        (point,), (circle,) = ways[0]
        require(number[point] <= number[circle], "a card of the construction goes back to an orbit before")
        if number[point] == number[circle]:
            placements = [(mask(points, board.w), mask(circles, board.w)) for points, circles in ways]
            within.setdefault(number[point], []).append(placements)
    for cards in within.values():
        require(not has_swish(cards, board.clock), "the construction has a swish within an orbit")


def maximum_sets(claim: Json, document: Json, export: Export) -> str:
    """Check the number of maximum sets by multiplying the orders of the orbits and the choices within each orbit."""
    require(document.get("kind") == "swish-board", "it is about a board")
    board, certificate = Board(document, Clock(export, 60)), claim["certificate"]
    _require_orbits(board, certificate)
    ways = {str(size): board.within[size][2] for size in board.sizes}
    require(certificate["ways_within"] == ways, "an orbit has another number of choices")
    number = factorial(len(board.orbits)) * prod(board.within[size][2] ** count for size, count in board.sizes.items())
    require(claim["value"] == document["maximum_sets"] == number, f"there are {number}")
    require(claim["proved"] and claim["lower"] is None and claim["upper"] is None, "a closed form is proved")
    return CHECKED
