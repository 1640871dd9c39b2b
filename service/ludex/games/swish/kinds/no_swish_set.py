"""Sets of SWISH cards without a swish."""

from collections.abc import Iterator
from typing import Literal

from ludex.catalogue.kinds.kind import Kind, LabelledIdentity, ObjectContent, View
from ludex.engine.budget import Budget
from ludex.games.swish import pictures, solving
from ludex.games.swish.identity.keys import no_swish_key, position_key
from ludex.games.swish.kinds.card import Codes, OnBoard, codes, holds, identity, on_board
from ludex.games.swish.position import Position


class NoSwishSet(OnBoard):
    """A set of cards without a swish, given by its canonical cards in sorted order, including copies."""

    kind: Literal["swish-no-swish-set"] = "swish-no-swish-set"
    cards: Codes


def _write(cards: Position, named: LabelledIdentity) -> ObjectContent[NoSwishSet]:
    canonical = cards.canonical()
    document = NoSwishSet(label=named.label, cards=codes(canonical.cards), **on_board(canonical))
    return ObjectContent(document, holds(canonical))


def _check(cards: Position, budget: Budget) -> Iterator[str]:
    swish = solving.search.find_any(cards, budget=budget)
    if swish is not None:
        yield f"the cards {list(swish.indices)} form a swish"


def _draw(document: NoSwishSet) -> str:
    return pictures.no_swish.svg_no_swish_set(Position.from_codes(document.cards, document.symmetry))


NO_SWISH_SET = Kind(
    name="swish-no-swish-set",
    address="swish/no-swish-sets",
    model=NoSwishSet,
    identify=lambda cards, _: identity(no_swish_key(cards), cards, position_key(cards)),
    write=_write,
    read=lambda document, _: Position.from_codes(document.cards, document.symmetry),
    view=View("Sets of cards that contain no swish.", duplicate_relation="same-cards", picture=_draw),
    check=_check,
    called="no-swish set",
)
