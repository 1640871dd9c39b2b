"""Sets of SWISH cards without a swish."""

from collections.abc import Iterator, Sequence
from typing import Literal

from ludex.catalogue.claim import Claim
from ludex.catalogue.kind import Identity, Kind, Named, View, Written
from ludex.catalogue.kinds.swish.board import Codes, OnBoard, codes, holds, invariants, on_board, read_cards
from ludex.engine.budget import Budget
from ludex.swish.identity.keys import no_swish_key
from ludex.swish.identity.placing import canonical_numbers
from ludex.swish.position import Position


class NoSwishSet(OnBoard):
    """A set of cards without a swish, copies included: its canonical cards in order."""

    kind: Literal["swish-no-swish-set"] = "swish-no-swish-set"
    cards: Codes


def _identify(cards: Position, _budget: Budget) -> Identity:
    return Identity(no_swish_key(cards), invariants(cards.cards), canonical_numbers(cards))


def _write(cards: Position, named: Named) -> Written[NoSwishSet]:
    kept = cards.canonical()
    document = NoSwishSet(label=named.label, cards=codes(kept.cards), **on_board(kept.cards, kept.symmetry))
    return Written(document, holds(kept.cards, kept.symmetry))


def _read(document: NoSwishSet, _claims: Sequence[Claim]) -> Position:
    return read_cards(document.cards, document.symmetry)


def require_no_swish(cards: Position, budget: Budget) -> Iterator[str]:
    """Yield what is wrong where cards have a swish. Raises BudgetExhausted where this is not decided in time."""
    from ludex.swish.solving.search import find_any

    swish = find_any(cards, budget=budget)
    if swish is not None:
        yield f"the cards {list(swish.indices)} form a swish"


def _draw(document: NoSwishSet) -> str:
    from ludex.pictures import svg_no_swish_set

    return svg_no_swish_set(read_cards(document.cards, document.symmetry))


NO_SWISH_SET = Kind(
    name="swish-no-swish-set",
    number=6,
    address="swish/no-swish-sets",
    model=NoSwishSet,
    identify=_identify,
    write=_write,
    read=_read,
    view=View("Sets of cards without a swish.", same="same-cards", picture=_draw),
    check=require_no_swish,
    formerly="noswish",
)
