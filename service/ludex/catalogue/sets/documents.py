"""The documents of SET: what each kind holds, how it is checked, stored and made again from the catalogue."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import Field
from sqlalchemy.orm import Session

from ludex.catalogue.deal_statistics import DealStatistic
from ludex.catalogue.documents import Document, Refused, Storing, Terms, Together, require_label
from ludex.catalogue.sets.cap_counts import cap_counts_of, store_cap_counts
from ludex.catalogue.sets.caps import maximum_of, prepare_cap, store_cap, store_maximum
from ludex.catalogue.sets.claims import bound_fault, counts_fault, decides, require_sets, statistic_fault
from ludex.catalogue.sets.decks import store_deck
from ludex.catalogue.sets.found_sets import store_sets, through_matching
from ludex.catalogue.sets.games import store_game
from ludex.catalogue.sets.positions import PreparedPosition, load_positions, prepare_position, store_positions
from ludex.catalogue.sets.statistics import store_statistics
from ludex.sets.deck import Deck
from ludex.sets.identity.keys import deck_label, game_label, set_label
from ludex.sets.making.game_record import from_document
from ludex.sets.named_decks import NamedDeck
from ludex.sets.position import Position, is_set
from ludex.sets.solving.solver import SetCards

Count = Annotated[int, Field(ge=0, strict=True)]
Size = Annotated[int, Field(ge=1, strict=True)]
Seed = Annotated[int, Field(ge=0, lt=2**63, strict=True)]


class DeckPart(Document):
    """A document about cards of so many properties with so many values each."""

    properties: Size
    values: Size

    @property
    def deck(self) -> Deck:
        """Return the whole deck. Raises the game's DeckError."""
        return Deck(self.properties, self.values)


class SetDeckDocument(DeckPart):
    """A deck, its cards as listed."""

    kind: Literal["set-deck"] = "set-deck"
    label: str | None = None
    slug: str
    aliases: list[str] = Field(default_factory=list)
    title: str
    description: str
    cards: list[str]

    def prepare(self, terms: Terms) -> Storing:
        """Check the cards and the label."""
        listing = Position.from_codes(self.deck, self.cards)
        require_label(self.label, deck_label(listing))
        deck = NamedDeck(self.slug, self.title, self.description, listing)
        return lambda session: store_deck(session, deck, aliases=self.aliases, starting=terms.starting).created


class FoundSetDocument(DeckPart):
    """A set."""

    kind: Literal["found-set"] = "found-set"
    label: str | None = None
    cards: list[str]

    def prepare(self, terms: Terms) -> Storing:
        """Check that the cards are a set."""
        del terms
        cards = Position.from_codes(self.deck, self.cards).cards
        if not is_set(self.deck, cards):
            raise Refused("the cards are no set")
        require_label(self.label, set_label(self.deck, cards))
        return Together((self.deck, cards), _store_sets)


def _store_sets(session: Session, sets: Sequence[tuple[Deck, SetCards]]) -> list[bool]:
    answers: dict[int, bool] = {}
    for deck in dict.fromkeys(deck for deck, _ in sets):
        places = [place for place, (of, _) in enumerate(sets) if of == deck]
        stored = store_sets(session, deck, [sets[place][1] for place in places])
        answers |= {place: one.created for place, one in zip(places, stored, strict=True)}
    return [answers[place] for place in range(len(sets))]


class SetPositionDocument(DeckPart):
    """A position, what is known of its sets, and those that were found, each by the indices of its cards."""

    kind: Literal["set-position"] = "set-position"
    label: str | None = None
    cards: list[str]
    sets: Count | None = None
    has_set: bool | None = None
    found: list[list[Count]] = Field(default_factory=list)

    def prepare(self, terms: Terms) -> Storing:
        """Check the label, the found sets, and unless it is of the starting catalogue the number of sets."""
        position = Position.from_codes(self.deck, self.cards)
        if max((index for cards in self.found for index in cards), default=-1) >= len(position.cards):
            raise Refused("an index is beyond the cards")
        found = [tuple(position.cards[index] for index in cards) for cards in self.found]
        if not all(is_set(self.deck, cards) for cards in found):
            raise Refused("the cards of a found set are no set")
        has_set = bool(self.sets) if self.sets is not None and self.has_set is None else self.has_set
        if not terms.starting:
            require_sets(position, self.sets, has_set, terms.budget())
        prepared = prepare_position(position, terms.budget(), sets=self.sets, has_set=has_set)
        require_label(self.label, prepared.label)
        return Together(_PositionWithSets(prepared, found), _store_positions)


class _PositionWithSets(NamedTuple):
    """A checked position and sets that were found in it."""

    prepared: PreparedPosition
    found: list[SetCards]


