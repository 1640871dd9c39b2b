"""The kinds, relations and statements of SWISH, and search words in addition to those that the kinds provide."""

from ludex.catalogue.kinds.registry import GameKinds
from ludex.catalogue.kinds.vocabulary import HOW_MANY, SHARED_PAGES, Phrase, Question, SearchPage, Vocabulary
from ludex.games.swish.kinds.deck import BOARD, CARD, DECK
from ludex.games.swish.kinds.hypergraph import HYPERGRAPH
from ludex.games.swish.kinds.pack import IN_PACK, PACK
from ludex.games.swish.kinds.position import NO_SWISH_SET, POSITION, SWISH_STACK
from ludex.games.swish.kinds.statements import RELATIONS, STATEMENTS

__all__ = ["BOARD", "CARD", "DECK", "HYPERGRAPH", "NO_SWISH_SET", "PACK", "POSITION", "SWISH", "SWISH_STACK"]

_BOARDS = ("swish-card", "swish-deck", "swish-position", "swish-swish", "swish-no-swish-set", "swish-board")
_SIZED = ("swish-deck", "swish-position", "swish-swish", "swish-no-swish-set")

VOCABULARY = Vocabulary(
    phrases=(
        Phrase(("whole board", "board"), "", ("swish-board",), is_noun=True),
        Phrase(("deal", "table"), "", ("swish-position",), is_noun=True),
        Phrase(
            ("swish free set", "set without swish", "swish free", "no swish"), "", ("swish-no-swish-set",), is_noun=True
        ),
        Phrase(("largest", "biggest", "maximum"), "sort:-size", _SIZED),
        Phrase(("smallest",), "sort:size", _SIZED),
        Phrase(("stack",), "", ("swish-swish",), is_noun=True),
        Phrase(("quarter turn", "with quarter turn", "with rotation"), "symmetry:square", _BOARDS),
        Phrase(("flip only", "without rotation"), "symmetry:rectangle", _BOARDS),
        Phrase(("N x N", "N by N"), "height:{0} width:{1}", _BOARDS),
        Phrase(("K N", "K of N", "N K"), "size:{0}", ("swish-deck",)),
    ),
    questions=(
        Question((r"(?:probability|chance|odds|likely).*swish",), "Deals without a swish", "/records/swish-deals"),
        Question((rf"{HOW_MANY} swishes",), "Swishes of swish-60 by size", "/sequences/swish-card-sets-60"),
        Question(
            (
                r"(?:largest|biggest) no[- ]swish set of",
                r"(?:maximum|most) .*without a swish",
                r"how (?:big|large) .*no[- ]swish",
            ),
            "Largest no-swish sets of boards",
            "/results/boards",
        ),
        Question((rf"{HOW_MANY} cards .*board",), "Cards of an n x n board", "/sequences/swish-cards-nxn"),
    ),
    pages=(
        SearchPage("Play SWISH", "/play/swish", "Find the swishes of a deal in the browser."),
        SearchPage("Tutorial of SWISH", "/play/swish/tutorial", "Learn how to play SWISH: rules, cards and swishes."),
        SearchPage("Largest no-swish sets of boards", "/results/boards", "Closed forms and constructions."),
        SearchPage(
            "Deals", "/results/deals", "How likely it is that a deal has a swish or a set: statistics, probability."
        ),
        SearchPage("Lay out SWISH cards", "/draw/swish", "Pick or enter SWISH cards and find their largest swish."),
        SearchPage(
            "Make no-swish sets", "/make/no-swish", "A job that finds a largest no-swish set of cards and proves it."
        ),
    ),
    shared_pages=SHARED_PAGES,
)

SWISH = GameKinds(
    "SWISH",
    (CARD, DECK, HYPERGRAPH, POSITION, SWISH_STACK, NO_SWISH_SET, BOARD, PACK),
    (*RELATIONS, IN_PACK),
    STATEMENTS,
    vocabulary=VOCABULARY,
)
