"""The kinds, relations and statements of Swap Planarity, and additional search words."""

from ludex.catalogue.kinds.registry import GameKinds
from ludex.catalogue.kinds.vocabulary import (
    HOW_MANY,
    SHARED_PAGES,
    Phrase,
    Question,
    SearchPage,
    Vocabulary,
    Word,
    difficulty_words,
    phrases_of_grades,
)
from ludex.games.planarity.kinds.census import CENSUS, CENSUS_CLASS, COLLECTION, COLLECTION_SIZE
from ludex.games.planarity.kinds.graph import GRAPH
from ludex.games.planarity.kinds.level import LEVEL, PACK
from ludex.games.planarity.kinds.order_type import ORDER_TYPE, X_TYPE
from ludex.games.planarity.kinds.statements import CITED, RELATIONS, STATEMENTS

__all__ = ["CENSUS", "CENSUS_CLASS", "COLLECTION", "GRAPH", "LEVEL", "ORDER_TYPE", "PACK", "PLANARITY", "X_TYPE"]

_GRAPH, _LEVEL, _CLASS = "planarity-graph", "planarity-level", "planarity-census-class"
_SEQUENCE = "/sequences/planarity"
_OF_GRAPHS = (_GRAPH, _LEVEL, _CLASS)
_POINTS = ("planarity-order-type", "planarity-x-type")


