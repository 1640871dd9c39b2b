""""""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import func, select
from sqlalchemy.event import listen

from ludex.catalogue.claims.claim import Claim
from ludex.catalogue.claims.storing import claims_of, store_claim
from ludex.catalogue.kinds.kind import NewLink, prepare
from ludex.catalogue.kinds.label import NameTaken, Protected, hash_shown
from ludex.catalogue.objects.links import neighbours
from ludex.catalogue.objects.reading import SeveralObjects, UnknownObject, find, value_of
from ludex.catalogue.objects.storing import add_links, delete_named, delete_object, name_object, store, store_many
from ludex.catalogue.storage import tables
from tests.catalogue.necklaces import BOX, MULTISET, NECKLACE, Necklace


def rows(catalogue, table):
    with catalogue.reading() as reader:
        return reader.connection.scalar(select(func.count()).select_from(table))


def stored(catalogue, *values, kind=NECKLACE, **options):
    with catalogue.writing() as writer:
        return store_many(writer, [prepare(kind, value) for value in values], **options)


def test_an_object_is_stored_once_with_what_it_links_to(toys):
    first, again, other = stored(toys, Necklace("abca"), Necklace("aabc"), Necklace("aacb"))
    assert (first.created, again.created, other.created) == (True, False, True)
    assert first.label == again.label != other.label
    assert first.label.startswith("toy-necklace-4-")
    # abca and aabc are turns of each other, aacb has the same letters.
    assert rows(toys, tables.node) == 2 + 1 + 3
    assert rows(toys, tables.link) == 2 + 4 + 2  # it is the mirror image of aabc


def test_a_duplicate_answers_with_the_stored_document_and_the_matching(toys):
    [first] = stored(toys, Necklace("abca", note="first"))
    [again] = stored(toys, Necklace("caab", note="second"))
    assert not again.created
    assert again.document == first.document
    assert [first.document.word[bead] for bead in again.matching] == list("caab")


@given(st.text("ab", min_size=1, max_size=9), st.integers(0, 8))
def test_turns_have_one_key(word, turn):
    turned = word[turn % len(word) :] + word[: turn % len(word)]
    assert prepare(NECKLACE, Necklace(word)).key == prepare(NECKLACE, Necklace(turned)).key


def test_what_is_proved_improves_what_is_not_and_stays(toys):
    [first] = stored(toys, Necklace("abc", weight=7))
    [better] = stored(toys, Necklace("bca", weight=3, proved=True))
    [worse] = stored(toys, Necklace("cab", weight=9))
    assert better.document.weighed.weight == worse.document.weighed.weight == 3
    assert better.document.word == "abc"
    with toys.reading() as reader:
        shown = find(reader, first.label)
        assert json.loads(shown.text())["weighed"] == {"weight": 3, "known": True}
        assert [(one.value, one.proved) for one in claims_of(reader, first.id)] == [(3, True)]
        facts = toys.registry.facts["toy-necklace"]
        assert reader.connection.execute(select(facts.c.weight, facts.c.known)).one() == (3, True)


def test_claims_keep_the_best_value_until_one_is_proved(toys):
    [one] = stored(toys, Necklace("abc"))

    def put(value, proved, **bounds):
        with toys.writing() as writer:
            store_claim(writer, one.id, Claim("toy.weight", value=value, proved=proved, parameters={"n": 1}, **bounds))
        with toys.reading() as reader:
            [claim] = claims_of(reader, one.id, "toy.weight", {"n": 1})
        return claim.value, claim.proved, claim.lower, claim.upper

    assert put(8, False, lower=2, upper=8) == (8, False, 2, 8)
    assert put(9, False, lower=4, upper=9) == (8, False, 4, 8)
    assert put(6, False, lower=1, upper=6) == (6, False, 4, 6)
    assert put(5, True, lower=5, upper=5) == (5, True, 5, 5)
    assert put(4, False, lower=1, upper=4) == (5, True, 5, 5)


def test_a_huge_natural_is_a_number_outside_and_sorts_inside(toys):
    [one] = stored(toys, Necklace("abc", weight=10**25))
    with toys.reading() as reader:
        assert json.loads(find(reader, one.label).text())["weighed"]["weight"] == 10**25


def test_an_object_is_found_by_label_and_by_slug(toys):
    [one] = stored(toys, Necklace("abc"))
    [box] = stored(toys, "mine", kind=BOX)
    with toys.writing() as writer:
        name_object(writer, BOX, box.id, ["my-box", "also-mine"])
    with toys.reading() as reader:
        assert find(reader, one.label).id == one.id
        found = find(reader, "also-mine", BOX)
        assert json.loads(found.text()) | {"title": 0} == {
            "label": box.label,
            "kind": "toy-box",
            "title": 0,
            "room": 4,
            "claims": [],
            "slug": "my-box",
            "slugs": ["my-box", "also-mine"],
            "starting": False,
        }
        assert value_of(reader, found) == "mine"
        for name in ("nothing", "toy-necklace-3-aaaaaaaaaaaaaaaa", "a\0b", "\ud800"):
            with pytest.raises(UnknownObject):
                find(reader, name)
        with pytest.raises(UnknownObject, match="no necklace"):
            find(reader, box.label, NECKLACE)


