"""Stored statistics: how many draws of n cards of a whole deck have no set."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from ludex.catalogue.deal_statistics import DealStatistic, best_for_each_n
from ludex.catalogue.listing import Collection
from ludex.catalogue.storing import insert_new
from ludex.catalogue.tables import NoSetStatisticRow
from ludex.sets.deck import Deck

_UNIQUE = ["property_values", "properties", "n", "samples", "seed"]


@dataclass(frozen=True, slots=True)
class StoredStatistic:
    """A stored statistic of the deck of so many properties and values."""

    id: int
    properties: int
    values: int
    statistic: DealStatistic


def store_statistics(session: Session, deck: Deck, statistics: Sequence[DealStatistic]) -> int:
    """Store statistics of a deck's draws and return how many are new; those that are there already stay."""
    if not statistics:
        return 0
    statement = insert_new(session, NoSetStatisticRow, _UNIQUE).returning(NoSetStatisticRow.id)
    return len(session.scalars(statement, [_values(deck, statistic) for statistic in statistics]).all())


def _values(deck: Deck, statistic: DealStatistic) -> dict[str, Any]:
    return {
        "properties": deck.properties,
        "values": deck.values,
        "n": statistic.n,
        "numerator": statistic.numerator,
        "denominator": statistic.denominator,
        "exact": statistic.exact,
        "samples": statistic.samples,
        "seed": statistic.seed,
        "low": statistic.low,
        "high": statistic.high,
    }


def statistics_of(session: Session, deck: Deck, n: int | None = None) -> list[DealStatistic]:
    """Return the best stored statistic of a deck for each n, or for one n: the exact one, or that of most samples."""
    statement = select(NoSetStatisticRow).where(
        NoSetStatisticRow.properties == deck.properties, NoSetStatisticRow.values == deck.values
    )
    if n is not None:
        statement = statement.where(NoSetStatisticRow.n == n)
    return best_for_each_n([read_statistic(row) for row in session.scalars(statement.order_by(NoSetStatisticRow.id))])


def read_statistic(row: NoSetStatisticRow) -> DealStatistic:
    """Return the statistic that a row holds."""
    return DealStatistic(
        n=row.n,
        numerator=row.numerator,
        denominator=row.denominator,
        exact=row.exact,
        samples=row.samples,
        seed=row.seed,
        low=row.low,
        high=row.high,
    )


def _load(session: Session, rows: Sequence[NoSetStatisticRow]) -> list[StoredStatistic]:
    del session
    return [StoredStatistic(row.id, row.properties, row.values, read_statistic(row)) for row in rows]


STATISTICS: Collection[NoSetStatisticRow, StoredStatistic] = Collection(
    name="statistics",
    model=NoSetStatisticRow,
    load=_load,
    equal={
        "properties": NoSetStatisticRow.properties,
        "values": NoSetStatisticRow.values,
        "n": NoSetStatisticRow.n,
        "exact": NoSetStatisticRow.exact,
    },
    ranges={"n": NoSetStatisticRow.n, "samples": NoSetStatisticRow.samples},
    sorts={"n": NoSetStatisticRow.n},
)
