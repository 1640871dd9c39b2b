"""Cards of SWISH, and functions that decide whether stacked cards form a swish."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from ludex_check_claims.verdicts import Clock, Json, require

Placement = tuple[int, int]
"""A card in a configuration: the cells of the points and the cells of the circles, as bits."""
Kind = tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]
"""A card regardless of configuration, represented by the points and circles of the least configuration."""


def read_card(code: str) -> tuple[int, int, list[tuple[int, int]], list[tuple[int, int]]]:
    """Return the height, width, points and circles of a card. Cells are counted from 0."""
    rows = code.split("/")
    require(len({len(row) for row in rows}) == 1 and not set(code) - set("*o./"), f"{code!r} is not a card")
    cells = [(r, c, mark) for r, row in enumerate(rows) for c, mark in enumerate(row)]
    points, circles = ([(r, c) for r, c, mark in cells if mark == symbol] for symbol in "*o")
    return len(rows), len(rows[0]), points, circles


def configurations(code: str, symmetry: str) -> list[Kind]:
    """Return the points and circles of a card in each of its distinct configurations, in ascending order."""
    return sorted(set(configured(code, symmetry)))


def configured(code: str, symmetry: str) -> list[Kind]:
    """Return the points and circles of a card in each configuration of a symmetry.

    The configurations have the order in which schema/notation.md lists them.
    """
    h, w, points, circles = read_card(code)
    return [
        (tuple(sorted(way(*cell) for cell in points)), tuple(sorted(way(*cell) for cell in circles)))
        for way in symmetries(h, w, symmetry)
    ]


def moved_stacks(stack: Sequence[Placement], h: int, w: int, symmetry: str) -> Iterator[list[Placement]]:
    """Yield the stack in each configuration of the whole stack, on a board of h x w cells."""
    for way in symmetries(h, w, symmetry):
        to = [1 << (r * w + c) for r, c in (way(*divmod(cell, w)) for cell in range(h * w))]
        yield [(_moved(points, to), _moved(circles, to)) for points, circles in stack]


def _moved(cells: int, to: Sequence[int]) -> int:
    return sum(bit for cell, bit in enumerate(to) if cells >> cell & 1)


def symmetries(h: int, w: int, symmetry: str) -> list[Callable[[int, int], tuple[int, int]]]:
    """Return one function for each configuration of an h x w board. The function returns the image of a cell.

    The configurations have the order in which schema/notation.md lists them.
    """
    ways: list[Callable[[int, int], tuple[int, int]]] = [
        lambda r, c: (r, c),
        lambda r, c: (r, w - 1 - c),
        lambda r, c: (h - 1 - r, c),
        lambda r, c: (h - 1 - r, w - 1 - c),
    ]
    if symmetry == "square":
        require(h == w, "only a square board can have eight symmetries")
        ways += [
            lambda r, c: (w - 1 - c, r),
            lambda r, c: (c, h - 1 - r),
            lambda r, c: (c, r),
            lambda r, c: (w - 1 - c, h - 1 - r),
        ]
    return ways[:1] if symmetry == "simple" else ways


class Cards:
    """The cards of a deck or position.

    The cards are sorted by the points of their least configurations, and then by the circles of these configurations.
    """

    def __init__(self, document: Json) -> None:
        require(document.get("kind") in ("swish-deck", "swish-position"), "the subject must be a deck or a position")
        symmetry = document.get("symmetry", "rectangle")
        width = read_card(document["cards"][0])[1]
        every = sorted(configurations(code, symmetry) for code in document["cards"])
        self.kind: list[Kind] = [ways[0] for ways in every]
        self.placements: list[list[Placement]] = [
            [(mask(points, width), mask(circles, width)) for points, circles in ways] for ways in every
        ]
        self.copies = Counter(self.kind)

    def __len__(self) -> int:
        return len(self.kind)


def mask(cells: tuple[tuple[int, int], ...], width: int) -> int:
    """Return the bit set of cells of a board, which are numbered in row order."""
    return sum(1 << (r * width + c) for r, c in cells)


def is_swish(stack: list[Placement]) -> bool:
    """Return whether a stack of placed cards is a swish.

    A swish has at least two cards. Each point meets exactly one circle, and each circle meets exactly one point.
    """
    points = [1 << bit for p, _ in stack for bit in range(p.bit_length()) if p >> bit & 1]
    circles = [1 << bit for _, c in stack for bit in range(c.bit_length()) if c >> bit & 1]
    return len(stack) > 1 and len(set(points)) == len(points) and sorted(points) == sorted(circles)


def can_be_laid(cards: list[list[Placement]], points: int = 0, circles: int = 0) -> bool:
    """Return whether all the given cards can be added to a stack such that each point meets exactly one circle.

    `points` and `circles` are the bit sets of the cells with a point and with a circle in the stack.
    """
    if not cards:
        return points == circles
    gaps = points ^ circles
    cell = gaps & -gaps
    for place, ways in enumerate(cards) if cell else [(0, cards[0])]:
        for p, c in ways:
            fills = not cell or (c if points & cell else p) & cell
            if fills and not p & points and not c & circles:
                rest = cards[:place] + cards[place + 1 :]
                if can_be_laid(rest, points | p, circles | c):
                    return True
    return False


def has_swish(cards: list[list[Placement]], clock: Clock) -> bool:
    """Return whether some of the cards form a swish.

    Each card is tried as the first card of a stack. Then further cards fill the open cells, which are the cells with
    only one of the two symbols.
    """

    def grow(left: list[list[Placement]], points: int, circles: int) -> bool:
        clock.tick()
        gaps = points ^ circles
        if not gaps:
            return True
        cell = gaps & -gaps
        for place, ways in enumerate(left):
            for p, c in ways:
                fits = (c if points & cell else p) & cell and not p & points and not c & circles
                if fits and grow(left[:place] + left[place + 1 :], points | p, circles | c):
                    return True
        return False

    for first, ways in enumerate(cards):
        for p, c in ways:
            if grow(cards[first + 1 :], p, c):
                return True
    return False
