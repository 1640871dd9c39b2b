"""How objects of SWISH are linked, and what must hold of the links that do not follow from a document."""

from collections.abc import Iterator
from typing import Any

from ludex.catalogue.relation import Detail, Relation
from ludex.swish.card import Configuration
from ludex.swish.deck import Deck
from ludex.swish.found import Stack
from ludex.swish.identity.keys import no_swish_key, position_key
from ludex.swish.known_position import KnownPosition
from ludex.swish.making.deals import MAX_SEED, deal
from ludex.swish.position import Position


def cards_at(position: Position, indices: Any) -> Position:  # noqa: ANN401 - whatever JSON holds
    """Return cards of a position by their indices. Raises ValueError for what is no set of indices."""
    cards = len(position.cards)
    if not isinstance(indices, list) or not all(type(one) is int and 0 <= one < cards for one in indices):
        raise ValueError(f"indices are numbers of cards, 0 to {cards - 1}")
    if len(set(indices)) != len(indices):
        raise ValueError("an index is there twice")
    return Position(tuple(position.cards[index] for index in indices), position.symmetry)


def _lies_in(source: object, target: object, _place: int, detail: Detail) -> Iterator[str]:
    if not (isinstance(source, Stack) and isinstance(target, KnownPosition)):
        return
    stated = detail if isinstance(detail, dict) else {}
    configurations = stated.get("configurations")
    try:
        cards = cards_at(target.position, stated.get("indices")).cards
        laid = [card.configured(Configuration(one)) for card, one in zip(cards, configurations or (), strict=True)]
    except (ValueError, TypeError) as error:
        yield f"where it lies: {error}"
        return
    if tuple(laid) != source.cards:
        yield "the cards, laid as stated, are not the swish"


def _witnesses(source: object, target: object, _place: int, detail: Detail) -> Iterator[str]:
    if isinstance(source, Stack) and isinstance(target, KnownPosition):
        if target.largest is None or target.largest.size < len(source.cards):
            yield "it is no largest swish of the position"
    elif isinstance(source, Position) and isinstance(target, Deck | KnownPosition):
        try:
            kept = cards_at(target.position.canonical(), detail.get("indices") if isinstance(detail, dict) else None)
        except ValueError as error:
            yield f"the cards that it keeps: {error}"
            return
        if no_swish_key(kept) != no_swish_key(source):
            yield "the indices are not those of its cards"


def _dealt_from(source: object, target: object, place: int, detail: Detail) -> Iterator[str]:
    if not (isinstance(source, KnownPosition) and isinstance(target, Deck)):
        return
    n = detail.get("n") if isinstance(detail, dict) else None
    if type(n) is not int or not 0 <= place <= MAX_SEED:
        yield f"a deal has n cards and a seed from 0 to {MAX_SEED}"
        return
    listing = target.position
    dealt = Position(tuple(listing.cards[index] for index in deal(listing, n, place)), listing.symmetry)
    if position_key(dealt) != position_key(source.position):
        yield f"the deal of {n} cards with seed {place} is another position"


HOLDS = Relation(
    "holds",
    5,
    "held-by",
    sources=("swish-deck", "swish-position", "swish-swish", "swish-no-swish-set"),
    targets=("swish-card",),
    about="A card of a deck, a position, a swish or a set: the place is its index, the detail its code where it is "
    "written there in another configuration.",
)
HAS_HYPERGRAPH = Relation(
    "has-hypergraph",
    4,
    "hypergraph-of",
    sources=("swish-position",),
    targets=("swish-hypergraph",),
    about="The hypergraph of a position; `order` gives for each card its canonical hypernode.",
    counted=True,
)
LIES_IN = Relation(
    "lies-in",
    6,
    "contains",
    sources=("swish-swish",),
    targets=("swish-position",),
    about="A position in which a swish was found: the indices and configurations of its cards there.",
    derived=False,
    check=_lies_in,
)
WITNESSES = Relation(
    "witnesses",
    7,
    "witnessed-by",
    sources=("swish-swish", "swish-no-swish-set"),
    targets=("swish-position", "swish-deck"),
    about="A deck or position of which this is a largest swish, or a largest set without one, by indices.",
    derived=False,
    goes_with_target=True,
    check=_witnesses,
)
DEALT_FROM = Relation(
    "dealt-from",
    8,
    "deals",
    sources=("swish-position",),
    targets=("swish-deck",),
    about="The deck of which a position is a deal of n cards: the place is the seed.",
    derived=False,
    goes_with_target=True,
    check=_dealt_from,
)
RELATIONS = (HAS_HYPERGRAPH, HOLDS, LIES_IN, WITNESSES, DEALT_FROM)
