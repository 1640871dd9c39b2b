"""Operations on decks and whole boards: finding decks by any of their names, storing decks and boards, and dealing.

A seeded deal is stored as a position. The probability that a deal has no swish is stored as a claim about the deck.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from secrets import randbelow

from ludex.card_games.deals import DealStatistic, best_for_each_n
from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.claims.storing import claims_of, store_claim
from ludex.catalogue.kinds.kind import Entry, Matching, NewLink, identify_value, prepare
from ludex.catalogue.objects.links import neighbours
from ludex.catalogue.objects.reading import UnknownObject, find, find_keys, plain_value, read_views, show_unstored
from ludex.catalogue.objects.store_result import Stored
from ludex.catalogue.objects.storing import add_links, as_shown, name_object, names_of, require_free, store
from ludex.catalogue.storage.snapshot import Writer
from ludex.engine.budget import Budget, Cost
from ludex.engine.random_numbers import MAX_SEED
from ludex.games.swish import study
from ludex.games.swish.card import CardClass, Symmetry
from ludex.games.swish.deck import (
    DEAL_SIZE,
    STARTING_SLUGS,
    Cards,
    DealOrigin,
    Deck,
    built_in_deck,
    deal,
    whole_board_deck,
)
from ludex.games.swish.kinds import BOARD, DECK, HYPERGRAPH, POSITION, SWISH_STACK
from ludex.games.swish.kinds.statements import (
    DEALT_FROM,
    HAS_HYPERGRAPH,
    NO_SWISH_PROBABILITY,
    claim_classes,
    claim_probability,
)
from ludex.games.swish.known_results import KnownPosition
from ludex.games.swish.position import Position
from ludex.games.swish.study.boards import board_facts
from ludex.games.swish.swishes import Stack
from ludex.operations.collections import StoredBatch, store_members


def find_deck(catalogue: Catalogue | None, name: str) -> Deck:
    """Return the deck with a given slug or label, with its cards in the listed order.

    A built-in deck need not be stored.

    The slug of a stored deck is its first name or, if the deck has no name, its label. Without a catalogue, only the
    built-in decks are found. Raises UnknownObject.
    """
    built_in = built_in_deck(name)
    if built_in is not None:
        return built_in
    if catalogue is None:
        raise UnknownObject(f"there is no built-in deck {name!r}; use {', '.join(STARTING_SLUGS)}, and swish-HxW")
    with catalogue.reading() as reader:
        shown = find(reader, name, DECK)
        slugs = names_of(reader, shown.id)
    deck = plain_value(DECK, shown)
    return replace(deck, slug=slugs[0]) if slugs else deck


def cards_of_deck(catalogue: Catalogue | None, name: str, symmetry: Symmetry | None = None) -> Cards:
    """Return the cards of a deck, under another symmetry if `symmetry` is given.

    If the deck is the whole deck of a board, the result is the whole deck under the given symmetry. The cards of any
    other deck stay the same, but under another symmetry they are no longer that deck. Raises UnknownObject, and
    PositionError if the board does not have the symmetry.
    """
    deck = find_deck(catalogue, name)
    return _under(Cards(deck.position, deck), symmetry)


def cards_of_object(catalogue: Catalogue, name: str, symmetry: Symmetry | None = None) -> Cards:
    """Return the cards of a stored SWISH object, such as a deck or a position; see :func:`cards_of_deck`.

    Raises UnknownObject if there is no such object or if it has no cards.
    """
    with catalogue.reading() as reader:
        found = find(reader, name)
        # A hypergraph has no cards, so the cards of the first position with this hypergraph are used.
        if found.kind.name == HYPERGRAPH.name:
            having = neighbours(reader, found.id, HAS_HYPERGRAPH.inverse, kind=POSITION.name, limit=1)
            found = read_views(reader, POSITION, [neighbour.id for neighbour in having])[0] if having else found
        value = plain_value(found.kind, found)
    position = _cards_in(value)
    if not isinstance(position, Position):
        raise UnknownObject(f"{name} has no cards of SWISH; name a deck, a position or a no-swish set of SWISH")
    return _under(Cards(position, value if isinstance(value, Deck) else None), symmetry)


def _cards_in(value: object) -> object:
    """Return the cards of a SWISH value, or the value itself if it has no cards."""
    match value:
        case CardClass():
            return Position((value.card,), value.symmetry)
        case Stack():
            return Position(value.cards, value.symmetry)
        case _:
            return getattr(value, "position", value)


def _under(cards: Cards, symmetry: Symmetry | None) -> Cards:
    if symmetry is None or symmetry is cards.position.symmetry:
        return cards
    whole = None if cards.deck is None else whole_board_deck(cards.deck, symmetry)
    return Cards(whole.position, whole) if whole else Cards(Position(cards.position.cards, symmetry))


def store_deck(
    catalogue: Catalogue, position: Position, slug: str | None = None, title: str | None = None, description: str = ""
) -> Stored:
    """Store a user-defined deck under a slug, by default one that is derived from the label.

    If a stored deck has the same cards, the listing of that deck is left unchanged, and the slug becomes an additional
    name of that deck. Raises SlugError for an invalid slug (NameTaken if it belongs to another deck or a built-in one),
    and TextError for a title or a description that cannot be stored.
    """
    unnamed = Deck("", title or f"Cards of the {position.height} x {position.width} board", description, position)
    entry = prepare(DECK, unnamed)
    name = slug or f"own-{entry.label.rpartition('-')[2]}"
    require_free(DECK, name, unnamed)
    with catalogue.writing() as writer:
        stored = store(writer, entry)
        name_object(writer, DECK, stored.id, [name])
        return as_shown(writer, stored)


def ensure_deck(writer: Writer, entry: Entry[Deck]) -> Stored:
    """Store a deck that a request uses, unless it is already stored.

    The deck is stored under its slug. Built-in decks are stored when they are first used in this way.
    """
    stored = store(writer, entry)
    if entry.value.slug != entry.label:
        name_object(writer, DECK, stored.id, [entry.value.slug])
    return stored


def store_board(catalogue: Catalogue, height: int, width: int, symmetry: Symmetry = Symmetry.RECTANGLE) -> Stored:
    """Store a board, or find the stored board. Raises BoardError."""
    entry = prepare(BOARD, board_facts(height, width, symmetry))
    with catalogue.writing() as writer:
        return as_shown(writer, store(writer, entry), alone=True)


@dataclass(frozen=True, slots=True)
class StoredDeal:
    """A seeded deal: the cards in the order of their indices, and the position, which may or may not be stored.

    Entry i of `matching` is the index of card i of the deal in the stored position. If the position was not stored,
    `stored` has the id 0.
    """

    deal: DealOrigin
    position: Position
    stored: Stored
    matching: Matching


def deal_cards(
    catalogue: Catalogue | None,
    deck: Deck,
    n: int = DEAL_SIZE,
    seed: int | None = None,
    budget: Budget | None = None,
) -> StoredDeal:
    """Deal n random cards of a deck and store them as a position. Without a catalogue, nothing is stored.

    The deck is stored too, unless it is already stored. Without a seed, one is chosen. Raises PositionError if the deck
    has fewer than n cards, ValueError if the seed is not from 0 to MAX_SEED, and BudgetExhausted.
    """
    seed = randbelow(2**32) if seed is None else seed
    if not 0 <= seed <= MAX_SEED:
        raise ValueError(f"a seed must be 0 to {MAX_SEED}")
    indices = deal(deck.position, n, seed)
    position = deck.position.part(indices)
    origin = DealOrigin(deck.slug, n, seed, indices)
    entry = prepare(POSITION, KnownPosition(position))
    Budget.require(budget).check()
    if catalogue is None:
        stored = Stored(0, POSITION, entry.label, True, entry.document, shown=show_unstored(entry))
        return StoredDeal(origin, position, stored, entry.order or ())
    listed = prepare(DECK, deck)
    with catalogue.writing() as writer:
        owner = ensure_deck(writer, listed)
        stored = store(writer, entry)
        add_links(writer, stored.id, [NewLink(DEALT_FROM.name, owner.label, seed, {"n": n})])
        stored = as_shown(writer, stored)
    return StoredDeal(origin, position, stored, entry.order or ())


def stored_probabilities(catalogue: Catalogue, deck: Deck, n: int | None = None) -> list[DealStatistic]:
    """Return the best stored statistic on deals of n cards from a deck.

    If `n` is None, there is a statistic for each n, in ascending order. An exact statistic is best. If no exact
    statistic is stored, the statistic with the most samples is best. The list is empty if the deck is not stored.
    """
    key = identify_value(DECK, deck).key
    with catalogue.reading() as reader:
        node = find_keys(reader, [key]).get(key)
        parameters = None if n is None else {"n": n}
        claims = [] if node is None else claims_of(reader, node, NO_SWISH_PROBABILITY.name, parameters)
    return best_for_each_n(DealStatistic.from_claim(claim.parameters, claim.value) for claim in claims)


def store_probabilities(
    catalogue: Catalogue, deck: Deck, statistics: Sequence[DealStatistic], cost: Cost | None = None
) -> int:
    """Store a deck and statistics about its deals, and return how many of the statistics are new.

    Existing statistics are not replaced.

    `cost` is the total cost of computing the statistics, if known.
    """
    entry = prepare(DECK, deck)
    with catalogue.writing() as writer:
        stored = ensure_deck(writer, entry)
        return sum(
            store_claim(writer, stored.id, claim_probability(statistic).costing(cost)) for statistic in statistics
        )


def store_swishes(catalogue: Catalogue, name: str, size: int, batch: int, budget: Budget) -> StoredBatch:
    """Store one batch of the swishes of a deck that have `size` cards. Batches are numbered from 0.

    Raises BudgetExhausted.
    """
    deck = find_deck(catalogue, name)
    stacks = study.statistics.swish_classes(deck.position, size, budget)
    return store_members(
        catalogue, SWISH_STACK, stacks, lambda cards: Stack(cards, deck.position.symmetry), batch, budget
    )


def store_classes(catalogue: Catalogue, name: str, size: int, budget: Budget) -> int:
    """Count the classes of swishes of a deck that have `size` cards. Store this number as a claim, and return it.

    Raises BudgetExhausted.
    """
    deck = find_deck(catalogue, name)
    before = budget.cost()
    classes = study.statistics.count_classes(deck.position, size, budget)
    claim = claim_classes(classes, size).costing(budget.cost().since(before))
    entry = prepare(DECK, deck)
    with catalogue.writing() as writer:
        store_claim(writer, ensure_deck(writer, entry).id, claim)
    return classes
