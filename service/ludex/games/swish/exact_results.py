"""The exact results of SWISH: integer sequences, tables of records, and complete collections."""

from collections.abc import Callable, Iterator
from math import isqrt

from ludex.catalogue.exact_results.declaration import (
    ClosedForm,
    Collection,
    IntegerSequence,
    OeisEntry,
    Record,
    RecordTable,
    StoredClaims,
    TermClaim,
)
from ludex.engine.budget import Budget
from ludex.games.swish.card import Symmetry
from ludex.games.swish.deck import built_in_deck
from ludex.games.swish.kinds.deck import BOARD, DECK
from ludex.games.swish.kinds.statements import (
    NO_SWISH_MAXIMUM,
    NO_SWISH_MAXIMUM_SETS,
    NO_SWISH_PROBABILITY,
    SWISH_COUNTS,
)
from ludex.games.swish.study.boards import BoardFacts, board_facts

PAPER = (
    "A. Dailly, P. Lafourcade, G. Marcadet, How did they design this game? Swish: complexity and unplayable positions, "
    "hal-04489238, 2024; its formulas are corrected in Ludex."
)
_LISTED = 24
_PROVED_CARDS = (
    "A card is an orbit of ordered pairs of different cells under the configurations. By Burnside's lemma, the number "
    "of orbits is the number of pairs that a configuration fixes, averaged over the configurations; a pair is fixed "
    "if both its cells are."
)
_PROVED_MAXIMUM = (
    "Upper bound: a card between two orbits of cells and its reverse form a swish, so at most half of these cards can "
    "be kept. Of the cards within an orbit, a fixed number can be kept. Lower bound: keep the cards that lead from an "
    "orbit to a later one. "
    "The certificate of the claim about each board has the argument in full."
)
_PROVED_SETS = (
    "In a maximum set, the cards between orbits follow a linear order of the orbits. Each order is possible, and the "
    "choices within the orbits are independent. The certificate of the claim about each board has the argument in full."
)
_SQUARE_FORMULAS = (
    "a(n) = (n^2(n^2 - 1) + (2 + 2 [n odd]) n(n - 1))/8, where [n odd] is 1 for odd n, else 0",
    "a(n) = n(n^3 + 8)/16 for even n, (n - 1)(n^3 + n^2 + 3n + 19)/16 for odd n",
    "a(n) = k! * 20^e, where k is the number of orbits of cells and e that of orbits of 8 cells",
)


def _rectangle_formulas(sides: str) -> tuple[str, str, str]:
    """Return the formulas for boards with the given sides, under the four flips."""
    cards = "T(h, w) = (hw(hw - 1) + [w odd] h(h - 1) + [h odd] w(w - 1))/4"
    orbits = "q = floor(h/2) floor(w/2) and t = [w odd] floor(h/2) + [h odd] floor(w/2)"
    truth = "[x] is 1 if x is true, else 0"
    return (
        f"a(n) = T({sides}), where {cards}; {truth}",
        f"a(n) = M({sides}), where M(h, w) = (T(h, w) + q + t)/2, {cards}, {orbits}; {truth}",
        f"a(n) = S({sides}), where S(h, w) = (ceiling(h/2) ceiling(w/2))! * 3^(floor(h/2) floor(w/2))",
    )


def _board_claim(facts: BoardFacts, statement: str) -> TermClaim:
    """Return the claim about a board with the given statement. It states one of the numbers in the closed forms."""
    label = BOARD.identify(facts, Budget()).named(BOARD.name).label
    return TermClaim(subject=label, statement=statement)


Sides = Callable[[int], tuple[int, int]]


def _larger_first(width: int) -> Sides:
    """Return the sides of the boards with a given `width`. The larger side comes first, as in stored boards."""
    return lambda n: (max(n, width), min(n, width))


_IN_OEIS = {
    "cards-1xn": OeisEntry("A000217", "a(n) = A000217(n - 1), the triangular numbers."),
    "maximum-1xn": OeisEntry("A002620", "a(n) = A002620(n), the quarter squares."),
    "maximum-2xn": OeisEntry("A000982", "a(n) = A000982(n) = ceiling(n^2/2)."),
    "maximum-sets-1xn": OeisEntry("A081123", "a(n) = A081123(n + 1) = ceiling(n/2)!."),
}


