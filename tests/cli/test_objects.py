"""`ludex list`, `show` and `draw` for every kind alike, on a catalogue of necklaces."""

import csv
import io
import json
import shutil
from typing import Annotated

import pytest

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kinds.kind import NewLink, prepare
from ludex.catalogue.objects.storing import add_links, name_object, store_many
from ludex.cli.game_commands import GameCommands
from ludex.cli.main import run
from ludex.engine.faults import Fault
from ludex.games import Game
from ludex.requests.declaration import request
from ludex.requests.fields import Argument
from ludex.requests.results import OfKind
from ludex.requests.session import Session
from ludex.requests.stored_object import StoredObject
from ludex.requests.text_output import stored
from tests.catalogue.conftest import made
from tests.catalogue.necklaces import BOX, NECKLACE, TOYS, Necklace


@request(
    command="toys add WORD",
    subject="toys",
    writes="store",
    text=lambda result: stored(result, "and that is all"),
)
def add(
    catalogue: Session, word: Annotated[str, Argument("WORD")]
) -> Annotated[StoredObject, OfKind("toy-necklace", "Added", {"beads": (int, ...)})]:
    """Store a necklace."""
    from ludex.catalogue.objects.storing import as_shown, store

    try:
        entry = prepare(NECKLACE, Necklace(word))
    except ValueError as error:
        raise Fault(str(error), ("word",)) from error
    with catalogue.store.writing() as writer:
        return StoredObject.of(catalogue, as_shown(writer, store(writer, entry)), beads=len(word))


REQUESTS = (add,)
COMMANDS = GameCommands(about="Toys: necklaces.", commands=dict)
GAME = Game(
    name="toys",
    title="Toys",
    kinds="tests.catalogue.necklaces:TOYS",
    requests="tests.cli.test_objects:REQUESTS",
    commands="tests.cli.test_objects:COMMANDS",
)


@pytest.fixture(scope="module")
def filled_toys(tmp_path_factory):
    """A file with three necklaces and two boxes, to copy, and the labels of the necklaces."""
    file = tmp_path_factory.mktemp("toys") / "toys.sqlite"
    catalogue = made(Catalogue(f"sqlite:///{file}", (TOYS,)))
    necklaces = [Necklace("ab", note="first"), Necklace("aab", 3, True), Necklace("abcabc", 10**25)]
    with catalogue.writing() as writer:
        stored = store_many(writer, [prepare(NECKLACE, necklace) for necklace in necklaces])
        box, other = store_many(writer, [prepare(BOX, "The box"), prepare(BOX, "Empty")])
        name_object(writer, BOX, box.id, ["mine", "yours"])
        name_object(writer, BOX, other.id, ["empty"])
        add_links(writer, box.id, [NewLink("has-necklace", stored[0].label)])
    catalogue.close()
    return file, {result.document.word: result.label for result in stored}


@pytest.fixture
def toys_file(filled_toys, tmp_path, monkeypatch):
    """A catalogue of three necklaces and two boxes, named by the settings; gives the labels of the necklaces."""
    file, labels = filled_toys
    url = f"sqlite:///{shutil.copyfile(file, tmp_path / 'toys.sqlite')}"
    monkeypatch.setenv("LUDEX_DATABASE_URL", url)
    monkeypatch.setattr("ludex.catalogue.storage.migrations.require_current", lambda _database: None)
    return labels


@pytest.fixture
def toys(toys_file, capsys):
    """Run a command: `toys("list", "necklaces")` gives exit code, output and errors."""

    def ran(*words):
        capsys.readouterr()
        code = run(words, (GAME,))
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return ran


def rows(toys, *words):
    code, out, err = toys(*words)
    assert (code, err) == (0, "")
    return [json.loads(line) for line in out.splitlines()]


def test_a_list_is_a_table_of_the_facts(toys, toys_file):
    code, out, _ = toys("list", "necklaces", "--sort", "-length")
    assert code == 0
    header, first, *others = out.splitlines()
    assert header.split() == ["label", "length", "period", "note", "weight", "known"]
    assert first.split() == [toys_file["abcabc"], "6", "3", str(10**25), "false"]
    assert len(others) == 2
    assert toys("toys", "list", "necklaces", "--sort=-length")[1] == out


