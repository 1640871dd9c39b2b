"""The tables of records of SWISH: largest no-swish sets of boards and decks, and deals without a swish."""

from collections.abc import Iterator

from ludex.catalogue.records import Record, RecordTable
from ludex.catalogue.sequences.declaration import TermClaim
from ludex.engine.budget import Budget
from ludex.games.swish.card import Symmetry
from ludex.games.swish.kinds import BOARD
from ludex.games.swish.kinds.statements import NO_SWISH_MAXIMUM, NO_SWISH_MAXIMUM_SETS, NO_SWISH_PROBABILITY
from ludex.games.swish.sequences import PAPER
from ludex.games.swish.study.boards import board_facts

_SIDES = range(1, 14)
_DECKS = {"swish-36": (36, 20), "swish-60": (60, 28)}
"""For each commercial deck, the number of its cards, and the maximum number of its cards without a swish."""

_PROOF = (
    "Closed forms, with a proof that the certificate of each claim contains. Of a card between two orbits of cells "
    "and its reverse, only one can be kept. Of the cards within an orbit, a fixed number can be kept."
)


def _boards(symmetry: Symmetry) -> Iterator[Record]:
    for height in _SIDES:
        for width in _SIDES:
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


def _decks() -> Iterator[Record]:
    for deck in _DECKS:
        yield Record(
            row=deck, column="cards", claim=TermClaim(subject=deck, statement=NO_SWISH_MAXIMUM.name), value=None
        )


def _deals() -> Iterator[Record]:
    for n in range(2, max(most for _, most in _DECKS.values()) + 2):
        for deck in _DECKS:
            claim = TermClaim(
                subject=deck,
                statement=NO_SWISH_PROBABILITY.name,
                parameters={"n": n},
                term=lambda value: int(value["numerator"]),
            )
            yield Record(row=n, column=deck, claim=claim)


RECORDS = (
    RecordTable(
        name="swish-boards",
        title="Largest no-swish sets of boards",
        definition="The maximum number of cards with one point and one circle of an h × w board that contain no "
        "swish, if cards can be flipped. The order of h and w does not matter.",
        row="rows",
        column="columns",
        instances="largest sets, including symmetric ones",
        proof=_PROOF,
        records=lambda: tuple(_boards(Symmetry.RECTANGLE)),
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
        proof=_PROOF,
        records=lambda: tuple(_boards(Symmetry.SQUARE)),
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
        records=lambda: tuple(_decks()),
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
        records=lambda: tuple(_deals()),
        references=(PAPER,),
    ),
)
