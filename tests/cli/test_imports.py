"""Imports of files: the four outcomes of a line, and the hint at the command that reads lines of another form."""

import json
import os
from pathlib import Path
from threading import Thread

import pytest

from ludex.catalogue.transfer.export import is_seal

CARDS = ["*o./...", "o../.*.", "..*/.o."]


def written(tmp_path, name, lines):
    file = tmp_path / name
    file.write_text("".join(f"{line}\n" for line in lines))
    return str(file)


def test_positions_are_imported_once_and_found(ludex, small_catalogue, tmp_path):
    turned = [card[::-1] for card in reversed(CARDS)]
    lines = [json.dumps({"cards": CARDS}), "", ",".join(turned), "*x.", "swish-2x3"]
    file = written(tmp_path, "positions", lines)
    ran = ludex("swish", "import", file)
    assert ran.code == 2
    assert ran.lines[0].startswith("line 1: new swish-position-2x3-3-")
    assert ran.lines[1].startswith("line 3: known " + ran.lines[0].split()[-1])
    assert ran.lines[-1] == "2 new, 1 known, 1 refused"
    assert "line 4: card 0: row 1, column 2" in ran.err
    again = json.loads(ludex("swish", "import", file, "--json").out)
    assert (again["new"], again["duplicates"], again["refused"], again["not_reached"]) == (0, 3, 1, 0)
    assert again["faults"][0]["first_line"] == 4
    dealt = ludex("sets", "deal", "set-3-4", "-n", "5", "--seed", "1", "--json").out
    [new] = json.loads(ludex("sets", "import", "-", "--json", stdin=dealt).out)["lines"]
    [found] = json.loads(ludex("sets", "lookup", new["label"], "--json").out)["items"]
    assert found["label"] == new["label"]


@pytest.mark.parametrize(
    ("command", "lines", "instead"),
    [
        (["import"], ['{"points": [[0, 0]], "edges": []}'] * 3, "ludex planarity import"),
        (["import"], ["4:0-1", "4:0-2"], "ludex planarity import"),
        (["import"], ['{"cards": ["*o"]}'], "ludex swish import"),
        (["import"], ['{"properties": 1, "values": 3, "cards": ["0"]}'], "ludex sets import"),
        (["planarity", "import"], ['{"cards": ["*o"]}'] * 2, "ludex swish import"),
        (["sets", "import"], ["*o,o*"], "ludex swish import"),
    ],
)
def test_lines_of_another_form_are_one_message_that_names_the_command(
    ludex, small_catalogue, tmp_path, command, lines, instead
):
    ran = ludex(*command, written(tmp_path, "lines", lines))
    assert ran.code == 2
    [said] = ran.err.splitlines()
    assert f"run `{instead} " in said
    assert f"all {len(lines)} lines" in said or len(lines) == 1
    assert ran.lines == [f"0 new, 0 known, {len(lines)} refused"]


def test_an_export_is_read_by_its_own_command_alone(ludex, small_catalogue, tmp_path):
    file = str(tmp_path / "export")
    ludex("export", "-o", file)
    assert ludex("import", file).lines[-1].startswith("0 new, ")
    listed = written(tmp_path, "list", ludex("list", "levels", "--json").lines)
    assert "run `ludex planarity import " in ludex("import", listed).err
    assert ludex("planarity", "import", listed).code == 0
    graphs = [line for line in Path(file).read_text().splitlines() if '"kind":"planarity-graph"' in line]
    assert "run `ludex import " in ludex("swish", "import", written(tmp_path, "graphs", graphs)).err


def test_what_the_time_limit_came_before_is_named_and_gone_on_with(ludex, small_catalogue, tmp_path):
    file = str(tmp_path / "export")
    ludex("export", "-o", file)
    *lines, seal = Path(file).read_text().splitlines()
    assert is_seal(seal)
    ended = ludex("import", file, "--time-limit", "0.01")
    assert (ended.code, ended.err) == (1, "")
    assert "not reached within the time limit, from line" in ended.lines[0] and "--from-line" in ended.lines[0]
    report = json.loads(ludex("import", file, "--time-limit", "0.01", "--json").out)
    assert report["new"] + report["duplicates"] + report["not_reached"] == len(lines)
    rest = json.loads(ludex("import", file, "--from-line", str(report["next_line"]), "--json").out)
    assert (rest["duplicates"], rest["not_reached"], rest["next_line"]) == (report["not_reached"], 0, None)


@pytest.mark.parametrize("form", ["csv", "ndjson", "json"])
def test_what_lists_write_is_read_back(ludex, small_catalogue, form):
    ludex("planarity", "import", "-", stdin="4:0-2,1-3,0-1\n5:0-2,1-3,0-1\n")
    listed = ludex("list", "levels", "--format", form).out
    again = ludex("planarity", "import", "-", stdin=listed)
    number = len(again.lines) - 1
    assert number >= 2
    assert again.lines[-1] == f"0 new, {number} known, 0 refused"
    packed = ludex("planarity", "pack", "add", "mine", "--file", "-", stdin=listed)
    assert (packed.code, packed.err) == (0, "")
    edited = ludex("planarity", "pack", "edit", "mine", "--file", "-", stdin=listed)
    assert edited.lines == [f"mine: {number} levels"]


