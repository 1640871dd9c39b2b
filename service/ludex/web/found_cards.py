"""What the catalogue has of cards of SWISH or SET that a visitor gives; the swishes and sets among them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ludex.catalogue.kind import Kind, Matching
from ludex.catalogue.kinds.sets import POSITION as SET_POSITION
from ludex.catalogue.kinds.swish import POSITION as SWISH_POSITION
from ludex.catalogue.reading import Shown, plain_value
from ludex.engine.faults import Fault
from ludex.games.sets.pictures.faces import face_said
from ludex.games.sets.pictures.tables import set_card_svg, set_table_svg
from ludex.games.swish.pictures.cards import card_said, svg_card, svg_position
from ludex.games.swish.pictures.stacks import svg_swish
from ludex.operations.objects import look_up
from ludex.operations.sets.positions import find_equivalent
from ludex.operations.swish.positions import isomorphic_positions
from ludex.requests.fields import RequestModel
from ludex.requests.sets.positions import NewSetPosition
from ludex.requests.sets.positions import add as add_table
from ludex.requests.sets.sought import SOUGHT as SET_SOUGHT
from ludex.requests.sets.sources import StorableSetCards
from ludex.requests.sought import Sought
from ludex.requests.swish.bounds import CARDS
from ludex.requests.swish.solving import Add
from ludex.requests.swish.solving import add as add_position
from ludex.requests.swish.sought import SOUGHT as SWISH_SOUGHT
from ludex.requests.swish.sources import GivenCards
from ludex.sets.deck import Deck
from ludex.sets.solving.names import Find
from ludex.sets.solving.search import find_all
from ludex.swish.card import BoardError, Card, CardNotationError, one_pair_cards
from ludex.swish.junctions import HypergraphError
from ludex.swish.known_position import KnownPosition
from ludex.swish.position import Position as SwishPosition
from ludex.swish.solving.search import find_largest
from ludex.web.addresses import object_address, picture_address
from ludex.web.found_drawing import Found, Match, Named
from ludex.web.given import PageContext
from ludex.web.likeness import MOST_DRAWN_CARDS, matched_positions, matched_tables
from ludex.web.notations.sets import read_set, set_shape
from ludex.web.notations.swish import read_swish
from ludex.web.page import Site

MOST_SHOWN = 6
MOST_PICKED = 100
"""The most cards that are shown to be picked from; of a larger deck cards are written."""

_BOARD = 4, 3
_MOST_CELLS = 20
_MOST_SETS = 100_000


@dataclass(frozen=True, slots=True)
class Choice:
    """A card to pick: its code, its picture, what it shows in words, and whether it is picked."""

    code: str
    picture: str
    said: str
    picked: bool


def swish_answer(site: Site, text: str, asked: Mapping[str, str]) -> Mapping[str, Any]:
    """Return what the page shows of the cards of SWISH that a text means. Raises Fault, BudgetExhausted."""
    position = _few_enough(read_swish(text, PageContext(site, "swish lookup")))
    codes = [str(card) for card in position.cards]
    named = _named(site, SWISH_SOUGHT, GivenCards(cards=codes, symmetry=position.symmetry))
    same = _same_cards(site, position)
    isomorphic = _isomorphic(site, position)
    met = [*same, *isomorphic]
    chosen = next((one for one in met if one[0].label == asked.get("with")), next(iter(met), None))
    pair = None
    if chosen is not None:
        pair = matched_positions(position, plain_value(SWISH_POSITION, chosen[1]).position, chosen[0].matching)
    return {
        "cards": len(position.cards),
        "facts": [
            ("Cards", f"{len(position.cards):,}"),
            ("Board", f"{position.height} x {position.width}"),
            ("Symmetry", position.symmetry.value),
        ],
        "picture": svg_position(position) if len(position.cards) <= MOST_DRAWN_CARDS else "",
        "found": [
            Found("The same cards", "in whatever order and configurations", "same", tuple(m for m, _ in same), False),
            Found(
                "Isomorphic hypergraphs",
                "the cards meet in the same ways, perhaps on another board",
                "isomorphic",
                tuple(match for match, _ in isomorphic[:MOST_SHOWN]),
                len(isomorphic) > MOST_SHOWN,
            ),
        ],
        "named": named,
        "same": next((match for match, _ in same), None),
        "chosen": None if chosen is None else chosen[0],
        "pair": pair,
        "solved": _largest_swish(site, position) if asked.get("solve") else None,
        "stored": asked.get("stored") == "1",
    }


def _few_enough(position: SwishPosition) -> SwishPosition:
    """Return a position of at most as many cards as a service takes: decks of large boards have more. Raises Fault."""
    if len(position.cards) > CARDS:
        raise Fault(f"{len(position.cards):,} cards, at most {CARDS:,} are taken here")
    return position


def _largest_swish(site: Site, position: SwishPosition) -> Mapping[str, Any]:
    with PageContext(site, "swish largest").search() as budget:
        largest = find_largest(position, budget=budget).known(budget)
    swish = largest.swish
    picture = "" if swish is None else svg_swish(swish.stack, position.symmetry, list(swish.indices))
    return {"size": largest.size, "proved": largest.proved, "picture": picture}


def _same_cards(site: Site, position: SwishPosition) -> list[tuple[Match, Shown]]:
    """Return the stored position of the same cards, if there is one, with the matching."""
    with PageContext(site, "swish lookup").search() as budget:
        found = look_up(site.catalogue, SWISH_POSITION, SWISH_POSITION.identify(KnownPosition(position), budget))
    return [] if found is None else [(_match(SWISH_POSITION, found[0], "same", found[1] or ()), found[0])]


def _isomorphic(site: Site, position: SwishPosition) -> list[tuple[Match, Shown]]:
    try:
        with PageContext(site, "swish lookup").search():
            stored, matchings = isomorphic_positions(site.catalogue, position, MOST_SHOWN + 1)
    except HypergraphError:
        return []
    return [
        (_match(SWISH_POSITION, one, "isomorphic", matching), one)
        for one, matching in zip(stored, matchings, strict=True)
    ]


def _named(site: Site, sought: Sequence[Sought], given: RequestModel) -> list[Named]:
    """Return what of other kinds the cards are, as far as it is stored: a deck, a swish, a set, a cap ..."""
    found = []
    for one in sought:
        if not issubclass(type(given), one.one):
            continue
        kind = site.catalogue.registry.kind[one.kind]
        work = PageContext(site, f"{kind.address.replace('/', ' ')} lookup")
        try:
            with work.search() as budget:
                met = look_up(site.catalogue, kind, one.identify(given, work, given, budget))
        except Fault:
            continue  # they are none of this kind
        if met is not None:
            found.append(Named(one.words, met[0].label, object_address(met[0].label)))
    return found


def _match(kind: Kind[Any, Any], found: Shown, relation: str, matching: Matching) -> Match:
    return Match(
        found.label, object_address(found.label), picture_address(kind, found.label), relation, tuple(matching)
    )


def set_answer(site: Site, text: str, asked: Mapping[str, str]) -> Mapping[str, Any]:
    """Return what the page shows of the cards of SET that a text means. Raises Fault, BudgetExhausted."""
    position = read_set(text, PageContext(site, "sets lookup"))
    with PageContext(site, "sets lookup").search() as budget:
        met = find_equivalent(site.catalogue, position, budget)
        sets = find_all(position, _MOST_SETS, budget=budget)
    matches: tuple[Match, ...] = ()
    pair = None
    if met is not None:
        matches = (_match(SET_POSITION, met[0], "equivalent", met[1]),)
        pair = matched_tables(position, plain_value(SET_POSITION, met[0]).position, met[1])
    solve = bool(asked.get("solve"))
    drawn = len(position.cards) <= MOST_DRAWN_CARDS
    marked = [list(one) for one in sets] if solve and drawn else []
    deck = position.deck
    given = StorableSetCards(cards=list(position.codes), properties=deck.properties, values=deck.values)
    return {
        "named": _named(site, SET_SOUGHT, given),
        "cards": len(position.cards),
        "facts": [
            ("Cards", f"{len(position.cards):,}"),
            ("Deck", f"{deck.values} values, {deck.properties} properties: {deck.size:,} cards"),
            ("Sets", f"{len(sets):,}" if sets.complete else f"at least {len(sets):,}"),
        ],
        "picture": set_table_svg(position, marked) if drawn else "",
        "found": [
            Found("Equivalent tables", "a symmetry of the deck takes these cards to them", "equivalent", matches, False)
        ],
        "same": next(iter(matches), None),
        "chosen": next(iter(matches), None),
        "pair": pair,
        "solved": {"size": len(sets), "proved": sets.complete, "picture": ""} if solve else None,
        "stored": asked.get("stored") == "1",
    }


def store_swish(text: str, work: PageContext) -> str:
    """Store the cards of SWISH that a text means, with their largest swish, and return the label. Raises Fault."""
    position = _few_enough(read_swish(text, work))
    codes = [str(card) for card in position.cards]
    return add_position(Add(cards=codes, symmetry=position.symmetry, find="largest"), work).stored.label


def store_set(text: str, work: PageContext) -> str:
    """Store the cards of SET that a text means, with the number of their sets, and return the label. Raises Fault."""
    position = read_set(text, work)
    deck = position.deck
    given = NewSetPosition(cards=list(position.codes), properties=deck.properties, values=deck.values, find=Find.COUNT)
    return add_table(given, work).stored.label


def swish_picker(text: str) -> Mapping[str, Any]:
    """Return the cards of SWISH to pick from: those of the board of the cards that a text has, else of 4 x 3."""
    codes = text.replace(",", " ").split()
    try:
        height, width = Card.from_code(codes[0] if codes else "").board
    except (CardNotationError, BoardError):
        height, width = _BOARD
    cards = one_pair_cards(height, width) if height * width <= _MOST_CELLS else []
    picked = set(codes)
    choices = [Choice(str(card), svg_card(card), card_said(card), str(card) in picked) for card in cards]
    return {"choices": choices if len(choices) <= MOST_PICKED else [], "height": height, "width": width}


def set_picker(text: str) -> Mapping[str, Any]:
    """Return the cards of SET to pick from: those of the deck of the cards that a text has, else of the game."""
    codes = text.replace(",", " ").split()
    try:
        properties, values = set_shape(codes) if codes else (4, 3)
        deck = Deck(properties, values)
    except ValueError:
        deck = Deck(4, 3)
    picked = set(codes)
    numbers: Sequence[int] = range(deck.size) if deck.size <= MOST_PICKED else ()
    return {
        "choices": [
            Choice(deck.code(card), set_card_svg(deck, card), face_said(deck, card), deck.code(card) in picked)
            for card in numbers
        ]
    }
