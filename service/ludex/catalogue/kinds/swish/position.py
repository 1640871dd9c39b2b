"""SWISH positions: canonical cards in order, the hypergraph, the largest swish where it is known."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal

from pydantic import Field

from ludex.catalogue.claim import Claim, Unchecked
from ludex.catalogue.document import Fact, Part
from ludex.catalogue.kind import Identity, Kind, Linked, Matching, Named, View, Written, prepare
from ludex.catalogue.kinds.swish.board import Codes, OnBoard, codes, holds, invariants, on_board, read_cards
from ludex.catalogue.kinds.swish.hypergraph import hypergraph_of
from ludex.catalogue.kinds.swish.statements import LARGEST_SWISH
from ludex.catalogue.kinds.swish.swish import SWISH_STACK
from ludex.engine.budget import Budget
from ludex.swish.card import Symmetry
from ludex.swish.found import Stack, Swish, is_swish
from ludex.swish.identity.keys import position_key
from ludex.swish.identity.placing import canonical_numbers, place
from ludex.swish.known_position import KnownPosition
from ludex.swish.position import Position
from ludex.swish.solving.answers import Largest


class LargestOfPosition(Part):
    """The largest swish of a position, as far as it is known. Size 0: there is none."""

    size: Annotated[int, Fact(name="largest_size")]
    proved: Annotated[bool, Fact(name="largest_proved")]
    swish: str | None = Field(description="The label of one.")


class SwishPosition(OnBoard):
    """A position: its canonical cards in order."""

    kind: Literal["swish-position"] = "swish-position"
    distinct_cards: Annotated[int, Fact()]
    cards: Codes
    hypergraph: str | None = Field(
        description="The label of its hypergraph, null where a card is not one point and one circle."
    )
    largest: LargestOfPosition | None


def _identify(value: KnownPosition, _budget: Budget) -> Identity:
    position = value.position
    return Identity(position_key(position), invariants(position.cards), canonical_numbers(position))


def _write(value: KnownPosition, named: Named) -> Written[SwishPosition]:
    known = value.canonical()
    cards, symmetry = known.position.cards, known.position.symmetry
    hypergraph = hypergraph_of(known.position)
    links = holds(cards, symmetry)
    if hypergraph is not None:
        links.append(Linked("has-hypergraph", hypergraph, 0, {"order": list(hypergraph.order or ())}))
    document = SwishPosition(
        label=named.label,
        distinct_cards=len(set(cards)),
        cards=codes(cards),
        hypergraph=None if hypergraph is None else hypergraph.label,
        largest=None if known.largest is None else _short(known.largest, symmetry),
        **on_board(cards, symmetry),
    )
    return Written(document, links, [] if known.largest is None else [_claim(known.largest)])


def _short(largest: Largest, symmetry: Symmetry) -> LargestOfPosition:
    swish = None if largest.swish is None else prepare(SWISH_STACK, Stack(largest.swish.stack, symmetry)).label
    return LargestOfPosition(size=largest.size, proved=largest.proved, swish=swish)


def _claim(largest: Largest) -> Claim:
    return Claim(
        LARGEST_SWISH.name,
        value=largest.size,
        proved=largest.proved,
        method="search of all placements",
        certificate=None if largest.swish is None else {"stack": codes(largest.swish.stack)},
        lower=largest.size,
        upper=largest.size if largest.proved else None,
    )


def _read(document: SwishPosition, claims: Sequence[Claim]) -> KnownPosition:
    position = read_cards(document.cards, document.symmetry)
    stated = [claim for claim in claims if claim.statement == LARGEST_SWISH.name]
    return KnownPosition(position, _read_largest(stated[0], position) if stated else None)


def _read_largest(claim: Claim, position: Position) -> Largest:
    """Return the largest swish that a claim states, laid with the cards. Raises ValueError where it states none."""
    if claim.certificate is None:
        if claim.value != 0:
            raise ValueError(f"a largest swish of {claim.value} cards without its stack")
        return Largest(None, claim.proved)
    listed = claim.certificate.get("stack") if isinstance(claim.certificate, dict) else None
    if not isinstance(listed, list) or not all(isinstance(code, str) for code in listed):
        raise ValueError("the certificate of a largest swish is its stack")
    stack = read_cards(listed, position.symmetry).cards
    laid = place(stack, position)
    if laid is None:
        raise ValueError("the largest swish has a card that the position does not have")
    if len(stack) != claim.value:
        raise ValueError(f"a largest swish of {claim.value} cards with a stack of {len(stack)}")
    return Largest(Swish(tuple(sorted(laid, key=lambda placed: placed.index))), claim.proved)


def _check(value: KnownPosition, budget: Budget) -> Iterator[str]:
    from ludex.swish.solving.search import find_largest

    stated = value.largest
    if stated is None:
        return
    if stated.swish is not None and not is_swish(stated.swish.stack):
        yield "the stack of the largest swish is not a swish"
    if stated.proved:
        largest = find_largest(value.position, budget=budget)
        if largest.size > stated.size:
            yield f"the largest swish has {largest.size} cards or more, not {stated.size}"
        elif not largest.proved:
            yield Unchecked("the claim that the swish is a largest one could not be checked in time")


def _merge(stored: KnownPosition, new: KnownPosition, _matching: Matching) -> KnownPosition | None:
    return stored.better_known(new)


def _draw(document: SwishPosition) -> str:
    from ludex.pictures import svg_position

    return svg_position(read_cards(document.cards, document.symmetry))


POSITION = Kind(
    name="swish-position",
    number=3,
    address="swish/positions",
    model=SwishPosition,
    identify=_identify,
    write=_write,
    read=_read,
    view=View("Cards on the table, stored once each.", same="same-cards", picture=_draw),
    check=_check,
    merge=_merge,
    formerly="position",
)