VOCABULARY = Vocabulary(
    words=(
        *difficulty_words((_LEVEL,)),
        Word(("plane",), "crossings:0", (_LEVEL, _CLASS)),
        Word(("unique_solution",), "orders:1", (_LEVEL,)),
        Word(("cycle",), "connected min_degree:2 max_degree:2", _OF_GRAPHS),
        Word(("path",), "tree max_degree:..2", _OF_GRAPHS),
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
        Phrase(("puzzle", "planarity level", "untangle level"), "", (_LEVEL,), is_noun=True),
        Phrase(("classic",), "medium", (_LEVEL,)),
        *phrases_of_grades((_LEVEL,)),
        Phrase(("hardest",), "sort:-greatest_grade", ("planarity-pack",)),
        Phrase(("easiest",), "sort:least_grade", ("planarity-pack",)),
        Phrase(("hardest", "most difficult"), "sort:-min_swaps", (_CLASS,)),
        Phrase(("easiest", "simplest"), "sort:min_swaps", (_CLASS,)),
        Phrase(("longest solution", "longest"), "sort:-min_swaps", (_LEVEL, _CLASS)),
        Phrase(("shortest solution", "shortest"), "sort:min_swaps", (_LEVEL, _CLASS)),
        Phrase(("largest", "biggest"), "sort:-vertices", _OF_GRAPHS),
        Phrase(("smallest",), "sort:vertices", _OF_GRAPHS),
        Phrase(("largest", "biggest"), "sort:-size", ("planarity-pack",)),
        Phrase(("smallest",), "sort:size", ("planarity-pack",)),
        Phrase(("solved",), "proved", (_LEVEL,)),
        Phrase(("unsolved", "open", "not yet solved"), "-proved", (_LEVEL,)),
        Phrase(("can not be solved", "no solution", "without solution", "without a solution"), "impossible", (_LEVEL,)),
        Phrase(
            (
                "solved in",
                "solvable in",
                "solved with",
                "that take",
                "taking",
                "need",
                "needing",
                "require",
                "requiring",
            ),
            "",
            (_LEVEL, _CLASS),
        ),
        Phrase(("one solution", "only one solution", "single solution"), "unique_solution", (_LEVEL,)),
        Phrase(("more than one solution", "several solution", "multiple solution"), "-unique_solution", (_LEVEL,)),
        Phrase(("order N", "of order N"), "vertices:{0}", (_GRAPH,)),
        Phrase(("size N", "of size N"), "edges:{0}", (_GRAPH,)),
        Phrase(("of order",), "", (_LEVEL, _CLASS)),
        Phrase(("non isomorphic", "up to isomorphism", "pairwise non isomorphic"), "", (_GRAPH,)),
        Phrase(("tree",), "tree", _OF_GRAPHS, is_noun=True),
        Phrase(("forest",), "forest", _OF_GRAPHS, is_noun=True),
        Phrase(("cycle", "polygon"), "cycle", _OF_GRAPHS, is_noun=True),
        Phrase(("N regular",), "regular:{0}", _OF_GRAPHS),
        Phrase(
            (
                "triangle free",
                "without triangle",
                "no triangle",
                "with no triangle",
                "without any triangle",
                "triangleless",
            ),
            "triangles:0",
            _OF_GRAPHS,
        ),
        Phrase(("with triangle", "containing triangle", "with a triangle"), "triangles>0", _OF_GRAPHS),
        Phrase(("without cycle", "no cycle"), "acyclic", _OF_GRAPHS),
        Phrase(("with a cycle", "with cycle"), "cyclic", _OF_GRAPHS),
        Phrase(("without symmetry", "rigid"), "asymmetric", _OF_GRAPHS),
        Phrase(("N - N",), "vertices:{0} edges:{1}", _OF_GRAPHS),
        Phrase(("K of N point", "K on N point"), "vertices:{0}", (_CLASS, "planarity-census")),
        Phrase(("K N", "K on N", "K of N", "K for N", "K with N", "N K"), "vertices:{0}", (_CLASS, "planarity-census")),
        Phrase(("K N", "K on N", "K of N", "K for N", "K with N", "N K"), "points:{0}", _POINTS),
        Phrase(("census class", "swap class", "class"), "", (_CLASS,), is_noun=True),
        Phrase(("census",), "", (_CLASS,)),
        Phrase(("drawing",), "", (_LEVEL, _CLASS), is_noun=True),
        Phrase(("point set",), "", _POINTS, is_noun=True),
        Phrase(("crossing type",), "", ("planarity-x-type",), is_noun=True),
        Phrase(("level pack", "collection"), "", ("planarity-pack",), is_noun=True),
    ),
    questions=(
        *(
            Question(
                (rf"{HOW_MANY} (?:{words})",),
                title,
                f"{_SEQUENCE}-{name}",
                ("{0}",),
                f"{title} of {{0}} points: {{value}}",
            )
            for words, title, name in (
                ("abstract order types", "Abstract order types", "abstract-order-types"),
                ("order types", "Order types", "order-types"),
                ("(?:crossing|x)[- ]types", "Crossing types", "x-types"),
                ("(?:swap|census) classes", "Swap classes", "swap-classes"),
            )
        ),
        Question(
            (
                r"(?:hardest drawing|most swaps).* \w+ (?:points|vertices)",
                r"(?:hardest|longest).* \w+ points",
                rf"{HOW_MANY} swaps .*(?:at most|worst|need)",
            ),
            "Hardest drawings",
            "/records/planarity-hardest",
            ("{0}",),
            "Hardest drawings of {0} points: {value} swaps",
        ),
    ),
    pages=(
        SearchPage(
            "Draw a level",
            "/draw",
            "Draw a level of your own, play it, save it and share it.",
            ("draw", "level editor"),
        ),
        SearchPage("Census of small drawings", "/results/census", "Every drawing on few points, with its minimum."),
        SearchPage("Import", "/make/import", "Import levels from files: graph6, edge lists, CSV, Untangle, NDJSON."),
        SearchPage("Tutorial of Swap Planarity", "/play/planarity/tutorial", "Learn how to play: untangle with swaps."),
        SearchPage("Play offline", "/offline", "Play the levels of a pack without a connection."),
        SearchPage(
            "Worksheets",
            "/planarity/packs",
            "Print the worksheet of a pack: printable levels on paper, or as a PDF file.",
            ("print", "printable puzzle", "puzzle on paper", "teacher", "classroom", "school", "worksheet for class"),
        ),
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
