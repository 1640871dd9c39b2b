"""Packs: ordered by grade, stored once, protected where they are of the starting catalogue."""

import json
from functools import partial

import pytest
from sqlalchemy import insert

from ludex.catalogue.kinds.kind import prepare
from ludex.catalogue.kinds.label import Protected, TextError
from ludex.catalogue.kinds.pack import PackSummary
from ludex.catalogue.lists.listing import ListingError, count, page
from ludex.catalogue.objects.links import neighbours
from ludex.catalogue.objects.reading import UnknownObject, find
from ludex.catalogue.objects.storing import name_object, store
from ludex.catalogue.storage import tables
from ludex.catalogue.verification import verify
from ludex.games.planarity.kinds import LEVEL, PACK
from ludex.operations import packs
from ludex.operations.objects import delete
from ludex.operations.packs import (
    NotInPack,
    PackEdit,
    PackError,
    PackExists,
    PackOrder,
    UnknownPack,
    create_pack,
    edit_pack,
    labels_of_job,
    labels_of_query,
    levels_of_pack,
    next_level,
    next_of_pack,
)
from tests.games.planarity.sample_levels import every_level

# Most of these levels are solved at the start.
store_pack = partial(create_pack, solved=True)
Edit = partial(PackEdit, solved=True)


@pytest.fixture
def graded(filled):
    """Give the levels with a grade, the oldest first."""
    return [one for one in every_level(filled) if one.grade is not None]


def test_a_level_that_is_solved_at_the_start_is_in_a_pack_only_on_request(filled, graded):
    [crossed, *_] = [one.label for one in graded if one.document.crossings]
    [plane, *_] = [one.label for one in every_level(filled) if one.document.crossings == 0]
    with pytest.raises(PackError, match="solved at the start") as error:
        create_pack(filled, PACK, "mine", "", [crossed, plane])
    assert error.value.place == ("levels", 1)
    create_pack(filled, PACK, "mine", "", [crossed])
    with pytest.raises(PackError, match="solved at the start") as error:
        edit_pack(filled, PACK, "mine", PackEdit(add=[plane]))
    assert error.value.place == ("add", 0)
    with filled.writing() as writer:
        job = [{"job": "made", "node": level.id} for level in every_level(filled) if level.label == plane]
        writer.connection.execute(insert(tables.job_object), job)
    with pytest.raises(PackError, match="solved at the start") as error:
        edit_pack(filled, PACK, "mine", PackEdit(job="made"))
    assert error.value.place == ("job",)
    assert edit_pack(filled, PACK, "mine", PackEdit(add=[plane], solved=True)).document().size == 2
    # A level that is in the pack already does not prevent other changes.
    assert edit_pack(filled, PACK, "mine", PackEdit(title="Mine")).document().size == 2
    assert create_pack(filled, PACK, "all", "", [plane], solved=True).stored.created


def test_a_pack_lists_its_levels_by_grade(filled, graded):
    chosen = [graded[7], graded[2], graded[5], graded[2], graded[0]]
    expected = sorted({one.id: one for one in chosen}.values(), key=lambda one: (one.grade, one.id))
    made = store_pack(filled, PACK, "mine", "Mine — «ä»", [one.label for one in chosen], "Some.")
    assert made.stored.created
    labels = [one.label for one in expected]
    assert [labels[place] for place in made.places] == [one.label for one in chosen]
    with filled.reading() as reader:
        found = find(reader, "mine", PACK)
        pack = found.document()
        assert (pack.title, pack.description, pack.size) == ("Mine — «ä»", "Some.", 4)
        assert (pack.least_grade, pack.greatest_grade) == (expected[0].grade, expected[-1].grade)
        assert found.text().count('"slug":') == 1
        held = neighbours(reader, found.id, "has-level")
        assert [(one.label, one.place) for one in held] == [(label, place) for place, label in enumerate(labels)]
        for name in ("mine", found.label):
            listed = page(reader, LEVEL, {"pack": name}, "grade").items
            assert [one.label for one in listed] == labels
        assert [one.id for one in page(reader, PACK, {"level": graded[5].label}).items] == [found.id]
        assert page(reader, PACK, {"level": graded[1].label}).items == []
    met, level = [], next_of_pack(filled, PACK, "mine")
    while level is not None:
        met.append(level.label)
        level = next_of_pack(filled, PACK, "mine", level.label)
    assert met == labels


