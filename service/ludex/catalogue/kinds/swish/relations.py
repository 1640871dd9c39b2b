"""How objects of SWISH are linked, and what must hold of the links that do not follow from a document."""

from collections.abc import Iterator

from ludex.catalogue.relation import Detail, Relation
from ludex.swish.deck import Deck
from ludex.swish.found import Stack
from ludex.swish.identity.placing import laid_as_stated
from ludex.swish.known_position import KnownPosition
from ludex.swish.making.deals import deal_fault
from ludex.swish.position import Position


def _lies_in(source: object, target: object, _place: int, detail: Detail) -> Iterator[str]:
    if isinstance(source, Stack) and isinstance(target, KnownPosition):
        try:
            laid_as_stated(source, target.position, detail)
        except ValueError as error:
            yield f"where it lies: {error}"


def _witnesses(source: object, target: object, _place: int, detail: Detail) -> Iterator[str]:
    if isinstance(source, Stack) and isinstance(target, KnownPosition):
        if target.largest is None or target.largest.size < len(source.cards):
            yield "it is no largest swish of the position"
    elif isinstance(source, Position) and isinstance(target, Deck | KnownPosition):
        try:
            kept = target.position.canonical().part(_member(detail, "indices"))
        except ValueError as error:
            yield f"the cards that it keeps: {error}"
            return
        if kept.canonical() != source.canonical():
            yield "the indices are not those of its cards"


def _dealt_from(source: object, target: object, place: int, detail: Detail) -> Iterator[str]:
    if isinstance(source, KnownPosition) and isinstance(target, Deck):
        fault = deal_fault(source.position, target.position, place, _member(detail, "n"))
        if fault is not None:
            yield fault


def _member(detail: Detail, name: str) -> Detail:
    return detail.get(name) if isinstance(detail, dict) else None


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
