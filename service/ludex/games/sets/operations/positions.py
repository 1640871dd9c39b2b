"""Positions: storing one with what is sought among its cards, and finding those that are equivalent."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kinds.kind import Entry, Identity, Linked, Matching, prepare
from ludex.catalogue.objects.reading import Shown
from ludex.catalogue.objects.store_result import Stored
from ludex.catalogue.objects.storing import add_links_of_many, as_shown, store, store_many
from ludex.catalogue.storage.snapshot import Writer
from ludex.engine.budget import Budget
from ludex.games.sets.kinds.found_set import FOUND_SET
from ludex.games.sets.kinds.position import POSITION, PositionDocument
from ludex.games.sets.known import KnownPosition
from ludex.games.sets.position import Position
from ludex.games.sets.solving.names import Find
from ludex.games.sets.solving.search import SETS_SOUGHT, SoughtSets, look_for
from ludex.games.sets.solving.solver import SetCards
from ludex.operations.classes import PositionClass
from ludex.operations.objects import look_up, sort_into_classes


@dataclass(frozen=True, slots=True)
class StoredPosition:
    """What came of storing a position: the stored object, and what was found in the cards that were given.

    `matching` gives for each card that was given its index in the stored position; `found` is None if nothing was
    sought.
    """

    stored: Stored
    matching: Matching
    found: SoughtSets | None


def store_position(
    catalogue: Catalogue,
    position: Position,
    find: Find | None = None,
    limit: int = SETS_SOUGHT,
    budget: Budget | None = None,
) -> StoredPosition:
    """Store a position with what `find` asks for; an equivalent one that is stored stays, and learns what is new.

    The sets that are found are stored as sets of the stored position. Raises PositionTooLarge if the canonical form
    is beyond reach, PositionError, BudgetExhausted.
    """
    budget = budget or Budget()
    before = budget.cost()
    found = None if find is None else look_for(position, find, limit, budget)
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
        # Another writer may have stored the class meanwhile, with other cards.
        store_sets_of(writer, stored, ready if kept == there else _through(sets, position, kept, matching))
        stored = as_shown(writer, stored)
    return StoredPosition(stored, matching, found)


def store_sets_of(writer: Writer, stored: Stored, sets: Sequence[Entry[Position]]) -> None:
    """Store sets of the cards of a stored position, and that they lie in it."""
    assert isinstance(stored.document, PositionDocument)
    place = {card: index for index, card in enumerate(stored.document.position.cards)}
    made = store_many(writer, sets)
    links = [
        (one.id, Linked("lies-in", stored.label, detail={"indices": [place[card] for card in each.value.cards]}))
        for one, each in zip(made, sets, strict=True)
    ]
    add_links_of_many(writer, links)


def find_equivalent(
    catalogue: Catalogue, position: Position, budget: Budget | None = None
) -> tuple[Shown, Matching] | None:
    """Return the stored position that is equivalent to a given one, and for each of its cards the index there.

    None if there is none; there is at most one. Raises as above.
    """
    found = look_up(catalogue, POSITION, POSITION.identify(KnownPosition(position), budget or Budget()))
    return None if found is None else (found[0], _numbers(found[1]))


def dedup(
    catalogue: Catalogue | None, positions: Iterable[Position], budget: Budget | None = None
) -> list[PositionClass]:
    """Sort positions into classes of equivalent ones, each with the stored position of the class, if any is known.

    Cost: a canonical form each, and a query for each thousand classes. Raises PositionTooLarge, BudgetExhausted.
    """
    budget = budget or Budget()
    identities = [POSITION.identify(KnownPosition(position), budget) for position in positions]
    found = sort_into_classes(catalogue, POSITION, identities)
    return [PositionClass(one.members, tuple(map(_numbers, one.matchings)), one.labels) for one in found]


def _stored_cards(catalogue: Catalogue, entry: Entry[KnownPosition]) -> tuple[Position, Matching]:
    """Return the cards under which a position is stored, its own if it is new, and the matching to them."""
    found = look_up(catalogue, POSITION, Identity(entry.key, (), entry.order))
    if found is None:
        return entry.value.position, tuple(range(len(entry.value.position.cards)))
    document = found[0].document()
    assert isinstance(document, PositionDocument)
    return document.position, _numbers(found[1])


def _numbers(matching: Matching | None) -> Matching:
    return matching or ()  # the cards of a position are numbered; it may have none


def _through(sets: Iterable[SetCards], sent: Position, there: Position, matching: Matching) -> list[Entry[Position]]:
    """Return the sets of a position as those of the stored one that it is equivalent to, by their matching."""
    image = {card: there.cards[matching[index]] for index, card in enumerate(sent.cards)}
    return [prepare(FOUND_SET, Position(there.deck, tuple(sorted(image[card] for card in one)))) for one in sets]
