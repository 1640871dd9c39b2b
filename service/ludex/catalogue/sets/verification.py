"""What must hold of every stored row of SET, recomputed from its content."""

from collections.abc import Iterator
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import InstrumentedAttribute, Session

from ludex.catalogue.documents import CHECK_SECONDS
from ludex.catalogue.sets.cap_counts import cap_counts_of
from ludex.catalogue.sets.caps import prepare_cap
from ludex.catalogue.sets.cards import deck_of, linked_codes
from ludex.catalogue.sets.claims import bound_fault, counts_fault, decides, sets_fault, statistic_fault
from ludex.catalogue.sets.decks import deck_positions
from ludex.catalogue.sets.games import game_values
from ludex.catalogue.sets.positions import load_positions, prepare_position
from ludex.catalogue.sets.statistics import read_statistic
from ludex.catalogue.tables import (
    CapCardRow,
    CapCountRow,
    CapMaximumRow,
    CapRow,
    DeckCardRow,
    FoundSetCardRow,
    FoundSetPositionRow,
    FoundSetRow,
    NoSetStatisticRow,
    PositionCardRow,
    SetCardRow,
    SetDeckRow,
    SetDeckSlugRow,
    SetGameRow,
    SetPositionRow,
)
from ludex.catalogue.verify import Check, Unchecked, differing
from ludex.engine.budget import Budget, BudgetExhausted
from ludex.graphs.isomorphism import through
from ludex.sets.identity.keys import card_key, card_label, deck_key, deck_label, set_key, set_label
from ludex.sets.identity.keys import differing as differing_properties
from ludex.sets.making.game_record import from_document
from ludex.sets.position import Position, is_set


def _within(budget: Budget) -> Budget:
    return Budget(seconds=min(CHECK_SECONDS, budget.remaining()), stop=budget.stop)


def _card(session: Session, row: SetCardRow, budget: Budget) -> Iterator[str]:
    del session, budget
    deck = deck_of(row)
    card = deck.number(row.code)
    yield from differing(row, key=card_key(deck, card), label=card_label(deck, card))


def _deck(session: Session, row: SetDeckRow, budget: Budget) -> Iterator[str]:
    del budget
    listing = deck_positions(session, [row.id])[row.id]
    yield from differing(row, key=deck_key(listing), label=deck_label(listing), cards=len(listing.cards))
    linked = session.execute(
        select(DeckCardRow.index, SetCardRow.code)
        .join(SetCardRow, SetCardRow.id == DeckCardRow.card_id)
        .where(DeckCardRow.deck_id == row.id)
        .order_by(DeckCardRow.index)
    ).all()
    if [tuple(link) for link in linked] != list(enumerate(listing.codes)):
        yield "the listing and the cards that it refers to differ"
    if session.scalar(select(SetDeckSlugRow.id).where(SetDeckSlugRow.deck_id == row.id).limit(1)) is None:
        yield "it has no slug"


def _position(session: Session, row: SetPositionRow, budget: Budget) -> Iterator[str]:
    [stored] = load_positions(session, [row])
    position = stored.position
    links = select(PositionCardRow.index, PositionCardRow.copies).where(PositionCardRow.position_id == row.id)
    if [tuple(link) for link in session.execute(links.order_by(PositionCardRow.index))] != [
        (index, 1) for index in range(len(position.cards))
    ]:
        yield "the indices of its cards are not those of its order"
    try:
        prepared = prepare_position(position, _within(budget))
        yield from differing(
            row,
            key=prepared.key,
            label=prepared.label,
            cards=len(position.cards),
        )
        yield from _order_fault(position, prepared.order, stored.order)
        fault = sets_fault(position, row.sets, row.has_set, _within(budget))
        if fault is not None:
            yield fault
    except BudgetExhausted:
        budget.check()
        yield Unchecked(f"its class and its sets were not found again within {CHECK_SECONDS:g} seconds")


def _order_fault(position: Position, order: tuple[int, ...], stored: tuple[int, ...]) -> Iterator[str]:
    """Yield what is wrong with a stored order: another one is right too where a symmetry takes one to the other."""
    from ludex.sets.identity.symmetry import symmetry_between

    if stored == order:
        return
    try:
        images = [position.cards[index] for index in through(stored, order)]
        symmetry_between(position.deck, position.cards, images)
    except (ValueError, LookupError):
        yield "the order of the cards in the canonical form is wrong"


def _found_set(session: Session, row: FoundSetRow, budget: Budget) -> Iterator[str]:
    del budget
    deck = deck_of(row)
    cards = _linked(session, row, FoundSetCardRow.set_id, FoundSetCardRow.place, FoundSetCardRow.card_id).cards
    if not is_set(deck, cards):
        yield "the cards are no set"
    yield from differing(
        row, key=set_key(deck, cards), label=set_label(deck, cards), differing=differing_properties(deck, cards)
    )
    if list(cards) != sorted(cards):
        yield "the cards are not in order"


