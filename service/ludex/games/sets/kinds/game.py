"""SET games: played from a seed, with a record that can be replayed."""

from typing import Annotated, Any, Literal

from pydantic import Field

from ludex.catalogue.kinds.kind import Identity, Kind, LabelledIdentity, ObjectContent, View
from ludex.engine.budget import Budget
from ludex.engine.fact import Fact
from ludex.games.sets import pictures
from ludex.games.sets.game_record import Finish, GameRecord, from_document
from ludex.games.sets.identity.keys import game_key
from ludex.games.sets.kinds.deck import OfDeck
from ludex.games.sets.known_results import game_faults
from ludex.games.sets.solving.solver import SolverName

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
