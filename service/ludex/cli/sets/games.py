"""`ludex sets deal`, `play` and `replay`: the thesis's game from a seed, and the check of its record."""

import json
from itertools import islice
from secrets import randbelow
from typing import TYPE_CHECKING, Annotated

import typer

from ludex.cli import output
from ludex.cli.failures import CommandError
from ludex.cli.input_text import called, read_text
from ludex.cli.opening import opened
from ludex.cli.output import Json
from ludex.cli.progress import TimeLimit, searching
from ludex.cli.sets.arguments import ChosenSeed, Drawn, Solver, Store, Whole
from ludex.cli.sets.solving import sets_said
from ludex.cli.sets.sources import number_drawn
from ludex.cli.stored_objects import find_value, labelled
from ludex.sets.named_decks import built_in_slug
from ludex.sets.solving.names import SolverName

if TYPE_CHECKING:
    from ludex.sets.making.game_record import GameRecord


def deal(deck: Whole, n: Drawn = None, seed: ChosenSeed = None, as_json: Json = False) -> None:
    """Deal random cards, as a game does. They are a line each, so that another command reads them with --file -."""
    number = number_drawn(deck, n)
    chosen = randbelow(2**31) if seed is None else seed
    codes = [deck.code(card) for card in islice(deck.shuffled(chosen), number)]
    value = {"properties": deck.properties, "values": deck.values, "seed": chosen, "cards": codes}
    output.answer(value, as_json, [f"# {number:,} cards of {built_in_slug(deck)}, seed {chosen}", *codes])


def play(
    deck: Whole,
    seed: ChosenSeed = None,
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
    from ludex.operations.sets.games import label_of_game, store_game
    from ludex.sets.making.games import GameParameters
    from ludex.sets.making.games import play as play_game

    chosen = randbelow(2**31) if seed is None else seed
    parameters = GameParameters(deck, chosen, sets, solver)
    with searching(time_limit) as budget:
        record = play_game(parameters, budget)
    state = ""
    if store:
        with opened() as catalogue:
            state = ", stored" if store_game(catalogue, record).created else ", known before"
    heading = [f"seed {chosen}: {_said(record)}", f"{label_of_game(record)}{state}"]
    output.answer(record.as_document(), as_json, [*heading, *(_rounds(record) if rounds else _tables(record))])


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
    from ludex.operations.sets.games import replay_game

    read = _record(record)
    with searching(time_limit) as budget:
        found = replay_game(read, budget)
    wrong = f"wrong: {found.place}: {found.reason}" if found.place else f"wrong: {found.reason}"
    output.answer(found, as_json, [f"right: {_said(read)}", str(found.label)] if found.right else [wrong])
    if not found.right:
        raise typer.Exit(1)


def _record(name: str) -> "GameRecord":
    """Return the record that is named: a stored one, one of its own, or that in an answer. Raises CommandError."""
    from ludex.sets.making.game_record import from_document

    if labelled(name, "set-game"):
        record: GameRecord = find_value(name, "set-game")
        return record
    try:
        document = json.loads(read_text(name))
    except (json.JSONDecodeError, RecursionError) as error:
        raise CommandError(f"{called(name)}: no JSON: {error}") from error
    return from_document(document["record"] if isinstance(document, dict) and "record" in document else document)
