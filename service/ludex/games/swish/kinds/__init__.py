"""The kinds, relations and statements of SWISH, and search words in addition to those that the kinds provide."""

from ludex.catalogue.kinds.registry import GameKinds
from ludex.catalogue.kinds.vocabulary import SHARED_PAGES, NumberPair, Phrase, SearchPage, Vocabulary
from ludex.games.swish.kinds.deck import BOARD, CARD, DECK
from ludex.games.swish.kinds.hypergraph import HYPERGRAPH
from ludex.games.swish.kinds.position import NO_SWISH_SET, POSITION, SWISH_STACK
from ludex.games.swish.kinds.statements import RELATIONS, STATEMENTS

__all__ = ["BOARD", "CARD", "DECK", "HYPERGRAPH", "NO_SWISH_SET", "POSITION", "SWISH", "SWISH_STACK"]

_BOARDS = ("swish-card", "swish-deck", "swish-position", "swish-swish", "swish-no-swish-set", "swish-board")
_SIZED = ("swish-deck", "swish-position", "swish-swish", "swish-no-swish-set")

VOCABULARY = Vocabulary(
    phrases=(
        Phrase(("whole board", "board"), {}, ("swish-board",), is_noun=True),
        Phrase(("deal", "table"), {}, ("swish-position",), is_noun=True),
        Phrase(
            ("swish free set", "set without swish", "swish free", "no swish"), {}, ("swish-no-swish-set",), is_noun=True
        ),
        Phrase(("largest", "biggest", "maximum"), {}, _SIZED, sort="-size"),
        Phrase(("smallest",), {}, _SIZED, sort="size"),
        Phrase(("stack",), {}, ("swish-swish",), is_noun=True),
        Phrase(("quarter turn", "with quarter turn", "with rotation"), {"symmetry": "square"}, _BOARDS),
        Phrase(("flip only", "without rotation"), {"symmetry": "rectangle"}, _BOARDS),
    ),
    number_pairs=(NumberPair("x", ("height", "width")),),
    single_numbers={"swish-deck": "size"},
    pages=(
        SearchPage("Play SWISH", "/play/swish", "Find the swishes of a deal in the browser."),
        SearchPage("Largest no-swish sets of boards", "/results/boards", "Closed forms and constructions."),
        SearchPage(
            "Deals", "/results/deals", "How likely it is that a deal has a swish or a set: statistics, probability."
        ),
        SearchPage("Look up SWISH cards", "/draw/swish", "Pick or enter SWISH cards and find their largest swish."),
        SearchPage(
            "Make no-swish sets", "/make/no-swish", "A job that finds a largest no-swish set of cards and proves it."
        ),
    ),
    shared_pages=SHARED_PAGES,
)

SWISH = GameKinds(
    "SWISH",
    (CARD, DECK, HYPERGRAPH, POSITION, SWISH_STACK, NO_SWISH_SET, BOARD),
    RELATIONS,
    STATEMENTS,
    vocabulary=VOCABULARY,
)
