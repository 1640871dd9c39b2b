"""The pages on a catalogue in PostgreSQL say there what they say on SQLite."""

from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.transfer.copying import copy
from ludex.games.kinds import GAMES
from ludex.settings import Settings
from tests.applications import application
from tests.end_to_end.test_pages import LEVEL, PAGES, VARIANTS
from tests.postgresql import EmptyDatabases

_NAME = LEVEL.removeprefix("/objects/")
_MORE = (
    "/planarity/census/classes?girth=3&sort=-min_swaps&max_degree=3",
    "/planarity/levels?pack=easy&planar=true&view=table&sort=-sequences",
    "/planarity/graphs?degrees=3,2,2,2,1",
    f"/graph?at={_NAME}",
    f"/graph/paths?from={_NAME}&to=easy",
    "/graph/puzzles",
    "/results/census",
    "/results/deals",
    "/make/pick/planarity",
    "/make/packs/planarity/easy",
    "/jobs",
    "/draw?text=4:0-1,0-2,1-3,2-3",
)


@pytest.fixture(scope="module")
def postgresql(empty_databases: EmptyDatabases, starting_address: str) -> Iterator[FlaskClient]:
    source = Catalogue(starting_address, GAMES)
    with empty_databases.one() as address:
        target = Catalogue(address, GAMES)
        copy(source, target)
        for catalogue in (source, target):
            catalogue.close()
        with application(Settings(database_url=address)) as app:
            yield app.test_client()


@pytest.mark.parametrize("path", (*PAGES, *VARIANTS, *_MORE))
def test_a_page_is_the_same_on_postgresql(visitor: FlaskClient, postgresql: FlaskClient, path: str) -> None:
    here, there = (client.get(path, headers={"Accept": "text/html"}) for client in (visitor, postgresql))
    assert (there.status_code, there.text) == (here.status_code, here.text)


def test_what_is_around_an_object_is_drawn_on_postgresql(postgresql: FlaskClient) -> None:
    # Of more than can be shown the database may choose others, and lists them in another order.
    around = postgresql.get(f"/graph/around?at={_NAME}&depth=3")
    assert around.status_code == 200 and "150 objects" in around.text
