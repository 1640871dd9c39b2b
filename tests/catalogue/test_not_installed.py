"""A catalogue with objects of games that are not installed, or not selected."""

import re
from collections.abc import Iterator
from contextlib import closing

import pytest
from sqlalchemy import select, text

from ludex.app import PAGES
from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.claims.lists import ClaimFilters, claim_facets, page_of_claims
from ludex.catalogue.graph.following import follows, nodes_of
from ludex.catalogue.graph.neighbours import graph_counts, neighbours_page
from ludex.catalogue.objects.reading import NotInstalled, find
from ludex.catalogue.status import status_of
from ludex.catalogue.storage import migrations, tables
from ludex.catalogue.storage.database_errors import DatabaseError
from ludex.catalogue.transfer.copying import copy
from ludex.catalogue.transfer.export import count_lines, export_lines
from ludex.catalogue.verification import verify
from ludex.games import games, part
from ludex.games.kinds import GAMES
from ludex.settings import Settings
from tests.applications import application

SWISH = [game for game in GAMES if game.title == "SWISH"]


@pytest.fixture(scope="module")
def whole(starting_address) -> Iterator[Catalogue]:
    """The starting catalogue, with every game."""
    with closing(Catalogue(starting_address, GAMES)) as catalogue:
        yield catalogue


@pytest.fixture(scope="module")
def swish(starting_address) -> Iterator[Catalogue]:
    """The starting catalogue, with SWISH alone."""
    with closing(Catalogue(starting_address, SWISH)) as catalogue:
        yield catalogue


@pytest.fixture(scope="module")
def whole_lines(whole) -> list[str]:
    """The export of the starting catalogue."""
    return list(export_lines(whole))


@pytest.fixture
def only_swish(monkeypatch):
    """Only SWISH is selected, as by LUDEX_GAMES."""
    selected = tuple(game for game in games() if game.name == "swish")
    monkeypatch.setattr(migrations, "games", lambda: selected)


def others(whole):
    """A label of each kind that SWISH alone does not have, by kind."""
    with whole.reading() as reader:
        rows = reader.connection.execute(select(tables.node.c.kind, tables.node.c.label)).all()
        labels = {reader.registry.kind_name(row.kind): row.label for row in rows}
    return {kind: label for kind, label in labels.items() if not kind.startswith("swish-")}


def test_kinds_are_counted_by_name(whole, swish):
    with whole.reading() as reader:
        counts = {count.kind: count.count for count in graph_counts(reader).kinds if count.count}
        assert graph_counts(reader).not_installed == ()
    with swish.reading() as reader:
        found = graph_counts(reader)
    assert {count.kind: count.count for count in (*found.kinds, *found.not_installed) if count.count} == counts
    assert {count.kind for count in found.not_installed} == set(others(whole))
    status = status_of(swish)
    assert status.objects == sum(counts.values())
    assert status.not_installed == {kind: count for kind, count in counts.items() if not kind.startswith("swish-")}


def test_the_export_is_the_same(whole_lines, swish):
    assert list(export_lines(swish)) == whole_lines
    assert count_lines(swish) == len(whole_lines)


def test_an_object_is_said_to_be_of_a_game_that_is_not_installed(whole, swish):
    with swish.reading() as reader:
        for kind, label in others(whole).items():
            with pytest.raises(NotInstalled, match=f"the game of its kind {kind} is not installed"):
                find(reader, label)


def test_the_graph_has_their_names(whole, swish):
    label = others(whole)["planarity-level"]
    found = []
    for catalogue in (whole, swish):
        with catalogue.reading() as reader:
            node = reader.connection.scalar(select(tables.node.c.id).where(tables.node.c.label == label))
            assert nodes_of(reader, [node])[node].kind == "planarity-level"
            found.append(neighbours_page(reader, node, follows(reader.registry, None)))
            found.append(neighbours_page(reader, node, follows(reader.registry, ["has-graph"])))
    assert found[:2] == found[2:]


def test_claims_about_them_are_listed(whole, swish):
    listed = []
    for catalogue in (whole, swish):
        with catalogue.reading() as reader:
            found = page_of_claims(reader, ClaimFilters(), limit=1000).items
            listed.append([(claim.subject, claim.statement, claim.value) for claim in found])
            listed.append(claim_facets(reader, ClaimFilters()))
    assert listed[:2] == listed[2:]


