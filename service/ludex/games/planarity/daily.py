"""The daily puzzles of Swap Planarity: levels of the starting catalogue, easier on Mondays than on Sundays."""

from urllib.parse import quote

from pydantic import Field

from ludex.catalogue.objects.reading import find_many
from ludex.catalogue.storage.snapshot import Reader
from ludex.games.planarity.kinds import LEVEL
from ludex.requests.daily import DailyPuzzles, Row, read_rows
from ludex.requests.fields import ResponseModel


class PlanarityDaily(ResponseModel):
    """The level of a day."""

    label: str = Field(description="Label of the level.")
    url: str = Field(description="Address of the page on which the level can be played.")


def _describe(reader: Reader, row: Row) -> PlanarityDaily | None:
    label = row["label"]
    if not find_many(reader, LEVEL, [label], whole=False):
        return None
    return PlanarityDaily(label=label, url=f"/play/planarity/{quote(label)}")


DAILY = DailyPuzzles(lambda: read_rows("ludex.games.planarity"), PlanarityDaily, _describe, LEVEL.name)
