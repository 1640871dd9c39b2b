"""The integer sequences of SWISH: closed forms for whole boards, and numbers of swishes and deals of decks."""

from collections.abc import Callable, Iterator
from math import isqrt
from typing import Any

from ludex.catalogue.sequences.declaration import ClosedForm, IntegerSequence, OeisEntry, StoredClaims, TermClaim
from ludex.engine.budget import Budget
from ludex.games.swish.card import Symmetry
from ludex.games.swish.kinds.deck import BOARD
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


def _numerator(value: Any) -> int:  # noqa: ANN401 - the value of a claim
    return int(value["numerator"])


def _deals(deck: str, cards: int) -> IntegerSequence:
    """Return the sequence of the numbers of deals of a deck that have no swish."""

    def claim(n: int) -> TermClaim | None:
        if n > cards:
            return None
        return TermClaim(subject=deck, statement=NO_SWISH_PROBABILITY.name, parameters={"n": n}, term=_numerator)

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
            command=f"ludex swish count --deck {deck} --max-size {{n}}",
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
