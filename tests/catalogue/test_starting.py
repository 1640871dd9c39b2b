"""The starting catalogue is taken over as it is shipped; where something is stored already, each line is made again."""

from sqlalchemy import func, select

from ludex.catalogue.lists.listing import count
from ludex.catalogue.starting import fill, starting_lines
from ludex.catalogue.storage import tables
from ludex.catalogue.transfer.export import export_lines
from ludex.games.sets.kinds import CARD
from tests.catalogue.importing import import_export

LINES = starting_lines().decode().splitlines()


def test_an_empty_catalogue_becomes_what_its_lines_say_once(catalogue):
    assert fill(catalogue) is True
    assert list(export_lines(catalogue, keys=True)) == LINES
    assert fill(catalogue) is False
    with catalogue.reading() as reader:
        assert reader.connection.scalar(select(func.count()).where(~tables.node.c.starting)) == 0
        assert reader.connection.scalar(select(func.count()).where(~tables.alias.c.starting)) == 0
        assert reader.connection.scalar(select(func.count()).select_from(tables.trusted)) == 0


def test_beside_what_is_stored_every_line_is_found_to_say_what_follows_from_its_object(catalogue):
    [card] = [line for line in LINES if '"kind":"set-card"' in line][-1:]
    assert import_export(catalogue, [card]).new == 1
    assert fill(catalogue) is True
    assert sorted(export_lines(catalogue, keys=True)) == sorted(LINES)
    with catalogue.reading() as reader:
        assert count(reader, CARD, {"starting": True}).count == count(reader, CARD, {}).count
