"""SWISH positions: canonical cards in sorted order, with the hypergraph and, if known, the largest swish."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Annotated, Literal

from pydantic import Field

from ludex.catalogue.claims.claim import Claim
from ludex.catalogue.kinds.document import DocumentPart
from ludex.catalogue.kinds.kind import Kind, LabelledIdentity, NewLink, ObjectContent, View, prepare
from ludex.engine.fact import Fact
from ludex.games.swish.hypergraph import HypergraphError
from ludex.games.swish.identity.keys import no_swish_key, position_key
from ludex.games.swish.kinds.card import Codes, OnBoard, codes, draw_cards, holds, identity, on_board
from ludex.games.swish.kinds.holding import CARDS_HELD
from ludex.games.swish.kinds.hypergraph import hypergraph_of
from ludex.games.swish.kinds.statements import LARGEST_SWISH
from ludex.games.swish.kinds.swish import SWISH_STACK
from ludex.games.swish.known_position import KnownPosition
from ludex.games.swish.position import Position
from ludex.games.swish.swishes import Stack


class LargestOfPosition(DocumentPart):
    """The largest known swish of a position. Size 0 means that none was found."""

    size: Annotated[int, Fact(name="largest_size")] = Field(
        description="Number of cards of the largest known swish, or 0 if none was found."
    )
    proved: Annotated[bool, Fact(name="largest_proved")] = Field(
        description="Whether it is proved that no swish is larger."
    )
    swish: str | None = Field(description="Label of a swish of this size.")


class SwishPosition(OnBoard):
    """A position: its canonical cards in sorted order."""

    kind: Literal["swish-position"] = "swish-position"
    distinct_cards: Annotated[int, Fact()] = Field(description="Number of different cards, not counting copies.")
    cards: Codes
    hypergraph: str | None = Field(
        description="Label of its hypergraph, which exists if every card has one point and one circle."
    )
    largest_swish: LargestOfPosition | None


def _write(value: KnownPosition, named: LabelledIdentity) -> ObjectContent[SwishPosition]:
    known = value.canonical()
    position, claim = known.position, _claim(known)
    links, label = holds(position), None
    with suppress(HypergraphError):
        hypergraph = hypergraph_of(position)
        label = hypergraph.label
        links.append(NewLink("has-hypergraph", hypergraph, 0, {"order": list(hypergraph.order or ())}))
    document = SwishPosition(
        label=named.label,
        distinct_cards=len(set(position.cards)),
        cards=codes(position.cards),
        hypergraph=label,
        largest_swish=_summarize_largest(known),
        **on_board(position),
    )
    return ObjectContent(document, links, [] if claim is None else [claim])


def _summarize_largest(known: KnownPosition) -> LargestOfPosition | None:
    largest = known.largest
    if largest is None:
        return None
    swish = None
    if largest.swish is not None:
        swish = prepare(SWISH_STACK, Stack(largest.swish.stack, known.position.symmetry)).label
    return LargestOfPosition(size=largest.size, proved=largest.proved, swish=swish)


def _claim(known: KnownPosition) -> Claim | None:
    largest = known.largest
    if largest is None:
        return None
    return Claim(
        LARGEST_SWISH.name,
        value=largest.size,
        proved=largest.proved,
        method="search of all placements",
        certificate=known.certificate,
        lower=largest.size,
        upper=largest.size if largest.proved else None,
    )


def _read(document: SwishPosition, claims: Sequence[Claim]) -> KnownPosition:
    position = Position.from_codes(document.cards, document.symmetry)
    for claim in claims:
        if claim.statement == LARGEST_SWISH.name:
            return KnownPosition.from_json(position, claim.value, claim.proved, claim.certificate)
    return KnownPosition(position)


POSITION: Kind[KnownPosition, SwishPosition] = Kind(
    name="swish-position",
    address="swish/positions",
    model=SwishPosition,
    identify=lambda value, _: identity(position_key(value.position), value.position, no_swish_key(value.position)),
    write=_write,
    read=_read,
    view=View(
        "Cards on the table. Positions with the same cards are stored once.",
        duplicate_relation="same-cards",
        picture=draw_cards,
        document_filter=CARDS_HELD,
    ),
    check=KnownPosition.faults,
    merge=lambda stored, new, _matching: stored.better_known(new),
)
