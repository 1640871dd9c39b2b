"""`ludex sets play` and `ludex sets replay`: the thesis's game from a seed, and the check of its record."""

import json
import sys
from pathlib import Path
from secrets import randbelow
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludex.cli import output
from ludex.cli.failures import CommandError
from ludex.cli.opening import opened
from ludex.cli.output import Json
from ludex.cli.progress import TimeLimit, searching
from ludex.cli.sets.arguments import Solver, Store, Whole
from ludex.cli.sets.solving import sets_said
from ludex.cli.sets.sources import STANDARD_INPUT, whole_deck
from ludex.engine.random_numbers import MAX_SEED
from ludex.labels import is_label
from ludex.sets.solving.names import SolverName

if TYPE_CHECKING:
    from ludex.sets.making.game_record import GameRecord


def play(
    deck: Whole,
    seed: Annotated[
        int | None, typer.Option("--seed", min=0, max=MAX_SEED, help="Decides the cards; chosen if not given.")
    ] = None,
    sets: Annotated[
        int | None, typer.Option("--sets", min=1, help="The game ends after so many; with the deck if not given.")
    ] = None,
    solver: Solver = SolverName.LOOKUP,
    rounds: Annotated[bool, typer.Option("--rounds", help="Show every round.")] = False,
    time_limit: TimeLimit = None,
    store: Store = False,
    as_json: Annotated[bool, typer.Option("--json", help="Write the record, which `replay` reads.")] = False,
) -> None:
    """Play a game: a set leaves the table, cards come, until the sets are found or the deck has ended."""
    from ludex.sets.making.games import GameParameters, game_label
    from ludex.sets.making.games import play as play_game

    chosen = randbelow(2**31) if seed is None else seed
    parameters = GameParameters(whole_deck(deck), chosen, sets, solver)
    with searching(time_limit) as budget:
        record = play_game(parameters, budget)
    state = ""
    if store:
        from ludex.catalogue.sets.games import store_game

        with opened() as database, database.writing() as session:
            state = ", stored" if store_game(session, record).created else ", known before"
    heading = [f"seed {chosen}: {_said(record)}", f"{game_label(record)}{state}"]
    output.answer_object(record.as_document(), as_json, [*heading, *(_rounds(record) if rounds else _tables(record))])


def _said(record: "GameRecord") -> str:
    end = "the deck has ended" if record.finished == "deck" else "they are as many as were wanted"
    cards = len(record.final_table)
    return f"{sets_said(len(record.sets))} in {len(record.rounds):,} rounds, {cards:,} cards left: {end}"


def _tables(record: "GameRecord") -> list[str]:
    from ludex.sets.making.games import rounds_by_table

    rows = [(one.table, one.with_set, one.without_set) for one in rounds_by_table(record)]
    return list(output.table([("cards on the table", "rounds with a set", "without"), *rows]))


def _rounds(record: "GameRecord") -> list[str]:
    code = record.deck.code
    rows = [
        (number, played.table, " ".join(map(code, played.found or ())) or "-", " ".join(map(code, played.drawn)) or "-")
        for number, played in enumerate(record.rounds)
    ]
    return list(output.table([("round", "cards", "set", "drawn"), *rows]))


def replay(
    record: Annotated[
        str,
        typer.Argument(
            metavar="RECORD", help="A file with a record, `-` for standard input, or a stored game's label."
        ),
    ],
    time_limit: TimeLimit = None,
    as_json: Json = False,
) -> None:
    """Check the record of a game step by step: the cards are those that the seed deals, the sets are sets.

    Where it says that there is no set, that is proved again. Exit code 1 where the record is wrong.
    """
    from ludex.api.sets.games import Replayed
    from ludex.sets.making.games import GameError, from_document, game_label
    from ludex.sets.making.games import replay as replay_game

    read = from_document(_document(record))
    try:
        with searching(time_limit) as budget:
            replay_game(read, budget)
    except GameError as error:
        model = Replayed(right=False, place=error.place, reason=error.message, label=None)
        output.answer(model, as_json, [f"wrong: {error}"])
        raise typer.Exit(1) from None
    label = game_label(read)
    output.answer(Replayed(right=True, place=None, reason=None, label=label), as_json, [f"right: {_said(read)}", label])


def _document(name: str) -> Any:  # noqa: ANN401 - JSON that is not looked at yet
    """Return the record that is named: its own, or that in an answer of the API. Raises CommandError."""
    if is_label(name, "setgame"):
        return load_game(name).as_document()
    if name != STANDARD_INPUT and not Path(name).is_file():
        raise CommandError(f"there is no file {name}")
    shown = "standard input" if name == STANDARD_INPUT else name
    text = sys.stdin.read() if name == STANDARD_INPUT else Path(name).read_text(encoding="utf-8")
    try:
        document = json.loads(text)
    except (json.JSONDecodeError, RecursionError) as error:
        raise CommandError(f"{shown}: no JSON: {error}") from error
    return document["record"] if isinstance(document, dict) and "record" in document else document


def load_game(label: str) -> "GameRecord":
    """Return the record of a stored game. Raises CommandError."""
    from ludex.catalogue.sets.games import GAMES

    with opened() as database, database.reading() as session:
        stored = GAMES.by_label(session, label)
    if stored is None:
        raise CommandError(f"there is no stored game {label}; `ludex sets list games` shows those that are")
    return stored.record