def _boards(
    name: str,
    of: str,
    sides: Sides,
    formulas: tuple[str, str, str],
    factorials: int,
    symmetry: Symmetry = Symmetry.RECTANGLE,
    keywords: tuple[str, ...] = (),
) -> Iterator[IntegerSequence]:
    """Yield three sequences for some boards.

    The sequences are the number of cards, the size of the largest no-swish sets, and the number of these sets. `sides`
    maps an index to the sides of a board, beginning with the larger side. `factorials` is the number of terms of the
    third sequence, which grows quickly.
    """

    def facts(n: int) -> BoardFacts:
        return board_facts(*sides(n), symmetry)

    yield IntegerSequence(
        name=f"swish-cards-{name}",
        oeis=_IN_OEIS.get(f"cards-{name}"),
        title=f"Cards of {of}",
        definition=f"a(n) is the number of different cards with one point and one circle of {of}.",
        offset=1,
        source=ClosedForm(term=lambda n: facts(n).cards, count=_LISTED, formula=formulas[0], proof=_PROVED_CARDS),
        keywords=keywords,
        references=(PAPER,),
    )
    yield IntegerSequence(
        name=f"swish-maximum-{name}",
        oeis=_IN_OEIS.get(f"maximum-{name}"),
        title=f"Largest no-swish sets of {of}",
        definition=f"a(n) is the maximum number of cards with one point and one circle of {of} that contain no swish.",
        offset=1,
        source=ClosedForm(
            term=lambda n: facts(n).largest_no_swish_set,
            count=_LISTED,
            formula=formulas[1],
            proof=_PROVED_MAXIMUM,
            claim=lambda n: _board_claim(facts(n), NO_SWISH_MAXIMUM.name),
        ),
        keywords=keywords,
        references=(PAPER,),
    )
    yield IntegerSequence(
        name=f"swish-maximum-sets-{name}",
        oeis=_IN_OEIS.get(f"maximum-sets-{name}"),
        title=f"Number of largest no-swish sets of {of}",
        definition=f"a(n) is the number of largest sets without a swish among the cards with one point and one circle "
        f"of {of}.",
        offset=1,
        source=ClosedForm(
            term=lambda n: facts(n).maximum_sets,
            count=factorials,
            formula=formulas[2],
            proof=_PROVED_SETS,
            claim=lambda n: _board_claim(facts(n), NO_SWISH_MAXIMUM_SETS.name),
        ),
        keywords=keywords,
        references=(PAPER,),
    )


def sides_of_entry(n: int) -> tuple[int, int]:
    """Return the sides of board n, from 1 on, in the triangle whose row h lists the boards h x 1 to h x h.

    >>> [sides_of_entry(n) for n in range(1, 7)]
    [(1, 1), (2, 1), (2, 2), (3, 1), (3, 2), (3, 3)]
    """
    row = (isqrt(8 * n - 7) + 1) // 2
    return row, n - row * (row - 1) // 2


def _deals_claim(deck: str, n: int) -> TermClaim:
    """Return the claim that states how many deals of n cards of a deck have no swish."""
    return TermClaim(
        subject=deck,
        statement=NO_SWISH_PROBABILITY.name,
        parameters={"n": n},
        term=lambda value: int(value["numerator"]),
    )


def _deals(deck: str, cards: int) -> IntegerSequence:
    """Return the sequence of the numbers of deals of a deck that have no swish."""

    def claim(n: int) -> TermClaim | None:
        return None if n > cards else _deals_claim(deck, n)

    return IntegerSequence(
        name=f"swish-deals-without-swish-{cards}",
        title=f"Deals of {deck} without a swish",
        definition=f"a(n) is the number of sets of n of the {cards} cards of the deck {deck} that contain no swish; "
        "copies count as different cards.",
        offset=1,
        source=StoredClaims(
            claim=claim,
            command=f"ludex swish deals {deck} -n {{n}} --store",
            proof="All deals are counted, by a search over the minimal swishes of the deck.",
        ),
        references=(PAPER,),
    )


