"""The first answers to searches of the starting catalogue, and the queries that are understood."""

import re
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from urllib.parse import parse_qs

import pytest

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.search.names import objects_named
from ludex.catalogue.search.searching import SearchAnswer, search_everything
from ludex.engine.budget import Budget
from ludex.games.kinds import GAMES
from tests.catalogue.search import searches

LEVEL = "planarity-level-9-12-ksfrvvaet5q3yjvl"
K4 = "planarity-graph-4-6-ffs6zme2lsvmruxh"

OBJECTS = [
    # labels, their beginnings, short names, hashes
    (LEVEL, "Level 9-12-ksfr"),
    (LEVEL.upper(), "Level 9-12-ksfr"),
    ("planarity-level-9-12-ksfr", "Level 9-12-ksfr"),
    ("9-12-ksfr", "Level 9-12-ksfr"),
    ("ksfrvvaet5", "Level 9-12-ksfr"),
    ("planarity-census-4", "Census 4-catt"),
    ("swish-card-4x3-akc", "Card 4x3-akcj"),
    ("set-cap-3-4-20", "Cap 3-4-20-codr"),
    # slugs and titles
    ("easy", "Easy"),
    ("pack easy", "Easy"),
    ("swish-36", "All one-point-one-circle cards of the 4 x 3 board"),
    ("some thought is needed", "Classic"),
    # names of graphs
    ("K5", "Complete graph K5 (5 vertices, 10 edges)"),
    ("K2,3", "Complete multipartite graph K2,3 (5 vertices, 6 edges)"),
    ("the bull graph", "Bull graph (5 vertices, 5 edges)"),
    ("k 2 3", "Complete multipartite graph K2,3 (5 vertices, 6 edges)"),
    ("5-cycle", "Cycle C5 (5 vertices, 5 edges)"),
    ("K4 minus an edge", "Diamond graph (4 vertices, 5 edges)"),
    # notations
    ("C~", "Graph 4-6-ffs6"),
    ("4:0-1,1-2,2-3,3-0", "Graph 4-4-aunu"),
    ("*o./.../.../...", "Card 4x3-akcj"),
    ("0121", "Card 3-4-0121-7kk3"),
]
LISTS = [
    ("six swaps levels", "planarity-level", {"min_swaps": 6}),
    ("levels with 5+ swaps", "planarity-level", {"min_swaps": "5.."}),
    ("levels with at most 3 crossings", "planarity-level", {"crossings": "..3"}),
    ("levels with more than 3 crossings", "planarity-level", {"crossings": "4.."}),
    ("levels with between 10 and 12 edges", "planarity-level", {"edges": "10..12"}),
    ("min swaps at least 5 and hull 4", "planarity-level", {"min_swaps": "5..", "hull": 4}),
    ("grade 12 levels", "planarity-level", {"grade": 12}),
    ("difficult puzzles", "planarity-level", {"grade": "14..17"}),
    ("levels in pack hard", "planarity-level", {"pack": "hard"}),
    ("unproved levels", "planarity-level", {"proved": False}),
    ("triangle-free graphs", "planarity-graph", {"girth": "4..,none"}),
    ("2 regular graphs on 6 vertices", "planarity-graph", {"min_degree": 2, "max_degree": 2, "vertices": 6}),
    ("graphs of girth 5", "planarity-graph", {"girth": 5}),
    ("cap sets with 20 cards", "set-cap", {"size": 20}),
    ("SET cards with 2 properties", "set-card", {"properties": 2}),
    ("boards with 36 cards", "swish-board", {"cards": 36}),
    ("swish decks of size 60", "swish-deck", {"size": 60}),
    # words that are not facts
    ("levels needing 4 swaps", "planarity-level", {"min_swaps": 4}),
    ("levels whose graph is a tree", "planarity-level", {"tree": True}),
    ("non-isomorphic graphs with 5 vertices", "planarity-graph", {"vertices": 5}),
    ("planar grafs with 8 verticies", "planarity-graph", {"planar": True, "vertices": 8}),
    ("K4 levels", "planarity-level", {"graph": K4}),
    ("levels on K4, 3 swaps", "planarity-level", {"graph": K4, "min_swaps": 3}),
    ("best known cap 3^5", "set-cap", {"largest": True, "values": 3, "properties": 5}),
    # numbers without a fact
    ("9-12 levels", "planarity-level", {"vertices": 9, "edges": 12}),
    ("9-12", "planarity-graph", {"vertices": 9, "edges": 12}),
    ("census 6", "planarity-census", {"vertices": 6}),
    ("order types on 8", "planarity-order-type", {"points": 8}),
    ("cap set in AG(4, 3)", "set-cap", {"properties": 4, "values": 3}),
    ("no swish 4x3", "swish-no-swish-set", {"height": 4, "width": 3}),
    ("deck 36", "swish-deck", {"size": 36}),
]
SORTED = [
    ("hardest level 9 vertices", "planarity-level", {"vertices": 9}, "-grade"),
    ("longest solution", "planarity-level", {}, "-min_swaps"),
    ("levels with most crossings", "planarity-level", {}, "-crossings"),
    ("level with the fewest edges", "planarity-level", {}, "edges"),
    ("hardest classes with 5 vertices", "planarity-census-class", {"vertices": 5}, "-min_swaps"),
    ("graphs with the highest girth", "planarity-graph", {}, "-girth"),
    ("graphs with maximum degree", "planarity-graph", {}, "-max_degree"),
    ("biggest no-swish set 4x3", "swish-no-swish-set", {"height": 4, "width": 3}, "-size"),
]
"""Superlatives, which sort the list."""
STRANGE = [
    *("", " ", "\0", "\ud800", "'", '"', "%%%", "--", "' OR 1=1 --", "{", "[" * 4000, "🂡" * 9, "-" * 99),
    *("x" * 8000, "9" * 8000, "levels with " * 600, f"{'a' * 5000} 5", "K" + "9" * 40, "K2" + ",2" * 2000),
    *("min_swaps=99999999999999999999", "levels with 999999999 swaps", "DROP TABLE node; --", "levels with vertices"),
]