def test_the_same_pack_is_known_and_another_of_its_name_is_refused(filled, graded):
    labels = [one.label for one in graded]
    first = store_pack(filled, PACK, "mine", "", labels[:3])
    again = store_pack(filled, PACK, "mine", "", labels[2::-1])
    assert (first.stored.created, again.stored.created) == (True, False)
    assert again.places == first.places[::-1]
    same_size = [label for label in labels[:3] if label != labels[1]]
    for title, listed in (("", labels[:2]), ("Title", labels[:3]), ("", [*same_size, labels[3]])):
        with pytest.raises(PackExists) as error:
            store_pack(filled, PACK, "mine", title, listed)
        assert error.value.place == ("slug",)


def test_two_packs_of_one_size_and_grades_are_told_apart_by_their_levels(filled, graded):
    grades = [one.grade for one in graded]
    common = max(set(grades), key=grades.count)
    one, other, *_ = [level.label for level in graded if level.grade == common]
    store_pack(filled, PACK, "mine", "", [one])
    with pytest.raises(PackExists):
        store_pack(filled, PACK, "mine", "", [other])
    with filled.reading() as reader:
        assert [held.label for held in neighbours(reader, find(reader, "mine").id, "has-level")] == [one]


def test_a_users_pack_is_deleted_and_its_levels_stay(filled, graded):
    before = every_level(filled)
    store_pack(filled, PACK, "mine", "", [one.label for one in graded[:3]])
    store_pack(filled, PACK, "empty", "", [])
    assert delete(filled, PACK, "mine").document().slug == "mine"
    with pytest.raises(UnknownObject):
        delete(filled, PACK, "mine")
    assert every_level(filled) == before
    with filled.reading() as reader:
        assert [one.document().least_grade for one in page(reader, PACK, {}).items] == [None]


def test_a_pack_of_the_starting_catalogue_stays(filled):
    entry = prepare(PACK, PackSummary("easy", "Easy", "", 0, None, None))
    with filled.writing() as writer:
        stored = store(writer, entry, built_in=True)
        name_object(writer, PACK, stored.id, ["easy"], built_in=True)
    with pytest.raises(Protected):
        delete(filled, PACK, "easy")
    assert not store_pack(filled, PACK, "easy", "Easy", []).stored.created


def test_a_pack_takes_stored_levels_with_a_grade_only(filled, graded):
    ungraded = next(one.label for one in every_level(filled) if one.grade is None)
    for wrong, reason in (("unknown", "no level"), ("a\0b", "no level"), (ungraded, "no grade")):
        with pytest.raises(PackError, match=reason) as error:
            store_pack(filled, PACK, "mine", "", [graded[0].label, wrong])
        assert error.value.place == ("levels", 1)
    for title, description, place in (("a\0b", "", "title"), ("", "\ud800", "description")):
        with pytest.raises(TextError, match="character") as error:
            store_pack(filled, PACK, "mine", title, [], description)
        assert error.value.place == (place,)
    with pytest.raises(PackError, match="at most"):
        store_pack(filled, PACK, "mine", "", [str(number) for number in range(10_001)])
    with filled.reading() as reader:
        assert count(reader, PACK, {}).count == 0


def labels_in(catalogue, name):
    return [shown.label for shown, _ in levels_of_pack(catalogue, PACK, name)]


def test_a_pack_ordered_by_hand_stays_so(filled, graded):
    labels = [one.label for one in graded[:4]]
    by_hand = [labels[2], labels[0], labels[3], labels[1]]
    made = store_pack(filled, PACK, "mine", "", by_hand, order=PackOrder.GIVEN)
    assert made.places == (0, 1, 2, 3)
    assert labels_in(filled, "mine") == by_hand
    met, level = [], next_of_pack(filled, PACK, "mine")
    while level is not None:
        met.append(level.label)
        level = next_of_pack(filled, PACK, "mine", level.label)
    assert met == by_hand
    assert not store_pack(filled, PACK, "mine", "", by_hand, order=PackOrder.GIVEN).stored.created
    with pytest.raises(PackExists):
        store_pack(filled, PACK, "mine", "", by_hand[::-1], order=PackOrder.GIVEN)
    with pytest.raises(NotInPack):
        next_of_pack(filled, PACK, "mine", graded[5].label)


def test_a_pack_of_ones_own_is_changed(filled, graded):
    labels = [one.label for one in graded]
    grades = {one.label: one.grade for one in graded}
    store_pack(filled, PACK, "mine", "Mine", labels[:3], order=PackOrder.GIVEN)
    edit_pack(filled, PACK, "mine", Edit(add=[labels[4], labels[0]], remove=[labels[1]], title="Ours"))
    assert labels_in(filled, "mine") == [labels[0], labels[2], labels[4]]
    shown = edit_pack(filled, PACK, "mine", Edit(levels=labels[5:1:-1], remove=[labels[3]]))
    pack = shown.document()
    assert labels_in(filled, "mine") == [labels[5], labels[4], labels[2]]
    held = [grades[one] for one in labels_in(filled, "mine")]
    assert (pack.title, pack.size, pack.least_grade, pack.greatest_grade) == ("Ours", 3, min(held), max(held))
    edit_pack(filled, PACK, "mine", Edit(order=PackOrder.GRADE))
    held = [grades[one] for one in labels_in(filled, "mine")]
    assert held == sorted(held)
    assert verify(filled).sound


