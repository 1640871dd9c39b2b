"""Positions of SET and packs of them, the sets found in them, caps, which are cards without a set, and played games.

A stored position or cap stands for its class under the symmetries that preserve sets. The document of a class shows the
cards that were stored first.
A game is played from a seed, and has a record that can be replayed.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from ludex.card_games.pack_pictures import tables_svg
from ludex.catalogue.kinds import pack
from ludex.catalogue.kinds.kind import Identity, Kind, LabelledIdentity, Matching, ObjectContent, View
from ludex.engine.budget import Budget
from ludex.engine.evidence import StatedEvidence
from ludex.engine.fact import DocumentPart, Fact
from ludex.games.sets import pictures
from ludex.games.sets.game_record import Finish, GameRecord, from_document
from ludex.games.sets.identity.keys import count_differing_properties, game_key, set_key
from ludex.games.sets.kinds.deck import CARDS_HELD, CardsOfDeck, OfDeck, all_cards_in, class_identity, held_cards
from ludex.games.sets.kinds.statements import claim_position
from ludex.games.sets.known_results import KnownCap, KnownPosition, cap_faults, game_faults, position_faults
from ludex.games.sets.pictures.tables import set_table_svg
from ludex.games.sets.position import Position, PositionError, explain_no_set
from ludex.games.sets.solving.solver import SolverName
from ludex.games.sets.study.closed_forms import bound_evidence, cap_bound, cap_bound_method


class FoundSetDocument(CardsOfDeck):
    """A set: v cards of a deck with v values which, in every property, are all the same or all different."""

    kind: Literal["set-found-set"] = "set-found-set"
    differing: Annotated[int, Fact()] = Field(description="Number of properties in which the cards differ.")


def _identify_set(found: Position, _budget: Budget) -> Identity:
    if (reasons := explain_no_set(found.deck, found.cards)) is not None:
        raise PositionError(reasons)
    if list(found.cards) != sorted(found.cards):
        raise PositionError("the cards of a set must be listed in the order of their notation")
    invariants = (found.deck.values, found.deck.properties, count_differing_properties(found.deck, found.cards))
    return Identity(set_key(found.deck, found.cards), invariants, tuple(range(len(found.cards))))


def _write_set(found: Position, named: LabelledIdentity) -> ObjectContent[FoundSetDocument]:
    differing = count_differing_properties(found.deck, found.cards)
    document = FoundSetDocument.of(named.label, found.deck, differing=differing, cards=list(found.codes))
    return ObjectContent(document, list(held_cards(found)))


FOUND_SET = Kind(
    name="set-found-set",
    address="sets/found-sets",
    model=FoundSetDocument,
    identify=_identify_set,
    write=_write_set,
    read=lambda document, _claims: document.position,
    view=View(
        "Sets found in positions, each stored once.",
        name="Set that differs in {2} properties",
        duplicate_relation="same-cards",
        picture=lambda document: pictures.tables.found_set_svg(document.deck, document.position.cards),
        filters={"deck": all_cards_in},
    ),
)


class CapDocument(CardsOfDeck):
    """A cap class, represented by the first cap stored for it."""

    kind: Literal["set-cap"] = "set-cap"
    size: Annotated[int, Fact(synonyms=("cards",))] = Field(description="Number of cards.")
    complete: Annotated[bool, Fact(title="cannot be extended", opposites=("incomplete",))] = Field(
        description="Whether every other card of the deck completes a set with cards of the cap."
    )
    largest: Annotated[bool, Fact(title="largest known cap")] = Field(
        description="Whether it is the largest known cap of its deck."
    )
    proved: Annotated[bool | None, Fact(opposites=("unproved", "unproven"))] = Field(
        description="For the largest known cap: whether it is proved that no larger one exists."
    )
    evidence: StatedEvidence
    canonical_order: list[int] = Field(description="The number of each card in the canonical form of the class.")


def _write_cap(cap: KnownCap, named: LabelledIdentity) -> ObjectContent[CapDocument]:
    deck = cap.cards.deck
    document = CapDocument.of(
        named.label,
        deck,
        cap,
        size=len(cap.cards.cards),
        evidence=bound_evidence(cap_bound(deck, cap_bound_method(deck))) if cap.proved else None,
        cards=list(cap.cards.codes),
        canonical_order=list(named.order or ()),
    )
    return ObjectContent(document, list(held_cards(cap.cards)))


CAP = Kind(
    name="set-cap",
    address="sets/caps",
    model=CapDocument,
    identify=lambda cap, budget: class_identity("cap", "setposition", cap.cards, budget),
    write=_write_cap,
    read=lambda document, _claims: KnownCap(document.position, document.complete, document.largest, document.proved),
    view=View(
        "Caps: cards without a set, stored once up to the symmetries that preserve sets.",
        name="Cap of {2} cards, {1} properties of {0} values",
        duplicate_relation="symmetry",
        picture=lambda document: pictures.tables.cap_svg(document.position),
        long=frozenset({"canonical_order"}),
        filters={"deck": all_cards_in},
    ),
    check=cap_faults,
)


class SetDifficulty(DocumentPart):
    """The difficulty of finding every set. No value if there is no set or it is unknown, and for large positions."""

    grade: Annotated[int | None, Fact(synonyms=("difficulty", "difficulty grade"))] = Field(
        default=None,
        description="Difficulty grade, computed from the cards. The notation reference has the formula.",
    )


class PositionDocument(CardsOfDeck):
    """A position class, represented by the first position stored for it."""

    kind: Literal["set-position"] = "set-position"
    size: Annotated[int, Fact(synonyms=("cards",))] = Field(description="Number of cards.")
    sets: Annotated[int | None, Fact(natural=True)] = Field(
        description="Number of sets among the cards. No value if unknown."
    )
    has_set: Annotated[bool | None, Fact()] = Field(description="Whether there is a set. No value if unknown.")
    difficulty: SetDifficulty = SetDifficulty()
    canonical_order: list[int] = Field(description="The number of each card in the canonical form of the class.")


def _write_position(known: KnownPosition, named: LabelledIdentity) -> ObjectContent[PositionDocument]:
    position = known.position
    document = PositionDocument.of(
        named.label,
        position.deck,
        known,
        size=len(position.cards),
        cards=list(position.codes),
        difficulty=SetDifficulty(grade=known.grade),
        canonical_order=list(named.order or ()),
    )
    return ObjectContent(document, list(held_cards(position)), claim_position(known))


def _merge(stored: KnownPosition, new: KnownPosition, _matching: Matching) -> KnownPosition | None:
    better = replace(
        stored,
        sets=new.sets if stored.sets is None else stored.sets,
        has_set=new.has_set if stored.has_set is None else stored.has_set,
    )
    return None if better == stored else better


POSITION: Kind[KnownPosition, PositionDocument] = Kind(
    name="set-position",
    address="sets/positions",
    model=PositionDocument,
    identify=lambda known, budget: class_identity("setposition", "cap", known.position, budget),
    write=_write_position,
    read=lambda document, _claims: KnownPosition(document.position, document.sets, document.has_set),
    view=View(
        "Cards on the table, stored once up to the symmetries that preserve sets.",
        name="Position of {2} cards, {1} properties of {0} values",
        duplicate_relation="symmetry",
        picture=lambda document: pictures.tables.set_table_svg(document.position),
        long=frozenset({"canonical_order"}),
        filters={"deck": all_cards_in},
        document_filter=CARDS_HELD,
    ),
    check=position_faults,
    merge=_merge,
)


class PackDocument(pack.PackDocument):
    """A pack without its positions. To list them, filter the positions by `pack` and sort by grade."""

    UNGRADED: ClassVar[str] = (
        "it has no set or more than 24 cards, its properties have not three values, or its sets have not been counted; "
        "store it with `find` `all`"
    )
    ALIKE: ClassVar[tuple[str, ...]] = ("properties", "values")

    kind: Literal["set-pack"] = "set-pack"


def _draw_pack(found: PackDocument, description: str, positions: Sequence[Any]) -> str:
    tables = [(set_table_svg(table.position), f"grade {table.difficulty.grade}") for table in positions]
    return tables_svg(f"The pack {found.title}", description, tables)


PACK = pack.pack_kind("set-pack", "sets/packs", PackDocument, _draw_pack, "setpack")
IN_PACK = pack.in_pack("set-position", "set-pack", KnownPosition, lambda known: known.grade)


Record = Annotated[
    dict[str, Any],
    Field(
        description=(
            "`dealt` lists the first cards on the table. Each member of `rounds` has the number of cards on "
            "the `table`, the `set` that was found among them, if any, and the cards that were `drawn` "
            "afterwards."
        )
    ),
]


class GameDocument(OfDeck):
    """A game and its record."""

    kind: Literal["set-game"] = "set-game"
    seed: Annotated[int, Fact(natural=True, leading=False)] = Field(description="Seed of the shuffle.")
    sets_wanted: Annotated[int | None, Fact(leading=False)] = Field(
        description="Number of sets after which the game ends. If absent, the game ends when the deck runs out."
    )
    solver: Annotated[SolverName, Fact(leading=False)] = Field(description="Solver that searched for the sets.")
    finished: Annotated[Finish, Fact(title="end of the game")] = Field(
        description="Why the game ended: `sets` if enough sets were found, `deck` if the cards ran out."
    )
    sets: Annotated[int, Fact()] = Field(description="Number of sets found.")
    rounds: Annotated[int, Fact()] = Field(description="Number of searches for a set.")
    final_cards: Annotated[int, Fact()] = Field(description="Number of cards on the table at the end.")
    record: Record


def _identify_game(record: GameRecord, _budget: Budget) -> Identity:
    invariants = (record.deck.values, record.deck.properties, len(record.sets))
    return Identity(game_key(record), invariants, tuple(range(len(record.dealt))))


def _write_game(record: GameRecord, named: LabelledIdentity) -> ObjectContent[GameDocument]:
    return ObjectContent(
        GameDocument.of(
            named.label,
            record,
            record.deck,
            record.parameters,
            sets_wanted=record.parameters.sets,
            sets=len(record.sets),
            rounds=len(record.rounds),
            final_cards=len(record.final_table),
            record=record.as_document(),
        )
    )


PLAYED = Kind(
    name="set-game",
    address="sets/games",
    model=GameDocument,
    identify=_identify_game,
    write=_write_game,
    read=lambda document, _claims: from_document(document.record),
    view=View(
        "Games played from a seed, with a record of every round.",
        name="Game of {2} sets",
        duplicate_relation="same-game",
        picture=lambda document: pictures.tables.set_game_svg(from_document(document.record)),
        long=frozenset({"record"}),
    ),
    check=game_faults,
)
