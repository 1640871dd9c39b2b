"""The words of searches in SWISH that do not follow from its kinds and facts."""

from ludex.catalogue.kinds.vocabulary import SHARED_PAGES, NumberPair, Phrase, SearchPage, Vocabulary

_BOARDS = ("swish-card", "swish-deck", "swish-position", "swish-swish", "swish-no-swish-set", "swish-board")
_HOLDING = ("swish-deck", "swish-position", "swish-swish", "swish-no-swish-set")

VOCABULARY = Vocabulary(
    phrases=(
        Phrase(("whole board", "board"), {}, ("swish-board",), is_noun=True),
        Phrase(("deal", "table"), {}, ("swish-position",), is_noun=True),
        Phrase(("swish free set", "set without swish", "swish free"), {}, ("swish-no-swish-set",), is_noun=True),
        Phrase(("stack",), {}, ("swish-swish",), is_noun=True),
        Phrase(("quarter turn", "with quarter turn", "with rotation"), {"symmetry": "square"}, _BOARDS),
        Phrase(("flip only", "without rotation"), {"symmetry": "rectangle"}, _BOARDS),
    ),
    number_pairs=(NumberPair("x", ("height", "width")),),
    pages=(
        SearchPage("Play SWISH", "/play/swish", "Find the swishes of a deal in the browser."),
        SearchPage("Largest no-swish sets of boards", "/results/boards", "Closed forms and constructions."),
        SearchPage("Deals", "/results/deals", "How likely a deal has a swish or a set: statistics, probability."),
        SearchPage("Look up SWISH cards", "/draw/swish", "Pick or enter SWISH cards and find their largest swish."),
        SearchPage("Make no-swish sets", "/make/no-swish", "A job that proves the largest no-swish set of cards."),
    ),
    shared_pages=SHARED_PAGES,
)