@pytest.fixture(scope="module")
def catalogue(starting_address: str) -> Iterator[Catalogue]:
    """Give a starting catalogue whose indexes, caches and kernels are loaded."""
    opened = Catalogue(starting_address, GAMES)
    for text in ("levels with 6 swaps", "K5", "0121", "C~", "*o./.../.../...", "levls"):
        ask(opened, text)
    yield opened
    opened.close()


def budget() -> AbstractContextManager[Budget]:
    return nullcontext(Budget())


def ask(catalogue: Catalogue, text: str, **options: int | tuple[int, int]) -> SearchAnswer:
    return search_everything(catalogue, text, budget, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize(("text", "title"), OBJECTS)
def test_an_object_is_the_first_result(catalogue: Catalogue, text: str, title: str) -> None:
    first = ask(catalogue, text).items[0]
    assert first.title == title
    assert first.label is not None
    assert first.url.startswith("/api/v1/")
    assert first.url.endswith(first.label)


@pytest.mark.parametrize(("text", "kind", "filters"), LISTS)
def test_a_phrase_is_understood_as_a_list(
    catalogue: Catalogue, text: str, kind: str, filters: dict[str, object]
) -> None:
    answer = ask(catalogue, text)
    first = answer.understood[0]
    assert (first.kind, first.filters) == (kind, filters)
    assert first.url.startswith(f"/api/v1/{catalogue.registry.kind[kind].address}?")
    listed = [item for item in answer.items if item.kind == kind and item.label is not None]
    assert not listed or answer.items[0] == listed[0]


@pytest.mark.parametrize(("text", "kind", "filters", "sort"), SORTED)
def test_a_superlative_sorts_the_list(
    catalogue: Catalogue, text: str, kind: str, filters: dict[str, object], sort: str
) -> None:
    from ludex.catalogue.lists.listing import page

    answer = ask(catalogue, text, limit=5)
    first = answer.understood[0]
    assert (first.kind, first.filters) == (kind, filters)
    assert parse_qs(first.url.partition("?")[2])["sort"] == [sort]
    with catalogue.reading() as reader:
        descending = sort.startswith("-")
        found = page(reader, catalogue.registry.kind[kind], filters, sort.removeprefix("-"), descending=descending)
    expected = [view.label for view in found.items]
    listed = [item.label for item in answer.items if item.kind == kind]
    assert listed
    assert listed == expected[: len(listed)]


def test_every_declared_word_and_phrase_is_a_query_about_its_kinds(catalogue: Catalogue) -> None:
    from ludex.catalogue.lists.language import compile_query
    from ludex.catalogue.lists.listing import selectable_of

    registry = catalogue.registry
    for game in registry.games:
        for declared in (*game.vocabulary.words, *game.vocabulary.phrases):
            for kind in declared.kinds:
                compile_query(selectable_of(registry, registry.kind[kind]), declared.query.format(1, 2))


def test_graphs_without_triangles_include_forests(catalogue: Catalogue) -> None:
    from ludex.catalogue.lists.listing import count

    graph = catalogue.registry.kind["planarity-graph"]
    with catalogue.reading() as reader:
        free = count(reader, graph, {"girth": "4..,none"}).count
        with_cycle = count(reader, graph, {"girth": "4.."}).count
        forests = count(reader, graph, {"forest": True}).count
        all_graphs = count(reader, graph, {}).count
        with_triangle = count(reader, graph, {"girth": 3}).count
    assert forests > 0
    assert free == with_cycle + forests == all_graphs - with_triangle


@pytest.mark.parametrize("text", ["K9", "K6,6", "C20", "wheel 20", "ladder 9", "barbell 4 3", "grid 3 7"])
def test_a_named_graph_that_is_not_stored_can_be_drawn(catalogue: Catalogue, text: str) -> None:
    [understood] = ask(catalogue, text).understood
    assert understood.kind == "planarity-graph"
    assert "not in the catalogue" in understood.text
    assert understood.url.startswith("/draw?text=")


def test_words_without_a_meaning_are_reported(catalogue: Catalogue) -> None:
    [understood] = ask(catalogue, "levels with 6 swaps by moonlight").understood
    assert understood.filters == {"min_swaps": 6}
    assert "not understood: “moonlight”" in understood.text


def test_a_search_without_results_suggests_the_nearest(catalogue: Catalogue) -> None:
    for text, nearest in (
        *searches.WRONG,
        ("levles with 6 swaps", "levels with 6 swaps"),
        ("Graf Pettersen", "graf petersen"),
    ):
        first = ask(catalogue, text).items[0]
        assert (first.kind, first.title) == ("suggestion", nearest)
        again = ask(catalogue, nearest)
        assert again.understood or again.items[0].kind != "suggestion"


@pytest.mark.parametrize(
    "text",
    ["levels with 6 swaps", "levels", "swish", "catalogue", "planarity-level-", "hardest levels", "newest levels"],
)
def test_pages_follow_without_gaps_or_repetitions(catalogue: Catalogue, text: str) -> None:
    found, after = [], (0, 0)
    for _ in range(100):
        answer = ask(catalogue, text, limit=7, after=after)
        assert len(answer.items) <= 7
        found += [item.label or item.url for item in answer.items]
        if answer.after is None:
            break
        assert answer.after != after
        after = answer.after
    assert len(found) == len(set(found)) > 7
    assert found[:50] == [item.label or item.url for item in ask(catalogue, text, limit=50).items]


@pytest.mark.parametrize("text", STRANGE)
def test_any_text_has_an_answer(catalogue: Catalogue, text: str) -> None:
    answer = ask(catalogue, text)
    assert answer.after is None or answer.items


@pytest.mark.parametrize("text", ["mehrere Kreuzungen", "niveau facile", "oeis A090246", "A000088"])
def test_a_text_that_resembles_nothing_has_no_results(catalogue: Catalogue, text: str) -> None:
    answer = ask(catalogue, text)
    assert (list(answer.items), list(answer.understood)) == ([], [])


def test_a_new_title_is_found_at_once_and_a_deleted_one_no_more(catalogue: Catalogue) -> None:
    from ludex.catalogue.kinds.kind import prepare
    from ludex.catalogue.kinds.pack import PackSummary
    from ludex.catalogue.objects.storing import delete_named, name_object, store
    from ludex.games.planarity.kinds import PACK

    assert not any(item.title == "Zanzibar nights" for item in ask(catalogue, "zanzibar").items)
    entry = prepare(PACK, PackSummary("zanzibar-nights-1", "Zanzibar nights", "Warm.", 0, None, None))
    with catalogue.writing() as writer:
        stored = store(writer, entry)
        name_object(writer, PACK, stored.id, ["zanzibar-nights-1"])
    assert ask(catalogue, "nights zanzibar").items[0].title == "Zanzibar nights"
    assert ask(catalogue, "zanzib").items[0].title == "Zanzibar nights"
    with catalogue.writing() as writer:
        delete_named(writer, PACK, "zanzibar-nights-1")
    assert not any(item.title == "Zanzibar nights" for item in ask(catalogue, "nights zanzibar").items)


def test_a_built_in_object_that_is_not_stored_has_the_url_of_its_slug(catalogue: Catalogue) -> None:
    first = ask(catalogue, "swish-5x4").items[0]
    assert (first.label, first.kind, first.url) == (None, "swish-deck", "/api/v1/swish/decks/swish-5x4")


@pytest.mark.parametrize(
    ("text", "title"),
    [*searches.PLAYERS, *searches.MAKERS, *searches.MATHEMATICIANS, *searches.DEVELOPERS],
)
def test_what_people_look_for_is_among_the_first_three(catalogue: Catalogue, text: str, title: str) -> None:
    answer = ask(catalogue, text)
    found = [*(item.title for item in answer.items[:3]), *(reading.text for reading in answer.understood[:1])]
    assert any(title.lower() in one.lower() for one in found), found


@pytest.mark.parametrize(
    ("text", "kind", "query"),
    [*searches.PLAYERS_LISTS, *searches.MAKERS_LISTS, *searches.MATHEMATICIANS_LISTS, *searches.MORE_LISTS],
)
def test_a_description_becomes_its_query(catalogue: Catalogue, text: str, kind: str, query: str) -> None:
    first = ask(catalogue, text).understood[0]
    assert first.kind == kind
    assert re.sub(r"^kind:[a-z_-]+ ", "", first.query) == query


@pytest.mark.parametrize(("text", "answer"), searches.NUMBERS)
def test_a_question_for_a_number_is_answered_by_the_number(catalogue: Catalogue, text: str, answer: str) -> None:
    first, second, *_ = ask(catalogue, text).items
    assert first.title.startswith(answer)
    if first.url.endswith("#claims"):
        with catalogue.reading() as reader:
            assert objects_named(reader, first.url.removeprefix("/objects/").removesuffix("#claims"))
    table = second if first.url.endswith("#claims") else first
    assert table.url.startswith(("/records/", "/sequences/"))


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("grade 12", ["planarity-level", "swish-position", "set-position"]),
        ("grade>=10 grade<=16", ["planarity-level", "swish-position", "set-position"]),
        ("8 vertices", ["planarity-graph", "planarity-level"]),
    ],
)
def test_a_condition_without_a_noun_lists_the_objects_of_all_kinds_that_have_its_facts(
    catalogue: Catalogue, text: str, kinds: list[str]
) -> None:
    answer = ask(catalogue, text, limit=1000)
    assert [reading.kind for reading in answer.understood][: len(kinds)] == kinds
    assert list(dict.fromkeys(item.kind for item in answer.items if item.label))[: len(kinds)] == kinds


