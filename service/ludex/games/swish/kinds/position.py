"""Positions of SWISH with their hypergraphs and packs, the swishes and no-swish sets in them, and filters by cards.

A position is stored as its canonical cards in sorted order, together with its hypergraph and, if known, its largest
swish. There is one hypergraph for each class of isomorphic positions. A swish is stored as a stack: its placed cards,
in the least configuration of the whole stack.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from typing import Annotated, Any, ClassVar, Literal, Protocol

from pydantic import Field
from sqlalchemy import ColumnElement, exists, func, select

from ludex.card_games.pack_pictures import tables_svg
from ludex.card_games.relations import HOLDING, held_cards_filter
from ludex.catalogue.claims.claim import Claim
from ludex.catalogue.kinds import pack
from ludex.catalogue.kinds.document import Document
from ludex.catalogue.kinds.kind import (
    CompositePicture,
    DocumentFilter,
    DocumentFilterError,
    Entry,
    Identity,
    Kind,
    LabelledIdentity,
    NewLink,
    ObjectContent,
    ParsedPattern,
    View,
    prepare,
)
from ludex.catalogue.kinds.numbers import Numbers
from ludex.catalogue.lists.joins import nodes_named
from ludex.catalogue.storage import tables
from ludex.engine.budget import Budget
from ludex.engine.evidence import Evidence, StatedEvidence
from ludex.engine.fact import DocumentPart, Fact
from ludex.games.swish import pictures, solving
from ludex.games.swish.card import CardNotationError, Symmetry
from ludex.games.swish.hypergraph import HypergraphError, construct_hypergraph, hypergraph_junctions
from ludex.games.swish.identity.card_matching import (
    canonical_stack,
    holds_cards,
    holds_image,
    no_swish_key,
    placement_detail,
    position_key,
    swish_key,
)
from ludex.games.swish.identity.hypergraph import CanonicalHypergraph, canonical_hypergraph, is_canonical, read_form
from ludex.games.swish.kinds.deck import DECK, Codes, OnBoard, codes, draw_cards, holds, identity
from ludex.games.swish.kinds.statements import HOLDS, LARGEST_SWISH, LIES_IN, claim_largest
from ludex.games.swish.known_results import KnownPosition
from ludex.games.swish.position import Position, PositionError
from ludex.games.swish.swishes import Stack, is_swish
from ludex.graphs.embedding import EmbeddingTooHard


class PackDocument(pack.PackDocument):
    """A pack without its positions. To list them, filter the positions by `pack` and sort by grade."""

    UNGRADED: ClassVar[str] = (
        "it has no swish, more than 24 cards or cards that can be turned by a quarter, or its largest swishes have not "
        "been counted; store it with `find` `largest`"
    )

    kind: Literal["swish-pack"] = "swish-pack"


def _draw_pack(found: PackDocument, description: str, positions: Sequence[Any]) -> str:
    tables = [(draw_cards(position), f"grade {position.difficulty.grade}") for position in positions]
    return tables_svg(f"The pack {found.title}", description, tables)


PACK = pack.pack_kind("swish-pack", "swish/packs", PackDocument, _draw_pack, "swishpack")
IN_PACK = pack.in_pack("swish-position", "swish-pack", KnownPosition, lambda known: known.grade)


class SwishHypergraph(Document):
    """The hypergraph of a class of isomorphic positions."""

    kind: Literal["swish-hypergraph"] = "swish-hypergraph"
    nodes: Annotated[int, Fact()] = Field(
        description=("Number of nodes: one for each of the four configurations of each card.")
    )
    arcs: Annotated[int, Fact()] = Field(
        description=(
            "Number of arcs: ordered pairs of configurations of different cards such that the point of the first "
            "meets the circle of the second."
        )
    )
    hypernodes: Annotated[int, Fact()] = Field(description="Number of hypernodes: one for each card.")
    form: str = Field(
        description=("Canonical form of the hypergraph in hexadecimal digits. It determines the nodes and arcs.")
    )

    @property
    def canonical(self) -> CanonicalHypergraph:
        """Return the hypergraph with its nodes in canonical order. Raises ValueError."""
        return read_form(bytes.fromhex(self.form))


def _write_hypergraph(found: CanonicalHypergraph, named: LabelledIdentity) -> ObjectContent[SwishHypergraph]:
    return ObjectContent(SwishHypergraph.of(named.label, found, form=found.form.hex()))


def _check_hypergraph(found: CanonicalHypergraph, _budget: Budget) -> Iterator[str]:
    if not is_canonical(found.form):
        yield "the form is not canonical"


def _draw_hypergraph(_document: SwishHypergraph, positions: Sequence[Any]) -> str:
    """Return the picture of the hypergraph, with the cards of the first position that has this hypergraph."""
    from ludex.pictures.svg import PictureTooLarge

    if not positions:
        raise PictureTooLarge("no stored position has this hypergraph, so there are no cards to draw it with")
    cards = Position.from_codes(positions[0].cards, positions[0].symmetry)
    try:
        return pictures.hypergraphs.svg_hypergraph(construct_hypergraph(cards))
    except HypergraphError as error:
        raise PictureTooLarge(str(error)) from None


HYPERGRAPH = Kind(
    name="swish-hypergraph",
    address="swish/hypergraphs",
    model=SwishHypergraph,
    identify=lambda found, _: Identity(found.key, (found.hypernodes, found.arcs), found.card_order),
    write=_write_hypergraph,
    read=lambda document, _: document.canonical,
    view=View(
        "Hypergraphs of positions, in canonical form.",
        name="Hypergraph of {} cards and {} arcs",
        duplicate_relation="isomorphic",
        long=frozenset({"form"}),
        picture=CompositePicture("hypergraph-of", 1, _draw_hypergraph),
        graph=lambda document: document.canonical.graph,
    ),
    check=_check_hypergraph,
)


@lru_cache(maxsize=64)
def hypergraph_of(canonical: Position) -> Entry[CanonicalHypergraph]:
    """Return the hypergraph of a canonical position. Raises HypergraphError if the position has no hypergraph.

    The last 64 results are cached, so a hypergraph that was prepared before a transaction is not computed again during
    the transaction.
    """
    return prepare(HYPERGRAPH, canonical_hypergraph(canonical))


class CardsDocument(Protocol):
    """The fields of a position document that the filters read."""

    label: str
    cards: list[str]
    symmetry: Symmetry
    hypergraph: str | None


def _parse_cards(codes: list[str], up_to_symmetry: bool) -> ParsedPattern[CardsDocument]:
    given = tuple(codes)
    pattern = _pattern(given, Symmetry.RECTANGLE)
    filters: dict[str, Any] = {"min_size": len(codes)}
    if up_to_symmetry:
        try:
            hypergraph_junctions(pattern)
        except HypergraphError as error:
            raise DocumentFilterError(HOLDING, str(error)) from None
        return ParsedPattern(filters, lambda document: _holds_image(document, given))
    filters |= {"height": pattern.height, "width": pattern.width}
    return ParsedPattern(filters, lambda document: _holds(document, given))


def _holds(document: CardsDocument, codes: tuple[str, ...]) -> bool:
    return holds_cards(_position(document), _pattern(codes, document.symmetry))


def _holds_image(document: CardsDocument, codes: tuple[str, ...]) -> bool:
    if document.hypergraph is None:
        return False
    try:
        return holds_image(_position(document), _pattern(codes, document.symmetry))
    except DocumentFilterError:
        return False  # the cards are invalid under the symmetry of the position
    except (EmbeddingTooHard, HypergraphError) as error:
        raise DocumentFilterError(HOLDING, f"{error}: {document.label}") from None


def _position(document: CardsDocument) -> Position:
    return Position.from_codes(document.cards, document.symmetry)


@lru_cache(maxsize=64)
def _pattern(codes: tuple[str, ...], symmetry: Symmetry) -> Position:
    try:
        return Position.from_codes(list(codes), symmetry)
    except (CardNotationError, PositionError, ValueError) as error:
        raise DocumentFilterError(HOLDING, str(error)) from None


CARDS_HELD: DocumentFilter[CardsDocument] = held_cards_filter(
    "Only positions with all of these cards, separated by commas. Repeat a card to require copies.",
    "`symmetry`: `holds` selects positions that contain cards whose hypergraph is isomorphic to that of the given "
    "cards.",
    _parse_cards,
)


class SwishStack(OnBoard):
    """A swish: its placed cards, as a canonical stack."""

    kind: Literal["swish-swish"] = "swish-swish"
    stack: Codes = Field(description="The placed cards. In the stack, every point meets exactly one circle.")


def _identify(value: Stack, _budget: Budget) -> Identity:
    cards = Position(value.cards, value.symmetry)
    return identity(swish_key(value.cards, value.symmetry), cards)._replace(order=None)


def _write_swish(value: Stack, named: LabelledIdentity) -> ObjectContent[SwishStack]:
    cards = Position(canonical_stack(value.cards, value.symmetry), value.symmetry)
    return ObjectContent(SwishStack.of(named.label, cards, stack=codes(cards.cards)), holds(cards))


def _check_swish(value: Stack, _budget: Budget) -> Iterator[str]:
    if not is_swish(value.cards):
        yield "the stack is not a swish"


def lies_in(stack: Stack, position: Position, label: str) -> NewLink:
    """Return the link of a swish to a stored position that contains it. Raises PositionError if a card is missing."""
    return NewLink(LIES_IN.name, label, 0, placement_detail(stack, position.canonical()))


def _of_deck(numbers: Numbers, swish: ColumnElement[int], name: str) -> ColumnElement[bool]:
    """Return the condition that a deck contains at least as many copies of each card as the swish."""
    own, listed = tables.link.alias(), tables.link.alias()
    deck = nodes_named(name, numbers.kinds[DECK.name]).scalar_subquery()
    held = numbers.relations[HOLDS.name]
    copies = (
        select(func.count())
        .where(listed.c.source == deck, listed.c.relation == held, listed.c.target == own.c.target)
        .correlate(own)
        .scalar_subquery()
    )
    missing = (
        select(own.c.target)
        .where(own.c.source == swish, own.c.relation == held)
        .group_by(own.c.target)
        .having(func.count() > copies)
    )
    return ~exists(missing)


SWISH_STACK = Kind(
    name="swish-swish",
    address="swish/swishes",
    model=SwishStack,
    identify=_identify,
    write=_write_swish,
    read=lambda document, _claims: Stack(
        Position.from_codes(document.stack, document.symmetry).cards, document.symmetry
    ),
    view=View(
        "Swishes found in positions and decks, each stack stored once.",
        name="Swish of {1} cards, {0}",
        duplicate_relation="same-stack",
        picture=lambda document: pictures.cards.svg_swish(
            Position.from_codes(document.stack, document.symmetry).cards, document.symmetry
        ),
        filters={"deck": _of_deck},
    ),
    check=_check_swish,
)


class NoSwishSet(OnBoard):
    """A set of cards without a swish: its canonical cards in sorted order, including copies."""

    kind: Literal["swish-no-swish-set"] = "swish-no-swish-set"
    cards: Codes


def _write_no_swish_set(cards: Position, named: LabelledIdentity) -> ObjectContent[NoSwishSet]:
    canonical = cards.canonical()
    document = NoSwishSet.of(named.label, canonical, cards=codes(canonical.cards))
    return ObjectContent(document, holds(canonical))


def _check_no_swish_set(cards: Position, budget: Budget) -> Iterator[str]:
    swish = solving.search.find_any(cards, budget=budget)
    if swish is not None:
        yield f"the cards {list(swish.indices)} form a swish"


NO_SWISH_SET = Kind(
    name="swish-no-swish-set",
    address="swish/no-swish-sets",
    model=NoSwishSet,
    identify=lambda cards, _: identity(no_swish_key(cards), cards, position_key(cards)),
    write=_write_no_swish_set,
    read=lambda document, _: Position.from_codes(document.cards, document.symmetry),
    view=View(
        "Sets of cards that contain no swish.",
        name="No-swish set of {1} cards, {0}",
        duplicate_relation="same-cards",
        picture=lambda document: pictures.cards.svg_no_swish_set(
            Position.from_codes(document.cards, document.symmetry)
        ),
    ),
    check=_check_no_swish_set,
    called="no-swish set",
)


class LargestOfPosition(DocumentPart):
    """The largest known swish of a position. Size 0 means that no swish was found."""

    size: Annotated[int, Fact(name="largest_size", title="cards of the largest swish")] = Field(
        description="Number of cards of the largest known swish, or 0 if none was found."
    )
    proved: Annotated[bool, Fact(name="largest_proved", title="proved")] = Field(
        description="Whether it is proved that there is no larger swish."
    )
    evidence: StatedEvidence
    swish: str | None = Field(description="Label of a swish of this size.")


class SwishDifficulty(DocumentPart):
    """The difficulty of finding a largest swish. No values for large positions, and if nothing has been counted."""

    largest_swishes: int | None = Field(default=None, description="Number of ways to place a largest swish.")
    grade: Annotated[int | None, Fact(synonyms=("difficulty", "difficulty grade"))] = Field(
        default=None,
        description="Difficulty grade, computed from the number of largest swishes. The notation reference has the "
        "formula.",
    )


class SwishPosition(OnBoard):
    """A position: its canonical cards in sorted order."""

    kind: Literal["swish-position"] = "swish-position"
    distinct_cards: Annotated[int, Fact()] = Field(description="Number of different cards, not counting copies.")
    cards: Codes
    hypergraph: str | None = Field(
        description=(
            "Label of the hypergraph of the position. There is a hypergraph if every card has one point and one circle."
        )
    )
    largest_swish: LargestOfPosition | None
    difficulty: SwishDifficulty = SwishDifficulty()


def _write_position(value: KnownPosition, named: LabelledIdentity) -> ObjectContent[SwishPosition]:
    known = value.canonical()
    position, claim = known.position, claim_largest(known)
    links, label = holds(position), None
    with suppress(HypergraphError):
        hypergraph = hypergraph_of(position)
        label = hypergraph.label
        links.append(NewLink("has-hypergraph", hypergraph, 0, {"order": list(hypergraph.order or ())}))
    document = SwishPosition.of(
        named.label,
        position,
        distinct_cards=len(set(position.cards)),
        cards=codes(position.cards),
        hypergraph=label,
        largest_swish=_summarize_largest(known, None if claim is None else claim.evidence),
        difficulty=SwishDifficulty(largest_swishes=known.swishes, grade=known.grade),
    )
    return ObjectContent(document, links, [] if claim is None else [claim])


def _summarize_largest(known: KnownPosition, evidence: Evidence | None) -> LargestOfPosition | None:
    largest = known.largest
    if largest is None:
        return None
    swish = None
    if largest.swish is not None:
        swish = prepare(SWISH_STACK, Stack(largest.swish.stack, known.position.symmetry)).label
    return LargestOfPosition(size=largest.size, proved=largest.proved, evidence=evidence, swish=swish)


def _read_position(document: SwishPosition, claims: Sequence[Claim]) -> KnownPosition:
    position = Position.from_codes(document.cards, document.symmetry)
    for claim in claims:
        if claim.statement == LARGEST_SWISH.name:
            known = KnownPosition.from_json(position, claim.value, claim.proved, claim.certificate)
            return replace(known, swishes=document.difficulty.largest_swishes)
    return KnownPosition(position)


POSITION: Kind[KnownPosition, SwishPosition] = Kind(
    name="swish-position",
    address="swish/positions",
    model=SwishPosition,
    identify=lambda value, _: identity(position_key(value.position), value.position, no_swish_key(value.position)),
    write=_write_position,
    read=_read_position,
    view=View(
        "Cards on the table. Positions with the same cards are stored once.",
        name="Position of {1} cards, {0}",
        duplicate_relation="same-cards",
        picture=draw_cards,
        document_filter=CARDS_HELD,
    ),
    check=KnownPosition.faults,
    merge=lambda stored, new, _matching: stored.better_known(new),
)
