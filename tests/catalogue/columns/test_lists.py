"""Whatever a list is asked, the facts that a process holds say what the database says."""

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import func, select

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.columns import cache
from ludex.catalogue.columns.segments import seal
from ludex.catalogue.kinds.kind import NewLink, prepare
from ludex.catalogue.lists.filters import AnyOf
from ludex.catalogue.lists.joins import Joins
from ludex.catalogue.lists.language import conditions_of
from ludex.catalogue.lists.listing import (
    FACET_LIMIT,
    FacetValue,
    count,
    facets,
    page,
    random_one,
    selectable_of,
    stream,
)
from ludex.catalogue.objects.storing import (
    add_links,
    delete_links,
    delete_object,
    name_object,
    rewrite,
    store,
    store_many,
)
from ludex.catalogue.storage import tables
from ludex.engine.random_numbers import RandomNumbers
from tests.catalogue.conftest import made
from tests.catalogue.necklaces import BOX, MULTISET, NECKLACE, TOYS, Necklace
from tests.trials import examples

WORDS = [word for n in (1, 2, 3) for word in map("".join, product("abc", repeat=n))]
NOTES = ["", "a", "B", "b", "\u00e9", "\U0001f600", "\uffee"]
WEIGHTS = [None, 0, 7, 10, 10**18, 10**30, 10**30 + 1]
ANY = st.integers(0, 50)

necklaces = st.lists(
    st.builds(Necklace, st.sampled_from(WORDS), st.sampled_from(WEIGHTS), st.booleans(), note=st.sampled_from(NOTES)),
    min_size=1,
    max_size=8,
)
deeds = st.one_of(
    st.tuples(st.just("store"), necklaces, st.booleans()),
    st.tuples(st.just("rewrite"), ANY, st.sampled_from(WEIGHTS), st.sampled_from(NOTES)),
    st.tuples(st.just("delete"), ANY),
    st.tuples(st.just("delete the newest"), st.just(-1)),
    st.tuples(st.just("box"), st.sampled_from("pq"), st.lists(ANY, max_size=4)),
    st.tuples(st.just("seal"), st.integers(1, 6), st.sampled_from([1, 3, 100])),
    st.tuples(st.just("look")),
)
conditions = st.one_of(
    st.tuples(st.sampled_from(["length", "min_length", "max_length", "period"]), st.integers(-1, 4)),
    st.tuples(st.sampled_from(["weight", "min_weight", "max_weight"]), st.sampled_from([-1, 5, *WEIGHTS[1:]])),
    st.tuples(st.sampled_from(["weight", "known"]), st.none()),
    st.tuples(st.sampled_from(["known", "starting"]), st.booleans()),
    st.tuples(st.just("note"), st.sampled_from([*NOTES, "z"])),
    st.tuples(st.just("note"), st.just(AnyOf(("a", "B")))),
    st.tuples(st.just("length"), st.just(AnyOf((1, 3)))),
    st.tuples(st.sampled_from(["different", "min_different", "max_different"]), st.integers(0, 3)),
    st.tuples(st.just("box"), st.sampled_from("pqr")),
    st.tuples(st.just("multiset"), st.sampled_from(["ab", "aab", "z"]).map(lambda one: prepare(MULTISET, one).label)),
)


def do(catalogue, what, *how):
    """Do something to the necklaces of a catalogue; those that there are count from 0, from the end below that."""
    if what == "seal":
        seal(catalogue.database, catalogue.numbering, NECKLACE, *how)
        seal(catalogue.database, catalogue.numbering, MULTISET, *how)
        return
    if what == "look":
        with catalogue.reading() as reader:
            facets(reader, NECKLACE, {})
        return
    with catalogue.writing() as writer:
        there = list(stream(writer, NECKLACE, {}))
        if what == "store":
            store_many(writer, [prepare(NECKLACE, one) for one in how[0]], built_in=how[1])
        elif what == "box":
            box = store(writer, prepare(BOX, how[0])).id
            name_object(writer, BOX, box, [how[0]])
            held = {there[place % len(there)].label for place in how[1] if there}
            add_links(writer, box, [NewLink("has-necklace", label) for label in held])
        elif there:
            chosen = there[how[0] % len(there)]
            if what == "rewrite":
                known = chosen.document()
                rewrite(writer, NECKLACE, chosen.id, Necklace(known.word, how[1], known.weighed.known, how[2]))
            else:
                delete_necklace(writer, chosen.id)


