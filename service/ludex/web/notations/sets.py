"""Cards of SET as digits."""

from collections.abc import Iterator

from ludex.catalogue.kinds.sets.card import CARD
from ludex.catalogue.kinds.sets.position import POSITION
from ludex.engine.budget import Budget
from ludex.pictures import set_table_svg
from ludex.sets.deck import Deck
from ludex.sets.known import KnownPosition
from ludex.sets.position import Position
from ludex.web.notations.understood import Understood

_LEAST_VALUES = 3


def read(text: str, budget: Budget) -> Iterator[Understood]:
    """Read cards as digits, one a property: one is a card, several are a position, of as few values as they need."""
    codes = text.replace(",", " ").split()
    if not all(code.isascii() and code.isdigit() and len(code) == len(codes[0]) for code in codes):
        return
    values = max(_LEAST_VALUES, 1 + max(int(digit) for code in codes for digit in code))
    deck = Deck(properties=len(codes[0]), values=values)
    position = Position.from_codes(deck, codes)
    of = f"of {deck.properties} properties with {deck.values} values"
    picture = set_table_svg(position)
    if len(codes) == 1:
        yield Understood(f"a SET card {of}", CARD.name, CARD.identify(position, budget), picture)
        return
    identity = POSITION.identify(KnownPosition(position), budget)
    yield Understood(f"a SET position of {len(codes)} cards {of}", POSITION.name, identity, picture)