OWN = [
    '{"id": 7, "points": [[0,0],[9,1],[3,8],[4,3]], "edges": [[0,1],[1,2],[2,3],[3,0]]}',
    "4:0-2,1-3\tfirst",
    '{"name": "again", "points": [[0,0],[9,1],[3,8],[4,3]], "edges": [[0,1],[1,2],[2,3],[3,0]]}',
]


def test_only_the_lines_with_new_objects_are_written_and_can_be_imported(ludex, small_catalogue, tmp_path):
    file = written(tmp_path, "mine", [*OWN, "4:0-0"])
    ran = ludex("planarity", "import", file, "--dry-run")
    assert ran.code == 2
    assert ran.lines == [
        "line 1, 7: new",
        "line 2, first: new",
        "line 3, again: known, equal to line 1",
        "2 new, 1 known, 1 refused",
    ]
    only_new = ludex("planarity", "import", file, "--dry-run", "--only-new")
    assert only_new.lines == OWN[:2]
    assert "2 new, 1 known, 1 refused" in only_new.err
    assert ludex("planarity", "import", "-", stdin=only_new.out).lines[-1] == "2 new, 0 known, 0 refused"
    assert ludex("planarity", "import", file, "--dry-run", "--only-new").out == ""
    claimed = ludex("planarity", "import", "--claimed", "--dry-run", file)
    assert (claimed.code, claimed.out) == (2, "")


def test_a_line_says_what_its_stored_level_lacks_until_it_is_solved(ludex, small_catalogue, tmp_path):
    line = '{"points": [[0,0],[2,2],[2,0],[0,2]], "edges": [[0,1],[1,2],[2,3]], "swaps": [[1,2]]}'
    file = written(tmp_path, "claimed", [line])
    assert ludex("planarity", "import", "--claimed", file).code == 0
    [known, _] = ludex("planarity", "import", "--dry-run", file).lines
    assert known.startswith("line 1: known planarity-level-4-3-")
    assert known.endswith(", matching 0 1 2 3, without a proof of the minimum")
    [solved, summary] = ludex("planarity", "import", file).lines
    assert (solved, summary) == (known.removesuffix(", without a proof of the minimum"), "0 new, 1 known, 0 refused")


@pytest.mark.parametrize("form", ["ndjson", "csv", "json"])
def test_dedup_reads_what_import_reads_and_gives_the_ids_back(ludex, small_catalogue, tmp_path, form):
    objects = [{"id": 7, "untangle": "4:0-2,1-3"}, {"id": 8, "untangle": "5:0-1"}, {"id": 9, "untangle": "4:1-3,0-2"}]
    texts = {
        "ndjson": "".join(f"{json.dumps(item)}\n" for item in objects),
        "json": json.dumps({"levels": objects}, indent=1),
        "csv": "id,untangle\n" + "".join(f'{item["id"]},"{item["untangle"]}"\n' for item in objects),
    }
    file = tmp_path / f"mine.{form}"
    file.write_text(texts[form])
    first = ludex("planarity", "add", "4:0-2,1-3").lines[0].split(":")[0]
    ran = ludex("planarity", "dedup", "--file", str(file))
    assert ran.lines == [f"0 (7) 2 (9)  stored: {first}", "1 (8)"]
    assert ludex("planarity", "dedup", "--file", str(file), "--only-new").lines == ["1 (8)"]


@pytest.mark.parametrize(("game", "cards"), [("swish", ["*o", "o*"]), ("sets", ["00", "11"])])
def test_ids_of_cards_are_given_back(ludex, small_catalogue, tmp_path, game, cards):
    shape = {} if game == "swish" else {"properties": 2, "values": 3}
    lines = [json.dumps({"id": number, "cards": given, **shape}) for number, given in ((7, cards), (8, cards[::-1]))]
    file = written(tmp_path, "cards", lines)
    assert ludex(game, "dedup", "--file", file).lines == ["0 (7) 1 (8)"]
    ran = ludex(game, "import", file)
    assert [line.partition(":")[0] for line in ran.lines[:2]] == ["line 1, 7", "line 2, 8"]
    assert ran.lines[1].endswith("equal to line 1")


def test_a_pipe_is_read_as_a_file_is(ludex, small_catalogue, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = Thread(target=pipe.write_text, args=("4:0-2,1-3\n",))
    writer.start()
    ran = ludex("planarity", "dedup", "--file", str(pipe))
    writer.join()
    assert ran.lines == ["0"]


@pytest.mark.parametrize("command", [("planarity", "dedup"), ("dedup", "graphs")])
@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param("?!", id="text"),
        pytest.param('{"points": 1, "edges": []}', id="type"),
        pytest.param('{"points": [[0, 0], [4, 0]], "edges": [[0, 5]]}', id="value"),
    ],
)
def test_dedup_names_the_first_ten_invalid_lines(ludex, small_catalogue, tmp_path, command, wrong):
    file = written(tmp_path, "drawings", ["4:0-2,1-3", wrong, "5:0-1", *[wrong] * 11])
    ran = ludex(*command, "--file", file)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    named = [number for number in range(1, 15) if f"line {number}: " in ran.err]
    assert named == [2, *range(4, 13)], ran.err
    assert ran.err.endswith("; more items are invalid\n")