def delete_necklace(writer, node):
    in_box = writer.registry.numbers.relations["in-box"]
    boxes = select(tables.link.c.target).where(tables.link.c.source == node, tables.link.c.relation == in_box)
    for box in writer.connection.scalars(boxes).all():
        delete_links(writer, "in-box", box, [node])
    delete_links(writer, "mirror-of", node)
    delete_object(writer, node)


def facets_of_tables(reader, filters):
    """Count the values of each fact in SQL, most frequent first."""
    choice, found = selectable_of(reader.registry, NECKLACE), {}
    for name in choice.facets:
        joins = Joins(choice, select(reader.registry.facts[NECKLACE.name].c.node))
        for condition in conditions_of(choice, filters):
            where = joins.condition(condition)
            joins.statement = joins.statement.where(where)
        value = joins.expression(name)
        rows = joins.statement.with_only_columns(value, func.count()).group_by(value)
        rows = rows.order_by(func.count().desc(), value.asc().nulls_first()).limit(FACET_LIMIT)
        found[name] = [FacetValue(*row) for row in reader.connection.execute(rows)]
    return found


def compare(reader, filters):
    """Ask everything that lists are asked, of what is held and of the database."""
    plain = replace(reader, cache=None)
    every = list(stream(plain, NECKLACE, filters, chunk=3))
    assert count(reader, NECKLACE, filters).count == len(every)
    assert facets(reader, NECKLACE, filters) == facets(plain, NECKLACE, filters) == facets_of_tables(plain, filters)
    for seed in range(3):
        chosen, expected = (random_one(one, NECKLACE, filters, RandomNumbers(seed)) for one in (reader, plain))
        assert chosen == expected
    for sort in selectable_of(reader.registry, NECKLACE).sorts:
        for descending in (False, True):
            every = list(stream(plain, NECKLACE, filters, sort, descending=descending))
            assert list(stream(reader, NECKLACE, filters, sort, descending=descending, chunk=3)) == every
            found, after = [], None
            while True:
                options = {"descending": descending, "after": after, "limit": 4, "whole": True}
                one = page(reader, NECKLACE, filters, sort, **options)
                assert one == page(plain, NECKLACE, filters, sort, **options)
                found += one.items
                after = one.after
                if after is None:
                    break
            assert found == every


@pytest.fixture
def few(monkeypatch):
    """Let lists of any length be answered from what the process holds."""
    monkeypatch.setattr(cache, "MIN_OBJECTS", 0)


@settings(max_examples=examples(25), deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(deeds, min_size=1, max_size=12), st.lists(st.lists(conditions, max_size=3).map(dict), max_size=3))
def test_held_facts_answer_as_the_database_does(few, tmp_path_factory, done, asked):
    url = f"sqlite:///{tmp_path_factory.mktemp('toys')}/toys.sqlite"
    catalogue, late = made(Catalogue(url, (TOYS,))), Catalogue(url, (TOYS,))
    for deed in done:
        do(catalogue, *deed)
        if deed == ("look",):
            # What is kept of these answers must not be taken for those after the next deed.
            with catalogue.reading() as reader:
                for filters in asked:
                    count(reader, NECKLACE, filters)
    for one in (catalogue, late):
        with one.reading() as reader:
            for filters in ({}, *asked):
                compare(reader, filters)
        one.close()


def test_held_facts_answer_as_the_database_does_on_either_database(few, toys):
    words = [Necklace(word, WEIGHTS[place % 7], place % 2 == 0, NOTES[place % 7]) for place, word in enumerate(WORDS)]
    do(toys, "store", words[:20], False)
    do(toys, "look")
    do(toys, "seal", 5, 100)
    do(toys, "store", words[20:], True)
    do(toys, "rewrite", 3, 10**30, "\u00e9")
    do(toys, "delete", 4)
    do(toys, "delete", -1)
    do(toys, "box", "p", [0, 3, 9])
    asked = ({}, {"box": "p"}, {"different": 2, "min_weight": 1}, {"known": True, "note": "B"}, {"min_length": 2})
    with toys.reading() as reader:
        for filters in asked:
            compare(reader, filters)
    do(toys, "seal", 5, 1)
    do(toys, "store", words, False)
    do(toys, "rewrite", 5, 1, "B")
    with toys.reading() as reader:
        for filters in asked:
            compare(reader, filters)
