"""Every command: each option has help, and `--json` writes JSON Lines."""

import json
import os
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from ludex.catalogue.catalogue import Catalogue
from ludex.cli.game_commands import set_games
from ludex.cli.main import COMMANDS, build
from ludex.games import games
from ludex.games.kinds import GAMES
from ludex.games.pages import PAGES
from ludex.web.declarations import Experiment
from tests.jobs.recording import record_object

JSON_HELP = "Write JSON Lines: each line is one JSON value, in the form of the API."

SQUARE = '{"points": [[0, 0], [4, 0], [5, 4], [0, 3]], "edges": [[0, 1], [1, 3], [3, 2], [2, 0]]}'
POINTS = "[[0, 0], [4, 0], [5, 4], [0, 3]]"
PATTERN = (
    '{"nodes": {"l": {"kind": "planarity-level"}, "g": {"kind": "planarity-graph"}}, '
    '"links": [["l", "has-graph", "g"]]}'
)
CARDS = "'*..o' 'o*..'"
TABLE = "0000 0121 0212"
CNF = "p cnf 2 2\n1 2 0\n-1 2 0\n"

# The words in capitals stand for names of files and objects, see `_Names`.
ARGUMENTS = {
    "status": "",
    "doctor": "",
    "games": "",
    "settings": "",
    "compile": "",
    "new-game": "chess --folder NEW",
    "import": "EXPORT",
    "export": "",
    "copy": "--to URL",
    "claims": "",
    "daily": "2026-01-01",
    "cite": "LEVEL",
    "edit": "LEVEL --tags boss",
    "replace": "LEVEL OTHER",
    "delete": "PACK",
    "trash list": "",
    "calendar set": "planarity --pack PACK",
    "calendar show": "planarity",
    "calendar remove": "planarity",
    "trash restore": "DELETED",
    "search": "K5",
    "sequences": "",
    "records": "",
    "atlas list": "",
    "atlas show": "planarity-order-types-7",
    "atlas build": "planarity-graphs-4",
    "dataset build": "NEW",
    "benchmark": "set-cap-3-1 set-cap-3-2",
    "list": "levels",
    "facets": "levels",
    "random": "levels",
    "show": "LEVEL LEVEL",
    "draw": "LEVEL",
    "db upgrade": "",
    "db seal": "",
    "db downgrade": "base",
    "db backup": "NEW",
    "db restore": "BACKUP --replace",
    "db status": "",
    "db fill": "",
    "db verify": "",
    "jobs start": "verify",
    "jobs operations": "",
    "jobs list": "",
    "jobs show": "JOB",
    "jobs objects": "STORING",
    "jobs watch": "CANCELLED",
    "jobs cancel": "JOB",
    "jobs retry": "CANCELLED",
    "jobs forget": "",
    "keys create": "--owner ada",
    "keys list": "",
    "keys revoke": "KEY",
    "keys machine": "",
    "keys link": "",
    "graph": "",
    "graph neighbours": "LEVEL",
    "graph walk": "LEVEL has-graph/graph-of",
    "graph surroundings": "LEVEL",
    "graph path": "LEVEL GRAPH",
    "graph match": "PATTERN",
    "graph cypher": "'RETURN 1 AS one'",
    "graph measures": "GRAPH",
    "swish list": "positions",
    "swish facets": "positions",
    "swish random": "positions",
    "swish lookup": CARDS,
    "swish dedup": "'*o,o*' '*o'",
    "swish show": "mine",
    "swish draw": CARDS,
    "swish solve": f"{CARDS} --find all",
    "swish equivalence": "'*o,o*' '*o'",
    "swish deals": "mine -n 2",
    "swish deal": "mine -n 2 --seed 1",
    "swish add": CARDS,
    "swish hypergraph": CARDS,
    "swish no-swish": CARDS,
    "swish instance": "CNF",
    "swish program": f"{CARDS} --format cnf",
    "swish matching": "'*.' '.*' --rule simple",
    "swish import": "POSITIONS",
    "swish board show": "2x3",
    "swish board add": "2x3",
    "swish deck add": f"own {CARDS}",
    "swish reduce sat": "CNF --general",
    "swish reduce three-symbols": CARDS,
    "swish reduce flips": CARDS,
    "swish reduce even-cycles": "--vertices 2 --arcs '[[0, 1], [1, 0]]'",
    "swish experiment symbols": "--span 4 --symbols 1 --structures random --trials 1 -o DIRECTORY",
    "sets list": "positions",
    "sets facets": "positions",
    "sets random": "decks",
    "sets lookup": TABLE,
    "sets dedup": "00,01 00,02",
    "sets show": "TABLE",
    "sets draw": TABLE,
    "sets solve": f"{TABLE} --find all",
    "sets program": f"{TABLE} --format cnf",
    "sets add": TABLE,
    "sets equivalence": "00,01 00,02",
    "sets deal": "set-3-4 --seed 1",
    "sets facts": "set-3-4",
    "sets import": "TABLES",
    "sets deck add": f"own {TABLE}",
    "sets game play": "set-3-2 --seed 1",
    "sets game replay": "RECORD",
    "sets statistics no-set": "set-3-2 -n 3",
    "sets statistics list": "",
    "sets statistics rounds": "set-3-2 --trials 2",
    "sets statistics uniformity": "set-3-2 --trials 10",
    "sets caps largest": TABLE,
    "sets caps classify": "set-3-2",
    "sets caps count": "set-3-2",
    "sets caps counts": "",
    "sets experiment values": "--span 3 --properties 2 --trials 1 --solvers lookup -o DIRECTORY",
    "sets experiment properties": "--span 2 --trials 1 --solvers lookup -o DIRECTORY",
    "sets experiment sets": "--span 1 --properties 2 --trials 1 --solvers lookup -o DIRECTORY",
    "sets experiment cards": "set-3-2 --span 3 --trials 1 --solvers lookup -o DIRECTORY",
    "planarity list": "levels",
    "planarity facets": "levels",
    "planarity random": "levels",
    "planarity lookup": "SQUARE",
    "planarity dedup": "DRAWINGS",
    "planarity show": "LEVEL",
    "planarity draw": "SQUARE",
    "planarity solve": "DRAWINGS",
    "planarity invariants": "SQUARE",
    "planarity hint": "SQUARE 0-1",
    "planarity variant minimum-exchanges": "SQUARE",
    "planarity equivalence": "SQUARE SQUARE",
    "planarity add": "SQUARE",
    "planarity generate": "-n 6 -m 8 -s 1 --seed 1",
    "planarity order-type": "POINTS",
    "planarity one-swap-levels": "LEVEL",
    "planarity similar": "LEVEL",
    "planarity solution": "LEVEL",
    "planarity program": "SQUARE -s 1 --format cnf",
    "planarity instance": "--cycle 4",
    "planarity census-class": "SQUARE",
    "planarity import": "DRAWINGS",
    "planarity census": "4",
    "planarity scramble": "--levels 1 -n 6 -m 8 --workers 0",
    "planarity untangle read": "4:0-2,1-3",
    "planarity untangle write": "SQUARE",
    "planarity variant rotate": "SQUARE 0-1",
    "planarity variant stretch": "SQUARE 0-1",
    "planarity variant collapse": "SQUARE 0-1",
    "planarity variant exchange": "SQUARE 0-3",
    "planarity variant drag": "SQUARE 2=6,5",
    "planarity variant onto": "SQUARE POINTS",
    **{
        f"{game} pack {action}": arguments.replace("PACK", f"{game.upper()}PACK")
        for game in ("swish", "sets")
        for action, arguments in {
            "add": f"other {game.upper()}TABLE --title Other",
            "edit": "PACK --title Other",
            "export": "PACK",
            "show": "PACK",
            "next": "PACK",
        }.items()
    },
    "planarity pack add": "own LEVEL --title Own",
    "planarity pack build": "spread -n 6 -m 8 -s 1..2 --count 2 --seed 1",
    "planarity pack edit": "PACK --title Other",
    "planarity pack export": "PACK",
    "planarity pack show": "PACK",
    "planarity pack next": "PACK",
    "planarity points generate": "-n 5 --seed 1",
    "planarity points test": "POINTS",
    "planarity reduce cycle": "6",
    "planarity reduce gadget": "split",
    "planarity reduce embedding": "SQUARE",
    "planarity reduce one-in-three": "0,1,2",
    "planarity experiment attempts": "--sizes 4 --thresholds 50 --samples 1 -o DIRECTORY",
    "planarity experiment interior": "--sizes 4 --deltas 0 --samples 1 -o DIRECTORY",
    "planarity experiment minima": "--swaps 1 -n 6 -m 7 --samples 1 -o DIRECTORY",
    "planarity experiment difficulty": "--census 4-5 -o DIRECTORY",
    "planarity experiment estimate": "-n 5 --samples 2 -o DIRECTORY",
    "planarity experiment hardest": "-n 5 -o DIRECTORY",
    "planarity level-collection": "--levels 2000 --parts 0-1 --workers 0 -o NEW",
}

