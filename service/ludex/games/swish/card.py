"""A SWISH card: points and circles on a board, its notation and its configurations.

Source: Dailly, Lafourcade, Marcadet, "How did they design this game? Swish: complexity and unplayable positions"
(hal-04489238, 2024), sections 1.1, 1.2 and 3.1.

The configurations divide the cells of a board into orbits, each of which has a colour.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from itertools import chain, product

from ludex.engine.arguments import require_integer, require_type
from ludex.engine.faults import Fault
from ludex.exports import notebook_picture

MAX_SIDE = 255
MAX_CELLS = 4096

Cell = tuple[int, int]
"""A row and a column, both counted from 1."""

_POINT, _CIRCLE, _EMPTY = "*", "o", "."


class CardNotationError(ValueError):
    """The text is not a valid card notation. The message states the row and column of the error."""


class BoardError(Fault):
    """The notation or the symmetry does not allow this board."""


class Configuration(StrEnum):
    """A way to place a card, relative to the card as written (FlipLeft and FlipUp in section 3.1)."""

    IDENTITY = "identity"
    FLIP_LEFT = "flip-left"
    FLIP_UP = "flip-up"
    FLIP_BOTH = "flip-both"
    ROTATE_LEFT = "rotate-left"
    ROTATE_RIGHT = "rotate-right"
    TRANSPOSE = "transpose"
    ANTI_TRANSPOSE = "anti-transpose"

    def moves(self, cell: Cell, height: int, width: int) -> Cell:
        """Return the cell to which this configuration moves a `cell` of a `height` x `width` board.

        >>> Configuration.FLIP_LEFT.moves((1, 1), 4, 3), Configuration.ROTATE_LEFT.moves((1, 3), 3, 3)
        ((1, 3), (1, 1))
        """
        a, b = cell
        match self:
            case Configuration.IDENTITY:
                return a, b
            case Configuration.FLIP_LEFT:
                return a, width + 1 - b
            case Configuration.FLIP_UP:
                return height + 1 - a, b
            case Configuration.FLIP_BOTH:
                return height + 1 - a, width + 1 - b
            case Configuration.ROTATE_LEFT:
                return width + 1 - b, a
            case Configuration.ROTATE_RIGHT:
                return b, height + 1 - a
            case Configuration.TRANSPOSE:
                return b, a
            case Configuration.ANTI_TRANSPOSE:
                return width + 1 - b, height + 1 - a


_EIGHT = tuple(Configuration)
_FOUR = _EIGHT[:4]


class Symmetry(StrEnum):
    """The group of configurations of a card: four on any board, or eight on a square board.

    `Symmetry.RECTANGLE` consists of the identity and the flips. `Symmetry.SQUARE` also contains the quarter turns and
    the transpositions.

    References
    ----------
    Dailly, Lafourcade, Marcadet (hal-04489238, 2024), sections 1.2 and 3 (remark on square boards).

    Examples
    --------
    >>> len(Symmetry.RECTANGLE.configurations), len(Symmetry("square").configurations)
    (4, 8)
    """

    RECTANGLE = "rectangle"
    SQUARE = "square"

    @property
    def configurations(self) -> tuple[Configuration, ...]:
        """Return the configurations of the group, beginning with the identity."""
        return _FOUR if self is Symmetry.RECTANGLE else _EIGHT

    def require_board(self, height: int, width: int) -> None:
        """Raise BoardError if a `height` x `width` board does not have this symmetry."""
        if self is Symmetry.SQUARE and height != width:
            raise BoardError(f"symmetry square needs a square board, not {height}x{width}; use symmetry rectangle")


def require_board(height: int, width: int) -> None:
    """Raise BoardError unless both sides of a board are from 1 to 255 and it has at most 4,096 cells."""
    if not type(height) is type(width) is int:
        height, width = require_integer(height, "height"), require_integer(width, "width")
    if not (1 <= height <= MAX_SIDE and 1 <= width <= MAX_SIDE):
        raise BoardError(f"the board is {height}x{width}; its sides must be 1 to {MAX_SIDE}")
    if height * width > MAX_CELLS:
        raise BoardError(f"the board of {height}x{width} has {height * width} cells; at most {MAX_CELLS} are allowed")


@dataclass(frozen=True, slots=True, order=True)
class Card:
    """A card of `height` x `width` cells with its points and its circles. Instances are always valid.

    Cards are ordered by board, then by points, then by circles. The least configuration of a card therefore has its
    points near the top left.

    Parameters
    ----------
    height, width : int
        The numbers of rows and columns of the board, 1 to 255, with at most 4,096 cells in total.
    points, circles : tuple of (int, int)
        The cells with a point and the cells with a circle, given as row and column, both from 1, in row order. No cell
        has both.

    Attributes
    ----------
    record : bytes
        The input of compiled code: the number of points and the number of circles, in two bytes each (low byte first),
        followed by the row and column of each point and then of each circle.

    Raises
    ------
    BoardError
        If the board is out of bounds.
    CardNotationError
        If the card has no symbol, or if cells are repeated, out of order or not on the board.

    References
    ----------
    Dailly, Lafourcade, Marcadet (hal-04489238, 2024), sections 1.1 and 1.2.

    Examples
    --------
    >>> card = Card.from_code("*../.../.../..o")
    >>> card.points, card.circles
    (((1, 1),), ((4, 3),))
    >>> str(card.configured(Configuration.FLIP_LEFT))
    '..*/.../.../o..'
    """

    height: int
    width: int
    points: tuple[Cell, ...]
    circles: tuple[Cell, ...]
    record: bytes = field(init=False, repr=False, compare=False)

    _repr_svg_ = notebook_picture("ludex.games.swish.pictures.cards:svg_card")

    def __post_init__(self) -> None:
        require_board(self.height, self.width)
        try:
            object.__setattr__(self, "record", self._validated_record())
        except CardNotationError:
            raise
        except (TypeError, ValueError):
            raise CardNotationError("points, circles: each cell must be a pair of integers, row and column") from None

    def _validated_record(self) -> bytes:
        if not len(self.points) + len(self.circles):
            raise CardNotationError("the card is blank; it needs a point '*' or a circle 'o'")
        for cells in (self.points, self.circles):
            if list(cells) != sorted(set(cells)):
                raise CardNotationError("each cell must be listed once, in row order")
            for a, b in cells:
                if not (1 <= a <= self.height and 1 <= b <= self.width):
                    raise CardNotationError(f"cell ({a}, {b}) is not on a {self.height}x{self.width} board")
        if set(self.points) & set(self.circles):
            raise CardNotationError("a cell has both a point and a circle")
        p, c = len(self.points), len(self.circles)
        places = chain.from_iterable(self.points + self.circles)
        return bytes((p & 255, p >> 8, c & 255, c >> 8, *places))

    @classmethod
    def from_code(cls, code: str) -> "Card":
        """Parse a card from its notation: rows joined by '/', '*' for a point, 'o' for a circle, '.' for neither.

        Raises CardNotationError, which locates the error in `code`, and BoardError for a board out of bounds.

        >>> Card.from_code("*x.")
        Traceback (most recent call last):
        ...
        ludex.games.swish.card.CardNotationError: row 1, column 2: 'x' is not one of '*', 'o', '.'
        """
        require_type(code, str, "code")
        rows = code.split("/")
        height, width = len(rows), len(rows[0])
        if not code:
            raise CardNotationError("the text is empty; a card consists of rows of '*', 'o', '.' joined by '/'")
        if width == 0:
            raise CardNotationError("row 1 is empty")
        require_board(height, width)
        points: list[Cell] = []
        circles: list[Cell] = []
        empty_row = _EMPTY * width
        for a, row in enumerate(rows, start=1):
            if len(row) != width:
                raise CardNotationError(f"row {a} has {len(row)} cells, but row 1 has {width}")
            if row == empty_row:  # on a large board with few symbols, nearly all rows are empty
                continue
            for b, symbol in enumerate(row, start=1):
                if symbol == _POINT:
                    points.append((a, b))
                elif symbol == _CIRCLE:
                    circles.append((a, b))
                elif symbol != _EMPTY:
                    raise CardNotationError(f"row {a}, column {b}: {symbol!r} is not one of '*', 'o', '.'")
        return cls(height, width, tuple(points), tuple(circles))

    @classmethod
    def one_pair(cls, height: int, width: int, point: Cell, circle: Cell) -> "Card":
        """Return the card of a `height` x `width` board with one `point` and one `circle`, as in the game."""
        return cls(height, width, (point,), (circle,))

    def __str__(self) -> str:
        """Return the notation of the card. The inverse is `Card.from_code`."""
        text = bytearray("/".join([_EMPTY * self.width] * self.height), "ascii")
        for symbol, cells in ((ord(_POINT), self.points), (ord(_CIRCLE), self.circles)):
            for a, b in cells:
                text[(a - 1) * (self.width + 1) + b - 1] = symbol
        return text.decode("ascii")

    @property
    def board(self) -> tuple[int, int]:
        """Return (height, width)."""
        return self.height, self.width

    @property
    def is_one_pair(self) -> bool:
        """Return whether the card has exactly one point and one circle."""
        return len(self.points) == 1 and len(self.circles) == 1

    def reversed(self) -> "Card":
        """Return the card with points and circles exchanged.

        >>> str(Card.from_code("*o.").reversed())
        'o*.'
        """
        return Card(self.height, self.width, self.circles, self.points)

    def configured(self, configuration: Configuration) -> "Card":
        """Return the card as placed in a `configuration`.

        Quarter turns and transpositions exchange height and width.
        """
        if configuration is Configuration.IDENTITY:
            return self
        few = len(self.points) + len(self.circles) <= _FEW_SYMBOLS
        return _laid_with_few_symbols(self, configuration) if few else _laid(self, configuration)

    def configurations(self, symmetry: Symmetry) -> Iterator[tuple[Configuration, "Card"]]:
        """Yield each configuration of the `symmetry`, together with the card placed in this configuration.

        If the card looks the same in several configurations, all of them are yielded.
        """
        for configuration in symmetry.configurations:
            yield configuration, self.configured(configuration)

    def distinct_configurations(self, symmetry: Symmetry) -> Mapping["Card", Configuration]:
        """Map each distinct card that results from a configuration of a `symmetry` to its first such configuration.

        >>> len(Card.from_code(".*./.o./.../...").distinct_configurations(Symmetry.RECTANGLE))
        2
        """
        few = len(self.points) + len(self.circles) <= _FEW_SYMBOLS
        return _distinct_of_few_symbols(self, symmetry) if few else _distinct(self, symmetry)

    def canonical(self, symmetry: Symmetry) -> "Card":
        """Return the least configuration of the card under a `symmetry`.

        Two cards are copies of each other if and only if they have the same least configuration.

        >>> str(Card.from_code("o.../...*").canonical(Symmetry.RECTANGLE))
        '*.../...o'
        """
        if len(self.points) + len(self.circles) <= _FEW_SYMBOLS:
            return _canonical_of_few_symbols(self, symmetry)
        return min(card for _, card in self.configurations(symmetry))


@dataclass(frozen=True, slots=True)
class CardClass:
    """A card, together with a symmetry. All configurations of the card represent the same object."""

    card: Card
    symmetry: Symmetry = Symmetry.RECTANGLE


# The cards of a deck are used repeatedly. Only cards with few symbols are cached, which bounds the size of the cache.
_FEW_SYMBOLS = 8


def _laid(card: Card, configuration: Configuration) -> Card:
    turned = card.height != card.width and configuration not in Symmetry.RECTANGLE.configurations
    height, width = (card.width, card.height) if turned else (card.height, card.width)
    moved = _moved_cells(configuration, card.height, card.width)
    points, circles = (tuple(sorted(map(moved.__getitem__, cells))) for cells in (card.points, card.circles))
    return Card(height, width, points, circles)


@lru_cache(maxsize=64)
def _moved_cells(configuration: Configuration, height: int, width: int) -> Mapping[Cell, Cell]:
    cells = product(range(1, height + 1), range(1, width + 1))
    return {cell: configuration.moves(cell, height, width) for cell in cells}


@lru_cache(maxsize=16384)
def _laid_with_few_symbols(card: Card, configuration: Configuration) -> Card:
    return _laid(card, configuration)


def _distinct(card: Card, symmetry: Symmetry) -> Mapping[Card, Configuration]:
    distinct: dict[Card, Configuration] = {}
    for configuration, laid in card.configurations(symmetry):
        distinct.setdefault(laid, configuration)
    return distinct


@lru_cache(maxsize=16384)
def _distinct_of_few_symbols(card: Card, symmetry: Symmetry) -> Mapping[Card, Configuration]:
    return _distinct(card, symmetry)


@lru_cache(maxsize=16384)
def _canonical_of_few_symbols(card: Card, symmetry: Symmetry) -> Card:
    return min(laid for _, laid in card.configurations(symmetry))


def one_pair_cards(height: int, width: int, symmetry: Symmetry = Symmetry.RECTANGLE) -> list[Card]:
    """Return all one-point-one-circle cards of a `height` x `width` board in canonical form, in ascending order.

    No two of these cards are copies under the `symmetry`. In a canonical card, the point is on the first cell of its
    orbit, and no configuration that fixes the point moves the circle to an earlier cell. Cost: O(cells^2).

    >>> len(one_pair_cards(4, 3)), len(one_pair_cards(3, 3, Symmetry.SQUARE))
    (36, 12)
    """
    require_board(height, width)
    symmetry.require_board(height, width)
    cells = [(a, b) for a in range(1, height + 1) for b in range(1, width + 1)]
    cards = []
    for point in cells:
        images = {c: c.moves(point, height, width) for c in symmetry.configurations}
        if min(images.values()) != point:
            continue
        keeping = [c for c, image in images.items() if image == point]
        cards += [
            Card.one_pair(height, width, point, circle)
            for circle in cells
            if circle != point and min(c.moves(circle, height, width) for c in keeping) == circle
        ]
    return cards


Orbit = tuple[Cell, ...]
"""The cells that the configurations map to each other, in row order. The first cell identifies the orbit."""


def orbit_of(cell: Cell, height: int, width: int, symmetry: Symmetry = Symmetry.RECTANGLE) -> Orbit:
    """Return the orbit of a `cell` of a `height` x `width` board under a `symmetry`.

    >>> orbit_of((4, 1), 4, 3)
    ((1, 1), (1, 3), (4, 1), (4, 3))
    """
    symmetry.require_board(height, width)
    return tuple(sorted({c.moves(cell, height, width) for c in symmetry.configurations}))


def orbits(height: int, width: int, symmetry: Symmetry = Symmetry.RECTANGLE) -> list[Orbit]:
    """Return the orbits of a `height` x `width` board under a `symmetry`, in the order of their first cells.

    Cost: O(cells log cells).

    >>> [len(orbit) for orbit in orbits(4, 3)]
    [4, 2, 4, 2]
    """
    require_board(height, width)
    found: dict[Cell, Orbit] = {}
    for a in range(1, height + 1):
        for b in range(1, width + 1):
            orbit = orbit_of((a, b), height, width, symmetry)
            found.setdefault(orbit[0], orbit)
    return list(found.values())


def orbit_numbers(height: int, width: int, symmetry: Symmetry = Symmetry.RECTANGLE) -> dict[Cell, int]:
    """Return the colour of each cell of a `height` x `width` board, which is the index of its orbit in :func:`orbits`.

    Colours are numbered from 0. The orbits are those of a `symmetry`. On the commercial 4 x 3 board, the four colours
    correspond to those in section 1.1: 0 is blue (corners), 1 is green (middle column, outer rows), 2 is orange (inner
    rows, outer columns), and 3 is purple (middle column, inner rows).
    """
    return {cell: number for number, orbit in enumerate(orbits(height, width, symmetry)) for cell in orbit}


def configuration_between(
    source: Cell, target: Cell, height: int, width: int, symmetry: Symmetry
) -> Configuration | None:
    """Return the first configuration that maps the cell `source` to the cell `target`, or None if their orbits differ.

    The cells are cells of a `height` x `width` board, and the configurations belong to a `symmetry`.
    """
    for configuration in symmetry.configurations:
        if configuration.moves(source, height, width) == target:
            return configuration
    return None
