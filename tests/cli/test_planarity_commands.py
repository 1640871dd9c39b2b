"""`ludex planarity`: each command as a new user calls it, wrong input too."""

import csv
import json
import os
import random
import signal
import threading
import time
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from ludex.catalogue.catalogue import Catalogue
from ludex.games.planarity.operations.level_collection import store_part
from ludex.games.planarity.study import level_collection

SQUARE = '{"points": [[0, 0], [4, 0], [5, 4], [0, 3]], "edges": [[0, 1], [1, 3], [3, 2], [2, 0]]}'


def test_a_drawing_comes_from_a_file_standard_input_untangle_or_a_level(
    ludex: Any, catalogue: Path, tmp_path: Path
) -> None:
    file = tmp_path / "drawing.json"
    file.write_text(json.dumps({"label": "any", "drawing": json.loads(SQUARE)}, indent=2))
    expected = ludex("planarity", "solve", SQUARE).out
    assert ludex("planarity", "solve", str(file)).out == expected
    assert ludex("planarity", "solve", "-", stdin=SQUARE).out == expected
    assert ludex("planarity", "solve", "4:0-1,1-3,3-2,2-0").lines[1] == "1 swap, proved to be the fewest"
    label = ludex("planarity", "pack", "next", "easy").out.strip()
    assert ludex("planarity", "solve", label).lines[1] == "2 swaps, proved to be the fewest"


def test_ctrl_c_ends_a_search_with_what_is_known(ludex: Any) -> None:
    before = signal.getsignal(signal.SIGINT)

    def interrupt_the_search() -> None:
        while signal.getsignal(signal.SIGINT) is before:
            time.sleep(0.01)
        time.sleep(0.2)
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=interrupt_the_search, daemon=True).start()
    ended = ludex("planarity", "solve", json.dumps(_scrambled_grid(8)), "--json")
    found = json.loads(ended.out)
    assert (ended.code, ended.err) == (130, "")
    assert found["proved"] is False and found["lower_bound"] >= 1


def _scrambled_grid(side: int) -> dict[str, Any]:
    """Return a grid, which is planar, with its vertices in random places: far beyond exact search."""
    source = random.Random(1)
    at = [(1009 * x + source.randrange(99), 1013 * y + source.randrange(99)) for x in range(side) for y in range(side)]
    source.shuffle(at)
    right = [[side * x + y, side * x + y + 1] for x in range(side) for y in range(side - 1)]
    down = [[side * x + y, side * (x + 1) + y] for x in range(side - 1) for y in range(side)]
    return {"points": at, "edges": right + down}


def test_labels_and_descriptions_are_drawings_wherever_one_is_taken(
    ludex: Any, catalogue: Path, tmp_path: Path
) -> None:
    level = json.loads(ludex("planarity", "add", SQUARE, "--json").out)
    file = tmp_path / "drawings.txt"
    file.write_text(f"{level['label']}\n\n{SQUARE}\n4:0-1,1-3,3-2,2-0\n")
    [found] = json.loads(ludex("planarity", "dedup", str(file), "--json").out)["classes"]
    assert (found["members"], found["levels"]) == ([0, 1, 2], [level["label"]])
    assert ludex("planarity", "points", "test", level["label"]).out.startswith("in general position: 4 points")
    onto = json.loads(ludex("planarity", "variant", "onto", SQUARE, level["label"]).out)
    assert sorted(onto["points"]) == sorted(json.loads(SQUARE)["points"])
    long = json.dumps({"drawing": {"points": [[i, i * i] for i in range(64)], "edges": []}})
    assert ludex("planarity", "invariants", long).lines[0].split() == ["vertices", "64"]


def test_the_study_of_difficulty_writes_tables_trees_and_plots(ludex: Any, tmp_path: Path) -> None:
    result = ludex("planarity", "experiment", "difficulty", "--census", "4-5", "--sample", "6", "-o", str(tmp_path))
    assert result.lines[:3] == ["census of 4: 4 rows", "census of 5: 325 rows", "sample of 7: 6 rows"]
    rows = list(csv.DictReader((tmp_path / "difficulty.csv").read_text().splitlines()))
    assert [row["set"] for row in rows] == ["census of 4"] * 4 + ["census of 5"] * 325 + ["sample of 7"] * 6
    correlations = list(csv.DictReader((tmp_path / "correlations.csv").read_text().splitlines()))
    assert {row["set_name"] for row in correlations} == {"census of 4", "census of 5", "sample of 7"}
    assert "a tree of all measures explains" in (tmp_path / "trees.txt").read_text()
    assert len(list(csv.DictReader((tmp_path / "weights.csv").read_text().splitlines()))) == 3 * 81
    for name in ("correlations.svg", "grades.svg"):
        assert ElementTree.parse(tmp_path / name).getroot().tag.endswith("svg")
    nothing = ludex("planarity", "experiment", "difficulty", "--census", "", "-o", str(tmp_path))
    assert (nothing.code, "name a set" in nothing.err) == (2, True)


