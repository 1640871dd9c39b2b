"""Lines of old exports about SWISH: what they are today."""

from collections.abc import Iterator, Mapping

from ludex.catalogue.catalogue import Reader
from ludex.catalogue.kind import Linked, prepare
from ludex.catalogue.kinds.swish.deck import DECK
from ludex.catalogue.kinds.swish.no_swish_set import NO_SWISH_SET
from ludex.catalogue.kinds.swish.position import POSITION
from ludex.catalogue.kinds.swish.statements import claim_maximum, claim_probability
from ludex.catalogue.kinds.swish.swish import SWISH_STACK, lies_in
from ludex.catalogue.reading import find, value_of
from ludex.engine.deal_statistics import DealStatistic
from ludex.swish.card import Card, Symmetry
from ludex.swish.deck import Deck
from ludex.swish.found import Stack, Swish
from ludex.swish.identity.keys import position_key
from ludex.swish.identity.placing import place
from ludex.swish.known_position import KnownPosition
from ludex.swish.making.deals import deal
from ludex.swish.position import Position
from ludex.swish.solving.answers import Largest
from ludex.swish.solving.no_swish import NoSwishMaximum

from .line import About, Conversion, Line, Lost, Made


def _cards(line: Line, name: str = "cards") -> Position:
    return Position.from_codes(line[name], Symmetry(line.get("symmetry", "rectangle")))


def _deck(_reader: Reader, line: Line) -> Iterator[Made]:
    deck = Deck(line["slug"], line["title"], line["description"], _cards(line))
    yield Made(DECK, deck, [line["slug"], *line.get("aliases", ())])


def _position(_reader: Reader, line: Line) -> Iterator[Made]:
    position, largest = _cards(line), line.get("largest")
    if largest is None:
        yield Made(POSITION, KnownPosition(position))
        return
    if not largest.get("stack"):
        yield Made(POSITION, KnownPosition(position, Largest(None, largest["proved"])))
        return
    stack = Stack(tuple(map(Card.from_code, largest["stack"])), position.symmetry)
    laid = place(stack.cards, position)
    if laid is None:
        raise ValueError("the largest swish has a card that the position does not have")
    known = KnownPosition(position, Largest(Swish(tuple(sorted(laid, key=lambda one: one.index))), largest["proved"]))
    yield Made(POSITION, known)
    label = prepare(POSITION, known).label
    yield Made(SWISH_STACK, stack, links=[lies_in(stack, position, label), Linked("witnesses", label)])


def _swish(reader: Reader, line: Line) -> Iterator[Made]:
    stack = Stack(_cards(line, "stack").cards, Symmetry(line.get("symmetry", "rectangle")))
    found = [find(reader, name, POSITION) for name in line.get("positions", ())]
    links = [lies_in(stack, value_of(reader, one).position, one.label) for one in found]
    yield Made(SWISH_STACK, stack, links=links)


def _no_swish_set(_reader: Reader, line: Line) -> Iterator[Made]:
    yield Made(NO_SWISH_SET, _cards(line))


def _no_swish_maximum(reader: Reader, line: Line) -> Iterator[Made | About]:
    cards, indices = _cards(line), line["indices"]
    kind, name = (DECK, line["deck"]) if line.get("deck") else (POSITION, line["position"])
    maximum = NoSwishMaximum(
        indices=tuple(indices),
        proved=line["proved"],
        upper_bound=line["upper_bound"],
        certificate=tuple(map(tuple, line["certificate"])),
        up_to_copies=line.get("up_to_copies", False),
    )
    kept = Position(tuple(cards.cards[index] for index in indices), cards.symmetry)
    yield About(name, kind, claims=[claim_maximum(maximum)])
    witnessed = Linked("witnesses", find(reader, name, kind).label, detail={"indices": list(indices)})
    yield Made(NO_SWISH_SET, kept, links=[witnessed])


def _deal(reader: Reader, line: Line) -> Iterator[About | Lost]:
    deck = find(reader, line["deck"], DECK)
    listing: Position = value_of(reader, deck).position
    stored: KnownPosition = value_of(reader, find(reader, line["position"], POSITION))
    dealt = Position(tuple(listing.cards[index] for index in deal(listing, line["n"], line["seed"])), listing.symmetry)
    if position_key(dealt) == position_key(stored.position):
        linked = Linked("dealt-from", deck.label, place=line["seed"], detail={"n": line["n"]})
        yield About(line["position"], POSITION, links=[linked])
    else:
        yield Lost(
            f"{line['position']} stays, but is no longer the deal of {line['n']} cards of {line['deck']} with the seed "
            f"{line['seed']}: random numbers are made in another way since"
        )


def _deal_statistic(_reader: Reader, line: Line) -> Iterator[About]:
    statistic = DealStatistic(**{name: value for name, value in line.items() if name not in ("kind", "deck")})
    yield About(line["deck"], DECK, claims=[claim_probability(statistic)])


CONVERSIONS: Mapping[str, Conversion] = {
    "deck": _deck,
    "position": _position,
    "swish": _swish,
    "no-swish-set": _no_swish_set,
    "no-swish-maximum": _no_swish_maximum,
    "deal": _deal,
    "deal-statistic": _deal_statistic,
}
