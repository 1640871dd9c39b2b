"""Making documents of what the catalogue holds of SWISH; what others need comes first."""

from collections.abc import Iterator, Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from ludex.catalogue.documents import Document
from ludex.catalogue.storing import CHUNK
from ludex.catalogue.swish.deals import DEALS, read_statistic
from ludex.catalogue.swish.decks import DECKS, StoredDeck, deck_positions
from ludex.catalogue.swish.documents import (
    DealDocument,
    DealStatisticDocument,
    DeckDocument,
    LargestClaim,
    NoSwishMaximumDocument,
    NoSwishSetDocument,
    PositionDocument,
    SwishDocument,
)
from ludex.catalogue.swish.no_swish_sets import NO_SWISH_SETS
from ludex.catalogue.swish.placing import to_canonical_order
from ludex.catalogue.swish.positions import POSITIONS, StoredPosition
from ludex.catalogue.swish.swishes import SWISHES
from ludex.catalogue.tables import (
    DealStatisticRow,
    DeckRow,
    DeckSlugRow,
    LargestSwishRow,
    NoSwishMaximumRow,
    PositionRow,
    SwishPositionRow,
    SwishRow,
)
from ludex.swish.position import Position


def swish_documents(session: Session) -> Iterator[Document]:
    """Yield everything that is stored of SWISH."""
    yield from _decks(session)
    yield from _positions(session)
    yield from _swishes(session)
    yield from _no_swish_sets(session)
    yield from _maxima(session)
    yield from _deals(session)
    yield from _statistics(session)


def _decks(session: Session) -> Iterator[Document]:
    for deck in DECKS.stream(session, {}, chunk=1):
        position = deck_positions(session, [deck.id])[deck.id]
        yield deck_document(deck, position)


def deck_document(deck: StoredDeck, position: Position) -> DeckDocument:
    """Return the document of a stored deck with its cards as listed."""
    return DeckDocument(
        label=deck.label,
        slug=deck.slug,
        aliases=list(deck.slugs[1:]),
        title=deck.title,
        description=deck.description,
        symmetry=position.symmetry,
        cards=[str(card) for card in position.cards],
    )


def _positions(session: Session) -> Iterator[Document]:
    after = None
    while True:
        page = POSITIONS.page(session, {}, after=after, limit=CHUNK)
        stacks = _largest_stacks(session, [position.id for position in page.items])
        yield from (_position(position, stacks.get(position.id)) for position in page.items)
        session.expunge_all()
        after = page.after
        if after is None:
            return


def _largest_stacks(session: Session, ids: Sequence[int]) -> dict[int, list[str]]:
    found = (
        select(LargestSwishRow.position_id, SwishRow.stack)
        .join(SwishRow, SwishRow.id == LargestSwishRow.swish_id)
        .where(LargestSwishRow.position_id.in_(ids))
    )
    return dict(session.execute(found).all())


def _position(stored: StoredPosition, stack: list[str] | None) -> PositionDocument:
    largest = stored.largest
    return PositionDocument(
        label=stored.label,
        symmetry=stored.symmetry,
        cards=list(stored.codes),
        hypergraph=stored.hypergraph,
        largest=None if largest is None else LargestClaim(size=largest.size, proved=largest.proved, stack=stack),
    )


def _swishes(session: Session) -> Iterator[Document]:
    after = None
    while True:
        page = SWISHES.page(session, {}, after=after, limit=CHUNK)
        found: dict[int, list[str]] = {}
        links = (
            select(SwishPositionRow.swish_id, PositionRow.label)
            .join(PositionRow, PositionRow.id == SwishPositionRow.position_id)
            .where(SwishPositionRow.swish_id.in_([swish.id for swish in page.items]))
            .order_by(SwishPositionRow.swish_id, SwishPositionRow.position_id)
        )
        for swish_id, label in session.execute(links):
            found.setdefault(swish_id, []).append(label)
        for swish in page.items:
            yield SwishDocument(
                label=swish.label,
                symmetry=swish.symmetry,
                stack=list(swish.codes),
                positions=found.get(swish.id, []),
            )
        session.expunge_all()
        after = page.after
        if after is None:
            return


def _no_swish_sets(session: Session) -> Iterator[Document]:
    for stored in NO_SWISH_SETS.stream(session, {}):
        yield NoSwishSetDocument(label=stored.label, symmetry=stored.symmetry, cards=list(stored.codes))


def _maxima(session: Session) -> Iterator[Document]:
    for row_id in session.scalars(select(NoSwishMaximumRow.id).order_by(NoSwishMaximumRow.id)).all():
        row = session.get_one(NoSwishMaximumRow, row_id)
        listing, deck, position = _owner(session, row)
        rank = to_canonical_order(listing, range(len(listing.cards)))
        yield NoSwishMaximumDocument(
            deck=deck,
            position=position,
            symmetry=listing.symmetry,
            cards=[str(card) for card in listing.canonical().cards],
            indices=sorted(rank[index] for index in row.indices),
            proved=row.proved,
            upper_bound=row.upper_bound,
            certificate=sorted(sorted(rank[index] for index in swish) for swish in row.certificate),
            up_to_copies=row.up_to_copies,
        )
        session.expunge_all()


def _owner(session: Session, row: NoSwishMaximumRow) -> tuple[Position, str | None, str | None]:
    if row.deck_id is not None:
        listing = deck_positions(session, [row.deck_id])[row.deck_id]
        return listing, session.get_one(DeckRow, row.deck_id).label, None
    label = session.get_one(PositionRow, row.position_id).label
    stored = POSITIONS.by_label(session, label)
    if stored is None:
        raise LookupError(f"position {label} is gone")
    return stored.position, None, label


def _deals(session: Session) -> Iterator[Document]:
    for deal in DEALS.stream(session, {}):
        yield DealDocument(deck=deal.deck, n=deal.n, seed=deal.seed, position=deal.position)


def _statistics(session: Session) -> Iterator[Document]:
    slugs: dict[int, str] = {}
    for deck, slug in session.execute(select(DeckSlugRow.deck_id, DeckSlugRow.slug).order_by(DeckSlugRow.id)):
        slugs.setdefault(deck, slug)
    for row in session.scalars(select(DealStatisticRow).order_by(DealStatisticRow.id)):
        statistic = read_statistic(row)
        yield DealStatisticDocument(
            deck=slugs[row.deck_id],
            n=statistic.n,
            numerator=statistic.numerator,
            denominator=statistic.denominator,
            exact=statistic.exact,
            samples=statistic.samples,
            seed=statistic.seed,
            low=statistic.low,
            high=statistic.high,
        )
