"""The documents of SWISH: what each kind holds, how it is checked, stored and made again from the catalogue.

Indices in a document count into the canonical order of its cards, so that they mean the same in every catalogue.
"""

from collections.abc import Sequence
from typing import Annotated, Literal, NamedTuple

from pydantic import Field
from sqlalchemy import select
from sqlalchemy.orm import Session

from ludex.catalogue.deal_statistics import range_fault
from ludex.catalogue.documents import Document, Part, Refused, Storing, Terms, Together, require_label
from ludex.catalogue.storing import is_storable
from ludex.catalogue.swish.cards import deck_ids
from ludex.catalogue.swish.claims import require_maximum, require_no_swish
from ludex.catalogue.swish.deals import DealStatistic, store_deal, store_statistics
from ludex.catalogue.swish.decks import deck_positions, store_deck
from ludex.catalogue.swish.hypergraphs import hypergraph_of
from ludex.catalogue.swish.no_swish_sets import store_maximum, store_no_swish_sets
from ludex.catalogue.swish.placing import place
from ludex.catalogue.swish.positions import position_codes, store_positions
from ludex.catalogue.swish.swishes import LargestOf, link_swishes, store_largest_of_many, store_stacks
from ludex.catalogue.tables import DeckRow, NoSwishMaximumRow, PositionRow
from ludex.swish.card import Card, Symmetry
from ludex.swish.deck import Deck
from ludex.swish.found import Swish, is_swish
from ludex.swish.identity.hypergraph import CanonicalHypergraph
from ludex.swish.identity.keys import deck_label, no_swish_label, position_label, swish_label
from ludex.swish.making.deals import deal
from ludex.swish.position import Position
from ludex.swish.solving.no_swish import NoSwishMaximum

Codes = Annotated[list[str], Field(min_length=1)]
Index = Annotated[int, Field(ge=0, strict=True)]
Seed = Annotated[int, Field(ge=0, lt=2**63, strict=True)]


class DeckDocument(Document):
    """A deck, its cards as listed."""

    kind: Literal["deck"] = "deck"
    label: str | None = None
    slug: str
    aliases: list[str] = Field(default_factory=list)
    title: str
    description: str
    symmetry: Symmetry = Symmetry.RECTANGLE
    cards: Codes

    def prepare(self, terms: Terms) -> Storing:
        """Check the cards and the label."""
        position = Position.from_codes(self.cards, self.symmetry)
        require_label(self.label, deck_label(position))
        deck = Deck(self.slug, self.title, self.description, position)
        return lambda session: store_deck(session, deck, aliases=self.aliases, starting=terms.starting).created


class LargestClaim(Part):
    """The size of a largest swish, whether it is proved, and the stack of one where there is any."""

    size: Index
    proved: bool
    stack: list[str] | None = None

    def swish(self, position: Position) -> Swish | None:
        """Return the swish, laid with the cards of a position. Raises Refused where it is none of them."""
        if self.stack is None:
            if self.size:
                raise Refused(f"a largest swish of {self.size} cards without its stack")
            return None
        swish = _laid(self.stack, position)
        if swish.size != self.size:
            raise Refused(f"a largest swish of {self.size} cards with a stack of {swish.size}")
        return swish

    def check(self, position: Position, terms: Terms) -> None:
        """Raise Refused where the claim that it is the largest is wrong or cannot be checked in time."""
        from ludex.swish.solving.search import find_largest

        if terms.starting or not self.proved:
            return
        largest = find_largest(position, budget=terms.budget())
        if largest.size > self.size:
            raise Refused(f"the largest swish has {largest.size} cards or more, not {self.size}")
        if not largest.proved:
            raise Refused("the claim that the swish is a largest one could not be checked in time")


