"""Hypergraphs of SWISH positions, one for each class of isomorphic positions."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Annotated, Any, Literal

from pydantic import Field

from ludex.catalogue.kinds.document import Document
from ludex.catalogue.kinds.kind import (
    CompositePicture,
    Entry,
    Identity,
    Kind,
    LabelledIdentity,
    ObjectContent,
    View,
    prepare,
)
from ludex.engine.budget import Budget
from ludex.engine.fact import Fact
from ludex.games.swish import pictures
from ludex.games.swish.hypergraph import HypergraphError, construct_hypergraph
from ludex.games.swish.identity.hypergraph import CanonicalHypergraph, canonical_hypergraph, is_canonical, read_form
from ludex.games.swish.position import Position


class SwishHypergraph(Document):
    """The hypergraph of a class of isomorphic positions."""

    kind: Literal["swish-hypergraph"] = "swish-hypergraph"
    nodes: Annotated[int, Fact()] = Field(
        description=("Number of nodes: one for each of the four configurations of each card.")
    )
    arcs: Annotated[int, Fact()] = Field(
        description=(
            "Number of arcs: ordered pairs of configurations of different cards such that the point of the first "
            "meets the circle of the second."
        )
    )
    hypernodes: Annotated[int, Fact()] = Field(description="Number of hypernodes: one for each card.")
    form: str = Field(
        description=("Canonical form of the hypergraph in hexadecimal digits. It determines the nodes and arcs.")
    )

    @property
    def canonical(self) -> CanonicalHypergraph:
        """Return the hypergraph with its nodes in canonical order. Raises ValueError."""
        return read_form(bytes.fromhex(self.form))


def _write_hypergraph(found: CanonicalHypergraph, named: LabelledIdentity) -> ObjectContent[SwishHypergraph]:
    return ObjectContent(SwishHypergraph.of(named.label, found, form=found.form.hex()))


def _check_hypergraph(found: CanonicalHypergraph, _budget: Budget) -> Iterator[str]:
    if not is_canonical(found.form):
        yield "the form is not canonical"


def _draw_hypergraph(_document: SwishHypergraph, positions: Sequence[Any]) -> str:
    """Return the picture of the hypergraph, with the cards of the first position that has this hypergraph."""
    from ludex.pictures.svg import PictureTooLarge

    if not positions:
        raise PictureTooLarge("no stored position has this hypergraph, so there are no cards to draw it with")
    cards = Position.from_codes(positions[0].cards, positions[0].symmetry)
    try:
        return pictures.hypergraphs.svg_hypergraph(construct_hypergraph(cards))
    except HypergraphError as error:
        raise PictureTooLarge(str(error)) from None


HYPERGRAPH = Kind(
    name="swish-hypergraph",
    address="swish/hypergraphs",
    model=SwishHypergraph,
    identify=lambda found, _: Identity(found.key, (found.hypernodes, found.arcs), found.card_order),
    write=_write_hypergraph,
    read=lambda document, _: document.canonical,
    view=View(
        "Hypergraphs of positions, in canonical form.",
        name="Hypergraph of {} cards and {} arcs",
        duplicate_relation="isomorphic",
        long=frozenset({"form"}),
        picture=CompositePicture("hypergraph-of", 1, _draw_hypergraph),
        graph=lambda document: document.canonical.graph,
    ),
    check=_check_hypergraph,
)


@lru_cache(maxsize=64)
def hypergraph_of(canonical: Position) -> Entry[CanonicalHypergraph]:
    """Return the hypergraph of a canonical position. Raises HypergraphError if the position has no hypergraph.

    The last 64 results are cached, so a hypergraph that was prepared before a transaction is not computed again during
    the transaction.
    """
    return prepare(HYPERGRAPH, canonical_hypergraph(canonical))