def _swishes(deck: str, cards: int, member: str, what: str) -> IntegerSequence:
    """Return the sequence of the numbers of swishes of a deck by size."""

    def claim(n: int) -> TermClaim | None:
        if n > cards:
            return None
        return TermClaim(
            subject=deck,
            statement=SWISH_COUNTS.name,
            parameters={"max_size": max(n, 4)},
            term=lambda value: value.get(str(n), {member: 0})[member],
        )

    return IntegerSequence(
        name=f"swish-{member.replace('_', '-')}-{cards}",
        title=f"Swishes of {deck} by size: {what}",
        definition=f"a(n) is the number of {what} of swishes with n cards of the deck {deck}.",
        offset=2,
        source=StoredClaims(
            claim=claim,
            command=f"ludex swish solve --find count --deck {deck} --max-size {{n}}",
            proof="All placements are counted.",
        ),
        references=(PAPER,),
    )


_FLIPS, _ALL = "under the four flips", "under all eight symmetries of the square"
SEQUENCES: tuple[IntegerSequence, ...] = (
    *_boards("nxn", f"an n x n board {_FLIPS}", lambda n: (n, n), _rectangle_formulas("n, n"), 10),
    *_boards("nxn-turned", f"an n x n board {_ALL}", lambda n: (n, n), _SQUARE_FORMULAS, 12, Symmetry.SQUARE),
    *_boards("1xn", f"a 1 x n board {_FLIPS}", _larger_first(1), _rectangle_formulas("n, 1"), 24),
    *_boards("2xn", f"a 2 x n board {_FLIPS}", _larger_first(2), _rectangle_formulas("n, 2"), 20),
    *_boards("3xn", f"a 3 x n board {_FLIPS}", _larger_first(3), _rectangle_formulas("n, 3"), 16),
    *_boards(
        "hxw",
        f"the n-th board of 1 x 1, 2 x 1, 2 x 2, 3 x 1, 3 x 2, ... {_FLIPS}",
        sides_of_entry,
        _rectangle_formulas("h, w"),
        _LISTED,
        keywords=("tabl",),
    ),
    _swishes("swish-36", 36, "card_sets", "sets of cards"),
    _swishes("swish-36", 36, "placements", "placements"),
    _swishes("swish-60", 60, "card_sets", "sets of cards"),
    _swishes("swish-60", 60, "placements", "placements"),
    _deals("swish-36", 36),
    _deals("swish-60", 60),
)


SIDES = 13
"""The largest side of the boards in tables and collections."""

_DECKS = {"swish-36": (36, 20), "swish-60": (60, 28)}
"""For each commercial deck, the number of its cards, and the maximum number of its cards without a swish."""

_BOARDS_PROOF = (
    "Closed forms, with a proof that the certificate of each claim contains. Of a card between two orbits of cells "
    "and its reverse, only one can be kept. Of the cards within an orbit, a fixed number can be kept."
)


def _board_records(symmetry: Symmetry) -> Iterator[Record]:
    for height in range(1, SIDES + 1):
        for width in range(1, SIDES + 1):
            if height * width == 1 or width > height or (symmetry is Symmetry.SQUARE and height != width):
                continue
            facts = board_facts(height, width, symmetry)
            label = BOARD.identify(facts, Budget()).named(BOARD.name).label
            yield Record(
                row=height,
                column=width if symmetry is Symmetry.RECTANGLE else "cards",
                claim=TermClaim(subject=label, statement=NO_SWISH_MAXIMUM.name),
                value=facts.largest_no_swish_set,
                instances=facts.maximum_sets,
                instances_claim=TermClaim(subject=label, statement=NO_SWISH_MAXIMUM_SETS.name),
            )


def _deck_records() -> Iterator[Record]:
    for deck in _DECKS:
        yield Record(
            row=deck, column="cards", claim=TermClaim(subject=deck, statement=NO_SWISH_MAXIMUM.name), value=None
        )


def _deal_records() -> Iterator[Record]:
    for n in range(2, max(most for _, most in _DECKS.values()) + 2):
        for deck in _DECKS:
            yield Record(row=n, column=deck, claim=_deals_claim(deck, n))


