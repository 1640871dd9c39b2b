"""Stored games: what they were played with, how they went, and their records, which can be replayed."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy.orm import Session

from ludex.catalogue.listing import Collection
from ludex.catalogue.storing import Stored, store
from ludex.catalogue.tables import SetGameRow
from ludex.sets.deck import Deck
from ludex.sets.identity.keys import game_key, game_label
from ludex.sets.making.game_record import GameRecord, from_document


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A stored game. `sets_wanted` is None for one that goes on until the deck ends; `document` is its record."""

    id: int
    label: str
    properties: int
    values: int
    seed: int
    sets_wanted: int | None
    solver: str
    finished: str
    sets: int
    rounds: int
    final_cards: int
    document: dict[str, Any]

    @property
    def deck(self) -> Deck:
        """Return the deck."""
        return Deck(self.properties, self.values)

    @property
    def record(self) -> GameRecord:
        """Return the record of the game. Raises GameError where the stored document is none."""
        return from_document(self.document)


def store_game(session: Session, record: GameRecord) -> Stored[SetGameRow]:
    """Store a game. The caller knows that it can be replayed; `verify` does so again."""
    return store(session, SetGameRow, game_values(record))


def game_values(record: GameRecord) -> dict[str, Any]:
    """Return the columns of a game."""
    return {
        "key": game_key(record),
        "label": game_label(record),
        "properties": record.deck.properties,
        "values": record.deck.values,
        "seed": record.parameters.seed,
        "sets_wanted": record.parameters.sets,
        "solver": record.parameters.solver.value,
        "finished": record.finished.value,
        "sets": len(record.sets),
        "rounds": len(record.rounds),
        "final_cards": len(record.final_table),
        "document": record.as_document(),
    }


def _load(session: Session, rows: Sequence[SetGameRow]) -> list[StoredGame]:
    del session
    return [
        StoredGame(
            id=row.id,
            label=row.label,
            properties=row.properties,
            values=row.values,
            seed=row.seed,
            sets_wanted=row.sets_wanted,
            solver=row.solver,
            finished=row.finished,
            sets=row.sets,
            rounds=row.rounds,
            final_cards=row.final_cards,
            document=row.document,
        )
        for row in rows
    ]


GAMES: Collection[SetGameRow, StoredGame] = Collection(
    name="games",
    model=SetGameRow,
    load=_load,
    equal={
        "properties": SetGameRow.properties,
        "values": SetGameRow.values,
        "seed": SetGameRow.seed,
        "sets_wanted": SetGameRow.sets_wanted,
        "solver": SetGameRow.solver,
        "finished": SetGameRow.finished,
        "sets": SetGameRow.sets,
        "rounds": SetGameRow.rounds,
        "final_cards": SetGameRow.final_cards,
    },
    ranges={
        "properties": SetGameRow.properties,
        "values": SetGameRow.values,
        "sets": SetGameRow.sets,
        "rounds": SetGameRow.rounds,
        "final_cards": SetGameRow.final_cards,
    },
    sorts={"sets": SetGameRow.sets, "rounds": SetGameRow.rounds, "final_cards": SetGameRow.final_cards},
)
