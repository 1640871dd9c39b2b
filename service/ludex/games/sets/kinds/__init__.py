"""The kinds, relations and statements of SET, and search words that cannot be derived from them."""

from ludex.catalogue.kinds.registry import GameKinds
from ludex.catalogue.kinds.vocabulary import SHARED_PAGES, NumberPair, Phrase, SearchPage, Vocabulary
from ludex.games.sets.kinds.deck import CARD, DECK
from ludex.games.sets.kinds.game import PLAYED
from ludex.games.sets.kinds.position import CAP, FOUND_SET, POSITION
from ludex.games.sets.kinds.statements import CITED, RELATIONS, STATEMENTS

__all__ = ["CAP", "CARD", "DECK", "FOUND_SET", "GAME", "PLAYED", "POSITION"]

_POSITION, _CAP = "set-position", "set-cap"

VOCABULARY = Vocabulary(
    phrases=(
        Phrase(("cap set", "set free set", "set free collection"), {}, (_CAP,), is_noun=True),
        Phrase(("maximum", "biggest", "maximum size", "best", "best known"), {"largest": True}, (_CAP,)),
        Phrase(("maximal",), {"complete": True}, (_CAP,)),
        Phrase(("deal", "table"), {}, (_POSITION,), is_noun=True),
        Phrase(("without set", "no set", "with no set", "without a set"), {"has_set": False}, (_POSITION,)),
        Phrase(("with a set", "with set"), {"has_set": True}, (_POSITION,)),
        Phrase(("set",), {}, ("set-found-set",), is_noun=True),
    ),
    number_pairs=(NumberPair("^", ("values", "properties")), NumberPair("ag", ("properties", "values"), first=True)),
    single_numbers={_CAP: "size", "set-deck": "size"},
    pages=(
        SearchPage("Play SET", "/play/sets", "Find the sets on the table in the browser."),
        SearchPage("Caps", "/results/caps", "Largest caps and the numbers of caps by size."),
        SearchPage("Look up SET cards", "/draw/sets", "Pick or enter SET cards and find their sets."),
        SearchPage("Make caps", "/make/caps", "A job that finds the largest cap of a deck."),
        SearchPage("Count caps", "/make/cap-counts", "A job that counts the caps of a deck by size."),
    ),
    shared_pages=SHARED_PAGES,
)

GAME = GameKinds(
    title="SET",
    kinds=(CARD, DECK, POSITION, FOUND_SET, CAP, PLAYED),
    relations=RELATIONS,
    statements=STATEMENTS,
    cited=CITED,
    vocabulary=VOCABULARY,
)
