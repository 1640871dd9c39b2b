"""Lists: pages, filters, facets and counts are those of looking at every object."""

from collections import Counter
from itertools import product

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ludex.catalogue.kinds.kind import NewLink, prepare
from ludex.catalogue.lists.filters import ListingError
from ludex.catalogue.lists.listing import count, facets, page, random_one, selectable_of, stream
from ludex.catalogue.objects.storing import add_links, name_object, store_many
from ludex.engine.random_numbers import RandomNumbers
from tests.catalogue.necklaces import BOX, LETTER, MULTISET, NECKLACE, Necklace
from tests.trials import examples

WORDS = [word for n in (1, 2, 3, 4) for word in map("".join, product("abc", repeat=n))]
CLASSES = sorted({min(Necklace(word).turns) for word in WORDS})


def weight(word):
    return None if word.startswith("c") else 10 ** len(word) + word.count("a")


@pytest.fixture
def filled(toys):
    """Every necklace of up to four of three letters; every third lies in a box."""
    entries = [prepare(NECKLACE, Necklace(word, weight(word), note=word[0])) for word in CLASSES]
    with toys.writing() as writer:
        stored = store_many(writer, entries)
        [box] = store_many(writer, [prepare(BOX, "mine")], built_in=True)
        name_object(writer, BOX, box.id, ["my-box"])
        add_links(writer, box.id, [NewLink("has-necklace", one.label, place) for place, one in enumerate(stored[::3])])
    return toys


def words(shown):
    return [one.document().word for one in shown]


def sort_value(sort, one):
    document = one.document()
    value = {"created": 0, "weight": document.weighed.weight}.get(sort, getattr(document, sort, None))
    return (-1 if sort == "weight" and value is None else value, one.id)


@pytest.mark.parametrize("sort", ["created", "length", "period", "note", "weight"])
def test_the_pages_of_a_list_are_the_list(filled, sort):
    with filled.reading() as reader:
        every = page(reader, NECKLACE, {}, limit=1000, whole=True).items
        for descending, limit in product((False, True), (1, 7, 1000)):
            expected = words(sorted(every, key=lambda one: sort_value(sort, one), reverse=descending))
            assert words(_paged(reader, sort, descending, limit)) == expected
            assert words(stream(reader, NECKLACE, {}, sort, descending=descending, chunk=limit)) == expected


def _paged(reader, sort, descending, limit):
    after = None
    while True:
        some = page(reader, NECKLACE, {}, sort, descending=descending, after=after, limit=limit, whole=True)
        assert len(some.items) <= limit
        yield from some.items
        after = some.after
        if after is None:
            return


def different(word):
    return len(set(word))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=examples(60))
@given(
    st.fixed_dictionaries(
        {},
        optional={
            "length": st.integers(0, 5),
            "min_period": st.integers(0, 5),
            "max_weight": st.integers(0, 20_000),
            "note": st.sampled_from("abcd"),
            "different": st.integers(0, 4),
            "min_different": st.integers(0, 4),
            "known": st.booleans(),
            "box": st.sampled_from(["my-box", "no-box"]),
            "starting": st.booleans(),
        },
    )
)
def test_filters_keep_what_they_say(filled, filters):
    held = {word for place, word in enumerate(CLASSES) if place % 3 == 0}
    tests = {
        "length": lambda word, value: len(word) == value,
        "min_period": lambda word, value: len(set(Necklace(word).turns)) >= value,
        "max_weight": lambda word, value: weight(word) is not None and weight(word) <= value,
        "note": lambda word, value: word[0] == value,
        "different": lambda word, value: different(word) == value,
        "min_different": lambda word, value: different(word) >= value,
        "known": lambda _word, value: value is False,
        "box": lambda word, value: value == "my-box" and word in held,
        "starting": lambda _word, value: value is False,
    }
    expected = [word for word in CLASSES if all(tests[name](word, value) for name, value in filters.items())]
    with filled.reading() as reader:
        found = page(reader, NECKLACE, filters, limit=1000, whole=True)
        assert words(found.items) == expected
        counted = count(reader, NECKLACE, filters)
        assert (counted.count, counted.exact) == (len(expected), True)
        by_length = facets(reader, NECKLACE, filters, ["length", "different", "weight", "starting"])
    assert [one.count for one in by_length["starting"]] == ([len(expected)] if expected else [])
    for name, of in (("length", len), ("different", different), ("weight", weight)):
        assert {one.value: one.count for one in by_length[name]} == Counter(map(of, expected))


