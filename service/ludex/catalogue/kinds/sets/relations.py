"""How the objects of SET are linked."""

from collections.abc import Iterator

from ludex.catalogue.relation import Detail, Relation
from ludex.sets.known import KnownCap, KnownPosition
from ludex.sets.named_decks import NamedDeck
from ludex.sets.position import Position


def _lies_there(found: object, known: object, place: int, detail: Detail) -> Iterator[str]:
    if not (isinstance(found, Position) and isinstance(known, KnownPosition)):
        return
    cards = known.position.cards
    listed = [cards.index(card) for card in found.cards if card in cards]
    if found.deck != known.position.deck or len(listed) < len(found.cards):
        yield "the set has a card that the position does not show"
    elif place != 0 or detail != {"indices": listed}:
        yield f"the indices of the set in the position are {listed}"


def _shows_the_maximum(cap: object, deck: object, _place: int, _detail: Detail) -> Iterator[str]:
    if not (isinstance(cap, KnownCap) and isinstance(deck, NamedDeck)):
        return
    known = deck.largest_cap
    if known is None or cap.cards.deck != deck.deck:
        yield "nothing is stated of the largest cap of the deck"
    elif known.size != len(cap.cards.cards):
        yield f"the largest cap of the deck is said to have {known.size} cards"
    elif (cap.largest, cap.proved) != (True, known.proved):
        yield f"it is the largest cap of its deck, and proved is {known.proved} there"


HOLDS = Relation(
    name="holds",
    number=5,
    inverse="held-by",
    sources=("set-deck", "set-position", "set-found-set", "set-cap"),
    targets=("set-card",),
    about="The cards of an object; the place is the index.",
)
LIES_IN = Relation(
    name="lies-in",
    number=6,
    inverse="contains",
    sources=("set-found-set",),
    targets=("set-position",),
    about="The positions in which a set was found, with the indices of its cards there.",
    derived=False,
    check=_lies_there,
)
WITNESSES = Relation(
    name="witnesses",
    number=7,
    inverse="witnessed-by",
    sources=("set-cap",),
    targets=("set-deck",),
    about="The whole deck whose largest known cap this is.",
    derived=False,
    check=_shows_the_maximum,
)
RELATIONS = (HOLDS, LIES_IN, WITNESSES)
