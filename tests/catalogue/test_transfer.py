import json

import pytest

from ludex.catalogue.database import Database
from ludex.catalogue.documents import Terms
from ludex.catalogue.starting import fill, starting_documents, starting_version, write_starting_catalogue
from ludex.catalogue.swish.decks import DECKS, delete_deck, find_deck, store_deck
from ludex.catalogue.swish.no_swish_sets import maxima_of
from ludex.catalogue.swish.positions import POSITIONS
from ludex.catalogue.tables import Base
from ludex.catalogue.transfer import export_lines, import_lines
from ludex.catalogue.verify import verify
from ludex.swish.deck import Deck, built_in_deck
from ludex.swish.position import Position
from tests.catalogue.filling import fill_with_everything


@pytest.fixture
def everything(sqlite_database, dealt):
    fill_with_everything(sqlite_database, dealt)
    return sqlite_database


@pytest.fixture
def other(sqlite_template, tmp_path):
    file = tmp_path / "other.sqlite"
    file.write_bytes(sqlite_template.read_bytes())
    database = Database(f"sqlite:///{file}")
    yield database
    database.close()


def import_one(database, **document):
    return import_lines(database, [json.dumps(document)])


def refusal(database, **document):
    """The reason why a document is refused, after which nothing is stored."""
    before = list(export_lines(database))
    report = import_one(database, **document)
    assert (report.new, report.duplicates, len(report.refused)) == (0, 0, 1)
    assert list(export_lines(database)) == before
    return report.refused[0].reason


def test_an_import_of_an_export_is_the_same_catalogue(database, everything):
    lines = list(export_lines(everything))
    report = import_lines(database, lines)
    assert report.refused == []
    assert list(export_lines(database)) == lines
    # The swish of a largest is stored with its position, so its own line, later, is known already.
    assert report.new + report.duplicates == len(lines)
    again = import_lines(database, lines)
    assert (again.new, again.duplicates, again.refused) == (0, len(lines), [])
    assert list(export_lines(database)) == lines


def test_every_table_is_exported(everything, other):
    import_lines(other, export_lines(everything))
    with other.reading() as session:
        empty = {
            mapper.class_.__tablename__ for mapper in Base.registry.mappers if not session.query(mapper.class_).count()
        }
    assert empty == {"starting_catalogue"}


def test_what_is_imported_is_verified(everything, other):
    import_lines(other, export_lines(everything))
    report = verify(other)
    assert report.sound, report.findings


def test_the_order_of_a_decks_listing_does_not_matter_to_its_maximum(everything, other):
    with other.writing() as session:
        position = built_in_deck("swish-60").position
        store_deck(session, Deck("sixty", "", "", Position(position.cards[::-1])))
    lines = [
        line
        for line in export_lines(everything)
        if json.loads(line)["kind"] in ("deck", "no-swish-set", "no-swish-maximum")
    ]
    lines = [line for line in lines if json.loads(line).get("position") is None]
    report = import_lines(other, lines)
    assert report.refused == []
    assert verify(other).sound
    with other.reading() as session:
        [maximum] = maxima_of(session, deck_id=find_deck(session, "sixty").id)
    assert len(maximum.indices) == 28


def test_a_refused_line_is_reported_and_the_others_are_stored(database):
    lines = [
        json.dumps({"kind": "position", "cards": ["*o", "o*"]}),
        "",
        "{not json",
        json.dumps({"kind": "position", "cards": ["*o", "xx"]}),
        json.dumps({"kind": "position", "cards": ["*o", "o*"]}).encode(),
        b"\xff\xfe",
        json.dumps({"kind": "position", "cards": ["*o"], "colour": 1}),
        json.dumps({"kind": "deck", "slug": "swish-36", "title": "", "description": "", "cards": ["*o"]}),
        json.dumps({"kind": "unheard-of"}),
        json.dumps([]),
        "[" * 100_000,
        json.dumps({"kind": "position", "cards": ["*o"]}),
    ]
    seen = []
    report = import_lines(database, lines, progress=seen.append)
    assert (report.new, report.duplicates) == (2, 1)
    assert [refused.line for refused in report.refused] == [3, 4, 6, 7, 8, 9, 10, 11]
    assert "card 1" in report.refused[1].reason
    assert "swish-36" in report.refused[4].reason
    assert seen == [12]
    with database.reading() as session:
        assert POSITIONS.count(session, {}).count == 2
        assert DECKS.count(session, {}).count == 0


def test_hundreds_of_lines_are_imported_in_order(sqlite_database, dealt):
    lines = [json.dumps({"kind": "position", "cards": ["*" + "." * n + "o"]}) for n in range(1, 251)]
    seen = []
    report = import_lines(sqlite_database, iter(lines), progress=seen.append)
    assert (report.new, seen) == (250, [100, 200, 250])


SWISH_STACK = ["*o", "o*"]
MAXIMUM = {"kind": "no-swish-maximum", "position": "", "cards": ["*o", "*o"], "indices": [0], "proved": True,
           "upper_bound": 1, "certificate": [[0, 1]]}  # fmt: skip