@pytest.mark.parametrize(("text", "noun"), [("sets of 3 cards", "found_set"), ("sets of 12 cards", "set-position")])
def test_cards_called_a_set_are_a_set_or_a_position(catalogue: Catalogue, text: str, noun: str) -> None:
    answer = ask(catalogue, text)
    number = text.split()[2]
    assert [reading.query for reading in answer.understood] == [
        f"kind:set-position size:{number}",
        f"kind:found_set values:{number}",
    ]
    assert {item.kind for item in answer.items[:3]} == {f"set-{noun.removeprefix('set-').replace('_', '-')}"}


def test_a_text_in_quotes_is_a_title(catalogue: Catalogue) -> None:
    found = ask(catalogue, 'kind:pack "some thought is needed"')
    assert [item.title for item in found.items] == ["Classic"]
    assert re.fullmatch(r"kind:planarity-pack \(label:planarity-pack-[a-z2-7]{16}\)", found.understood[0].query)
    assert ask(catalogue, 'kind:pack -"some thought is needed"').items[0].title != "Classic"
    [fault] = ask(catalogue, 'kind:pack "no such title zyx"').faults
    assert fault == 'character 11: no title has the text "no such title zyx"; write NAME:TEXT'


@pytest.mark.parametrize(("text", "error"), searches.ERRORS)
def test_a_wrong_query_has_an_error_beside_the_results(catalogue: Catalogue, text: str, error: str) -> None:
    answer = ask(catalogue, text)
    assert list(answer.faults) == [error]
    assert answer.items
    assert not answer.understood


@pytest.mark.parametrize("text", searches.TEXT)
def test_no_part_of_a_text_is_understood_wrongly(catalogue: Catalogue, text: str) -> None:
    readings = ask(catalogue, text).understood
    assert not [reading.query for reading in readings if reading.query]
