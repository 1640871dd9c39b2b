"""Making documents of what the catalogue holds of SET; what others need comes first."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from sqlalchemy import select
from sqlalchemy.orm import Session

from ludex.catalogue.documents import Document
from ludex.catalogue.sets.cap_counts import cap_counts_of, decks_with_cap_counts
from ludex.catalogue.sets.caps import CAPS, StoredCap, StoredMaximum, stored_maxima
from ludex.catalogue.sets.decks import DECKS, StoredDeck, deck_positions
from ludex.catalogue.sets.documents import (
    CapCountsDocument,
    CapDocument,
    CapMaximumDocument,
    FoundSetDocument,
    NoSetStatisticDocument,
    SetDeckDocument,
    SetGameDocument,
    SetPositionDocument,
)
from ludex.catalogue.sets.found_sets import FOUND_SETS, StoredSet
from ludex.catalogue.sets.games import GAMES, StoredGame
from ludex.catalogue.sets.positions import POSITIONS, StoredPosition
from ludex.catalogue.sets.statistics import STATISTICS, StoredStatistic
from ludex.catalogue.storing import CHUNK
from ludex.catalogue.tables import FoundSetCardRow, FoundSetPositionRow, PositionCardRow
from ludex.sets.position import Position

if TYPE_CHECKING:
    from ludex.sets.study.cap_counts import CapCounts


def set_documents(session: Session) -> Iterator[Document]:
    """Yield everything that is stored of SET."""
    for deck in DECKS.stream(session, {}, chunk=1):
        yield deck_document(deck, deck_positions(session, [deck.id])[deck.id])
    for found in FOUND_SETS.stream(session, {}):
        yield found_set_document(found)
    yield from _positions(session)
    for cap in CAPS.stream(session, {}):
        yield cap_document(cap)
    yield from _maxima(session)
    for whole in decks_with_cap_counts(session):
        counts = cap_counts_of(session, whole)
        if counts is not None:
            yield cap_counts_document(counts)
    for statistic in STATISTICS.stream(session, {}):
        yield statistic_document(statistic)
    for game in GAMES.stream(session, {}):
        yield game_document(game)


def deck_document(deck: StoredDeck, listing: Position) -> SetDeckDocument:
    """Return the document of a stored deck with its cards as listed."""
    return SetDeckDocument(
        label=deck.label,
        slug=deck.slug,
        aliases=list(deck.slugs[1:]),
        title=deck.title,
        description=deck.description,
        properties=deck.properties,
        values=deck.values,
        cards=list(listing.codes),
    )


def found_set_document(found: StoredSet) -> FoundSetDocument:
    """Return the document of a stored set."""
    return FoundSetDocument(
        label=found.label, properties=found.properties, values=found.values, cards=list(found.codes)
    )


def _positions(session: Session) -> Iterator[Document]:
    after = None
    while True:
        page = POSITIONS.page(session, {}, after=after, limit=CHUNK)
        found = found_indices(session, [position.id for position in page.items])
        yield from (position_document(position, found[position.id]) for position in page.items)
        session.expunge_all()
        after = page.after
        if after is None:
            return


def found_indices(session: Session, ids: Sequence[int]) -> dict[int, list[list[int]]]:
    """Return the sets that were found in positions, each as the indices of its cards, by the positions' ids."""
    linked = (
        select(FoundSetPositionRow.position_id, FoundSetPositionRow.set_id, PositionCardRow.index)
        .join(FoundSetCardRow, FoundSetCardRow.set_id == FoundSetPositionRow.set_id)
        .join(
            PositionCardRow,
            (PositionCardRow.position_id == FoundSetPositionRow.position_id)
            & (PositionCardRow.card_id == FoundSetCardRow.card_id),
        )
        .where(FoundSetPositionRow.position_id.in_(ids))
        .order_by(FoundSetPositionRow.position_id, FoundSetPositionRow.set_id, FoundSetCardRow.place)
    )
    found: dict[int, dict[int, list[int]]] = {position: {} for position in ids}
    for position, set_id, index in session.execute(linked):
        found[position].setdefault(set_id, []).append(index)
    return {position: list(sets.values()) for position, sets in found.items()}


def position_document(position: StoredPosition, found: list[list[int]]) -> SetPositionDocument:
    """Return the document of a stored position with the sets that were found in it."""
    return SetPositionDocument(
        label=position.label,
        properties=position.properties,
        values=position.values,
        cards=list(position.codes),
        sets=position.sets,
        has_set=position.has_set,
        found=found,
    )


def cap_document(cap: StoredCap) -> CapDocument:
    """Return the document of a stored cap."""
    return CapDocument(label=cap.label, properties=cap.properties, values=cap.values, cards=list(cap.codes))


def _maxima(session: Session) -> Iterator[Document]:
    for maximum in stored_maxima(session):
        cap = CAPS.by_label(session, maximum.cap)
        if cap is None:
            raise LookupError(f"cap {maximum.cap} is gone")
        yield maximum_document(maximum, cap)


def maximum_document(maximum: StoredMaximum, cap: StoredCap) -> CapMaximumDocument:
    """Return the document of the largest known cap of a deck."""
    return CapMaximumDocument(
        properties=maximum.properties,
        values=maximum.values,
        cards=list(cap.codes),
        proved=maximum.proved,
        upper_bound=maximum.upper_bound,
        method=maximum.method,
    )


def cap_counts_document(counts: "CapCounts") -> CapCountsDocument:
    """Return the document of the numbers of caps of a deck."""
    return CapCountsDocument(
        properties=counts.deck.properties,
        values=counts.deck.values,
        by_size=list(counts.by_size),
        classes=list(counts.classes),
        complete=counts.complete,
    )


def statistic_document(stored: StoredStatistic) -> NoSetStatisticDocument:
    """Return the document of a stored statistic."""
    one = stored.statistic
    return NoSetStatisticDocument(
        properties=stored.properties,
        values=stored.values,
        n=one.n,
        numerator=one.numerator,
        denominator=one.denominator,
        exact=one.exact,
        samples=one.samples,
        seed=one.seed,
        low=one.low,
        high=one.high,
    )


def game_document(game: StoredGame) -> SetGameDocument:
    """Return the document of a stored game."""
    return SetGameDocument(label=game.label, game=game.document)
