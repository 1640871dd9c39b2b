"""SET cards in the search field: recognize their notation, look them up, and compare them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from flask import url_for
from werkzeug.wrappers import Response

from ludex.card_games.pages.lookup import (
    MOST_PICKED,
    PICKER_FIELD,
    card_count,
    card_pair,
    choices_of,
    codes_of,
    few_cards,
    named_classes,
    position_picture,
)
from ludex.engine.budget import Budget
from ludex.engine.evidence import Evidence
from ludex.games.sets.daily import DECK
from ludex.games.sets.deck import Deck
from ludex.games.sets.identity.equivalence import compare as compare_tables
from ludex.games.sets.kinds import CARD, POSITION
from ludex.games.sets.known_results import KnownPosition
from ludex.games.sets.operations.positions import find_equivalent, store_position
from ludex.games.sets.pages.blueprint import blueprint
from ludex.games.sets.pictures.faces import describe_face
from ludex.games.sets.pictures.tables import set_card_svg, set_table_svg
from ludex.games.sets.position import Position
from ludex.games.sets.requests.inputs import SetCardsInput, StorableSetCardsInput, cards_of_text, looks_like_cards
from ludex.games.sets.requests.lookup import LOOKUPS
from ludex.games.sets.requests.solving import POSITIONS
from ludex.games.sets.solving.search import find_all
from ludex.games.sets.solving.solver import Find
from ludex.games.sets.study.difficulty import MAX_CARDS
from ludex.graphs.canonical import InvariantDifference
from ludex.requests.fields import validate
from ludex.requests.inputs import InputContext, SearchContext
from ludex.web.comparison import (
    ComparedRelation,
    Comparison,
    Match,
    PicturePair,
    RelationMatches,
    compared_relation,
)
from ludex.web.computing import computes
from ludex.web.declarations import ImportTab, Notation, NotationExample, Recognition, faults_in
from ludex.web.game_pages import LookupTab, site
from ludex.web.lookup import show_tab
from ludex.web.site.form_input import PageContext
from ludex.web.site.text_filters import counted

_VALUES = 3
MOST_SETS = 100_000

_KINDS_OF_SYMMETRY = {
    "affine": " (an affine map of the digits modulo 3)",
    "properties-and-values": " (a permutation of the properties and of their values)",
    "cards": " (any permutation of the cards preserves the sets of this deck)",
}


def read_set(text: str, context: InputContext) -> Position:
    """Return the cards that a text denotes. Raises Fault.

    The number of properties is the number of digits. The number of values is three, or more if a digit exceeds 2.
    """
    with faults_in(text):
        fields = cards_of_text(text)
        codes = fields.get("cards")
        if isinstance(codes, list) and codes and all(isinstance(code, str) for code in codes):
            properties, values = deck_shape(codes)
            fields = {"properties": properties, "values": values} | fields
        return validate(SetCardsInput, fields).position(context)


def deck_shape(codes: Sequence[str]) -> tuple[int, int]:
    """Return the numbers of properties and values of the smallest deck of at least three values with these cards.

    >>> deck_shape(["0000", "0121"]), deck_shape(["03"])
    ((4, 3), (2, 4))
    """
    digits = [int(character, 36) for code in codes for character in code if character.isascii() and character.isalnum()]
    return len(codes[0]), max(_VALUES, max(digits, default=0) + 1)


def _recognize(text: str, context: InputContext, budget: Budget) -> Recognition:
    """Recognize a text as one card or as a position."""
    position = read_set(text, context)
    of = f"of {position.deck.properties} properties with {position.deck.values} values"
    picture = set_table_svg(position)
    if len(position.cards) == 1:
        return Recognition(f"a SET card {of}", CARD.name, CARD.identify(position, budget), picture)
    identity = POSITION.identify(KnownPosition(position), budget)
    return Recognition(f"a SET position of {len(position.cards)} cards {of}", POSITION.name, identity, picture)


def _matches(text: str) -> bool:
    """Return whether a text is a list of cards.

    Each word must contain a digit, and at least one word must begin with a digit. This condition excludes most
    sentences.

    >>> _matches("0121 0a21"), _matches("levels with 6 swaps"), _matches("k5"), _matches('{"cards": ["0121"]}')
    (True, False, False, True)
    """
    if not looks_like_cards(text):
        return False
    cards = list(map(str, cards_of_text(text)["cards"]))
    return all(any(map(str.isdigit, card)) for card in cards) and any(card[0].isdigit() for card in cards)


NOTATION = Notation(
    _matches,
    ("SET cards such as `0121,1111`",),
    read_set,
    _recognize,
    (NotationExample("SET cards", "0000 1111 2222"),),
    name_prefix="set-",
)


def _numbered_table(table: Position, numbers: Sequence[int]) -> str:
    return set_table_svg(table, (), numbers)


def _compare(a: Position, b: Position, context: SearchContext) -> list[ComparedRelation]:
    """Return the relations between two tables. Raises Fault and BudgetExhausted."""
    with context.search() as budget:
        found = compare_tables(a, b, budget)
        symmetry = {} if found.symmetry is None else found.symmetry.as_document()
        return [
            compared_relation(
                "Equivalent tables",
                "a symmetry of the deck maps the cards of one table to the cards of the other",
                found,
                lambda matching: card_pair(a, b, matching, _numbered_table),
                lambda difference: _differing(a, b, difference, budget),
                _KINDS_OF_SYMMETRY.get(str(symmetry.get("kind")), ""),
            )
        ]


def _differing(a: Position, b: Position, difference: InvariantDifference, budget: Budget) -> PicturePair | None:
    if difference.invariant not in ("sets", "cards in so many sets") or not few_cards(a, b):
        return None
    pictures = [set_table_svg(table, (), _sets_with(table, budget)) for table in (a, b)]
    return PicturePair(pictures[0], pictures[1], "The number on each card is the number of sets that contain it.")


def _sets_with(position: Position, budget: Budget) -> list[int]:
    """Return the number of sets that contain each card."""
    inside = Counter(card for cards in find_all(position, MOST_SETS, budget=budget) for card in cards)
    return [inside[card] for card in position.cards]


COMPARISON = Comparison(
    "SET cards",
    "SET tables",
    "sets equivalence",
    ("set-position",),
    _compare,
    lambda position: position_picture(position, set_table_svg),
    (("two SET tables", "0000,0121,0212,1111", "1111,0120,0211,1010"),),
)


def _relations(position: Position) -> list[RelationMatches]:
    with PageContext("sets lookup").search() as budget:
        found = find_equivalent(site.catalogue, position, budget)
    matches = () if found is None else (Match(found[0], "equivalent", found[1]),)
    about = "a symmetry of the deck maps these cards to the stored cards"
    return [RelationMatches("Equivalent tables", about, matches, identical=True)]


def _describe(position: Position, _same: Match | None, solve: bool) -> Mapping[str, Any]:
    with PageContext("sets lookup").search() as budget:
        sets = find_all(position, MOST_SETS, budget=budget)
    deck = position.deck
    fields = StorableSetCardsInput(cards=list(position.codes), properties=deck.properties, values=deck.values)
    named = named_classes(LOOKUPS, fields)
    return {
        "facts": [
            ("Cards", f"{len(position.cards):,}"),
            ("Deck", f"{deck.size:,} cards ({deck.properties} properties, {deck.values} values)"),
            ("Sets", f"{len(sets):,}" if sets.complete else f"at least {len(sets):,}"),
        ],
        "picture": position_picture(position, lambda table: set_table_svg(table, list(sets) if solve else ())),
        "named": named,
        "stored_as": named,
        "goal": f"{counted(len(sets), 'set') if sets.complete else f'At least {len(sets):,} sets'} on this table.",
        "solution": {"size": len(sets), "evidence": Evidence.RECOMPUTED if sets.complete else None} if solve else None,
    }


def _store(position: Position, context: SearchContext) -> str:
    """Store cards with the number of sets among them, and return the label. Raises Fault."""
    with context.search() as budget:
        return store_position(context.catalogue, position, Find.COUNT, budget=budget).stored.label


def _picker(text: str) -> Mapping[str, Any]:
    """Return the cards that the user can pick: the deck of the cards in a text, or the commercial deck."""
    codes = codes_of(text)
    try:
        deck = Deck(*deck_shape(codes)) if codes else Deck(4, 3)
    except ValueError:
        deck = Deck(4, 3)
    cards = range(deck.size) if deck.size <= MOST_PICKED else range(0)
    codes_and_faces = ((deck.code(card), set_card_svg(deck, card), describe_face(deck, card)) for card in cards)
    choices = choices_of(((code, picture, f"{code} {face}") for code, picture, face in codes_and_faces), text)
    return {"choices": choices, "deck_noun": "deck", "pattern": "[0-9a-z]+"}


def is_playable(table: Position) -> bool:
    """Return whether a table contains a set and at most 24 cards of the commercial game, all different."""
    few = len(table.cards) == len(set(table.cards)) <= MAX_CARDS
    return few and table.deck == DECK and bool(find_all(table, budget=Budget()))


def draft_address(table: Position, text: str) -> str:
    """Return the address at which cards that are not stored can be played, or an empty string."""
    return url_for("sets.play_draft", text=text) if is_playable(table) else ""


LOOKUP = LookupTab(
    "SET",
    "sets.look_up_cards",
    read_set,
    _relations,
    _describe,
    lambda position, match: card_pair(position, match.value.position, match.matching, _numbered_table),
    _store,
    _picker,
    PICKER_FIELD,
    ("card_games/deal",),
    title="Lay out SET cards",
    about="Pick cards of the deck. The sets among them are counted at once.",
    play=draft_address,
)


@blueprint.route("/draw/sets", methods=["GET", "POST"])
@computes
def look_up_cards() -> str | Response:
    """Look up the SET cards in the query or the form. Raises Fault."""
    return show_tab(LOOKUP)


_IMPORT_ABOUT = (
    "One position per line: codes such as <code>0121</code>, separated by commas or spaces; JSON with "
    "<code>properties</code>, <code>values</code> and <code>cards</code>; or a label. You can also paste lines from "
    "a downloaded list or from <code>ludex export</code>. A code without JSON is a card of the deck with three "
    "values."
)
IMPORT_EXAMPLES = (
    ("codes", "0000 0121 0212 1111\n0000,1111,2222\n"),
    ("JSON", '{"properties": 2, "values": 4, "cards": ["00", "13", "22"]}\n'),
)


def _fields_of_line(text: str) -> dict[str, Any]:
    """Parse a line into fields. Codes denote cards with three values, as they do in commands and in jobs."""
    fields = cards_of_text(text)
    codes = fields.get("cards")
    if fields.keys() != {"cards"} or not isinstance(codes, list) or not codes or not isinstance(codes[0], str):
        return fields
    return {"properties": len(codes[0]), "values": _VALUES} | fields


def _describe_import(known: KnownPosition) -> tuple[str, str]:
    position = known.position
    deck = position.deck
    size = f"{counted(len(position.cards), 'card')} of {deck.properties} properties with {deck.values} values"
    return position_picture(position, set_table_svg), size


IMPORT_TAB = ImportTab(
    replace(POSITIONS, fields=_fields_of_line),
    "SET positions",
    _IMPORT_ABOUT,
    IMPORT_EXAMPLES,
    _describe_import,
    card_count,
)
