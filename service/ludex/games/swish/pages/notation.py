"""The notation of SWISH cards in searches. Cards in a text are recognized, looked up and compared."""

from collections.abc import Mapping, Sequence
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
from ludex.engine.faults import Fault
from ludex.games.swish import solving
from ludex.games.swish.card import BoardError, Card, CardClass, CardNotationError, Symmetry, one_pair_cards
from ludex.games.swish.hypergraph import HypergraphError, hypergraph_junctions
from ludex.games.swish.identity.equivalence import compare as compare_positions
from ludex.games.swish.kinds import CARD, POSITION
from ludex.games.swish.known_results import KnownPosition
from ludex.games.swish.operations.positions import Find, find_isomorphic_positions, store_position
from ludex.games.swish.pages.blueprint import blueprint
from ludex.games.swish.pictures.cards import describe_card, svg_card, svg_position, svg_swish
from ludex.games.swish.position import Position
from ludex.games.swish.requests.bounds import CARDS
from ludex.games.swish.requests.inputs import CardsInput, cards_of_text, looks_like_cards
from ludex.games.swish.requests.lookup import LOOKUPS
from ludex.games.swish.requests.solving import POSITIONS
from ludex.games.swish.study.difficulty import is_graded
from ludex.graphs.canonical import InvariantDifference
from ludex.operations.objects import look_up
from ludex.requests.fields import validate
from ludex.requests.inputs import InputContext, SearchContext
from ludex.web.comparison import (
    MOST_SHOWN,
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

_BOARD = 4, 3
_GOAL_SECONDS = 0.5
_MOST_CELLS = 20


def read_swish(text: str, context: InputContext) -> Position:
    """Return the cards that a text denotes. Raises Fault."""
    with faults_in(text):
        return validate(CardsInput, cards_of_text(text)).position(context)


def _recognize(text: str, context: InputContext, budget: Budget) -> Recognition:
    """Recognize a text as one card or as a position."""
    position = read_swish(text, context)
    [*cards] = position.cards
    if len(cards) == 1:
        about = f"a SWISH card of {cards[0].height} × {cards[0].width}"
        identity = CARD.identify(CardClass(cards[0], position.symmetry), budget)
        return Recognition(about, CARD.name, identity, svg_position(position))
    identity = POSITION.identify(KnownPosition(position), budget)
    return Recognition(f"a SWISH position of {len(cards)} cards", POSITION.name, identity, svg_position(position))


NOTATION = Notation(
    looks_like_cards,
    ("SWISH cards such as `*o,o*`",),
    read_swish,
    _recognize,
    (NotationExample("A SWISH deck", "swish-60"), NotationExample("SWISH cards", "*o./...")),
    name_prefix="swish-",
)


def _compare(a: Position, b: Position, context: SearchContext) -> list[ComparedRelation]:
    """Return how two positions are related. Raises Fault, BudgetExhausted."""
    with context.search() as budget:
        found = compare_positions(a, b, budget)
    return [
        compared_relation(
            "Isomorphic hypergraphs",
            "their cards meet in the same ways: there is an isomorphism of the hypergraphs that maps hypernodes to "
            "hypernodes",
            found,
            lambda matching: card_pair(a, b, matching, svg_position),
            lambda difference: _differing(a, b, difference),
        )
    ]


def _differing(a: Position, b: Position, difference: InvariantDifference) -> PicturePair | None:
    if "degrees" not in difference.parameters or not few_cards(a, b):
        return None
    marked = [svg_position(position, _having(position, difference.parameters["degrees"])) for position in (a, b)]
    named = difference.invariant == "cards with the degrees"
    return PicturePair(
        marked[0], marked[1], "Cards with these degrees are numbered 1, all other cards 0." if named else ""
    )


def _having(position: Position, degrees: Sequence[tuple[int, int]]) -> list[int]:
    """Return 1 for each card whose configurations have the given degrees, and 0 for every other card."""
    return [int(sorted(card) == sorted(degrees)) for card in hypergraph_junctions(position).degrees()]


COMPARISON = Comparison(
    "SWISH cards",
    "SWISH positions",
    "swish equivalence",
    ("swish-position",),
    _compare,
    lambda position: position_picture(position, svg_position),
    (("two pairs of SWISH cards", "*o,o*", "o/*,*/o"),),
)


def _read(text: str, context: InputContext) -> Position:
    """Return the cards that a text denotes, unless there are more than the service allows. Raises Fault."""
    position = read_swish(text, context)
    if len(position.cards) > CARDS:
        raise Fault(f"{len(position.cards):,} cards; the limit is {CARDS:,}")
    return position


def _relations(position: Position) -> list[RelationMatches]:
    context = PageContext("swish lookup")
    with context.search() as budget:
        same = look_up(site.catalogue, POSITION, POSITION.identify(KnownPosition(position), budget))
    try:
        with context.search():
            isomorphic = zip(*find_isomorphic_positions(site.catalogue, position, MOST_SHOWN + 1), strict=True)
    except HypergraphError:
        isomorphic = zip((), (), strict=True)
    return [
        RelationMatches(
            "Same cards",
            "in any order and configurations",
            () if same is None else (Match(same[0], "same", same[1] or ()),),
            identical=True,
        ),
        RelationMatches(
            "Isomorphic hypergraphs",
            "the cards meet in the same ways, possibly on another board",
            tuple(Match(shown, "isomorphic", matching) for shown, matching in isomorphic),
        ),
    ]


def _describe(position: Position, _same: Match | None, solve: bool) -> Mapping[str, Any]:
    codes = [str(card) for card in position.cards]
    named = named_classes(LOOKUPS, CardsInput(cards=codes, symmetry=position.symmetry))
    goal, remedy = _goal(position)
    return {
        "facts": [
            ("Cards", f"{len(position.cards):,}"),
            ("Board", f"{position.height} × {position.width}"),
            ("Symmetry", "flips and quarter turns" if position.symmetry is Symmetry.SQUARE else "flips"),
        ],
        "picture": position_picture(position, svg_position),
        "named": named,
        "stored_as": [found for found in named if found.name != "hypergraph"],
        "goal": goal,
        "remedy": remedy,
        "solution": _largest_swish(position) if solve else None,
    }


def _goal(position: Position) -> tuple[str, str]:
    """Return the size of a largest swish in words, as far as it is known within a moment.

    The second text says how to change cards that contain no swish. It is empty for all other cards.
    """
    with site.search("swish-largest", _GOAL_SECONDS, "ludex swish largest") as budget:
        largest = solving.search.find_largest(position, budget=budget)
    if not largest.proved:
        return "Largest swish: not known yet.", ""
    if not largest.size:
        return "There is no swish.", "Add or replace cards until some of them form a swish; then you can play them."
    return f"Largest swish: {largest.size} of {len(position.cards)} cards.", ""


def _largest_swish(position: Position) -> Mapping[str, Any]:
    with PageContext("swish largest").search() as budget:
        found = solving.search.find_largest(position, budget=budget).known(budget)
        largest = KnownPosition(position, found).with_bound(budget).largest or found
    swish = largest.swish
    picture = "" if swish is None else svg_swish(swish.stack, position.symmetry, list(swish.indices))
    return {"size": largest.size, "evidence": largest.evidence, "picture": picture}


def _store(position: Position, context: SearchContext) -> str:
    """Store cards with their largest swish and return the label. Raises Fault."""
    with context.search() as budget:
        return store_position(context.catalogue, position, budget, Find.LARGEST).stored.label


def _picker(text: str) -> Mapping[str, Any]:
    """Return the cards to pick from: all cards of the board in a text or, by default, of the 4 x 3 board."""
    codes = codes_of(text)
    try:
        height, width = Card.from_code(codes[0] if codes else "").board
    except (CardNotationError, BoardError):
        height, width = _BOARD
    cards = one_pair_cards(height, width) if height * width <= _MOST_CELLS else []
    shown = cards if len(cards) <= MOST_PICKED else []
    choices = choices_of(((str(card), svg_card(card), describe_card(card)) for card in shown), text)
    return {
        "choices": choices,
        "height": height,
        "width": width,
        "deck_noun": "board",
        "small": True,
        "pattern": r"[*o./]+",
    }


def is_playable(position: Position) -> bool:
    """Return whether a position can be played at a table, where cards can be flipped but not turned."""
    return len(position.cards) > 1 and is_graded(position)


def draft_address(position: Position, text: str) -> str:
    """Return the address at which cards that are not stored can be played, or an empty string."""
    return url_for("swish.play_draft", text=text) if is_playable(position) else ""


LOOKUP = LookupTab(
    "SWISH",
    "swish.look_up_cards",
    _read,
    _relations,
    _describe,
    lambda position, match: card_pair(position, match.value.position, match.matching, svg_position),
    _store,
    _picker,
    PICKER_FIELD,
    ("swish/draw",),
    title="Lay out SWISH cards",
    about="Pick cards, or make your own. The largest swish is found at once.",
    play=draft_address,
)


@blueprint.route("/draw/swish", methods=["GET", "POST"])
@computes
def look_up_cards() -> str | Response:
    """Look up the SWISH cards in the query or the form. Raises Fault."""
    return show_tab(LOOKUP)


_IMPORT_ABOUT = (
    "One position per line: codes such as <code>*o./...,o../.*.</code>, separated by commas or spaces; a deck such as "
    "<code>swish-36</code>; JSON with <code>cards</code>, and with <code>symmetry</code> if it is not "
    "<code>rectangle</code>; or a label. Or paste lines that a list or <code>ludex export</code> wrote."
)
IMPORT_EXAMPLES = (
    ("codes", "*o./...,o../.*.\n..*/.o.,*o./...\n"),
    ("a deck", "swish-36\n"),
    ("JSON", '{"cards": ["*./.o", "o./.*"]}\n{"cards": ["*o/..", "../*o"], "symmetry": "square"}\n'),
)


def _describe_import(known: KnownPosition) -> tuple[str, str]:
    position = known.position
    size = f"{counted(len(position.cards), 'card')} of {position.height} × {position.width}"
    return position_picture(position, svg_position), size


IMPORT_TAB = ImportTab(POSITIONS, "SWISH positions", _IMPORT_ABOUT, IMPORT_EXAMPLES, _describe_import, card_count)
