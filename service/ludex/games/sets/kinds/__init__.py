"""The kinds, relations and statements of SET, and search words that cannot be derived from them."""

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
from ludex.games.sets.kinds.deck import CARD, DECK
from ludex.games.sets.kinds.position import CAP, FOUND_SET, IN_PACK, PACK, PLAYED, POSITION
from ludex.games.sets.kinds.statements import CITED, RELATIONS, STATEMENTS

__all__ = ["CAP", "CARD", "DECK", "FOUND_SET", "GAME", "PACK", "PLAYED", "POSITION"]

_POSITION, _CAP, _FOUND = "set-position", "set-cap", "set-found-set"
_ALL = ("set-card", "set-deck", _POSITION, _FOUND, _CAP, "set-game")

VOCABULARY = Vocabulary(
    words=difficulty_words((_POSITION,)),
    phrases=(
        *phrases_of_grades((_POSITION,)),
        Phrase(("cap set", "capset", "set free set", "set free collection"), "", (_CAP,), is_noun=True),
        Phrase(("maximum", "biggest", "maximum size", "best", "best known"), "largest", (_CAP,)),
        Phrase(("maximal",), "complete", (_CAP,)),
        Phrase(("deal", "table", "puzzle"), "", (_POSITION,), is_noun=True),
        Phrase(("set of N card", "set with N card", "N card set"), "size:{0}", (_POSITION,), is_noun=True),
        Phrase(
            ("without set", "no set", "with no set", "without a set", "without any set"), "has_set:false", (_POSITION,)
        ),
        Phrase(("with a set", "with set"), "has_set", (_POSITION,)),
        Phrase(("set",), "", (_FOUND,), is_noun=True),
        # A set has as many cards as the deck has values.
        Phrase(("set of N card", "set with N card", "N card set"), "values:{0}", (_FOUND,), is_noun=True),
        Phrase(("N ^ N",), "values:{0} properties:{1}", _ALL),
        Phrase(("ag N N",), "properties:{0} values:{1}", _ALL),
        Phrase(("K N", "K of N", "N K"), "size:{0}", (_CAP, "set-deck")),
        Phrase(("I N",), "size:{0}", ("set-deck",), is_noun=True),
    ),
    questions=(
        Question(
            (
                r"(?:probability|chance|odds|likely|often).*\bsets?\b(?! of)",
                rf"{HOW_MANY} sets (?:in|on|among) \w+ cards",
            ),
            "Deals without a set",
            "/records/set-deals",
            ("{0}", "set-3-4"),
            "{0} of the 81 cards: {rest} of deals have a set, {share} ({value} deals) have none",
            81,
        ),
        Question(
            (
                r"guarantee.*\bset\b",
                rf"(?:{MOST}|{HOW_MANY}) cards .*(?:without|no|contain) (?:a |any )?set\b",
                r"always.*\bset\b",
            ),
            "Largest caps",
            "/records/set-largest-caps",
            ("3", "4"),
            "{value} of the 81 cards can lie without a set; one more card always makes a set",
        ),
        Question(
            (rf"{HOW_MANY} (?:largest|maximum|biggest) caps?\b.*3 ?\^ ?\d",),
            "Number of largest caps of 3 values",
            "/sequences/set-largest-caps-3-values",
            ("{1}",),
            "Number of largest caps of {1} properties with 3 values: {value}",
        ),
        Question(
            (rf"{HOW_MANY} classes of caps? (?:of|with) (?:size )?\w+ ?(?:cards|$)",),
            "Classes of caps of 81 cards by size",
            "/sequences/set-classes-of-caps-3-4",
            ("{0}",),
            "Classes of caps of {0} of the 81 cards: {value}",
        ),
        *(
            Question(
                tuple(rf"(?:{MOST}).*\bcaps?\b.*{shape}" for shape in shapes),
                "Largest caps",
                "/records/set-largest-caps",
                index,
                f"Largest cap of {index[1]} properties with {index[0]} values: {{value}} cards",
            )
            for shapes, index in (
                ((r"\d+ ?\^ ?\d+", r"\d+ values.*\d+ (?:properties|dimensions)"), ("{0}", "{1}")),
                ((r"\bag ?\(? ?\d+", r"\d+ (?:properties|dimensions).*\d+ values"), ("{1}", "{0}")),
                ((r"(?:\w+ (?:properties|dimensions|attributes)|dimension \w+)",), ("3", "{0}")),
            )
        ),
        Question((r"how (?:big|large) .*\bcap\b",), "Largest caps", "/records/set-largest-caps"),
        Question(
            (rf"{HOW_MANY} caps? (?:sets )?(?:of|with) (?:size )?\w+ ?(?:cards|$)",),
            "Caps of 81 cards by size",
            "/sequences/set-caps-3-4",
            ("{0}",),
            "Caps of {0} of the 81 cards: {value}",
        ),
        Question((rf"{HOW_MANY} caps?\b",), "Caps", "/results/caps"),
        Question(
            (rf"{HOW_MANY} sets .*(?:properties|attributes)",),
            "Sets of 3 values by properties",
            "/sequences/set-sets-3-values",
            ("{0}",),
            "Sets of {0} properties with 3 values: {value}",
        ),
        Question(
            (rf"{HOW_MANY} (?:possible |different )?sets\b.*(?:exist|there|deck|game|81|total)",),
            "Sets of 3 values by properties",
            "/sequences/set-sets-3-values",
            ("4",),
            "Sets among the 81 cards: {value}",
        ),
        Question((rf"{HOW_MANY} sets\b",), "Sets of 3 values by properties", "/sequences/set-sets-3-values"),
    ),
    pages=(
        SearchPage("Play SET", "/play/sets", "Find the sets on the table in the browser."),
        SearchPage("Tutorial of SET", "/play/sets/tutorial", "Learn how to play SET: rules, cards and sets."),
        SearchPage("Caps", "/results/caps", "Largest caps and the numbers of caps by size."),
        SearchPage(
            "Lay out SET cards",
            "/draw/sets",
            "Pick or enter SET cards and find their sets.",
            ("find all sets", "find sets", "set solver", "solve set cards", "solve a set puzzle"),
        ),
        SearchPage("Make caps", "/make/caps", "A job that finds the largest cap of a deck."),
        SearchPage("Count caps", "/make/cap-counts", "A job that counts the caps of a deck by size."),
    ),
    shared_pages=SHARED_PAGES,
    described_objects="ludex.games.sets.described_cards:describe_cards",
)

GAME = GameKinds(
    title="SET",
    kinds=(CARD, DECK, POSITION, FOUND_SET, CAP, PLAYED, PACK),
    relations=(*RELATIONS, IN_PACK),
    statements=STATEMENTS,
    cited=CITED,
    vocabulary=VOCABULARY,
)