@pytest.mark.slow
def test_a_verification_checks_their_labels(lend_starting):
    with lend_starting() as address, closing(Catalogue(address, SWISH)) as catalogue:
        report = verify(catalogue)
        assert report.sound
        assert {finding.kind.partition("-")[0] for finding in report.unchecked} == {"set", "planarity"}
        with catalogue.writing() as writer:
            writer.connection.execute(
                text("UPDATE node SET label = 'planarity-pack-aaaaaaaaaaaaaaaa' WHERE label LIKE 'planarity-pack-%'")
            )
        assert {finding.kind for finding in verify(catalogue).findings} == {"planarity-pack"}


def test_a_copy_is_refused(swish, sqlite_catalogue):
    with pytest.raises(DatabaseError, match=r"whose game is not installed.*LUDEX_GAMES"):
        copy(swish, sqlite_catalogue)


@pytest.mark.usefixtures("only_swish")
def test_an_upgrade_leaves_their_tables_alone(catalogue):
    before = migrations.revisions(catalogue.database)
    assert len(before) == 1 + len(GAMES)  # one branch of the platform, and one of each game
    assert migrations.outdated(catalogue.database) is None
    with closing(Catalogue(catalogue.database.url.render_as_string(hide_password=False), SWISH)) as swish:
        swish.upgrade()
    assert migrations.revisions(catalogue.database) == before
    with pytest.raises(DatabaseError, match="tables of planarity, sets"):
        migrations.downgrade(catalogue.database, "base")


def test_without_any_game_the_tables_of_all_stay(catalogue, monkeypatch):
    before = migrations.revisions(catalogue.database)
    monkeypatch.setattr(migrations, "games", lambda: ())
    migrations.upgrade(catalogue.database)
    assert migrations.revisions(catalogue.database) == before


def test_another_version_of_an_installed_game_is_refused(bare_database):
    migrations.upgrade(bare_database)
    with bare_database.writing() as connection:
        connection.execute(
            text("UPDATE alembic_version SET version_num = 'sets_0009_x' WHERE version_num LIKE 'sets%'")
        )
    with pytest.raises(DatabaseError, match="revision sets_0009_x, which Ludex"):
        migrations.outdated(bare_database)
    with pytest.raises(DatabaseError, match="sets_0009_x"):
        migrations.upgrade(bare_database)


def test_a_game_that_is_installed_later_gets_its_tables(bare_database, only_swish, monkeypatch):
    url = bare_database.url.render_as_string(hide_password=False)
    with closing(Catalogue(url, SWISH)) as catalogue:
        catalogue.upgrade()
    monkeypatch.undo()
    assert "lacks the revision planarity_0001" in str(migrations.outdated(bare_database))
    with closing(Catalogue(url, GAMES)) as catalogue:
        catalogue.upgrade()
        assert migrations.outdated(catalogue.database) is None
        assert status_of(catalogue).objects == 0


def test_no_request_about_them_fails_without_a_reason(whole, starting_address):
    names = [*others(whole).values(), "easy"]
    requests = [part(game, "requests") for game in games() if game.name == "swish"]
    pages = [game for game in PAGES if game.name == "swish"]
    with application(Settings(database_url=starting_address), SWISH, requests, pages) as app:
        client = app.test_client()
        assert {one["kind"] for one in client.get("/api/v1/graph").get_json()["not_installed"]} == set(others(whole))
        for rule in app.url_map.iter_rules():
            if "GET" in rule.methods and rule.arguments == {"label"}:
                for name in names:
                    address = re.sub("<[^>]*>", name, rule.rule)
                    assert client.get(address).status_code < 500, address
        for name in names:
            for address in ("/search?q=", "/graph?at=", "/api/v1/claims?subject=", "/compare?a="):
                assert client.get(address + name).status_code < 500, (address, name)
            answer = client.get(f"/api/v1/objects/{name}")
            assert answer.status_code == 404
            assert "LUDEX_GAMES" in answer.get_json()["detail"]
