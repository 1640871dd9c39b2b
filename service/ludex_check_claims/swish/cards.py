"""Cards of SWISH, and functions that decide whether stacked cards form a swish."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from ludex_check_claims.verdicts import Clock, Json, each_bit, require

Placement = tuple[int, int]
"""A card in a configuration: the cells of the points and the cells of the circles, as bits."""
Stack = tuple[tuple[int, ...], tuple[Placement, ...]]
"""The indices of the cards of a swish, and their placements in the same order."""
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
    """Return the points and circles of a card in each configuration, in the order of schema/notation.md."""
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
    """Return the map of cells of each configuration of an h x w board, in the order of schema/notation.md."""
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
    """The cards of a deck or position, sorted by the points and then the circles of their least configurations."""

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
    points, circles = ([bit for placed in stack for bit in each_bit(placed[side])] for side in (0, 1))
    return len(stack) > 1 and len(set(points)) == len(points) and sorted(points) == sorted(circles)


def each_stack(cards: Sequence[Sequence[Placement]], most: int, clock: Clock) -> Iterator[Stack]:
    """Yield, for each placement of a swish, the indices of its cards and their points and circles.

    A stack is built component by component. A component begins with its card of the least index, and the components are
    sorted by these indices. Each further card of a component fills the first open cell.
    """

    def lay(
        used: tuple[int, ...], stack: tuple[Placement, ...], root: int, points: int, circles: int
    ) -> Iterator[Stack]:
        clock.tick()
        gaps = points ^ circles
        if not gaps and used:
            yield used, stack
        if len(used) == most:
            return
        cell = gaps & -gaps
        for card in range(root + 1, len(cards)):
            if card in used:
                continue
            for p, c in cards[card]:
                fits = not cell or (c if points & cell else p) & cell
                if fits and not p & points and not c & circles:
                    first = root if cell else card
                    yield from lay((*used, card), (*stack, (p, c)), first, points | p, circles | c)

    yield from lay((), (), -1, 0, 0)


def has_swish(cards: Sequence[Sequence[Placement]], clock: Clock) -> bool:
    """Return whether some of the cards form a swish."""
    return next(each_stack(cards, len(cards), clock), None) is not None
