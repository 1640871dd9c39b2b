"""The kinds, relations and statements of Swap Planarity, and additional search words."""

from collections.abc import Mapping

from ludex.catalogue.kinds.registry import GameKinds
from ludex.catalogue.kinds.vocabulary import SHARED_PAGES, NumberPair, Phrase, SearchPage, Vocabulary, Word
from ludex.games.planarity.kinds.census import CENSUS, CENSUS_CLASS, COLLECTION, COLLECTION_SIZE
from ludex.games.planarity.kinds.graph import GRAPH
from ludex.games.planarity.kinds.level import LEVEL
from ludex.games.planarity.kinds.order_type import ORDER_TYPE, X_TYPE
from ludex.games.planarity.kinds.pack import PACK
from ludex.games.planarity.kinds.statements import CITED, RELATIONS, STATEMENTS

__all__ = ["CENSUS", "CENSUS_CLASS", "COLLECTION", "GRAPH", "LEVEL", "ORDER_TYPE", "PACK", "PLANARITY", "X_TYPE"]

_GRAPH, _LEVEL, _CLASS = "planarity-graph", "planarity-level", "planarity-census-class"
_OF_GRAPHS = (_GRAPH, _LEVEL, _CLASS)


def _of_degree(degree: int) -> Mapping[str, int]:
    """Return the filters that select the graphs in which every vertex has this degree."""
    return {"min_degree": degree, "max_degree": degree}


_CYCLES = {"connected": True, **_of_degree(2)}