# What these list or choose from is stored first.
NEEDED = {"trash list": "DELETED", "sets list": "TABLE", "sets random": "DECK"}

# They run until they are stopped; other tests run them as processes.
ENDLESS = {"serve", "worker"}


def _commands(command: Any, words: tuple[str, ...] = ()) -> Iterator[tuple[str, Any]]:
    """Yield every command with its words."""
    yield " ".join(words), command
    for name, subcommand in getattr(command, "commands", {}).items():
        yield from _commands(subcommand, (*words, name))


@pytest.fixture(scope="module")
def commands() -> dict[str, Any]:
    set_games(games())
    root = typer.main.get_command(build(games(), ["ludex", *COMMANDS, *(game.name for game in games())]))
    return dict(_commands(root))


def test_each_option_and_argument_has_help(commands: dict[str, Any]) -> None:
    without = {
        (words, option.name)
        for words, command in commands.items()
        for option in command.params
        if not (option.help or "").strip()
    }
    assert not without


@pytest.mark.parametrize("experiment", [one for game in PAGES for one in game.experiments], ids=lambda one: one.name)
def test_the_pages_name_commands_that_exist(commands: dict[str, Any], experiment: Experiment) -> None:
    _, game, group, name, *options = shlex.split(experiment.command)
    assert commands[f"{game} {group} {name}"].make_context(name, options)