class PositionDocument(Document):
    """A position, with the label of its hypergraph and its largest swish where they are known."""

    kind: Literal["position"] = "position"
    label: str | None = None
    symmetry: Symmetry = Symmetry.RECTANGLE
    cards: Codes
    hypergraph: str | None = None
    largest: LargestClaim | None = None

    def prepare(self, terms: Terms) -> Storing:
        """Check the cards, the labels and the largest swish."""
        position = Position.from_codes(self.cards, self.symmetry)
        require_label(self.label, position_label(position))
        hypergraph = hypergraph_of(position)
        if self.hypergraph is not None:
            require_label(self.hypergraph, "no hypergraph" if hypergraph is None else hypergraph.label)
        claim = self.largest
        swish = None if claim is None else claim.swish(position)
        if claim is not None:
            claim.check(position, terms)

        proved = None if claim is None else claim.proved
        return Together(_PreparedPosition(position, hypergraph, swish, proved), _store_positions)


class _PreparedPosition(NamedTuple):
    """A checked position, its hypergraph, and its largest swish with whether it is proved (None: it is not known)."""

    position: Position
    hypergraph: CanonicalHypergraph | None
    swish: Swish | None
    proved: bool | None


def _store_positions(session: Session, prepared: Sequence[_PreparedPosition]) -> list[bool]:
    stored = store_positions(session, [(one.position, one.hypergraph) for one in prepared])
    largest = {
        row.row.id: LargestOf(row.row, one.position, one.swish, one.proved)
        for one, row in zip(prepared, stored, strict=True)
        if one.proved is not None
    }
    store_largest_of_many(session, list(largest.values()))
    return [row.created for row in stored]


class SwishDocument(Document):
    """A swish, as its stack, and the labels of the positions in which it was found; those come before it."""

    kind: Literal["swish"] = "swish"
    label: str | None = None
    symmetry: Symmetry = Symmetry.RECTANGLE
    stack: Codes
    positions: list[str] = Field(default_factory=list)

    def prepare(self, terms: Terms) -> Storing:
        """Check that the stack is a swish."""
        del terms
        stack = _stack(self.stack)
        self.symmetry.require_board(stack[0].height, stack[0].width)
        require_label(self.label, swish_label(stack, self.symmetry))

        def store(session: Session) -> bool:
            stored = store_stacks(session, [stack], self.symmetry)[0]
            for label in self.positions:
                row = _position_row(session, label)
                link_swishes(session, row, stored_position(session, row), [stored.row])
            return stored.created

        return store


class NoSwishSetDocument(Document):
    """A set of cards without a swish."""

    kind: Literal["no-swish-set"] = "no-swish-set"
    label: str | None = None
    symmetry: Symmetry = Symmetry.RECTANGLE
    cards: Codes

    def prepare(self, terms: Terms) -> Storing:
        """Check the cards, and that they have no swish."""
        cards = Position.from_codes(self.cards, self.symmetry)
        require_label(self.label, no_swish_label(cards))
        if not terms.starting:
            require_no_swish(cards, terms.budget())
        return Together(cards, _store_no_swish_sets)


class NoSwishMaximumDocument(Document):
    """A largest no-swish set of a deck or a position, which come before it, with what proves it.

    `cards` are those of the deck or position, canonical and in order; the indices count into them.
    """

    kind: Literal["no-swish-maximum"] = "no-swish-maximum"
    deck: str | None = None
    position: str | None = None
    symmetry: Symmetry = Symmetry.RECTANGLE
    cards: Codes
    indices: list[Index]
    proved: bool
    upper_bound: Index
    certificate: list[list[Index]]
    up_to_copies: bool = False

    def prepare(self, terms: Terms) -> Storing:
        """Check the certificate where one is claimed, else that the set has no swish."""
        cards = Position.from_codes(self.cards, self.symmetry)
        if max([*self.indices, *(i for swish in self.certificate for i in swish)], default=0) >= len(cards.cards):
            raise Refused("an index is beyond the cards")
        maximum = NoSwishMaximum(
            indices=tuple(self.indices),
            proved=self.proved,
            upper_bound=self.upper_bound,
            certificate=tuple(map(tuple, self.certificate)),
            up_to_copies=self.up_to_copies,
        )
        if not terms.starting:
            require_maximum(cards, maximum, terms.budget())
        order = cards.canonical()

        def store(session: Session) -> bool:
            owner, listing = self._owner(session)
            if listing.canonical() != order:
                raise Refused("the cards are not those of the stored deck or position")
            before = _known(session, owner)
            stored = store_maximum(session, owner, cards, listing, maximum)
            return stored.row.id not in before

        return store

    def _owner(self, session: Session) -> tuple[DeckRow | PositionRow, Position]:
        if (self.deck is None) == (self.position is None):
            raise Refused("a maximum is of a deck or of a position")
        if self.position is not None:
            row = _position_row(session, self.position)
            return row, stored_position(session, row)
        deck = _deck_row(session, str(self.deck))
        return deck, deck_positions(session, [deck.id])[deck.id]


