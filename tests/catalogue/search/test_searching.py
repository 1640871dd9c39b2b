"""The first answer to each of a hundred searches of the starting catalogue, in time, and what is understood of it."""

import re
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from itertools import pairwise
from urllib.parse import parse_qs

import pytest

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.search.searching import SearchAnswer, search_everything
from ludex.engine.budget import Budget
from ludex.games.kinds import GAMES
from tests.catalogue.search import searches

LEVEL = "planarity-level-9-12-ksfrvvaet5q3yjvl"
K4 = "planarity-graph-4-6-ffs6zme2lsvmruxh"
EASY, CLASSIC, HARD = "Easy", "Classic", "Hard"

OBJECTS = [
    # labels, their beginnings, short names, hashes
    (LEVEL, "Level 9-12-ksfr"),
    (LEVEL.upper(), "Level 9-12-ksfr"),
    ("planarity-level-9-12-ksfr", "Level 9-12-ksfr"),
    ("planarity-level-9-12-ks", "Level 9-12-ksfr"),
    ("9-12-ksfr", "Level 9-12-ksfr"),
    ("9-12-ks", "Level 9-12-ksfr"),
    ("ksfrvvaet5", "Level 9-12-ksfr"),
    ("planarity-census-4", "Census 4-catt"),
    ("planarity-census-5", "Census 5-pupz"),
    ("swish-card-4x3-akc", "Card 4x3-akcj"),
    ("set-cap-3-4-20", "Cap 3-4-20-codr"),
    # slugs and titles
    ("easy", EASY),
    ("hard", HARD),
    ("classic", CLASSIC),
    ("pack easy", EASY),
    ("swish-36", "All one-point-one-circle cards of the 4 x 3 board"),
    ("swish-60", "The 60 cards of the commercial game (a reconstruction)"),
    ("set-81", "All 81 cards of 4 properties with 3 values each"),
    ("commercial game", "The 60 cards of the commercial game (a reconstruction)"),
    ("all 81 cards of 4 properties", "All 81 cards of 4 properties with 3 values each"),
    ("some thought is needed", CLASSIC),
    # names of graphs
    ("K5", "Complete graph K5 (5 vertices, 10 edges)"),
    ("k 5", "Complete graph K5 (5 vertices, 10 edges)"),
    ("K2,3", "Complete multipartite graph K2,3 (5 vertices, 6 edges)"),
    ("complete graph 4", "Complete graph K4 (4 vertices, 6 edges)"),
    ("C5", "Cycle C5 (5 vertices, 5 edges)"),
    ("pentagon", "Cycle C5 (5 vertices, 5 edges)"),
    ("P4", "Path P4 (4 vertices, 3 edges)"),
    ("path 5", "Path P5 (5 vertices, 4 edges)"),
    ("W5", "Wheel W5 (5 vertices, 8 edges)"),
    ("house", "House graph (5 vertices, 6 edges)"),
    ("the bull graph", "Bull graph (5 vertices, 5 edges)"),
    ("diamond", "Diamond graph (4 vertices, 5 edges)"),
    ("paw", "Paw graph (4 vertices, 4 edges)"),
    ("butterfly", "Butterfly graph (5 vertices, 6 edges)"),
    ("K_{2,3}", "Complete multipartite graph K2,3 (5 vertices, 6 edges)"),
    ("k 2 3", "Complete multipartite graph K2,3 (5 vertices, 6 edges)"),
    ("complete graph on 5 vertices", "Complete graph K5 (5 vertices, 10 edges)"),
    ("5-cycle", "Cycle C5 (5 vertices, 5 edges)"),
    ("wheel W5", "Wheel W5 (5 vertices, 8 edges)"),
    ("K4 minus an edge", "Diamond graph (4 vertices, 5 edges)"),
    # notations
    ("C~", "Graph 4-6-ffs6"),
    ("4:0-1,1-2,2-3,3-0", "Graph 4-4-aunu"),
    ("*o./.../.../...", "Card 4x3-akcj"),
    ("0121", "Card 3-4-0121-7kk3"),
]
_PLANAR = {"planar": True, "vertices": 7, "girth": "4..,none"}
LISTS = [
    ("levels with 6 swaps", "planarity-level", {"min_swaps": 6}),
    ("six swaps levels", "planarity-level", {"min_swaps": 6}),
    ("levels with 5+ swaps", "planarity-level", {"min_swaps": "5.."}),
    ("levels with five or more swaps", "planarity-level", {"min_swaps": "5.."}),
    ("levels with at most 3 crossings", "planarity-level", {"crossings": "..3"}),
    ("levels with more than 3 crossings", "planarity-level", {"crossings": "4.."}),
    ("levels with fewer than 4 crossings", "planarity-level", {"crossings": "..3"}),
    ("levels with 3 to 6 swaps", "planarity-level", {"min_swaps": "3..6"}),
    ("levels with between 10 and 12 edges", "planarity-level", {"edges": "10..12"}),
    ("levels with 3-6 swaps", "planarity-level", {"min_swaps": "3..6"}),
    ("min swaps at least 5 and hull 4", "planarity-level", {"min_swaps": "5..", "hull": 4}),
    ("min_swaps>=5", "planarity-level", {"min_swaps": "5.."}),
    ("grade 12 levels", "planarity-level", {"grade": 12}),
    ("easy levels", "planarity-level", {"grade": "..9"}),
    ("hard levels with 9 vertices", "planarity-level", {"grade": "16..", "vertices": 9}),
    ("difficult puzzles", "planarity-level", {"grade": "16.."}),
    ("impossible levels", "planarity-level", {"reachable": False}),
    ("levels in pack hard", "planarity-level", {"pack": "hard"}),
    ("levels with graph K4", "planarity-level", {"graph": K4}),
    ("unproved levels", "planarity-level", {"proved": False}),
    ("planar graphs on 7 vertices without triangles", "planarity-graph", _PLANAR),
    ("triangle-free graphs", "planarity-graph", {"girth": "4..,none"}),
    ("non-planar graphs", "planarity-graph", {"planar": False}),
    ("graphs that are not bipartite", "planarity-graph", {"bipartite": False}),
    ("trees on 5 vertices", "planarity-graph", {"tree": True, "vertices": 5}),
    ("cubic graphs", "planarity-graph", {"min_degree": 3, "max_degree": 3}),
    ("4-regular graphs", "planarity-graph", {"min_degree": 4, "max_degree": 4}),
    ("2 regular graphs on 6 vertices", "planarity-graph", {"min_degree": 2, "max_degree": 2, "vertices": 6}),
    ("quartic graphs", "planarity-graph", {"min_degree": 4, "max_degree": 4}),
    ("disconnected graphs with 5 edges", "planarity-graph", {"connected": False, "edges": 5}),
    ("graphs of girth 5", "planarity-graph", {"girth": 5}),
    ("graphs with maximum degree 3", "planarity-graph", {"max_degree": 3}),
    ("order types on 5 points", "planarity-order-type", {"points": 5}),
    ("order types of 6 points with hull 3", "planarity-order-type", {"points": 6, "hull": 3}),
    ("x-types of 5 points", "planarity-x-type", {"points": 5}),
    ("census classes with 4 swaps", "planarity-census-class", {"min_swaps": 4}),
    ("packs with at least 200 levels", "planarity-pack", {"size": "200.."}),
    ("caps of size 20", "set-cap", {"size": 20}),
    ("caps of 3^4", "set-cap", {"values": 3, "properties": 4}),
    ("cap sets with 20 cards", "set-cap", {"size": 20}),
    ("positions without a set", "set-position", {"has_set": False}),
    ("SET cards with 2 properties", "set-card", {"properties": 2}),
    ("4x3 no-swish sets", "swish-no-swish-set", {"height": 4, "width": 3}),
    ("5 by 5 boards", "swish-board", {"height": 5, "width": 5}),
    ("boards with 36 cards", "swish-board", {"cards": 36}),
    ("swish decks of size 60", "swish-deck", {"size": 60}),
    # words that are not facts
    ("levels needing 4 swaps", "planarity-level", {"min_swaps": 4}),
    ("levels solved in 4 swaps", "planarity-level", {"min_swaps": 4}),
    ("levels with a unique solution", "planarity-level", {"orders": 1}),
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
    ("20-cap", "set-cap", {"size": 20}),
    ("cap set in AG(4, 3)", "set-cap", {"properties": 4, "values": 3}),
    ("no swish 4x3", "swish-no-swish-set", {"height": 4, "width": 3}),
    ("deck 36", "swish-deck", {"size": 36}),
]
SORTED = [
    ("hardest levels", "planarity-level", {}, "-grade"),
    ("hardest level 9 vertices", "planarity-level", {"vertices": 9}, "-grade"),
    ("easiest levels with 12 vertices", "planarity-level", {"vertices": 12}, "grade"),
    ("longest solution", "planarity-level", {}, "-min_swaps"),
    ("levels with most crossings", "planarity-level", {}, "-crossings"),
    ("level with the fewest edges", "planarity-level", {}, "edges"),
    ("smallest levels", "planarity-level", {}, "vertices"),
    ("newest levels", "planarity-level", {}, "-created"),
    ("hardest classes with 5 vertices", "planarity-census-class", {"vertices": 5}, "-min_swaps"),
    ("graphs with the highest girth", "planarity-graph", {}, "-girth"),
    ("graphs with maximum degree", "planarity-graph", {}, "-max_degree"),
    ("biggest no-swish set 4x3", "swish-no-swish-set", {"height": 4, "width": 3}, "-size"),
    ("largest pack", "planarity-pack", {}, "-size"),
]
"""Superlatives, which sort the list."""
PAGES = [
    ("levels", "Levels of Swap Planarity"),
    ("no-swish sets", "No-swish sets of SWISH"),
    ("census classes", "Census classes of Swap Planarity"),
    ("swish", "SWISH"),
    ("SET", "SET"),
    ("swap planarity", "Swap Planarity"),
    ("glossary", "Glossary"),
    ("min swaps", "Min swaps of levels"),
    ("automorphisms", "Automorphisms of graphs"),
    ("jobs", "Jobs"),
    ("how to cite", "How to cite"),
    ("bibtex", "How to cite"),
    ("api key", "API key"),
    ("compare", "Compare"),
    ("how do I back up the database", "Back up and verify a catalogue"),
    ("backup", "Back up and verify a catalogue"),
    ("canonical forms", "Canonical forms"),
    ("postgresql", "Deploy a service"),
    ("numba", "3. Compile inner loops with numba"),
    ("add a game", "Add a game"),
    ("A090245", "Largest caps of 3 values"),
    ("oeis A063666", "Order types"),
    ("3, 16, 135, 3315", "Abstract order types"),
    ("2 4 9 20", "Largest caps of 3 values"),
    ("number of order types", "Order types"),
    ("daily puzzle", "Daily puzzles"),
    ("records", "Tables of records"),
    ("import graph6", "Import"),
    ("cypher", "Cypher"),
    ("download data", "Download"),
    ("how many caps", "Caps"),
]
STRANGE = [
    *("", " ", "\0", "\ud800", "'", '"', "%%%", "--", "' OR 1=1 --", "{", "[" * 4000, "🂡" * 9, "-" * 99),
    *("x" * 8000, "9" * 8000, "levels with " * 600, f"{'a' * 5000} 5", "K" + "9" * 40, "K2" + ",2" * 2000),
    *("min_swaps=99999999999999999999", "levels with 999999999 swaps", "DROP TABLE node; --", "levels with vertices"),
]
MOST_SECONDS = 0.06