def test_objects_are_filtered_by_what_they_are_linked_with(filled):
    with filled.reading() as reader:
        [first] = page(reader, NECKLACE, {"note": "b", "length": 1}, limit=5, whole=True).items
        multiset = first.document().multiset
        assert words(page(reader, NECKLACE, {"multiset": multiset}, whole=True).items) == ["b"]
        [same] = page(reader, MULTISET, {"necklace": first.label}, whole=True).items
        assert same.label == multiset
        [letter] = page(reader, LETTER, {"multiset": multiset}, whole=True).items
        assert letter.document().letter == "b"
        with_b = page(reader, MULTISET, {"letter": letter.label}, limit=1000, whole=True).items
        assert all("b" in one.document().letters for one in with_b)
        assert len(with_b) == sum("b" in letters for letters in {"".join(sorted(word)) for word in CLASSES})


def test_a_filter_sort_or_cursor_that_there_is_not_is_named(filled):
    with filled.reading() as reader:
        for filters, sort, after, name in (
            ({"colour": 1}, "created", None, "colour"),
            ({"min_note": "a"}, "created", None, "min_note"),
            ({"length": 2**63}, "created", None, "length"),
            ({"note": "\0"}, "created", None, "note"),
            ({}, "known", None, "sort"),
            ({}, "length", (1,), "cursor"),
            ({}, "length", ("a", 1), "cursor"),
            ({}, "weight", (10**5000, 1), "cursor"),
        ):
            with pytest.raises(ListingError) as error:
                page(reader, NECKLACE, filters, sort, after=after)
            assert error.value.name == name
        with pytest.raises(ListingError):
            facets(reader, NECKLACE, {}, ["word"])


def test_every_filter_sort_and_facet_that_is_offered_works(filled):
    for kind in filled.registry.kinds:
        asked = selectable_of(filled.registry, kind)
        with filled.reading() as reader:
            for one in asked.filters.values():
                value = {int: 1, bool: True, str: "multiset-1-aaaaaaaaaaaaaaaa"}[one.plain]
                page(reader, kind, {one.name: "starting" if one.name == "where" else value})
            for sort in asked.sorts:
                page(reader, kind, {}, sort)
            assert set(facets(reader, kind, {})) == set(asked.facets)


def test_a_list_that_grows_is_paged_without_gap_or_repetition(filled):
    with filled.reading() as reader:
        before = words(page(reader, NECKLACE, {}, "length", limit=1000, whole=True).items)
        first = page(reader, NECKLACE, {}, "length", limit=10, whole=True)
    with filled.writing() as writer:
        store_many(writer, [prepare(NECKLACE, Necklace(word)) for word in ("d", "zzzzz")])
    with filled.reading() as reader:
        rest = page(reader, NECKLACE, {}, "length", after=first.after, limit=1000, whole=True)
    assert [word for word in words(first.items) + words(rest.items) if word not in ("d", "zzzzz")] == before


def test_random_objects_are_all_there_and_repeat_with_their_seed(filled):
    with filled.reading() as reader:
        found = [random_one(reader, NECKLACE, {"length": 2}, RandomNumbers(seed)) for seed in range(60)]
        again = [random_one(reader, NECKLACE, {"length": 2}, RandomNumbers(seed)) for seed in range(60)]
        assert random_one(reader, NECKLACE, {"length": 9}, RandomNumbers(0)) is None
    assert set(words(found)) == {word for word in CLASSES if len(word) == 2}
    assert words(found) == words(again)