def test_an_object_that_is_always_there_answers_without_being_stored(toys):
    with toys.reading() as reader:
        found = find(reader, "made-of-gold")
    assert (found.id, json.loads(found.text())["title"], json.loads(found.text())["slug"]) == (
        0,
        "gold",
        "made-of-gold",
    )


def test_a_slug_names_one_object_of_its_kind(toys):
    [box], [other] = stored(toys, "mine", kind=BOX), stored(toys, "yours", kind=BOX)
    with toys.writing() as writer:
        name_object(writer, BOX, box.id, ["it"])
    with pytest.raises(NameTaken, match="the slug it already names another box"), toys.writing() as writer:
        name_object(writer, BOX, other.id, ["it"])
    assert rows(toys, tables.alias) == 1


def test_a_slug_that_is_kept_for_a_built_in_object_names_none_of_another_kind(toys):
    [necklace] = stored(toys, Necklace("abc"))
    with pytest.raises(NameTaken, match="made-of-gold is reserved for a built-in box"), toys.writing() as writer:
        name_object(writer, NECKLACE, necklace.id, ["made-of-gold"])


def test_who_is_deleted_takes_its_own_links_along_and_the_others_stay(toys):
    [necklace], [box] = stored(toys, Necklace("abc")), stored(toys, "mine", kind=BOX)
    with toys.writing() as writer:
        name_object(writer, BOX, box.id, ["mine"])
        assert add_links(writer, box.id, [NewLink("has-necklace", necklace.label, 3)]) == 1
        assert add_links(writer, box.id, [NewLink("has-necklace", necklace.label, 3)]) == 0
    with toys.reading() as reader:
        assert [(one.label, one.place) for one in neighbours(reader, box.id, "has-necklace")] == [(necklace.label, 3)]
        assert [one.label for one in neighbours(reader, necklace.id, "in-box")] == [box.label]
    with toys.writing() as writer:
        delete_named(writer, BOX, "mine")
    with toys.reading() as reader:
        assert neighbours(reader, necklace.id, "in-box") == []
        with pytest.raises(UnknownObject):
            find(reader, "mine")


def test_an_object_that_others_link_to_cannot_be_deleted(toys):
    [necklace] = stored(toys, Necklace("abc"))
    with toys.reading() as reader:
        multiset = find(reader, necklace.document.multiset)
    with pytest.raises(Exception, match=r"(?i)foreign key"), toys.writing() as writer:
        delete_object(writer, multiset.id)


def test_objects_of_the_starting_catalogue_stay_and_a_users_name_of_them_goes(toys):
    [box] = stored(toys, "mine", kind=BOX, built_in=True)
    with toys.writing() as writer:
        name_object(writer, BOX, box.id, ["first"], built_in=True)
        name_object(writer, BOX, box.id, ["second"])
        delete_named(writer, BOX, "second")
    for name in ("first", box.label, "made-of-gold"):
        with pytest.raises(Protected), toys.writing() as writer:
            delete_named(writer, BOX, name)


def test_nothing_is_stored_where_the_transaction_fails(toys):
    with pytest.raises(RuntimeError), toys.writing() as writer:
        store(writer, prepare(NECKLACE, Necklace("abc")))
        raise RuntimeError
    assert rows(toys, tables.node) == 0


def test_a_slug_of_several_kinds_names_none_of_them_alone(toys):
    [box], [necklace] = stored(toys, "mine", kind=BOX), stored(toys, Necklace("abc"))
    with toys.writing() as writer:
        name_object(writer, BOX, box.id, ["it"])
        name_object(writer, NECKLACE, necklace.id, ["it"])
    with toys.reading() as reader:
        with pytest.raises(SeveralObjects) as error:
            find(reader, "it")
        assert set(error.value.labels) == {box.label, necklace.label}
        assert find(reader, "it", BOX).id == box.id


def test_an_object_shows_how_many_are_linked_to_it(toys):
    [first], _, _ = stored(toys, Necklace("aacb")), stored(toys, Necklace("aabc")), stored(toys, Necklace("abc"))
    with toys.reading() as reader:
        for kind in (None, MULTISET):
            shown = json.loads(find(reader, first.document.multiset, kind).text())
            assert (shown["necklace_count"], shown["letters"], shown["starting"]) == (2, "aabc", False)


def test_an_object_of_a_known_kind_is_read_by_one_statement(sqlite_toys):
    toys = sqlite_toys
    [necklace], [box] = stored(toys, Necklace("abc")), stored(toys, "mine", kind=BOX)
    statements = []
    listen(toys.database.engine, "before_cursor_execute", lambda *given: statements.append(given[2]))
    with toys.reading() as reader:
        for label, kind in ((necklace.label, NECKLACE), (necklace.document.multiset, MULTISET), (box.label, BOX)):
            statements.clear()
            find(reader, label, kind)
            statement = statements.pop()
            assert statements in ([], ["PRAGMA query_only = ON", "BEGIN"])
            values = (
                hash_shown(label),
                label,
                *[reader.registry.numbers.kinds[kind.name]] * (statement.count("?") - 2),
            )
            plan = reader.connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values).all()
            assert not any(
                "SCAN node" in row[3] or "SCAN document" in row[3] or "SCAN link" in row[3] for row in plan
            ), plan