@pytest.mark.slow
def test_the_study_of_stored_levels_equals_that_of_levels_made_for_it(
    ludex: Any, tmp_path: Path, sqlite_catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUDEX_DATABASE_URL", str(sqlite_catalogue.database.url))
    study = ("planarity", "experiment", "difficulty", "--census", "", "--levels", "10")
    missing = ludex(*study, "--stored", "-o", str(tmp_path))
    assert (missing.code, "0 of the 10 levels are stored" in missing.err) == (2, True)
    for part in level_collection.collection_parts(10):
        store_part(sqlite_catalogue, part)
    texts = []
    for name, options in (("made", ()), ("stored", ("--stored",))):
        assert ludex(*study, *options, "-o", str(tmp_path / name)).lines[0] == "levels: 10 rows"
        texts.append((tmp_path / name / "difficulty.csv").read_text())
    assert texts[0] == texts[1]


def test_estimates_and_hard_drawings_are_written_as_rows(ludex: Any, tmp_path: Path) -> None:
    study = ("planarity", "experiment")
    assert ludex(*study, "estimate", "-n", "5", "--samples", "3", "-o", str(tmp_path)).code == 0
    rows = list(csv.DictReader((tmp_path / "estimate.csv").read_text().splitlines()))
    assert {row["classes"] for row in rows if not row["edges"]} == {"598"}
    assert ludex(*study, "hardest", "-n", "6", "--edges", "9", "-o", str(tmp_path)).code == 0
    [row] = csv.DictReader((tmp_path / "hardest.csv").read_text().splitlines())
    solved = ludex("planarity", "solve", row["drawing"], "--json")
    assert json.loads(solved.out)["min_swaps"] == int(row["min_swaps"]) == 6
    assert "4 to 8 edges" in ludex(*study, "hardest", "-n", "5", "--edges", "12", "-o", str(tmp_path)).err


@pytest.mark.slow
def test_the_level_collection_is_the_same_with_any_number_of_workers(ludex: Any, tmp_path: Path) -> None:
    texts = set()
    for workers in ("0", "2"):
        file = tmp_path / workers
        options = ("--levels", "2000", "--parts", "0-2", "--workers", workers, "-o", str(file))
        assert ludex("planarity", "level-collection", *options).code == 0
        texts.add(file.read_bytes())
    [text] = texts
    levels = [json.loads(line) for line in text.splitlines()]
    assert all(level["proved"] and level["source"] == "level-collection-2000" for level in levels)
    assert (
        "the parts are 0 to" in ludex("planarity", "level-collection", "--parts", "999", "-o", str(tmp_path / "x")).err
    )


@pytest.mark.parametrize(
    ("arguments", "files"),
    [
        (["attempts", "--sizes", "5", "--thresholds", "50,100"], ["attempts.csv", "attempts.svg"]),
        (["interior", "--sizes", "5-6", "--deltas", "0"], ["interior-deviations.svg", "interior.csv", "interior.svg"]),
        (["minima", "--swaps", "1", "-n", "6", "-m", "7"], ["minima.csv", "minima.svg"]),
    ],
)
def test_experiments_write_rows_and_plots(ludex: Any, tmp_path: Path, arguments: list[str], files: list[str]) -> None:
    folder = tmp_path / "new" / "folder"
    assert ludex("planarity", "experiment", *arguments, "--samples", "4", "-o", str(folder)).code == 0
    assert sorted(file.name for file in folder.iterdir()) == files
    for file in folder.iterdir():
        if file.suffix == ".svg":
            assert ElementTree.parse(file).getroot().tag.endswith("svg")
        else:
            assert list(csv.DictReader(file.read_text().splitlines()))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["solve", "nothing"], "'nothing': no object has this name"),
        (["solve", "{"], "'{': "),
        (["solve", '{"points": [[0, 0], [1, 1], [2, 2]], "edges": []}'], "points/2: points 0, 1 and 2 are on a line"),
        (["generate", "-n", "7", "-m", "12", "-s", "2", "--delta", "x"], "--delta 'x': not a number"),
        (["generate", "-n", "7", "-m", "12", "-s", "2", "-o", "/nonexistent/levels"], "there is no folder"),
        (["import", "/nonexistent/file"], "there is no file /nonexistent/file"),
        (["dedup", "/nonexistent/file"], "'/nonexistent/file': not a drawing"),
        (["variant", "rotate", SQUARE, "x"], "write them in the form 0-3"),
        (["variant", "drag", SQUARE, "0=x"], "2=60,-50"),
        (["experiment", "attempts", "--sizes", "x"], "--sizes: 'x'"),
        (["experiment", "attempts", "--samples", "0"], "must be 1 to 100000, not 0"),
        (["draw", "4:0-2,1-3", "--as", "solution"], "there is no solution to draw"),
        (["draw", SQUARE, "-o", "/nonexistent/picture.svg"], "there is no folder"),
    ],
)
def test_wrong_input_gets_one_line(ludex: Any, catalogue: Path, arguments: list[str], said: str) -> None:
    refused = ludex("planarity", *arguments)
    assert refused.code == 2
    assert refused.out == ""
    assert refused.err.startswith("ludex: ") and refused.err.count("\n") == 1
    assert said in refused.err