def _linked(
    session: Session,
    row: FoundSetRow | CapRow,
    owner: InstrumentedAttribute[int],
    place: InstrumentedAttribute[int],
    card: InstrumentedAttribute[int],
) -> Position:
    return Position.from_codes(deck_of(row), linked_codes(session, owner, place, card, [row.id])[row.id])


def _found_set_position(session: Session, row: FoundSetPositionRow, budget: Budget) -> Iterator[str]:
    del budget
    shown = select(PositionCardRow.card_id).where(PositionCardRow.position_id == row.position_id)
    other = select(FoundSetCardRow.card_id).where(
        FoundSetCardRow.set_id == row.set_id, FoundSetCardRow.card_id.not_in(shown)
    )
    if session.scalar(other.limit(1)) is not None:
        yield "the set has a card that the position does not show"


def _cap(session: Session, row: CapRow, budget: Budget) -> Iterator[str]:
    cards = _linked(session, row, CapCardRow.cap_id, CapCardRow.place, CapCardRow.card_id)
    try:
        prepared = prepare_cap(cards, _within(budget))
    except BudgetExhausted:
        budget.check()
        yield Unchecked(f"its class was not found again within {CHECK_SECONDS:g} seconds")
        return
    yield from differing(
        row,
        key=prepared.key,
        label=prepared.label,
        size=len(cards.cards),
        complete=prepared.complete,
    )
    yield from _order_fault(cards, prepared.order, tuple(row.canonical_order))


def _cap_maximum(session: Session, row: CapMaximumRow, budget: Budget) -> Iterator[str]:
    from ludex.sets.solving.caps import Cap

    cap = session.get_one(CapRow, row.cap_id)
    yield from differing(row, properties=cap.properties, values=cap.values, size=cap.size)
    cards = _linked(session, cap, CapCardRow.cap_id, CapCardRow.place, CapCardRow.card_id)
    claimed = Cap(cards.sorted().cards, row.proved, row.upper_bound, row.method)
    share = _within(budget)
    fault = bound_fault(deck_of(row), claimed, share)
    if fault is not None:
        budget.check()
        in_time = share.exhausted() is None
        yield fault if in_time else Unchecked(f"the bound was not proved again within {CHECK_SECONDS:g} seconds")


def _cap_count(session: Session, row: CapCountRow, budget: Budget) -> Iterator[str]:
    """Yield what is wrong with the counts of a deck: all of them at the row of no cards, which each deck has."""
    from ludex.sets.study.cap_counts import count_caps

    deck = deck_of(row)
    sizes = select(CapCountRow.size).where(
        CapCountRow.properties == row.properties, CapCountRow.values == row.values, CapCountRow.size == row.size - 1
    )
    if row.size > 0:
        if session.scalar(sizes) is None:
            yield f"the count of the caps of {row.size - 1} cards is missing"
        return
    stored = cap_counts_of(session, deck)
    if stored is None:
        yield "the counts begin with no cards"
        return
    again = count_caps(deck, _within(budget), up_to=len(stored.by_size))
    budget.check()
    fault = counts_fault(stored, again)
    if fault is not None:
        yield fault
    elif not again.complete and len(again.by_size) <= len(stored.by_size):
        yield Unchecked(
            f"the caps of more than {again.largest} cards were not counted again within {CHECK_SECONDS:g} seconds"
        )


def _no_set_statistic(session: Session, row: NoSetStatisticRow, budget: Budget) -> Iterator[str]:
    del budget
    deck, statistic = deck_of(row), read_statistic(row)
    counts = cap_counts_of(session, deck)
    fault = statistic_fault(deck, statistic, counts)
    if fault is not None:
        yield fault
    elif statistic.exact and not decides(counts, statistic.n):
        yield Unchecked(f"the caps of {statistic.n} cards are not counted")


def _game(session: Session, row: SetGameRow, budget: Budget) -> Iterator[str]:
    del session
    from ludex.sets.making.replay import replay

    record = from_document(row.document)
    yield from differing(row, **game_values(record))
    try:
        replay(record, _within(budget))
    except BudgetExhausted:
        budget.check()
        yield Unchecked(f"it was not replayed to its end within {CHECK_SECONDS:g} seconds")


SET_CHECKS: tuple[Check[Any], ...] = (
    Check(SetCardRow, _card),
    Check(SetDeckRow, _deck),
    Check(SetPositionRow, _position),
    Check(FoundSetRow, _found_set),
    Check(FoundSetPositionRow, _found_set_position),
    Check(CapRow, _cap),
    Check(CapMaximumRow, _cap_maximum),
    Check(CapCountRow, _cap_count),
    Check(NoSetStatisticRow, _no_set_statistic),
    Check(SetGameRow, _game),
)