def test_the_number_of_vertices_points_or_cards_has_the_same_names_everywhere(commands: dict[str, Any]) -> None:
    for words, command in commands.items():
        for option in command.params:
            assert ("-n" in option.opts) == ("--n" in option.opts), (words, option.opts)


def test_json_is_described_alike_everywhere(commands: dict[str, Any]) -> None:
    described = {
        words: option.help
        for words, command in commands.items()
        for option in command.params
        if "--json" in option.opts
    }
    assert set(described.values()) == {JSON_HELP}
    assert set(described) == ARGUMENTS.keys() | ENDLESS
    # The graph is exported in formats of other programs, and `mcp` has a protocol of its own. The options of the others
    # depend on the kind.
    groups = {words for words, command in commands.items() if hasattr(command, "commands")}
    assert commands.keys() - groups - set(described) == {"graph export", "lookup", "dedup", "mcp"}


@pytest.fixture
def names(ludex: Any, small_catalogue: Path, tmp_path: Path) -> "_Names":
    return _Names(ludex, tmp_path)


class _Names:
    """The files and objects that the words in capitals stand for, made when they are asked for."""

    def __init__(self, ludex: Any, folder: Path) -> None:
        self._ludex = ludex
        self._folder = folder

    def __getitem__(self, word: str) -> str:
        find = getattr(self, f"_{word.lower()}", None)
        return str(find()) if word.isupper() and find is not None else word

    def _json(self, *words: str) -> Any:
        ran = self._ludex(*words, "--json")
        assert ran.code == 0, ran.err
        return json.loads(ran.lines[0])

    def _write(self, name: str, text: str) -> Path:
        file = self._folder / name
        file.write_text(text)
        return file

    def _square(self) -> Path:
        return self._write("square.json", SQUARE)

    def _drawings(self) -> Path:
        return self._write("drawings.ndjson", f"{SQUARE}\n{SQUARE}\n")

    def _points(self) -> str:
        return POINTS

    def _pattern(self) -> Path:
        return self._write("pattern.json", PATTERN)

    def _cnf(self) -> Path:
        return self._write("formula.cnf", CNF)

    def _positions(self) -> Path:
        return self._write("positions", "*o,o*\n")

    def _tables(self) -> Path:
        return self._write("tables", "0000,0121,0212\n")

    def _new(self) -> Path:
        return self._folder / "new"

    def _directory(self) -> Path:
        return self._folder / "folder"

    def _url(self) -> str:
        return f"sqlite:///{self._folder}/copy.sqlite"

    def _export(self) -> Path:
        self._ludex("export", "-o", str(self._folder / "export"))
        return self._folder / "export"

    def _backup(self) -> Path:
        self._ludex("db", "backup", str(self._folder / "backup"))
        return self._folder / "backup"

    def _record(self) -> Path:
        return self._write("record.json", json.dumps(self._json("sets", "game", "play", "set-3-2", "--seed", "1")))

    def _level(self) -> Any:
        return self._json("list", "levels", "--limit", "1")["label"]

    def _other(self) -> Any:
        return json.loads(self._ludex("list", "levels", "--limit", "2", "--json").lines[1])["label"]

    def _deleted(self) -> Any:
        return self._json("delete", self._level())["deleted"]

    def _graph(self) -> Any:
        return self._json("list", "levels", "--limit", "1")["graph"]

    def _table(self) -> Any:
        return self._json("sets", "add", *TABLE.split())["label"]

    def _deck(self) -> str:
        return str(self._json("sets", "deck", "add", "own", *TABLE.split())["slug"])

    def _swishtable(self) -> str:
        return str(self._json("swish", "add", "*..o", "o*..", "o..*", "--find", "largest")["label"])

    def _setstable(self) -> str:
        return str(self._json("sets", "add", "0000", "0121", "0212", "--find", "all")["label"])

    def _swishpack(self) -> str:
        return str(self._json("swish", "pack", "add", "own", self._swishtable(), "--title", "Own")["slug"])

    def _setspack(self) -> str:
        return str(self._json("sets", "pack", "add", "own", self._setstable(), "--title", "Own")["slug"])

    def _pack(self) -> str:
        return str(self._json("planarity", "pack", "add", "own", self._level(), "--title", "Own")["slug"])

    def _key(self) -> Any:
        return self._json("keys", "create", "--owner", "ada")["id"]

    def _job(self) -> Any:
        return self._json("jobs", "start", "verify")["id"]

    def _storing(self) -> Any:
        job = self._job()
        catalogue = Catalogue(os.environ["LUDEX_DATABASE_URL"], GAMES)
        record_object(catalogue, job, self._level())
        catalogue.close()
        return job

    def _cancelled(self) -> Any:
        return self._json("jobs", "cancel", self._job())["id"]


@pytest.mark.parametrize("command", ARGUMENTS)
def test_json_is_one_value_a_line(ludex: Any, names: _Names, command: str, request: pytest.FixtureRequest) -> None:
    if command == "db fill":  # beside other objects it takes seconds; see `tests/catalogue/test_starting.py`
        request.getfixturevalue("catalogue")
    if command in NEEDED:
        names[NEEDED[command]]
    words = [names[word] for word in shlex.split(ARGUMENTS[command])]
    ran = ludex(*command.split(), *words, "--json")
    # A cancelled job is watched with exit code 1.
    assert ran.code == (command == "jobs watch"), ran.err
    assert ran.lines
    for line in ran.lines:
        json.loads(line)