@pytest.fixture(scope="module")
def catalogue(starting_address: str) -> Iterator[Catalogue]:
    """Give a starting catalogue whose indexes, caches and kernels are loaded."""
    opened = Catalogue(starting_address, GAMES)
    for text in ("levels with 6 swaps", "K5", "0121", "C~", "*o./.../.../...", "levls"):
        ask(opened, text)
    yield opened
    opened.close()


def budget() -> AbstractContextManager[Budget]:
    return nullcontext(Budget(seconds=5))


def ask(catalogue: Catalogue, text: str, **options: int | tuple[int, int]) -> SearchAnswer:
    return search_everything(catalogue, text, budget, **options)  # type: ignore[arg-type]


def test_there_are_a_hundred_searches() -> None:
    assert len({text for text, *_ in (*OBJECTS, *LISTS, *PAGES)}) >= 100


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


@pytest.mark.parametrize(("text", "title"), PAGES)
def test_a_page_is_the_first_result(catalogue: Catalogue, text: str, title: str) -> None:
    first = ask(catalogue, text).items[0]
    assert first.title == title
    assert first.label is None


def test_every_search_takes_at_most_60_milliseconds(catalogue: Catalogue) -> None:
    slow = []
    for text, *_ in (*OBJECTS, *LISTS, *SORTED, *PAGES):
        best = min(_seconds(catalogue, text) for _ in range(3))
        if best > MOST_SECONDS:
            slow.append((text, best))
    assert slow == []


