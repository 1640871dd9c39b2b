"""Positions: storing one with what is sought among its cards, and finding those that are equivalent."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from ludex.catalogue.catalogue import Catalogue, Writer
from ludex.catalogue.kind import Entry, Identity, Linked, Matching, prepare
from ludex.catalogue.kinds.sets.found_set import FOUND_SET
from ludex.catalogue.kinds.sets.position import POSITION, PositionDocument
from ludex.catalogue.label import label
from ludex.catalogue.reading import Shown, find_keys, shown
from ludex.catalogue.stored import Stored
from ludex.catalogue.storing import add_links_of_many, order_of, store, store_many
from ludex.engine.budget import Budget
from ludex.graphs.isomorphism import through
from ludex.sets.deck import Deck
from ludex.sets.known import KnownPosition
from ludex.sets.position import Position
from ludex.sets.solving.names import Find
from ludex.sets.solving.solver import SetCards

SETS_STORED = 1000
"""Of a position whose sets are all sought, where the caller names no other limit."""


@dataclass(frozen=True, slots=True)
class SoughtSets:
    """What came of a search, in the cards that were given: sets, how many there are, whether there is one.

    None: not known. `complete` is False where there are more sets than were listed.
    """

    sets: tuple[SetCards, ...] = ()
    count: int | None = None
    has_set: bool | None = None
    complete: bool = True

    def as_document(self, deck: Deck) -> dict[str, Any]:
        """Return it as answers show it."""
        sets = [list(map(deck.code, one)) for one in self.sets]
        return {"count": self.count, "sets": sets, "complete": self.complete}


@dataclass(frozen=True, slots=True)
class StoredPosition:
    """What came of storing a position: the stored object, and what was found in the cards that were given.

    `matching` gives for each card that was given its index in the stored position; `found` is None where nothing was
    sought.
    """

    stored: Stored
    matching: Matching
    found: SoughtSets | None


@dataclass(frozen=True, slots=True)
class EquivalentPosition:
    """The stored position that is equivalent to a given one, and for each card that was given its index there."""

    shown: Shown
    matching: Matching


@dataclass(frozen=True, slots=True)
class PositionClass:
    """A class of equivalent positions of a batch: `members` ascending; and the label of the stored one, if any.

    `matchings[k][i]` is the card of the position members[k] for card i of the position members[0]. `positions` has one
    label or none.
    """

    members: tuple[int, ...]
    matchings: tuple[Matching, ...]
    positions: tuple[str, ...]


def look_for(position: Position, find: Find, limit: int = SETS_STORED, budget: Budget | None = None) -> SoughtSets:
    """Look for a set, the number of sets, or all of them up to a limit. Raises BudgetExhausted, PositionError.

    >>> from ludex.sets.deck import Deck
    >>> look_for(Position(Deck(1, 3), (0, 1, 2)), Find.ALL)
    SoughtSets(sets=((0, 1, 2),), count=1, has_set=True, complete=True)
    """
    from ludex.sets.solving.search import count_sets, find_all, find_any

    match find:
        case Find.ANY:
            one = find_any(position, budget=budget)
            return SoughtSets(count=0, has_set=False) if one is None else SoughtSets((one,), has_set=True)
        case Find.COUNT:
            count = count_sets(position, budget=budget)
            return SoughtSets(count=count, has_set=count > 0)
        case Find.ALL:
            listed = find_all(position, limit, budget=budget)
            if not listed.complete:
                return SoughtSets(tuple(listed), has_set=True if len(listed) else None, complete=False)
            return SoughtSets(tuple(listed), len(listed), len(listed) > 0)


def store_position(
    catalogue: Catalogue,
    position: Position,
    find: Find | None = None,
    limit: int = SETS_STORED,
    budget: Budget | None = None,
) -> StoredPosition:
    """Store a position with what `find` asks for; an equivalent one that is stored stays, and learns what is new.

    The sets that are found are stored as sets of the stored position. Raises PositionTooLarge where the canonical form
    is beyond reach, PositionError, BudgetExhausted.
    """
    found = None if find is None else look_for(position, find, limit, budget)
    known = KnownPosition(position) if found is None else KnownPosition(position, found.count, found.has_set)
    entry = prepare(POSITION, known, budget)
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
) -> EquivalentPosition | None:
    """Return the stored position that is equivalent to a given one, or None; there is at most one. Raises as above."""
    identity = POSITION.identify(KnownPosition(position), budget or Budget())
    with catalogue.reading() as reader:
        ids = find_keys(reader, [identity.key])
        if not ids:
            return None
        [found] = shown(reader, POSITION, list(ids.values()))
    return EquivalentPosition(found, _matching(identity, found))


def dedup(
    catalogue: Catalogue | None, positions: Iterable[Position], budget: Budget | None = None
) -> list[PositionClass]:
    """Sort positions into classes of equivalent ones, each with the stored position of the class, if any is known.

    Cost: a canonical form each, and a query for each thousand classes. Raises PositionTooLarge, BudgetExhausted.
    """
    budget = budget or Budget()
    identities = [POSITION.identify(KnownPosition(position), budget) for position in positions]
    members: dict[bytes, list[int]] = {}
    for index, one in enumerate(identities):
        members.setdefault(one.key, []).append(index)
    stored = {}
    if catalogue is not None:
        with catalogue.reading() as reader:
            stored = find_keys(reader, members)
    classes = []
    for key, indices in members.items():
        orders = [identities[index].order or () for index in indices]
        labels = (label(POSITION.name, identities[indices[0]].invariants, key),) if key in stored else ()
        classes.append(PositionClass(tuple(indices), tuple(through(orders[0], order) for order in orders), labels))
    return classes


def _stored_cards(catalogue: Catalogue, entry: Entry[KnownPosition]) -> tuple[Position, Matching]:
    """Return the cards under which a position is stored, its own where it is new, and the matching to them."""
    with catalogue.reading() as reader:
        ids = find_keys(reader, [entry.key])
        if not ids:
            return entry.value.position, tuple(range(len(entry.value.position.cards)))
        [found] = shown(reader, POSITION, list(ids.values()))
    document = found.document()
    assert isinstance(document, PositionDocument)
    return document.position, _matching(Identity(entry.key, (), entry.order), found)


def _matching(identity: Identity, found: Shown) -> Matching:
    return through(identity.order or (), order_of(POSITION, found.document()) or ())


def _through(sets: Iterable[SetCards], sent: Position, there: Position, matching: Matching) -> list[Entry[Position]]:
    """Return the sets of a position as those of the stored one that it is equivalent to, by their matching."""
    image = {card: there.cards[matching[index]] for index, card in enumerate(sent.cards)}
    return [prepare(FOUND_SET, Position(there.deck, tuple(sorted(image[card] for card in one)))) for one in sets]
