from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ludex.catalogue.listing import ListingError
from ludex.catalogue.swish.cards import CARDS, store_cards
from ludex.swish.card import Card, Symmetry, one_pair_cards
from ludex.swish.identity.keys import card_label


@pytest.fixture
def filled(database):
    """36 cards of the 4 x 3 board, and some of other kinds."""
    others = [Card.from_code(code) for code in ("**o", "*oo", "o..", "*..")]
    with database.writing() as session:
        store_cards(session, others, Symmetry.RECTANGLE)
        store_cards(session, one_pair_cards(4, 3), Symmetry.RECTANGLE)
        store_cards(session, one_pair_cards(2, 2), Symmetry.SQUARE)
    return database


def pages(session, limit, **options):
    found, after = [], None
    while True:
        page = CARDS.page(
            session,
            options.get("filters", {}),
            options.get("sort", "created"),
            after=after,
            limit=limit,
            descending=options.get("descending", False),
        )
        assert len(page.items) <= limit
        found += page.items
        after = page.after
        if after is None:
            return found


@pytest.mark.parametrize("sort", CARDS.sort_names)
@pytest.mark.parametrize("descending", [False, True])
@pytest.mark.parametrize("limit", [1, 7, 42, 1000])
def test_the_pages_of_a_list_are_the_list(filled, sort, descending, limit):
    with filled.reading() as session:
        every = CARDS.page(session, {}, limit=1000).items
        key = (lambda c: (c.id,)) if sort == "created" else (lambda c: (getattr(c, sort), c.id))
        expected = sorted(every, key=key, reverse=descending)
        assert pages(session, limit, sort=sort, descending=descending) == expected
        assert list(CARDS.stream(session, {}, sort, descending=descending, chunk=limit)) == expected


def test_a_list_that_grows_is_paged_without_gap_or_repetition(filled):
    with filled.reading() as session:
        before = CARDS.page(session, {}, limit=1000).items
        first = CARDS.page(session, {}, limit=10)
    with filled.writing() as session:
        store_cards(session, one_pair_cards(3, 3), Symmetry.RECTANGLE)
    with filled.reading() as session:
        rest = CARDS.page(session, {}, after=first.after, limit=1000).items
    assert (first.items + rest)[: len(before)] == before


FILTERS = st.dictionaries(
    st.sampled_from(
        ["height", "width", "points", "circles", "min_points", "max_circles", "min_width", "configurations"]
    ),
    st.integers(0, 5),
    max_size=3,
)


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(filters=FILTERS)
def test_filters_counts_and_facets_agree_with_looking_at_every_card(filled, filters):
    def fits(card):
        for name, value in filters.items():
            actual = getattr(card, name.removeprefix("min_").removeprefix("max_"))
            if not (
                actual >= value
                if name.startswith("min_")
                else actual <= value
                if name.startswith("max_")
                else actual == value
            ):
                return False
        return True

    with filled.reading() as session:
        expected = [card for card in CARDS.page(session, {}, limit=1000).items if fits(card)]
        assert CARDS.page(session, filters, limit=1000).items == expected
        assert CARDS.count(session, filters).count == len(expected)
        for name, values in CARDS.facets(session, filters).items():
            assert {v.value: v.count for v in values} == {
                value: sum(getattr(c, name) == value for c in expected)
                for value in {getattr(c, name) for c in expected}
            }
            assert [v.count for v in values] == sorted((v.count for v in values), reverse=True)
        chosen = CARDS.random(session, filters, Random(0))
        assert chosen in expected if expected else chosen is None


def test_a_count_stops_at_its_cap(filled):
    with filled.reading() as session:
        total = CARDS.count(session, {}, cap=None)
        assert total.exact
        assert CARDS.count(session, {}, cap=total.count) == total
        capped = CARDS.count(session, {}, cap=5)
        assert (capped.count, capped.exact) == (5, False)


def test_every_object_is_drawn_at_random(filled):
    with filled.reading() as session:
        source = Random(1)
        drawn = {CARDS.random(session, {"height": 1}, source).code for _ in range(60)}
    assert drawn == {"**o", "*oo", "o..", "*.."}


def test_objects_come_by_their_labels_in_the_order_asked(filled):
    labels = [card_label(Card.from_code(code), Symmetry.RECTANGLE) for code in ("o..", "**o")]
    with filled.reading() as session:
        found = CARDS.by_labels(session, [*labels, "card-unknown", "a\0b", "\ud800", labels[0]])
    assert [card.code for card in found.values()] == ["o..", "**o"]


def test_thousands_of_labels_may_be_asked_at_once(filled, count_statements):
    with count_statements(filled) as statements, filled.reading() as session:
        assert CARDS.by_labels(session, [f"card-{number}" for number in range(2500)]) == {}
    assert len(statements) == 3


@pytest.mark.parametrize(
    ("filters", "name"),
    [({"colour": 1}, "colour"), ({"min_code": 1}, "min_code"), ({"width": 2**63}, "width"), ({"deck": "a\0b"}, "deck"),
     ({"deck": "\ud800"}, "deck"), ({"max_width": -(2**63) - 1}, "max_width")],
)  # fmt: skip
def test_a_filter_that_there_is_not_is_named(filled, filters, name):
    with filled.reading() as session, pytest.raises(ListingError) as raised:
        CARDS.page(session, filters)
    assert raised.value.name == name


@pytest.mark.parametrize("after", [(), (1,), (1, 2, 3), ("1", 2), (1, None), (1.0, 2), (True, 2), (1, 2**63)])
def test_a_cursor_of_another_list_is_refused(filled, after):
    with filled.reading() as session, pytest.raises(ListingError, match="cursor"):
        CARDS.page(session, {}, "points", after=after)


def test_an_unknown_sort_or_facet_is_refused(filled):
    with filled.reading() as session:
        with pytest.raises(ListingError, match="sort"):
            CARDS.page(session, {}, "beauty")
        with pytest.raises(ListingError, match="beauty"):
            CARDS.facets(session, {}, ["beauty"])


def test_a_page_needs_an_index_and_no_sorting(sqlite_database):
    # The plan of a late page of the usual lists: SQLite must not sort all rows.
    from sqlalchemy import text

    from ludex.catalogue.listing import page
    from ludex.catalogue.tables import PositionRow, SwishRow

    plans = []
    with sqlite_database.reading() as session:
        scalars = session.execute

        def explain(statement, *args, **kwargs):
            sql = str(statement.compile(session.get_bind(), compile_kwargs={"literal_binds": True}))
            plans.extend(row.detail for row in scalars(text("EXPLAIN QUERY PLAN " + sql.replace(":", "\\:"))))
            return scalars(statement, *args, **kwargs)

        session.execute = explain
        from sqlalchemy import select

        page(session, select(SwishRow), [SwishRow.size, SwishRow.id], (3, 7))
        page(session, select(SwishRow).where(SwishRow.size == 3), [SwishRow.id], (7,))
        page(session, select(PositionRow).where(PositionRow.hypergraph_id == 3), [PositionRow.id], (7,))
        page(session, select(PositionRow), [PositionRow.cards, PositionRow.id], (3, 7), descending=True)
    assert len(plans) == 4
    assert all("INDEX" in plan and "SEARCH" in plan for plan in plans), plans
    assert not any("TEMP B-TREE" in plan for plan in plans), plans