def _seconds(catalogue: Catalogue, text: str) -> float:
    # Processor time, because other tests run beside this one. `scripts/bench scale` measures the waiting time.
    begun = time.process_time()
    ask(catalogue, text)
    return time.process_time() - begun


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
        ("levls with 6 swps", "levels with 6 swaps"),
        ("levles with 6 swaps", "levels with 6 swaps"),
        ("crossigns at most 3", "crossings at most 3"),
        ("planar garphs on 6 vertices", "planar graphs on 6 vertices"),
        ("petersn", "petersen"),
        ("Graf Pettersen", "graf petersen"),
    ):
        first = ask(catalogue, text).items[0]
        assert (first.kind, first.title) == ("suggestion", nearest)
        assert ask(catalogue, first.title).understood


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
    from ludex.catalogue.objects.aliases import delete_named, name_object
    from ludex.catalogue.objects.storing import store
    from ludex.games.planarity.kinds import PACK
    from ludex.games.planarity.kinds.pack import PackSummary

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


def test_results_are_in_the_order_of_their_parts(catalogue: Catalogue) -> None:
    kinds = [item.kind == "planarity-level" for item in ask(catalogue, "levels with 6 swaps", limit=100).items]
    assert all(first >= second for first, second in pairwise(kinds))


def test_a_built_in_object_that_is_not_stored_has_the_url_of_its_slug(catalogue: Catalogue) -> None:
    first = ask(catalogue, "swish-5x4").items[0]
    assert (first.label, first.kind, first.url) == (None, "swish-deck", "/api/v1/swish/decks/swish-5x4")


