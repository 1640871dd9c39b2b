"""The starting catalogue is taken over as it is shipped; where something is stored already, each line is made again."""

import json
import re
from collections import Counter
from pathlib import Path

import pytest
from sqlalchemy import func, select

from ludex.catalogue import starting
from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kinds.kind import prepare
from ludex.catalogue.kinds.label import short
from ludex.catalogue.lists.listing import count, page
from ludex.catalogue.objects.links import neighbours
from ludex.catalogue.objects.storing import store
from ludex.catalogue.starting import fill, starting_lines
from ludex.catalogue.storage import tables
from ludex.catalogue.transfer.export import export_lines
from ludex.catalogue.verification import verify_storage
from ludex.games.kinds import GAMES
from ludex.games.sets.kinds import CARD, PACK
from ludex.games.swish.deck import Deck
from ludex.games.swish.kinds import DECK
from ludex.games.swish.position import Position
from ludex.operations.packs import create_pack
from tests.catalogue.importing import import_export
from tests.tampering import spoil

LINES = starting_lines().decode().splitlines()


def test_an_empty_catalogue_becomes_what_its_lines_say_once(catalogue):
    assert fill(catalogue) is True
    assert list(export_lines(catalogue, keys=True)) == LINES
    assert fill(catalogue) is False
    with catalogue.reading() as reader:
        assert reader.connection.scalar(select(func.count()).where(~tables.node.c.built_in)) == 0
        assert reader.connection.scalar(select(func.count()).where(~tables.alias.c.built_in)) == 0
        assert reader.connection.scalar(select(func.count()).select_from(tables.trusted)) == 0


def test_beside_what_is_stored_the_lines_of_one_deck_are_stored(catalogue, monkeypatch):
    label = re.compile(r'"(label|subject)":"swish-(card|deck-4x3-36)-')
    deck = [line for line in LINES if label.search(line)]
    monkeypatch.setattr(starting, "starting_lines", lambda: "\n".join(deck).encode())
    monkeypatch.setattr(starting, "starting_version", lambda: "0" * 32)
    assert import_export(catalogue, deck[:1]).new == 1
    assert fill(catalogue) is True
    assert sorted(export_lines(catalogue, keys=True)) == sorted(deck)
    assert fill(catalogue) is False
    with catalogue.reading() as reader:
        assert reader.connection.scalar(select(func.count()).where(~tables.node.c.built_in)) == 0


def test_packs_of_an_earlier_version_are_replaced_and_those_of_users_stay(catalogue, monkeypatch):
    lines = [json.loads(line) for line in LINES if re.match(r'{"label":"set-', line)]
    packs = [line for line in lines if line["kind"] == "set-pack"]
    tables = {link["target"] for pack in packs for link in pack["links"]}
    needed = [line for line in lines if line["label"] in tables or line["kind"] == "set-card"]
    earlier = packs[0] | {"size": 1, "links": packs[0]["links"][:1], "greatest_grade": packs[0]["least_grade"]}

    def ship(*shipped, version):
        text = "\n".join(json.dumps(line) for line in (*needed, *shipped)).encode()
        monkeypatch.setattr(starting, "starting_lines", lambda: text)
        monkeypatch.setattr(starting, "starting_version", lambda: version * 32)
        return fill(catalogue)

    assert ship(earlier, version="0")
    create_pack(catalogue, PACK, packs[1]["slug"], "Mine", sorted(tables)[:1])
    assert ship(*packs, version="1")
    with catalogue.reading() as reader:
        stored = {pack.document().slug: pack for pack in page(reader, PACK, {}).items}
        held = [len(neighbours(reader, pack.id, "has-level")) for pack in stored.values()]
    assert held == [pack.document().size for pack in stored.values()]
    assert {slug: (pack.document().title, pack.document().size) for slug, pack in stored.items()} == {
        line["slug"]: ("Mine", 1) if line is packs[1] else (line["title"], line["size"]) for line in packs
    }


@pytest.mark.slow
def test_beside_what_is_stored_every_line_is_found_to_say_what_follows_from_its_object(catalogue):
    [card] = [line for line in LINES if '"kind":"set-card"' in line][-1:]
    assert import_export(catalogue, [card]).new == 1
    assert fill(catalogue) is True
    assert sorted(export_lines(catalogue, keys=True)) == sorted(LINES)
    with catalogue.reading() as reader:
        assert count(reader, CARD, {"starting": True}).count == count(reader, CARD, {}).count


@pytest.fixture(name="starting")
def starting_catalogue(lend_starting):
    with lend_starting() as address:
        catalogue = Catalogue(address, GAMES)
        yield catalogue
        catalogue.close()


@pytest.mark.parametrize(
    ("statement", "problem"),
    [
        ("UPDATE node SET built_in = NOT built_in WHERE id = 7", "not marked as an object of the starting"),
        ("UPDATE alias SET built_in = NOT built_in WHERE id = 1", "names nothing, but must name"),
        ("UPDATE alias SET node = (SELECT max(node) FROM alias) WHERE id = 1", "but must name"),
        ("UPDATE alias SET slug = 'another' WHERE id = 1", "but must name nothing"),
        ("UPDATE starting_catalogue SET version = 'new'", "not the version of a starting catalogue"),
        ("DELETE FROM starting_catalogue", "marked as an object of the starting"),
    ],
)
def test_a_mark_or_a_name_of_the_starting_catalogue_that_was_changed_is_found(starting, statement, problem):
    assert verify_storage(starting) == []
    with starting.database.engine.execution_options(ludex_mode="migrate").begin() as connection:
        assert spoil(connection, statement) == 1
    starting.database.close()
    assert any(problem in found for found in verify_storage(starting))


def test_a_mark_that_was_added_to_an_object_of_a_user_is_found(starting):
    with starting.writing() as writer:
        store(writer, prepare(DECK, Deck("mine", "Mine", "", Position.from_codes(("*o/..", "o*/..")))))
    assert verify_storage(starting) == []
    with starting.database.engine.execution_options(ludex_mode="migrate").begin() as connection:
        assert spoil(connection, "UPDATE node SET built_in = true WHERE NOT built_in") >= 1
    starting.database.close()
    assert any("is marked as an object" in found for found in verify_storage(starting))


def test_objects_have_names_that_people_read_or_titles():
    kinds = {kind.name: kind for game in GAMES for kind in game.kinds}
    named = [json.loads(line) for line in LINES if line.startswith('{"label"')]
    for line in named:
        kind = kinds[line["kind"]]
        assert line.get("title") or not kind.name_of(line["label"]).endswith(short(line["label"], kind.name))
    names = {kinds[line["kind"]].name_of(line["label"]) for line in named}
    assert {
        "Level of 8 vertices and 10 edges",
        "Order type of 3 points, 3 on the hull",
        "Position of 16 cards, 4 × 3",
        "Cap of 20 cards, 4 properties of 3 values",
        "Set that differs in 1 property",
    } <= names


def test_the_readme_counts_the_proofs_of_each_sort():
    proofs = Counter(claim["evidence"] for claim in map(json.loads, LINES) if "claim" in claim and claim["proved"])
    assert proofs.keys() == {"certificate", "recomputed"}
    certified, recomputed = proofs["certificate"], proofs["recomputed"]
    for text_file in ("README.md", "schema/documentation/explanation/trust.md"):
        text = " ".join((Path(__file__).parents[2] / text_file).read_text().split())
        proved = f"the {certified + recomputed:,} proved claims of the starting catalogue"
        assert (
            f"{proved}, {certified} have a certificate and {recomputed} are recomputed; none rests on such a search"
            in text
        )
