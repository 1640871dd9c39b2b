"""Operations on positions and games: store, find and group positions, and store and check games.

Playing a game needs no catalogue; see `solving.playing`.
The ladder consists of tables of 4 to 15 cards on which every set is to be found, in packs by difficulty.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice

from ludex.card_games.ladder import LadderTables, store_ladder
from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kinds.kind import Entry, Identity, Matching, NewLink, prepare
from ludex.catalogue.objects.reading import ObjectView, find, show_unstored, value_of
from ludex.catalogue.objects.store_result import Stored
from ludex.catalogue.objects.storing import add_links_of_many, as_shown, store, store_many
from ludex.catalogue.storage.snapshot import Writer
from ludex.engine.budget import Budget
from ludex.games.sets import solving
from ludex.games.sets.deck import Deck
from ludex.games.sets.game_record import GameError, GameRecord
from ludex.games.sets.kinds.position import FOUND_SET, PACK, PLAYED, POSITION, PositionDocument
from ludex.games.sets.known_results import KnownPosition
from ludex.games.sets.position import Position
from ludex.games.sets.solving.search import DEFAULT_SET_LIMIT, SetSearchResult, find_all, search_sets
from ludex.games.sets.solving.solver import Find, SetCards
from ludex.operations.classes import PositionClass
from ludex.operations.objects import look_up, sort_into_classes


@dataclass(frozen=True, slots=True)
class StoredPosition:
    """The result of storing a position: the stored object, and the sets found among the given cards.

    `matching` contains, for each given card, its index in the stored position. `found` is None if no search was
    requested.
    """

    stored: Stored
    matching: Matching
    found: SetSearchResult | None


def store_position(
    catalogue: Catalogue,
    position: Position,
    find: Find | None = None,
    limit: int = DEFAULT_SET_LIMIT,
    budget: Budget | None = None,
) -> StoredPosition:
    """Store a position with the results that `find` selects. If an equivalent position is stored, the results go there.

    The sets that are found are mapped to the cards of the stored position and stored with links to it. Raises
    PositionTooLarge if the canonical form cannot be computed, PositionError, and BudgetExhausted.
    """
    budget = budget or Budget()
    before = budget.cost()
    found = None if find is None else search_sets(position, find, limit, budget)
    cost = budget.cost().since(before)
    known = KnownPosition(position) if found is None else KnownPosition(position, found.count, found.has_set)
    entry = prepare(POSITION, known, budget).costing(cost)
    sets = () if found is None else found.sets
    there, matching = _stored_cards(catalogue, entry)
    ready = _through(sets, position, there, matching)
    with catalogue.writing() as writer:
        stored = store(writer, entry)
        assert isinstance(stored.document, PositionDocument)
        matching = stored.matching or tuple(range(len(position.cards)))
        kept = stored.document.position
        # Another writer may have stored the class in the meantime, with other cards.
        store_sets_of(writer, stored, ready if kept == there else _through(sets, position, kept, matching))
        stored = as_shown(writer, stored, alone=not sets)
    return StoredPosition(stored, matching, found)


def store_sets_of(writer: Writer, stored: Stored, sets: Sequence[Entry[Position]]) -> None:
    """Store sets of the cards of a stored position, with links to the position."""
    assert isinstance(stored.document, PositionDocument)
    place = {card: index for index, card in enumerate(stored.document.position.cards)}
    links = [
        (found.id, NewLink("lies-in", stored.label, detail={"indices": [place[card] for card in entry.value.cards]}))
        for found, entry in zip(store_many(writer, sets), sets, strict=True)
    ]
    add_links_of_many(writer, links)


def find_equivalent(
    catalogue: Catalogue, position: Position, budget: Budget | None = None
) -> tuple[ObjectView, Matching] | None:
    """Return the stored position that is equivalent to a given position, and the matching of their cards.

    The matching contains, for each given card, its index in the stored position. At most one stored position is
    equivalent. Returns None if there is none. Raises the same exceptions as :func:`store_position`.
    """
    found = look_up(catalogue, POSITION, POSITION.identify(KnownPosition(position), budget or Budget()))
    return None if found is None else (found[0], _numbers(found[1]))


def dedup(
    catalogue: Catalogue | None, positions: Iterable[Position], budget: Budget | None = None
) -> list[PositionClass]:
    """Group positions into equivalence classes. Each class includes the label of its stored position, if any.

    Cost: a canonical form for each position, plus a query for each thousand classes. Raises PositionTooLarge and
    BudgetExhausted.
    """
    budget = budget or Budget()
    identities = [POSITION.identify(KnownPosition(position), budget) for position in positions]
    found = sort_into_classes(catalogue, POSITION, identities)
    return [
        PositionClass(position_class.members, tuple(map(_numbers, position_class.matchings)), position_class.labels)
        for position_class in found
    ]


def _stored_cards(catalogue: Catalogue, entry: Entry[KnownPosition]) -> tuple[Position, Matching]:
    """Return the stored equivalent position, or the given position if there is none, and the matching of the cards."""
    found = look_up(catalogue, POSITION, Identity(entry.key, (), entry.order))
    if found is None:
        return entry.value.position, tuple(range(len(entry.value.position.cards)))
    document = found[0].document()
    assert isinstance(document, PositionDocument)
    return document.position, _numbers(found[1])


def _numbers(matching: Matching | None) -> Matching:
    return matching or ()  # the matching is missing only if the position has no cards


def _through(sets: Iterable[SetCards], sent: Position, there: Position, matching: Matching) -> list[Entry[Position]]:
    """Map the sets of a position to the equivalent stored position, using the matching of the two positions."""
    image = {card: there.cards[matching[index]] for index, card in enumerate(sent.cards)}
    return [prepare(FOUND_SET, Position(there.deck, tuple(sorted(image[card] for card in cards)))) for cards in sets]


@dataclass(frozen=True, slots=True)
class ReplayResult:
    """The result of checking whether a record follows the rules: the error and its JSON pointer, if any.

    `label` is the label of the game, stored or not. It is None if the record is invalid.
    """

    right: bool
    place: str | None = None
    reason: str | None = None
    label: str | None = None


def store_game(catalogue: Catalogue | None, record: GameRecord) -> Stored:
    """Store a played game. Without a catalogue, nothing is stored.

    The caller must have verified that the game can be replayed.
    """
    entry = prepare(PLAYED, record)
    if catalogue is None:
        return Stored(0, PLAYED, entry.label, False, entry.document, shown=show_unstored(entry))
    with catalogue.writing() as writer:
        return as_shown(writer, store(writer, entry), alone=True)


def find_game(catalogue: Catalogue, label: str) -> GameRecord:
    """Return the record of a stored game. Raises UnknownObject."""
    with catalogue.reading() as reader:
        record: GameRecord = value_of(reader, find(reader, label, PLAYED))
    return record


def label_of_game(record: GameRecord) -> str:
    """Return the label of a game, stored or not."""
    return prepare(PLAYED, record).label


def replay_game(record: GameRecord, budget: Budget) -> ReplayResult:
    """Check the record of a game step by step, without storing it. Raises BudgetExhausted.

    The seed must deal the cards in the record, and the cards of every set must be on the table and form a set. If the
    record states that a table has no set, this is proved again.
    """
    try:
        solving.playing.replay(record, budget)
    except GameError as error:
        return ReplayResult(False, error.pointer, error.message)
    return ReplayResult(True, label=label_of_game(record))


CARDS = range(4, 16)
_DECK = Deck(4, 3)


def store_set_ladder(catalogue: Catalogue) -> None:
    """Store the tables of the ladder with their numbers of sets, and the packs."""

    def store_table(cards: int, seed: int) -> Stored | None:
        position = Position(_DECK, tuple(islice(_DECK.shuffled(seed), cards)))
        sets = len(find_all(position))
        if not sets:
            return None
        entry = prepare(POSITION, KnownPosition(position, sets, has_set=True))
        with catalogue.writing() as writer:
            return store(writer, entry)

    store_ladder(catalogue, PACK, "set", LadderTables(CARDS, store_table))
