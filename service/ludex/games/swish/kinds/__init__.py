"""The kinds, relations and statements of SWISH, and search words in addition to those that the kinds provide."""

from ludex.catalogue.kinds.registry import GameKinds
from ludex.catalogue.kinds.vocabulary import (
    HOW_MANY,
    MOST,
    SHARED_PAGES,
    Phrase,
    Question,
    SearchPage,
    Vocabulary,
    difficulty_words,
    phrases_of_grades,
)
from ludex.games.swish.kinds.deck import BOARD, CARD, DECK
from ludex.games.swish.kinds.position import HYPERGRAPH, IN_PACK, NO_SWISH_SET, PACK, POSITION, SWISH_STACK
from ludex.games.swish.kinds.statements import RELATIONS, STATEMENTS

__all__ = ["BOARD", "CARD", "DECK", "HYPERGRAPH", "NO_SWISH_SET", "PACK", "POSITION", "SWISH", "SWISH_STACK"]

_BOARDS = ("swish-card", "swish-deck", "swish-position", "swish-swish", "swish-no-swish-set", "swish-board")
BOARD_SIDES = r"\d+ ?(?:x|by|×) ?\d+"
_SIZED = ("swish-deck", "swish-position", "swish-swish", "swish-no-swish-set")

VOCABULARY = Vocabulary(
    words=difficulty_words(("swish-position",)),
    phrases=(
        *phrases_of_grades(("swish-position",)),
        Phrase(("whole board", "board"), "", ("swish-board",), is_noun=True),
        Phrase(("deal", "table", "puzzle"), "", ("swish-position",), is_noun=True),
        Phrase(
            ("swish free set", "set without swish", "swish free", "no swish"), "", ("swish-no-swish-set",), is_noun=True
        ),
        Phrase(
            ("without swish", "no swish", "with no swish", "without a swish", "without any swish"),
            "largest_size:0",
            ("swish-position",),
        ),
        Phrase(("with a swish", "with swish"), "largest_size>0", ("swish-position",)),
        Phrase(("largest", "biggest", "maximum"), "sort:-size", _SIZED),
        Phrase(("smallest",), "sort:size", _SIZED),
        Phrase(("stack",), "", ("swish-swish",), is_noun=True),
        Phrase(("quarter turn", "with quarter turn", "with rotation"), "symmetry:square", _BOARDS),
        Phrase(("flip only", "without rotation"), "symmetry:rectangle", _BOARDS),
        Phrase(("N x N", "N by N"), "height:{0} width:{1}", _BOARDS),
        Phrase(("K N", "K of N", "N K"), "size:{0}", ("swish-deck",)),
    ),
    questions=(
        *(
            Question(
                (
                    rf"(?:probability|chance|odds|likely|often).*swish{deck}",
                    rf"swish{deck}.*(?:probability|chance|odds)",
                ),
                "Deals without a swish",
                "/records/swish-deals",
                ("{0}", f"swish-{cards}"),
                f"{{0}} of the {cards} cards: {{rest}} of deals have a swish, {{share}} ({{value}} deals) have none",
                cards,
            )
            for deck, cards in (("-36", 36), ("", 60))
        ),
        Question(
            (rf"{HOW_MANY} swishes",),
            "Swishes of swish-60 by size",
            "/sequences/swish-card-sets-60",
            ("{0}",),
            "Swishes of {0} of the 60 cards: {value}",
        ),
        Question(
            (rf"(?:{MOST}).*(?:no[- ]swish|without (?:a |any )?swish).* (?:of|on|in|for) .*{BOARD_SIDES}",),
            "Largest no-swish sets of boards",
            "/records/swish-boards",
            ("{most}", "{least}"),
            "Largest no-swish set of a board {0} x {1}: {value} cards",
        ),
        Question(
            (
                rf"(?:{MOST}) .*without (?:a |any )?swish",
                r"(?:guarantee|always).*\bswish\b",
                rf"(?:{MOST}) no[- ]swish set\b.*(?:swish-60|game|deck)",
            ),
            "Largest no-swish sets of decks",
            "/records/swish-decks",
            ("swish-60",),
            "Largest no-swish set of the 60 cards: {value} cards; one more card always makes a swish",
        ),
        Question(
            (rf"{HOW_MANY} (?:different )?cards .*(\d+) ?(?:x|by|×) ?\1\b",),
            "Cards of an n x n board",
            "/sequences/swish-cards-nxn",
            ("{0}",),
            "Cards of a board {0} x {0}: {value}",
        ),
    ),
    pages=(
        SearchPage("Play SWISH", "/play/swish", "Find the swishes of a deal in the browser."),
        SearchPage("Tutorial of SWISH", "/play/swish/tutorial", "Learn how to play SWISH: rules, cards and swishes."),
        SearchPage("Largest no-swish sets of boards", "/results/boards", "Closed forms and constructions."),
        SearchPage(
            "Deals", "/results/deals", "How likely it is that a deal has a swish or a set: statistics, probability."
        ),
        SearchPage(
            "Lay out SWISH cards",
            "/draw/swish",
            "Pick or enter SWISH cards and find their largest swish.",
            ("find all swishes", "find swishes", "swish solver"),
        ),
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