def test_a_change_that_cannot_be_changes_nothing(filled, graded):
    labels = [one.label for one in graded]
    store_pack(filled, PACK, "mine", "Mine", labels[:3], order=PackOrder.GIVEN)
    for edit, place in (
        (Edit(remove=[labels[0], labels[7]]), ("remove", 1)),
        (Edit(add=[labels[7], "none"]), ("add", 1)),
        (Edit(levels=["none"]), ("levels", 0)),
    ):
        with pytest.raises(PackError) as error:
            edit_pack(filled, PACK, "mine", edit)
        assert error.value.place == place
        assert labels_in(filled, "mine") == labels[:3]
    with pytest.raises(UnknownObject):
        edit_pack(filled, PACK, "other", Edit())


def test_the_next_level_goes_through_all_graded_ones_by_grade(filled):
    levels = every_level(filled)
    expected = sorted((one for one in levels if one.grade is not None), key=lambda one: (one.grade, one.id))
    met, found = [], next_level(filled, LEVEL)
    while found is not None:
        met.append(found.label)
        found = next_level(filled, LEVEL, found.label)
    assert met == [one.label for one in expected]
    ungraded = next(one for one in levels if one.grade is None)
    assert next_level(filled, LEVEL, ungraded.label).label == expected[0].label
    with filled.reading() as reader:
        trees = {one.label for one in page(reader, LEVEL, {"tree": True, "min_grade": 0}, limit=1000).items}
    first = next(one.label for one in expected if one.label in trees)
    assert next_level(filled, LEVEL, filters={"tree": True}).label == first


def test_an_unknown_level_pack_or_filter_is_named(filled):
    with pytest.raises(UnknownObject, match="level"):
        next_level(filled, LEVEL, "unknown")
    with pytest.raises(UnknownPack, match="pack"):
        next_of_pack(filled, PACK, "unknown")
    with pytest.raises(ListingError):
        next_level(filled, LEVEL, filters={"colour": 1})


def test_the_levels_of_a_query_are_those_with_a_grade_in_its_order(filled, monkeypatch):
    with filled.reading() as reader:
        levels = [json.loads(level.text()) for level in page(reader, LEVEL, {}, limit=1000, whole=True).items]
    graded = [level for level in levels if level["difficulty"]["grade"] is not None]
    few = sorted({level["edges"] for level in graded})[0]
    expected = [level["label"] for level in graded if level["edges"] == few]
    assert labels_of_query(filled, PACK, f"edges:{few}") == expected != []
    by_edges = labels_of_query(filled, PACK, "sort:-edges")
    edges = {level["label"]: level["edges"] for level in graded}
    assert [edges[label] for label in by_edges] == sorted(edges.values(), reverse=True)
    with pytest.raises(PackError, match="no level with a grade matches") as refused:
        labels_of_query(filled, PACK, "edges>1000")
    assert refused.value.place == ("where",)
    monkeypatch.setattr("ludex.operations.packs.MAX_PACK_LEVELS", len(by_edges) - 1)
    with pytest.raises(PackError, match="more than"):
        labels_of_query(filled, PACK, "vertices>0")


def test_the_levels_of_a_job_are_those_with_a_grade_in_the_order_in_which_it_stored_them(filled, monkeypatch):
    levels = every_level(filled)
    ordered = [*levels[2:5], *levels[:2]]
    with filled.writing() as writer:
        for level in ordered:
            writer.connection.execute(insert(tables.job_object).values(job="j", node=level.id))
    graded = [level.label for level in ordered if level.grade is not None]
    assert labels_of_job(filled, PACK, "j") == graded
    with pytest.raises(PackError, match="no job 'k' has stored a level with a grade") as refused:
        labels_of_job(filled, PACK, "k")
    assert refused.value.place == ("job",)
    monkeypatch.setattr(packs, "MAX_PACK_LEVELS", len(graded))
    assert labels_of_job(filled, PACK, "j") == graded
    monkeypatch.setattr(packs, "MAX_PACK_LEVELS", len(graded) - 1)
    with pytest.raises(PackError, match="the limit of a pack"):
        labels_of_job(filled, PACK, "j")
