"""What must hold of every stored row of SWISH, recomputed from its content."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from ludex.catalogue.deal_statistics import range_fault
from ludex.catalogue.swish.cards import read_card
from ludex.catalogue.swish.claims import require_maximum, require_no_swish
from ludex.catalogue.swish.deals import read_statistic
from ludex.catalogue.swish.decks import deck_positions
from ludex.catalogue.swish.documents import stored_position
from ludex.catalogue.swish.hypergraphs import hypergraph_of
from ludex.catalogue.swish.no_swish_sets import no_swish_set_codes
from ludex.catalogue.swish.placing import canonical_copies
from ludex.catalogue.tables import (
    CardRow,
    DealRow,
    DealStatisticRow,
    DeckCardRow,
    DeckRow,
    DeckSlugRow,
    HypergraphRow,
    LargestSwishRow,
    NoSwishMaximumRow,
    NoSwishSetCardRow,
    NoSwishSetRow,
    PositionCardRow,
    PositionRow,
    SwishCardRow,
    SwishPositionRow,
    SwishRow,
)
from ludex.catalogue.verify import Check, differing
from ludex.engine.budget import Budget
from ludex.engine.keys import content_key
from ludex.labels import label
from ludex.swish.card import Card, Configuration, Symmetry
from ludex.swish.found import is_swish
from ludex.swish.identity.keys import (
    canonical_stack,
    card_key,
    card_label,
    deck_key,
    deck_label,
    no_swish_key,
    no_swish_label,
    position_key,
    position_label,
    swish_key,
    swish_label,
)
from ludex.swish.making.deals import deal
from ludex.swish.position import Position
from ludex.swish.solving.no_swish import NoSwishMaximum


def _on_board(cards: Iterable[Card], symmetry: str) -> dict[str, Any]:
    first = next(iter(cards))
    return {"symmetry": symmetry, "height": first.height, "width": first.width}


def _card(session: Session, row: CardRow, budget: Budget) -> Iterator[str]:
    del session, budget
    card, symmetry = Card.from_code(row.code), Symmetry(row.symmetry)
    yield from differing(
        row,
        code=str(card.canonical(symmetry)),
        key=card_key(card, symmetry),
        label=card_label(card, symmetry),
        points=len(card.points),
        circles=len(card.circles),
        configurations=len(card.distinct_configurations(symmetry)),
        **_on_board([card], row.symmetry),
    )


def _deck(session: Session, row: DeckRow, budget: Budget) -> Iterator[str]:
    del budget
    listing = deck_positions(session, [row.id])[row.id]
    yield from differing(
        row,
        key=deck_key(listing),
        label=deck_label(listing),
        cards=len(listing.cards),
        distinct_cards=len(canonical_copies(listing)),
        **_on_board(listing.cards, row.symmetry),
    )
    linked = session.execute(
        select(DeckCardRow.index, CardRow.code)
        .join(CardRow, CardRow.id == DeckCardRow.card_id)
        .where(DeckCardRow.deck_id == row.id)
        .order_by(DeckCardRow.index)
    ).all()
    expected = [(index, str(card.canonical(listing.symmetry))) for index, card in enumerate(listing.cards)]
    if [tuple(link) for link in linked] != expected:
        yield "the listing and the cards that it refers to differ"
    if session.scalar(select(DeckSlugRow.id).where(DeckSlugRow.deck_id == row.id).limit(1)) is None:
        yield "it has no slug"


def _position(session: Session, row: PositionRow, budget: Budget) -> Iterator[str]:
    del budget
    position = stored_position(session, row)
    yield from differing(
        row,
        key=position_key(position),
        label=position_label(position),
        cards=len(position.cards),
        distinct_cards=len(canonical_copies(position)),
        **_on_board(position.cards, row.symmetry),
    )
    links = select(PositionCardRow.index, PositionCardRow.copies).where(PositionCardRow.position_id == row.id)
    yield from _copies_fault(session.execute(links.order_by(PositionCardRow.index)), position)
    if row.hypergraph_id is None:
        return
    hypergraph = hypergraph_of(position)
    stored = session.get(HypergraphRow, row.hypergraph_id)
    if hypergraph is None or stored is None or stored.key != hypergraph.key:
        yield f"its hypergraph is not {None if stored is None else stored.label}"
    elif not _is_isomorphism(position, hypergraph.card_order, row.hypergraph_order or []):
        yield "the order of the cards in the hypergraph is wrong"


def _copies_fault(links: Iterable[tuple[int, int]], position: Position) -> Iterator[str]:
    if list(links) != [(first, copies) for _, first, copies in canonical_copies(position)]:
        yield "the indices of its cards are not those of the canonical order"


def _is_isomorphism(position: Position, order: tuple[int, ...], stored: list[int]) -> bool:
    """Tell whether a second order of the cards gives the same hypergraph as the first."""
    if list(order) == stored:
        return True
    if sorted(stored) != list(range(len(order))):
        return False
    # The orders differ by a permutation of the cards that must be an automorphism: VF2 decides, hypernode by hypernode.
    from networkx.algorithms.isomorphism import DiGraphMatcher

    from ludex.swish.hypergraph import construct_hypergraph

    first, second = construct_hypergraph(position), construct_hypergraph(position)
    for graph, numbers in ((first, order), (second, stored)):
        for attributes in graph.nodes.values():
            attributes["place"] = numbers[attributes["hypernode"]]
    return bool(DiGraphMatcher(first, second, node_match=lambda a, b: a["place"] == b["place"]).is_isomorphic())


def _hypergraph(session: Session, row: HypergraphRow, budget: Budget) -> Iterator[str]:
    del session, budget
    from ludex.swish.identity.hypergraph import hypergraph_from_form

    key = content_key("hypergraph", row.form)
    graph = hypergraph_from_form(row.form)
    yield from differing(
        row,
        key=key,
        label=label("hypergraph", (row.hypernodes, row.arcs), key),
        nodes=graph.number_of_nodes(),
        arcs=graph.number_of_edges(),
        hypernodes=len({attributes["hypernode"] for attributes in graph.nodes.values()}),
    )


def _swish(session: Session, row: SwishRow, budget: Budget) -> Iterator[str]:
    del budget
    stack, symmetry = tuple(Card.from_code(code) for code in row.stack), Symmetry(row.symmetry)
    if not is_swish(stack):
        yield "the stack is not a swish"
    yield from differing(
        row,
        stack=[str(card) for card in canonical_stack(stack, symmetry)],
        key=swish_key(stack, symmetry),
        label=swish_label(stack, symmetry),
        size=len(stack),
        **_on_board(stack, row.symmetry),
    )
    linked = session.execute(
        select(CardRow.code, SwishCardRow.copies)
        .join(CardRow, CardRow.id == SwishCardRow.card_id)
        .where(SwishCardRow.swish_id == row.id)
    )
    if dict(linked.all()) != Counter(str(card.canonical(symmetry)) for card in stack):
        yield "the cards that it refers to are not those of its stack"


def _swish_position(session: Session, row: SwishPositionRow, budget: Budget) -> Iterator[str]:
    del budget
    position = stored_position(session, session.get_one(PositionRow, row.position_id))
    laid = [
        str(position.cards[index].configured(Configuration(configuration)))
        for index, configuration in zip(row.indices, row.configurations, strict=True)
    ]
    if len(set(row.indices)) != len(row.indices) or laid != session.get_one(SwishRow, row.swish_id).stack:
        yield "the cards, laid as stored, are not the swish"


def _largest_swish(session: Session, row: LargestSwishRow, budget: Budget) -> Iterator[str]:
    from ludex.swish.solving.search import find_largest

    if row.swish_id is not None:
        yield from differing(row, size=session.get_one(SwishRow, row.swish_id).size)
        if session.get(SwishPositionRow, (row.swish_id, row.position_id)) is None:
            yield "the swish was not found in the position"
    if row.proved:
        largest = find_largest(stored_position(session, session.get_one(PositionRow, row.position_id)), budget=budget)
        if not largest.proved:
            budget.check()
        if largest.size > row.size or (largest.proved and largest.size != row.size):
            yield f"the largest swish has {largest.size} cards, not {row.size}"


def _no_swish_set(session: Session, row: NoSwishSetRow, budget: Budget) -> Iterator[str]:
    codes = no_swish_set_codes(session, [row.id])[row.id]
    cards = Position(tuple(read_card(code) for code in codes), Symmetry(row.symmetry))
    yield from differing(
        row,
        key=no_swish_key(cards),
        label=no_swish_label(cards),
        size=len(cards.cards),
        **_on_board(cards.cards, row.symmetry),
    )
    links = select(NoSwishSetCardRow.index, NoSwishSetCardRow.copies).where(NoSwishSetCardRow.set_id == row.id)
    yield from _copies_fault(session.execute(links.order_by(NoSwishSetCardRow.index)), cards)
    require_no_swish(cards, budget)


def _no_swish_maximum(session: Session, row: NoSwishMaximumRow, budget: Budget) -> Iterator[str]:
    if row.deck_id is not None:
        cards = deck_positions(session, [row.deck_id])[row.deck_id]
    else:
        cards = stored_position(session, session.get_one(PositionRow, row.position_id))
    kept = Position(tuple(cards.cards[index] for index in row.indices), cards.symmetry)
    if len(set(row.indices)) != len(row.indices):
        yield "an index is there twice"
    if no_swish_key(kept) != session.get_one(NoSwishSetRow, row.set_id).key:
        yield "the indices are not those of its set"
    certificate = tuple(tuple(swish) for swish in row.certificate)
    require_maximum(
        cards,
        NoSwishMaximum(tuple(row.indices), row.proved, row.upper_bound, certificate, row.up_to_copies),
        budget,
    )


def _deal(session: Session, row: DealRow, budget: Budget) -> Iterator[str]:
    del budget
    listing = deck_positions(session, [row.deck_id])[row.deck_id]
    dealt = Position(tuple(listing.cards[index] for index in deal(listing, row.n, row.seed)), listing.symmetry)
    if position_key(dealt) != session.get_one(PositionRow, row.position_id).key:
        yield f"the deal of {row.n} cards with seed {row.seed} is another position"


def _deal_statistic(session: Session, row: DealStatisticRow, budget: Budget) -> Iterator[str]:
    del budget
    fault = range_fault(read_statistic(row), session.get_one(DeckRow, row.deck_id).cards)
    if fault is not None:
        yield fault


SWISH_CHECKS: tuple[Check[Any], ...] = (
    Check(CardRow, _card),
    Check(DeckRow, _deck),
    Check(HypergraphRow, _hypergraph),
    Check(PositionRow, _position),
    Check(SwishRow, _swish),
    Check(SwishPositionRow, _swish_position),
    Check(LargestSwishRow, _largest_swish),
    Check(NoSwishSetRow, _no_swish_set),
    Check(NoSwishMaximumRow, _no_swish_maximum),
    Check(DealRow, _deal),
    Check(DealStatisticRow, _deal_statistic),
)
