"""The numbers of kinds, relations and statements, which each catalogue assigns itself."""

import multiprocessing
from contextlib import closing

import pytest
from sqlalchemy import select, text

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kinds.numbers import assign_numbers, read_numbers
from ludex.catalogue.objects.reading import find
from ludex.catalogue.starting import fill
from ludex.catalogue.storage import tables
from ludex.catalogue.storage.database_errors import DatabaseError
from ludex.catalogue.storage.migrations import upgrade
from ludex.catalogue.transfer.copying import copy, restore
from ludex.catalogue.transfer.export import export_lines
from ludex.games.kinds import GAMES
from ludex.games.planarity.kinds import LEVEL

SWISH, SETS, PLANARITY = GAMES


def opened(database, games=GAMES):
    return Catalogue(database.url.render_as_string(hide_password=False), games)


def numbers_of(catalogue):
    with catalogue.reading() as reader:
        return {(row.category, row.name): row.number for row in read_numbers(reader.connection)}


def test_each_name_of_a_category_has_another_number(catalogue):
    numbers = numbers_of(catalogue)
    assert {name for category, name in numbers if category == "kind"} == set(catalogue.registry.kind)
    assert {name for category, name in numbers if category == "relation"} == set(catalogue.registry.relation)
    assert {name for category, name in numbers if category == "statement"} == set(catalogue.registry.statement)
    for wanted in ("kind", "relation", "statement"):
        given = sorted(number for (category, _), number in numbers.items() if category == wanted)
        assert given == list(range(1, len(given) + 1))


def test_games_that_are_added_later_never_collide_and_names_keep_their_numbers(bare_database):
    seen = {}
    for games in ((PLANARITY,), (PLANARITY, SWISH), GAMES, (SETS,)):
        with closing(opened(bare_database, games)) as catalogue:
            catalogue.upgrade()
            numbers = numbers_of(catalogue)
        assert seen.items() <= numbers.items()
        assert len({(category, number) for (category, _), number in numbers.items()}) == len(numbers)
        seen = numbers
    assert seen["kind", PLANARITY.kinds[0].name] == 1


def _upgraded(url):
    catalogue = Catalogue(url, GAMES)
    catalogue.upgrade()
    catalogue.close()


@pytest.mark.slow
def test_processes_that_upgrade_at_once_assign_each_number_once(bare_database):
    upgrade(bare_database)
    url = bare_database.url.render_as_string(hide_password=False)
    context = multiprocessing.get_context("spawn")
    processes = [context.Process(target=_upgraded, args=(url,)) for _ in range(2)]
    for process in processes:
        process.start()
    for process in processes:
        process.join(60)
    assert [process.exitcode for process in processes] == [0, 0]
    with closing(opened(bare_database)) as catalogue:
        assert len(numbers_of(catalogue)) == sum(
            map(len, (catalogue.registry.kind, catalogue.registry.relation, catalogue.registry.statement))
        )


def test_a_name_without_a_number_names_the_remedy(bare_database):
    with closing(opened(bare_database, (SWISH,))) as catalogue:
        catalogue.upgrade()
    with (
        closing(opened(bare_database)) as catalogue,
        pytest.raises(DatabaseError, match="no number for the kind set-card; run `ludex db upgrade`"),
        catalogue.reading(),
    ):
        pass


def test_what_an_export_needs_of_a_relation_is_brought_up_to_date(catalogue):
    with catalogue.writing() as writer:
        writer.connection.execute(text("UPDATE name_number SET derived = NULL, inverse = 'x' WHERE name = 'holds'"))
    with catalogue.database.writing() as connection:
        assign_numbers(connection, catalogue.registry.kind, catalogue.registry.relations, catalogue.registry.statement)
        [row] = [row for row in read_numbers(connection) if row.name == "holds"]
    assert (row.inverse, row.derived, row.owned_by_target) == ("held-by", True, False)


@pytest.fixture(scope="module")
def reversed_catalogue(tmp_path_factory):
    """A catalogue whose numbers are others than those of a new one, with the starting catalogue; none writes to it."""
    url = f"sqlite:///{tmp_path_factory.mktemp('reversed')}/catalogue.sqlite"
    catalogue = Catalogue(url, GAMES[::-1])
    catalogue.upgrade()
    catalogue.close()
    catalogue = Catalogue(url, GAMES)
    fill(catalogue)
    yield catalogue
    catalogue.close()


def test_exports_do_not_depend_on_the_numbers(starting_address, reversed_catalogue):
    with closing(Catalogue(starting_address, GAMES)) as catalogue:
        assert numbers_of(catalogue) != numbers_of(reversed_catalogue)
        for keys in (False, True):
            assert list(export_lines(catalogue, keys=keys)) == list(export_lines(reversed_catalogue, keys=keys))


def test_a_copy_has_the_numbers_of_its_source(bare_database, reversed_catalogue):
    with closing(opened(bare_database)) as catalogue:
        catalogue.upgrade()
        copy(reversed_catalogue, catalogue)
        assert numbers_of(catalogue) == numbers_of(reversed_catalogue)
        assert list(export_lines(catalogue)) == list(export_lines(reversed_catalogue))
        with catalogue.reading() as reader:
            label = reader.connection.scalar(
                select(tables.node.c.label).where(tables.node.c.label.like("planarity-level%"))
            )
            assert find(reader, label).kind is LEVEL


def test_a_backup_with_other_numbers_is_restored_into_a_new_file_only(sqlite_catalogue, reversed_catalogue, tmp_path):
    reversed_catalogue.database.backup(tmp_path / "backup.sqlite")
    with pytest.raises(DatabaseError, match="LUDEX_DATABASE_URL"):
        restore(sqlite_catalogue.database, tmp_path / "backup.sqlite")
    with closing(Catalogue(f"sqlite:///{tmp_path}/new.sqlite", GAMES)) as new:
        restore(new.database, tmp_path / "backup.sqlite")
        assert list(export_lines(new)) == list(export_lines(reversed_catalogue))
