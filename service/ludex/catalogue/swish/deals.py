"""Stored deals of decks, and how many deals of n cards have no swish."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import Session

from ludex.catalogue.deal_statistics import DealStatistic, best_for_each_n
from ludex.catalogue.listing import Collection
from ludex.catalogue.storing import Stored, chunks, insert_new
from ludex.catalogue.swish.cards import deck_ids
from ludex.catalogue.tables import DealRow, DealStatisticRow, DeckRow, DeckSlugRow, PositionRow

__all__ = [
    "DEALS",
    "MAX_SEED",
    "DealStatistic",
    "StoredDeal",
    "read_statistic",
    "statistics_of",
    "store_deal",
    "store_statistics",
]

MAX_SEED = 2**63 - 1


@dataclass(frozen=True, slots=True)
class StoredDeal:
    """A seeded deal: the slug of its deck, the number of cards, the seed, and the label of the position."""

    id: int
    deck: str
    n: int
    seed: int
    position: str


def store_deal(session: Session, deck: DeckRow, n: int, seed: int, position: PositionRow) -> Stored[DealRow]:
    """Store which position a seeded deal gave. The seed is 0 to 2^63 - 1."""
    if not 0 <= seed <= MAX_SEED:
        raise ValueError(f"a seed is 0 to {MAX_SEED}")
    statement = insert_new(session, DealRow, ["deck_id", "n", "seed"])
    new = statement.values(deck_id=deck.id, n=n, seed=seed, position_id=position.id).returning(DealRow)
    row: DealRow | None = session.scalars(new).one_or_none()
    if row is not None:
        return Stored(row, created=True)
    known = select(DealRow).where(DealRow.deck_id == deck.id, DealRow.n == n, DealRow.seed == seed)
    return Stored(session.scalars(known).one(), created=False)


def store_statistics(session: Session, deck: DeckRow, statistics: Sequence[DealStatistic]) -> int:
    """Store statistics of a deck's deals and return how many are new; those that are there already stay."""
    if not statistics:
        return 0
    statement = insert_new(session, DealStatisticRow, ["deck_id", "n", "samples", "seed"]).returning(
        DealStatisticRow.id
    )
    return len(session.scalars(statement, [_values(deck, statistic) for statistic in statistics]).all())


def _values(deck: DeckRow, statistic: DealStatistic) -> dict[str, Any]:
    return {
        "deck_id": deck.id,
        "n": statistic.n,
        "numerator": str(statistic.numerator),
        "denominator": str(statistic.denominator),
        "exact": statistic.exact,
        "samples": statistic.samples,
        "seed": statistic.seed,
        "low": statistic.low,
        "high": statistic.high,
    }


def statistics_of(session: Session, deck_id: int, n: int | None = None) -> list[DealStatistic]:
    """Return the best stored statistic of a deck for each n, or for one n: the exact one, or that of most samples."""
    statement = select(DealStatisticRow).where(DealStatisticRow.deck_id == deck_id).order_by(DealStatisticRow.id)
    if n is not None:
        statement = statement.where(DealStatisticRow.n == n)
    return best_for_each_n([read_statistic(row) for row in session.scalars(statement)])


def read_statistic(row: DealStatisticRow) -> DealStatistic:
    """Return the statistic that a row holds."""
    return DealStatistic(
        n=row.n,
        numerator=int(row.numerator),
        denominator=int(row.denominator),
        exact=row.exact,
        samples=row.samples,
        seed=row.seed,
        low=row.low,
        high=row.high,
    )


def _load(session: Session, rows: Sequence[DealRow]) -> list[StoredDeal]:
    slugs: dict[int, str] = {}
    labels: dict[int, str] = {}
    for part in chunks(rows):
        named = select(DeckSlugRow.deck_id, DeckSlugRow.slug).where(
            DeckSlugRow.deck_id.in_({row.deck_id for row in part})
        )
        for deck, slug in session.execute(named.order_by(DeckSlugRow.id)):
            slugs.setdefault(deck, slug)
        labelled = select(PositionRow.id, PositionRow.label).where(
            PositionRow.id.in_({row.position_id for row in part})
        )
        labels |= dict(session.execute(labelled).all())
    return [StoredDeal(row.id, slugs[row.deck_id], row.n, row.seed, labels[row.position_id]) for row in rows]


def _of_deck(name: str) -> ColumnElement[bool]:
    return DealRow.deck_id.in_(deck_ids(name))


def _of_position(label: str) -> ColumnElement[bool]:
    return DealRow.position_id.in_(select(PositionRow.id).where(PositionRow.label == label))


DEALS: Collection[DealRow, StoredDeal] = Collection(
    name="deals",
    model=DealRow,
    load=_load,
    equal={"n": DealRow.n, "seed": DealRow.seed},
    ranges={"n": DealRow.n},
    related={"deck": _of_deck, "position": _of_position},
    sorts={"n": DealRow.n, "seed": DealRow.seed},
)