@pytest.mark.parametrize(
    ("text", "title"),
    [*searches.PLAYERS, *searches.MAKERS, *searches.MATHEMATICIANS, *searches.DEVELOPERS, *searches.WRONG],
)
def test_what_people_look_for_is_among_the_first_three(catalogue: Catalogue, text: str, title: str) -> None:
    answer = ask(catalogue, text)
    found = [*(item.title for item in answer.items[:3]), *(reading.text for reading in answer.understood[:1])]
    assert any(title.lower() in one.lower() for one in found), found


@pytest.mark.parametrize(
    ("text", "kind", "query"),
    [*searches.PLAYERS_LISTS, *searches.MAKERS_LISTS, *searches.MATHEMATICIANS_LISTS],
)
def test_a_description_becomes_its_query(catalogue: Catalogue, text: str, kind: str, query: str) -> None:
    first = ask(catalogue, text).understood[0]
    assert first.kind == kind
    assert re.sub(r"^kind:[a-z_-]+ ", "", first.query) == query


@pytest.mark.parametrize("text", searches.TEXT)
def test_no_part_of_a_text_is_understood_wrongly(catalogue: Catalogue, text: str) -> None:
    readings = ask(catalogue, text).understood
    assert not [reading.query for reading in readings if reading.query]


def test_there_are_a_hundred_and_fifty_searches_of_people() -> None:
    lists = [name for name in vars(searches) if name.isupper()]
    assert len({case if isinstance(case, str) else case[0] for name in lists for case in vars(searches)[name]}) >= 150