def test_wrong_claims_are_refused(sqlite_database):
    database = sqlite_database
    import_one(database, kind="position", cards=["*o", "*o"])
    import_one(database, kind="deck", slug="mine", title="", description="", cards=["*o", "*o"])
    with database.reading() as session:
        label = POSITIONS.page(session, {}).items[0].label
    maximum = MAXIMUM | {"position": label}

    assert "label" in refusal(database, kind="position", cards=["*o"], label="position-1x2-1-aaaaaaaaaaaaaaaa")
    assert "label" in refusal(database, kind="position", cards=["*o"], hypergraph="hypergraph-1-0-aaaaaaaaaaaaaaaa")
    assert "not a swish" in refusal(database, kind="swish", stack=["*o", "*o"])
    assert "no position" in refusal(database, kind="swish", stack=SWISH_STACK, positions=["position-unknown"])
    assert "does not have" in refusal(database, kind="swish", stack=["*oo", "o**"], positions=[label])
    assert "form a swish" in refusal(database, kind="no-swish-set", cards=["*o", "*o"])
    largest = {"size": 2, "proved": True, "stack": SWISH_STACK}
    assert "without its stack" in refusal(database, kind="position", cards=["*o"], largest={**largest, "stack": None})
    assert "stack of 2" in refusal(database, kind="position", cards=["*o", "*o"], largest={**largest, "size": 3})
    small = {"size": 0, "proved": True}
    assert "has 2 cards or more" in refusal(database, kind="position", cards=["*o", "*o"], largest=small)
    for change, reason in [
        ({"indices": [0, 1], "upper_bound": 2}, "form a swish"),
        ({"certificate": []}, "certificate allows 2"),
        ({"upper_bound": 2}, "upper bound"),
        ({"indices": [2]}, "beyond"),
        ({"certificate": [[0, 9]]}, "beyond"),
        ({"cards": ["*o", "*.", "*o"]}, "form no swish"),
        ({"cards": ["*o", "*o", "*o"], "certificate": [[0, 1], [0, 2], [1, 2]]}, "not those of the stored"),
        ({"deck": "mine"}, "of a deck or of a position"),
        ({"position": None}, "of a deck or of a position"),
        ({"position": None, "deck": "unknown"}, "no deck"),
        ({"position": "a\0b"}, "no position"),
        ({"proved": False, "indices": [0, 1], "upper_bound": 2, "certificate": []}, "form a swish"),
        ({"indices": [-1]}, "greater than or equal"),
    ]:
        assert reason in refusal(database, **(maximum | change)), change
    assert "labelled" not in refusal(database, kind="deal", deck="mine", n=1, seed=0, position=label)
    assert "from a deck of 2" in refusal(database, kind="deal", deck="mine", n=3, seed=0, position=label)
    statistic = {"kind": "deal-statistic", "deck": "mine", "n": 2, "numerator": 0, "denominator": 1, "exact": True}
    for change, reason in [
        ({"numerator": 2}, "no share"),
        ({"denominator": 0}, "no share"),
        ({"denominator": 4}, "are 1"),
        ({"n": 3}, "from a deck of 2"),
        ({"samples": 1}, "no sample"),
        ({"exact": False}, "interval"),
        ({"exact": False, "samples": 1, "low": 0.5, "high": 0.9}, "hold the estimate"),
    ]:
        assert reason in refusal(database, **(statistic | change)), change
    assert import_one(database, **maximum).new == 1
    assert import_one(database, **statistic).new == 1


def test_the_shipped_starting_catalogue_fills_a_catalogue_once(database):
    assert fill(database)
    lines = list(export_lines(database))
    assert not fill(database)
    assert list(export_lines(database)) == lines
    assert len(starting_version()) == 32
    with database.reading() as session:
        assert find_deck(session, "swish-36").starting
        assert find_deck(session, "swish-4x3") == find_deck(session, "swish-36")
        assert find_deck(session, "swish-60").cards == 60


def test_filling_keeps_what_users_stored(sqlite_database):
    with sqlite_database.writing() as session:
        store_deck(session, Deck("mine", "", "", Position.from_codes(["*o"])))
    assert fill(sqlite_database)
    with sqlite_database.writing() as session:
        delete_deck(session, "mine")
    assert not fill(sqlite_database)


def test_a_catalogue_that_is_filled_is_left_alone_at_once(sqlite_database, count_statements):
    fill(sqlite_database)
    with count_statements(sqlite_database) as statements:
        fill(sqlite_database)
    assert len(statements) == 1


def test_a_starting_catalogue_is_written_the_same_each_time(tmp_path):
    documents = list(starting_documents())
    one = write_starting_catalogue(documents, tmp_path / "one")
    two = write_starting_catalogue(documents, tmp_path / "two")
    assert one.read_bytes() == two.read_bytes()


def test_a_claim_is_not_stored_where_the_time_does_not_suffice_to_check_it(sqlite_database):
    line = json.dumps(
        {"kind": "no-swish-set", "cards": [str(card) for card in built_in_deck("swish-6x6").position.cards[:300]]}
    )
    report = import_lines(sqlite_database, [line], Terms(seconds=0.0))
    assert report.new == 0
    assert len(report.refused) == 1
