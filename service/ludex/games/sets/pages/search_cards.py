"""Cards of SET as visitors write them: their notation, what is stored of them, their comparison."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from ludex.engine.budget import Budget
from ludex.games.sets.deck import Deck
from ludex.games.sets.identity.equivalence import compare as compare_tables
from ludex.games.sets.kinds import CARD, POSITION
from ludex.games.sets.known_results import KnownPosition
from ludex.games.sets.operations.positions import find_equivalent
from ludex.games.sets.pictures.faces import describe_face
from ludex.games.sets.pictures.tables import set_card_svg, set_table_svg
from ludex.games.sets.position import Position
from ludex.games.sets.requests.lookup import SOUGHT
from ludex.games.sets.requests.positions import NewSetPosition, add
from ludex.games.sets.requests.sources import GivenSetCards, StorableSetCards, cards_of_text, looks_like_cards
from ludex.games.sets.solving.search import find_all
from ludex.games.sets.solving.solver import Find
from ludex.graphs.difference import InvariantDifference
from ludex.requests.request import ExecutionContext
from ludex.web.lookup_pages.comparison import (
    ComparedRelation,
    Comparison,
    Matching,
    PicturePair,
    compared_relation,
    matching_pair,
)
from ludex.web.lookup_pages.draw import LookupTab, Match, RelationMatches
from ludex.web.lookup_pages.notation import Notation, NotationExample, Recognition, faults_in, validate
from ludex.web.lookup_pages.search_cards import (
    MOST_PICKED,
    choices_of,
    codes_of,
    few_cards,
    named_classes,
    position_picture,
)
from ludex.web.page import Site
from ludex.web.site.form_input import PageContext

_VALUES = 3
MOST_SETS = 100_000

_KINDS_OF_SYMMETRY = {
    "affine": ": an affine map of the digits modulo 3",
    "properties-and-values": ": properties, and the values of each, change places",
    "cards": ": any map of the cards keeps sets here",
}


def read_set(text: str, work: ExecutionContext) -> Position:
    """Return the cards of SET that a text means: of three values and as many properties as a card has digits.

    Digits beyond 2 make it more values. Raises Fault.
    """
    with faults_in(text):
        fields = cards_of_text(text)
        codes = fields.get("cards")
        if isinstance(codes, list) and codes and all(isinstance(code, str) for code in codes):
            properties, values = set_shape(codes)
            fields = {"properties": properties, "values": values} | fields
        return validate(GivenSetCards, fields).position(work)


def set_shape(codes: Sequence[str]) -> tuple[int, int]:
    """Return the properties and the values of the deck that cards of SET are taken to be of.

    >>> set_shape(["0000", "0121"]), set_shape(["03"])
    ((4, 3), (2, 4))
    """
    digits = [int(one, 36) for code in codes for one in code if one.isascii() and one.isalnum()]
    return len(codes[0]), max(_VALUES, max(digits, default=0) + 1)


def _recognize(text: str, work: ExecutionContext, budget: Budget) -> Recognition:
    """Return what a text means: one card, or a position."""
    position = read_set(text, work)
    of = f"of {position.deck.properties} properties with {position.deck.values} values"
    picture = set_table_svg(position)
    if len(position.cards) == 1:
        return Recognition(f"a SET card {of}", CARD.name, CARD.identify(position, budget), picture)
    identity = POSITION.identify(KnownPosition(position), budget)
    return Recognition(f"a SET position of {len(position.cards)} cards {of}", POSITION.name, identity, picture)


def _looks(text: str) -> bool:
    """Tell whether a text is cards; letters alone are words."""
    return any(map(str.isdigit, text)) and looks_like_cards(text)


NOTATION = Notation(
    _looks,
    ("cards of SET such as `0121,1111`",),
    read_set,
    _recognize,
    (NotationExample("Cards of SET", "0000 1111 2222"),),
    decks="set-",
)


def matching_tables(a: Position, b: Position, matching: Matching) -> PicturePair | None:
    """Draw two tables; cards that match have the same number and colour. None if there are too many cards."""
    drawn = few_cards(a, b)
    return matching_pair(a, b, matching, lambda one, numbers: set_table_svg(one, (), numbers)) if drawn else None


def _compare(a: Position, b: Position, context: ExecutionContext) -> list[ComparedRelation]:
    """Return how two tables are related. Raises Fault, BudgetExhausted."""
    with context.search() as budget:
        found = compare_tables(a, b, budget)
        symmetry = {} if found.symmetry is None else found.symmetry.as_document()
        return [
            compared_relation(
                "Equivalent tables",
                "a symmetry of the deck, which keeps sets, takes the cards of one to the other",
                found,
                lambda matching: matching_tables(a, b, matching),
                lambda difference: _differing(a, b, difference, budget),
                _KINDS_OF_SYMMETRY.get(str(symmetry.get("kind")), ""),
            )
        ]


def _differing(a: Position, b: Position, difference: InvariantDifference, budget: Budget) -> PicturePair | None:
    if difference.invariant not in ("sets", "cards in so many sets") or not few_cards(a, b):
        return None
    drawn = [set_table_svg(one, (), _sets_with(one, budget)) for one in (a, b)]
    return PicturePair(drawn[0], drawn[1], "Each card bears the number of the sets that it is in.")


def _sets_with(position: Position, budget: Budget) -> list[int]:
    """Return the number of sets that each card is in."""
    inside = Counter(card for one in find_all(position, MOST_SETS, budget=budget) for card in one)
    return [inside[card] for card in position.cards]


COMPARISON = Comparison(
    "cards of SET",
    "tables of SET",
    "sets equivalence",
    ("set-position",),
    _compare,
    lambda position: position_picture(position, set_table_svg),
    (("two tables of SET", "0000,0121,0212,1111", "1111,0120,0211,1010"),),
)


def _relations(site: Site, position: Position) -> list[RelationMatches]:
    with PageContext(site, "sets lookup").search() as budget:
        found = find_equivalent(site.catalogue, position, budget)
    matches = () if found is None else (Match(found[0], "equivalent", found[1]),)
    about = "a symmetry of the deck takes these cards to them"
    return [RelationMatches("Equivalent tables", about, matches, identical=True)]


def _describe(site: Site, position: Position, _same: Match | None, solve: bool) -> Mapping[str, Any]:
    with PageContext(site, "sets lookup").search() as budget:
        sets = find_all(position, MOST_SETS, budget=budget)
    deck = position.deck
    fields = StorableSetCards(cards=list(position.codes), properties=deck.properties, values=deck.values)
    named = named_classes(site, SOUGHT, fields)
    return {
        "facts": [
            ("Cards", f"{len(position.cards):,}"),
            ("Deck", f"{deck.values} values, {deck.properties} properties: {deck.size:,} cards"),
            ("Sets", f"{len(sets):,}" if sets.complete else f"at least {len(sets):,}"),
        ],
        "picture": position_picture(position, lambda one: set_table_svg(one, list(sets) if solve else ())),
        "named": named,
        "kin": named,
        "solution": {"size": len(sets), "proved": sets.complete} if solve else None,
    }


def _store(position: Position, context: PageContext) -> str:
    """Store cards with the number of their sets, and return the label. Raises Fault."""
    deck = position.deck
    codes = list(position.codes)
    fields = NewSetPosition(cards=codes, properties=deck.properties, values=deck.values, find=Find.COUNT)
    return add(fields, context).stored.label


def _picker(text: str) -> Mapping[str, Any]:
    """Return the cards to pick: those of the deck of the cards in a text, else of the game."""
    codes = codes_of(text)
    try:
        deck = Deck(*set_shape(codes)) if codes else Deck(4, 3)
    except ValueError:
        deck = Deck(4, 3)
    cards = range(deck.size) if deck.size <= MOST_PICKED else range(0)
    codes_and_faces = ((deck.code(card), set_card_svg(deck, card), describe_face(deck, card)) for card in cards)
    choices = choices_of(((code, picture, f"{code} {face}") for code, picture, face in codes_and_faces), text)
    return {"choices": choices, "deck_noun": "deck", "pattern": "[0-9a-z]+"}


LOOKUP = LookupTab(
    "SET cards",
    "/draw/sets",
    "sets/draw.html",
    ("deal", "copy"),
    read_set,
    _relations,
    _describe,
    lambda position, match: matching_tables(position, match.value.position, match.matching),
    _store,
    _picker,
)
