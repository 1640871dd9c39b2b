"""A file of several drawings, or positions, is answered line by line."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from ludex.cli.output import write_lines

SQUARE = '{"points": [[0, 0], [4, 0], [5, 4], [0, 3]], "edges": [[0, 1], [1, 3], [3, 2], [2, 0]]}'
BENT = '{"points": [[0, 0], [1, 1], [2, 2]], "edges": []}'


def test_each_line_is_solved_and_a_wrong_one_is_named(ludex, tmp_path):
    file = tmp_path / "drawings"
    file.write_text(f"{SQUARE}\n\n{BENT}\n4:0-1,1-3,2-3,0-2\nCr\n")
    ran = ludex("planarity", "solve", str(file))
    assert ran.code == 2
    assert [line for line in ran.lines if line.endswith(":")] == [f"{file}, line {number}:" for number in (1, 4, 5)]
    [said] = ran.err.splitlines()
    assert said.startswith(f"ludex: {file}, line 3: ") and "on a line" in said
    answers = [json.loads(line) for line in ludex("planarity", "solve", str(file), "--json").lines]
    assert [answer["min_swaps"] for answer in answers] == [1, 1, 1]
    alone = ludex("planarity", "solve", SQUARE, "--json").lines
    assert json.loads(alone[0]) == answers[0]


def test_one_object_over_several_lines_is_one(ludex, tmp_path):
    file = tmp_path / "drawing.json"
    file.write_text(json.dumps(json.loads(SQUARE), indent=1))
    assert ludex("planarity", "solve", str(file)).lines[0] == "1 crossing"


def test_what_is_generated_is_solved_and_asked_for(ludex, small_catalogue):
    made = ludex("planarity", "generate", "-n", "6", "-m", "8", "-s", "2", "--seed", "5", "--count", "2").out
    solved = [json.loads(line) for line in ludex("planarity", "solve", "-", "--json", stdin=made).lines]
    assert [level["min_swaps"] for level in solved] == [2, 2]
    assert len(json.loads(ludex("planarity", "dedup", "-", "--json", stdin=made).out)["classes"]) == 2


def test_positions_in_lines_of_json_are_each_searched(ludex, tmp_path):
    file = tmp_path / "positions"
    file.write_text('{"cards": ["*o", "o*"]}\n{"cards": ["*o"]}\n')
    answers = [json.loads(line) for line in ludex("swish", "solve", "--file", str(file), "--json").lines]
    assert [answer["found"] for answer in answers] == [True, False]
    # Lines of codes are the cards of one position.
    file.write_text("*o\no*\n")
    assert json.loads(ludex("swish", "solve", "--file", str(file), "--json").out)["found"] is True


def test_a_picture_is_of_one_line(ludex, tmp_path):
    file = tmp_path / "drawings"
    file.write_text(f"{SQUARE}\n{SQUARE}\n")
    ran = ludex("planarity", "draw", str(file))
    assert (ran.code, len(ran.err.splitlines())) == (2, 1)


def test_an_interrupted_command_leaves_no_part_of_a_file(tmp_path: Path) -> None:
    def interrupted() -> Iterator[str]:
        yield "first"
        raise KeyboardInterrupt

    before = tmp_path / "before"
    before.write_text("kept")
    for file in (before, tmp_path / "new"):
        with pytest.raises(KeyboardInterrupt):
            write_lines(interrupted(), file)
    assert [file.name for file in tmp_path.iterdir()] == ["before"] and before.read_text() == "kept"