VOCABULARY = Vocabulary(
    words=(
        # The built-in packs begin at the same grades.
        Word(("easy",), "grade:..9", (_LEVEL,)),
        Word(("medium",), "grade:10..15", (_LEVEL,)),
        Word(("hard",), "grade:16..", (_LEVEL,)),
        Word(("plane",), "crossings:0", (_LEVEL, _CLASS)),
        Word(("unique_solution",), "orders:1", (_LEVEL,)),
        Word(("cycle",), "connected min_degree:2 max_degree:2", _OF_GRAPHS),
        Word(("cubic",), "min_degree:3 max_degree:3", _OF_GRAPHS),
        Word(("quartic",), "min_degree:4 max_degree:4", _OF_GRAPHS),
        *(Word((f"regular:{n}",), f"min_degree:{n} max_degree:{n}", _OF_GRAPHS) for n in range(1, 11)),
        Word(("triangle_free", "triangles:0"), "girth:4..,none", _OF_GRAPHS),
        Word(("triangles>0", "triangles>=1"), "girth:3", _OF_GRAPHS),
        Word(("acyclic",), "forest", _OF_GRAPHS),
        Word(("cyclic",), "-forest", _OF_GRAPHS),
        Word(("asymmetric",), "automorphisms:1", _OF_GRAPHS),
        Word(("symmetric",), "automorphisms:2..", _OF_GRAPHS),
    ),
    phrases=(
        Phrase(("puzzle", "planarity level", "untangle level"), {}, (_LEVEL,), is_noun=True),
        # The built-in packs begin at the same grades.
        Phrase(("easy", "simple", "beginner"), {"grade": "..9"}, (_LEVEL,)),
        Phrase(("medium", "moderate", "classic"), {"grade": "10..15"}, (_LEVEL,)),
        Phrase(("hard", "difficult", "expert"), {"grade": "16.."}, (_LEVEL,)),
        Phrase(("hardest", "most difficult", "most hard"), {}, (_LEVEL,), sort="-grade"),
        Phrase(("easiest", "least difficult", "simplest"), {}, (_LEVEL,), sort="grade"),
        Phrase(("hardest", "most difficult"), {}, (_CLASS,), sort="-min_swaps"),
        Phrase(("easiest", "simplest"), {}, (_CLASS,), sort="min_swaps"),
        Phrase(("longest solution", "longest"), {}, (_LEVEL, _CLASS), sort="-min_swaps"),
        Phrase(("shortest solution", "shortest"), {}, (_LEVEL, _CLASS), sort="min_swaps"),
        Phrase(("largest", "biggest"), {}, _OF_GRAPHS, sort="-vertices"),
        Phrase(("smallest",), {}, _OF_GRAPHS, sort="vertices"),
        Phrase(("largest", "biggest"), {}, ("planarity-pack",), sort="-size"),
        Phrase(("smallest",), {}, ("planarity-pack",), sort="size"),
        Phrase(("solved",), {"proved": True}, (_LEVEL,)),
        Phrase(("solved in", "solvable in", "solved with", "that take", "taking"), {}, (_LEVEL, _CLASS)),
        Phrase(("need", "needing", "require", "requiring"), {}, (_LEVEL, _CLASS)),
        Phrase(("unique solution", "one solution", "only one solution", "single solution"), {"orders": 1}, (_LEVEL,)),
        Phrase(("non isomorphic", "up to isomorphism", "pairwise non isomorphic"), {}, (_GRAPH,)),
        Phrase(("unsolved", "open"), {"proved": False}, (_LEVEL,)),
        Phrase(("tree",), {"tree": True}, _OF_GRAPHS),
        Phrase(("forest",), {"forest": True}, _OF_GRAPHS),
        Phrase(("cycle", "polygon"), _CYCLES, _OF_GRAPHS),
        Phrase(("cubic",), _of_degree(3), _OF_GRAPHS),
        Phrase(("quartic",), _of_degree(4), _OF_GRAPHS),
        *(Phrase((f"{degree} regular",), _of_degree(degree), _OF_GRAPHS) for degree in range(1, 11)),
        Phrase(
            ("triangle free", "without triangle", "no triangle", "with no triangle", "without any triangle"),
            {"girth": "4..,none"},
            _OF_GRAPHS,
        ),
        Phrase(("with triangle", "containing triangle", "with a triangle"), {"girth": 3}, _OF_GRAPHS),
        Phrase(("acyclic", "without cycle", "no cycle"), {"forest": True}, _OF_GRAPHS),
        Phrase(("cyclic", "with a cycle", "with cycle"), {"forest": False}, _OF_GRAPHS),
        Phrase(("asymmetric", "without symmetry", "rigid"), {"automorphisms": 1}, _OF_GRAPHS),
        Phrase(("symmetric",), {"automorphisms": "2.."}, _OF_GRAPHS),
        Phrase(("plane",), {"crossings": 0}, (_LEVEL, _CLASS)),
        Phrase(("census class", "swap class", "class"), {}, (_CLASS,), is_noun=True),
        Phrase(("census",), {}, (_CLASS,)),
        Phrase(("drawing",), {}, (_LEVEL, _CLASS), is_noun=True),
        Phrase(("point set",), {}, ("planarity-order-type", "planarity-x-type"), is_noun=True),
        Phrase(("crossing type",), {}, ("planarity-x-type",), is_noun=True),
        Phrase(("level pack", "collection"), {}, ("planarity-pack",), is_noun=True),
    ),
    number_pairs=(NumberPair("-", ("vertices", "edges")),),
    single_numbers={
        "planarity-census": "vertices",
        "planarity-order-type": "points",
        "planarity-x-type": "points",
        _CLASS: "vertices",
    },
    pages=(
        SearchPage("Is it in the catalogue?", "/draw", "Draw or enter your own drawing and look it up."),
        SearchPage("Census of small drawings", "/results/census", "Every drawing on few points, with its minimum."),
        SearchPage("Import", "/make/import", "Import levels from files: graph6, edge lists, CSV, Untangle, NDJSON."),
        SearchPage("Make levels", "/make/levels", "Generate levels of Swap Planarity with given properties."),
        SearchPage("Make a pack", "/make/packs", "Pick levels and make a pack."),
        SearchPage("Puzzle graph", "/graph/puzzles", "A map of the census that links classes that are one swap apart."),
    ),
    shared_pages=SHARED_PAGES,
    named_objects="ludex.games.planarity.named_graphs:NAMED_GRAPHS",
)

PLANARITY = GameKinds(
    title="Swap Planarity",
    kinds=(GRAPH, X_TYPE, ORDER_TYPE, LEVEL, CENSUS_CLASS, PACK, CENSUS, COLLECTION),
    relations=RELATIONS,
    statements=(*STATEMENTS, COLLECTION_SIZE),
    cited=CITED,
    vocabulary=VOCABULARY,
)