RECORDS = (
    RecordTable(
        name="swish-boards",
        title="Largest no-swish sets of boards",
        definition="The maximum number of cards with one point and one circle of an h × w board that contain no "
        "swish, if cards can be flipped. The order of h and w does not matter.",
        row="rows",
        column="columns",
        instances="largest sets, including symmetric ones",
        proof=_BOARDS_PROOF,
        records=lambda: tuple(_board_records(Symmetry.RECTANGLE)),
        references=(PAPER,),
    ),
    RecordTable(
        name="swish-square-boards",
        title="Largest no-swish sets of square boards",
        definition="The maximum number of cards with one point and one circle of an n × n board that contain no "
        "swish, if cards can be flipped and turned.",
        row="side",
        column="",
        instances="largest sets, including symmetric ones",
        proof=_BOARDS_PROOF,
        records=lambda: tuple(_board_records(Symmetry.SQUARE)),
        references=(PAPER,),
    ),
    RecordTable(
        name="swish-decks",
        title="Largest deals without a swish",
        definition="The maximum number of cards of a commercial deck that contain no swish. Any larger set of cards "
        "contains a swish.",
        row="deck",
        column="",
        proof="The certificate of the claim contains a no-swish set of this size, and swishes such that every larger "
        "set contains one of them.",
        records=lambda: tuple(_deck_records()),
        references=(PAPER,),
    ),
    RecordTable(
        name="swish-deals",
        title="Deals without a swish",
        definition="The number of ways to choose n cards of a commercial deck that contain no swish. Copies of a card "
        "count as different cards.",
        row="cards",
        column="deck",
        proof="All deals are counted, by a search over the minimal swishes of the deck.",
        records=lambda: tuple(_deal_records()),
        references=(PAPER,),
    ),
)


SWISHES = {"swish-36": {2: 14, 3: 112, 4: 942, 5: 6_880}, "swish-60": {2: 22, 3: 112, 4: 1_121}}
"""The number of swishes of each size in the commercial decks. Configurations of the same stack count once."""

_TIMES = {("swish-36", 5): "1 min", ("swish-60", 4): "10 s"}


def _swish_collection(name: str, size: int, classes: int) -> Collection:
    deck = built_in_deck(name)
    assert deck is not None
    return Collection(
        name=f"swish-swishes-{name.removeprefix('swish-')}-{size}",
        title=f"Swishes of {size} cards of the deck {name}, up to flips",
        kind="swish-swish",
        filters={"deck": name, "size": size},
        size=classes,
        source="counted by two different methods, and stated by a claim about the deck",
        operation="swish-swishes",
        arguments={"deck": name, "size": size},
        time=_TIMES.get((name, size), "seconds"),
        subject=DECK.identify(deck, Budget()).named(DECK.name).label,
    )


COLLECTIONS = (
    Collection(
        name="swish-cards-4x3",
        title="SWISH cards of 4 × 3 with one point and one circle, up to flips",
        kind="swish-card",
        filters={"points": 1, "circles": 1, "height": 4, "width": 3, "symmetry": "rectangle"},
        size=board_facts(4, 3).cards,
        source="the closed formula for the board",
    ),
    Collection(
        name=f"swish-boards-{SIDES}",
        title=f"SWISH boards up to {SIDES} × {SIDES} with flips",
        kind="swish-board",
        filters={"symmetry": "rectangle", "height": f"..{SIDES}", "width": f"..{SIDES}"},
        size=SIDES * SIDES - 1,
        source="all pairs of a number of rows and a number of columns, except the board with one cell",
        operation="swish-boards",
        arguments={"sides": SIDES, "symmetry": str(Symmetry.RECTANGLE)},
        time="seconds",
    ),
    Collection(
        name=f"swish-square-boards-{SIDES}",
        title=f"Square SWISH boards up to {SIDES} × {SIDES} with flips and turns",
        kind="swish-board",
        filters={"symmetry": "square", "height": f"..{SIDES}"},
        size=SIDES - 1,
        source="all side lengths greater than 1",
        operation="swish-boards",
        arguments={"sides": SIDES, "symmetry": str(Symmetry.SQUARE)},
        time="seconds",
    ),
    *(_swish_collection(name, size, classes) for name, by_size in SWISHES.items() for size, classes in by_size.items()),
)

RESULTS = (*SEQUENCES, *RECORDS, *COLLECTIONS)
"""The exact results, in the order in which they are listed."""