class DealDocument(Document):
    """A seeded deal of a deck and the label of its position; both come before it."""

    kind: Literal["deal"] = "deal"
    deck: str
    n: Index
    seed: Seed
    position: str

    def prepare(self, terms: Terms) -> Storing:
        """Nothing can be checked before deck and position are at hand."""

        def store(session: Session) -> bool:
            deck, row = _deck_row(session, self.deck), _position_row(session, self.position)
            if not terms.starting:
                listing = deck_positions(session, [deck.id])[deck.id]
                dealt = deal(listing, self.n, self.seed)
                cards = Position(tuple(listing.cards[index] for index in dealt), listing.symmetry)
                require_label(row.label, position_label(cards))
            return store_deal(session, deck, self.n, self.seed, row).created

        return store


class DealStatisticDocument(Document):
    """How many deals of n cards of a deck, which comes before it, have no swish."""

    kind: Literal["deal-statistic"] = "deal-statistic"
    deck: str
    n: Index
    numerator: Index
    denominator: Index
    exact: bool
    samples: Index = 0
    seed: Seed = 0
    low: float | None = None
    high: float | None = None

    def prepare(self, terms: Terms) -> Storing:
        """Check the ranges."""
        del terms
        statistic = DealStatistic(**self.model_dump(exclude={"kind", "deck"}))
        if (fault := range_fault(statistic)) is not None:
            raise Refused(fault)

        def store(session: Session) -> bool:
            deck = _deck_row(session, self.deck)
            if (fault := range_fault(statistic, deck.cards)) is not None:
                raise Refused(fault)
            return store_statistics(session, deck, [statistic]) == 1

        return store


def _store_no_swish_sets(session: Session, sets: Sequence[Position]) -> list[bool]:
    return [stored.created for stored in store_no_swish_sets(session, sets)]


SwishDocuments = (
    DeckDocument
    | PositionDocument
    | SwishDocument
    | NoSwishSetDocument
    | NoSwishMaximumDocument
    | DealDocument
    | DealStatisticDocument
)


def stored_position(session: Session, row: PositionRow) -> Position:
    """Return the canonical position of a row."""
    return Position.from_codes(list(position_codes(session, [row.id])[row.id]), Symmetry(row.symmetry))


def _stack(codes: list[str]) -> tuple[Card, ...]:
    stack = Position.from_codes(codes).cards
    if not is_swish(stack):
        raise Refused("the stack is not a swish")
    return stack


def _laid(codes: list[str], position: Position) -> Swish:
    laid = place(_stack(codes), position)
    if laid is None:
        raise Refused("the swish has a card that the position does not have")
    return Swish(tuple(sorted(laid, key=lambda placed: placed.index)))


def _known(session: Session, owner: DeckRow | PositionRow) -> set[int]:
    column = NoSwishMaximumRow.deck_id if isinstance(owner, DeckRow) else NoSwishMaximumRow.position_id
    return set(session.scalars(select(NoSwishMaximumRow.set_id).where(column == owner.id)))


def _position_row(session: Session, label: str) -> PositionRow:
    labelled = select(PositionRow).where(PositionRow.label == label)
    row = session.scalars(labelled).one_or_none() if is_storable(label) else None
    if row is None:
        raise Refused(f"no position is labelled {label!r}; its line must come before")
    return row


def _deck_row(session: Session, name: str) -> DeckRow:
    called = select(DeckRow).where(DeckRow.id.in_(deck_ids(name)))
    row = session.scalars(called).one_or_none() if is_storable(name) else None
    if row is None:
        raise Refused(f"no deck is called {name!r}; its line must come before")
    return row