@pytest.mark.parametrize(
    ("filters", "words"),
    [
        (["--length", "2"], ["ab"]),
        (["--min_length", "3"], ["aab", "abcabc"]),
        (["--min-length=3", "--max-length", "5"], ["aab"]),
        (["--where", "min_length=3", "--where", "known=true"], ["aab"]),
        (["--known", "false"], ["ab", "abcabc"]),
        (["--min_weight", str(10**24)], ["abcabc"]),
        (["--note", "first"], ["ab"]),
        (["--box", "mine"], ["ab"]),
        (["--different", "3"], ["abcabc"]),
        (["--limit", "2"], ["ab", "aab"]),
    ],
)
def test_filters_are_options(toys, filters, words):
    assert [row["word"] for row in rows(toys, "list", "necklaces", "--json", *filters)] == words


def test_every_format(toys, toys_file, tmp_path):
    whole = json.loads(toys("list", "necklaces", "--format", "json")[1])
    assert whole["count"] == 3 and whole["count_exact"] and whole["next"] is None
    assert whole["items"] == rows(toys, "list", "necklaces", "--format", "ndjson")
    assert toys("list", "necklaces", "--format", "word")[1] == "ab\naab\nabcabc\n"
    labelled = toys("list", "necklaces", "--format", "word", "--labels")[1].splitlines()
    assert [line.split("\t") for line in labelled] == [
        list(pair) for pair in zip(("ab", "aab", "abcabc"), toys_file.values(), strict=True)
    ]
    read = list(csv.DictReader(io.StringIO(toys("list", "necklaces", "--format", "csv")[1])))
    assert [row["label"] for row in read] == list(toys_file.values())
    assert (read[2]["weight"], read[0]["known"]) == (str(10**25), "false")
    assert "turns" not in read[0] and "weighed" not in read[0]
    assert read[0]["starting"] == "false"
    file = tmp_path / "list.csv"
    assert toys("list", "boxes", "--format", "csv", "-o", str(file))[0] == 0
    head = "label,kind,title,room,slug,slugs,starting"
    assert file.read_text().splitlines()[0] == head
    assert toys("list", "boxes", "--title", "None", "--format", "csv")[1] == f"{head}\n"


def test_the_kinds_with_their_numbers_and_the_filters_of_one(toys):
    listed = toys("list")[1].splitlines()
    assert [line.split()[:2] for line in listed[1:]] == [
        ["toys/letters", "3"],
        ["toys/multisets", "3"],
        ["toys/necklaces", "3"],
        ["toys/boxes", "2"],
    ]
    assert toys("toys", "list")[1].splitlines() == listed
    shown = toys("list", "necklaces", "--filters")[1]
    assert "--min_length NUMBER" in shown and "--multiset TEXT" in shown and "--known true|false" in shown


def test_an_object_is_shown_by_its_labels_and_names(toys, toys_file):
    label = toys_file["aab"]
    shown = json.loads(toys("show", label, "--json")[1])
    assert shown["label"] == label and shown["turns"] == ["aab", "aba", "baa"] and shown["starting"] is False
    assert "word: aab" in toys("show", label)[1].splitlines()
    assert json.loads(toys("show", "yours", "--json")[1])["slug"] == "mine"
    assert json.loads(toys("show", "made-of-ab", "--json")[1])["title"] == "ab"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["list", "planets"], "unknown kind 'planets'; use one of toys/letters"),
        (["list", "necklaces", "boxes"], "unexpected argument 'boxes'"),
        (
            ["list", "necklaces", "--colour", "red"],
            "--colour: unknown filter of necklaces; `ludex list",
        ),
        (["list", "necklaces", "--length", "x"], "--length: should be an integer"),
        (["facets", "necklaces", "--lengt", "3"], "unknown filter of necklaces; did you mean `length`?"),
        (["list", "necklaces", "--known", "perhaps"], "--known: should be true or false"),
        (["list", "necklaces", "--length"], "--length needs a value"),
        (["list", "necklaces", "--where", "length"], "length:VALUE"),
        (["list", "necklaces", "--sort", "beauty"], "--sort: unknown sort of necklaces; use one of created, length"),
        (["list", "necklaces", "--format", "xml"], "--format: necklaces are listed as table, json, ndjson, csv, word"),
        (["show", "nothing"], "there is no object 'nothing'; `ludex list` shows the stored objects"),
        (["toys", "show", "toy-box-3-aaaaaaaaaaaaaaaa"], "there is no"),
        (["draw", "mine"], "mine: a box has no picture"),
        (["draw", "mine", "-o", "/nowhere/picture.svg"], "there is no folder /nowhere"),
        (["toys", "add", "A?"], "a necklace is made of small letters"),
        (["toys", "fly"], "No such command 'fly'"),
    ],
)
def test_wrong_input_is_one_line_and_exit_code_two(toys, words, said):
    code, out, err = toys(*words)
    assert (code, out) == (2, "")
    assert err.startswith("ludex: ") and err.count("\n") == 1
    assert said in err