def _store_positions(session: Session, items: Sequence[_PositionWithSets]) -> list[bool]:
    stored = store_positions(session, [one.prepared for one in items])
    for one, answer in zip(items, stored, strict=True):
        if one.found:
            shown = load_positions(session, [answer.row])[0].position
            sets = through_matching(one.found, one.prepared.position, shown, answer.matching)
            store_sets(session, shown.deck, sets, answer.row)
    return [answer.created for answer in stored]


class CapDocument(DeckPart):
    """A cap."""

    kind: Literal["set-cap"] = "set-cap"
    label: str | None = None
    cards: list[str]

    def prepare(self, terms: Terms) -> Storing:
        """Check that the cards have no set."""
        prepared = prepare_cap(Position.from_codes(self.deck, self.cards), terms.budget())
        require_label(self.label, prepared.label)
        return lambda session: store_cap(session, prepared).created


class CapMaximumDocument(DeckPart):
    """A largest known cap of a deck, the upper bound, and the method that proves this."""

    kind: Literal["set-cap-maximum"] = "set-cap-maximum"
    cards: list[str]
    proved: bool
    upper_bound: Count
    method: str

    def prepare(self, terms: Terms) -> Storing:
        """Check that the cards have no set and, unless it is of the starting catalogue, prove the bound again."""
        from ludex.sets.solving.caps import Cap

        cards = Position.from_codes(self.deck, self.cards)
        prepared = prepare_cap(cards, terms.budget())
        cap = Cap(cards.sorted().cards, self.proved, self.upper_bound, self.method)
        if not terms.starting:
            fault = bound_fault(self.deck, cap, terms.budget())
            if fault is not None:
                raise Refused(fault)

        def store(session: Session) -> bool:
            before = maximum_of(session, self.deck)
            store_maximum(session, prepared, cap)
            return maximum_of(session, self.deck) != before

        return store


class CapCountsDocument(DeckPart):
    """How many caps of each size a deck has, index k for k cards, and how many classes of them."""

    kind: Literal["set-cap-counts"] = "set-cap-counts"
    by_size: Annotated[list[Count], Field(min_length=1)]
    classes: list[Count]
    complete: bool

    def prepare(self, terms: Terms) -> Storing:
        """Count again, unless they are of the starting catalogue; what is not done in time must be stored already."""
        from ludex.sets.study.cap_counts import CapCounts, count_caps

        if len(self.classes) != len(self.by_size):
            raise Refused("each size has a number of caps and one of classes")
        counts = CapCounts(self.deck, tuple(self.by_size), tuple(self.classes), self.complete)
        if terms.starting:
            return lambda session: store_cap_counts(session, counts) > 0
        again = count_caps(self.deck, terms.budget(), up_to=len(self.by_size))
        fault = counts_fault(counts, again)
        if fault is not None:
            raise Refused(fault)
        counted = again.complete or len(again.by_size) > len(self.by_size)

        def store(session: Session) -> bool:
            if not counted and cap_counts_of(session, self.deck) != counts:
                raise Refused("the caps could not be counted again in time")
            return store_cap_counts(session, counts) > 0

        return store


class NoSetStatisticDocument(DeckPart):
    """How many draws of n cards of a deck have no set. An exact number is that of the caps, which come before."""

    kind: Literal["no-set-statistic"] = "no-set-statistic"
    n: Size
    numerator: Count
    denominator: Count
    exact: bool
    samples: Count = 0
    seed: Seed = 0
    low: float | None = None
    high: float | None = None

    def prepare(self, terms: Terms) -> Storing:
        """Check the ranges; an exact number is checked by the stored numbers of caps."""
        deck = self.deck
        statistic = DealStatistic(**self.model_dump(exclude={"kind", "properties", "values"}))
        fault = statistic_fault(deck, statistic, None)
        if fault is not None:
            raise Refused(fault)

        def store(session: Session) -> bool:
            if self.exact:
                counts = cap_counts_of(session, deck)
                if not terms.starting and not decides(counts, self.n):
                    raise Refused(
                        f"the caps of {self.n} cards are not counted; the line of the counts must come before"
                    )
                fault = statistic_fault(deck, statistic, counts)
                if fault is not None:
                    raise Refused(fault)
            return store_statistics(session, deck, [statistic]) == 1

        return store


class SetGameDocument(Document):
    """A played game, by its record."""

    kind: Literal["set-game"] = "set-game"
    label: str | None = None
    game: dict[str, Any]

    def prepare(self, terms: Terms) -> Storing:
        """Replay the game."""
        from ludex.sets.making.replay import replay

        record = from_document(self.game)
        require_label(self.label, game_label(record))
        if not terms.starting:
            replay(record, terms.budget())
        return lambda session: store_game(session, record).created

    def line(self) -> str:
        """Return the document as a line of JSON; a round without a set says so with a null."""
        return self.model_dump_json()


SetDocuments = (
    SetDeckDocument
    | FoundSetDocument
    | SetPositionDocument
    | CapDocument
    | CapMaximumDocument
    | CapCountsDocument
    | NoSetStatisticDocument
    | SetGameDocument
)
