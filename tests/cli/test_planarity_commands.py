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
UNTANGLE = Path(__file__).parent.parent / "data" / "untangle.txt"


def test_a_drawing_is_solved_with_proof_and_counts(ludex: Any) -> None:
    # The square: swapping either side that crosses makes it plane.
    found = json.loads(ludex("planarity", "solve", SQUARE, "--json").out)
    assert (found["crossings"], found["min_swaps"], found["proved"]) == (1, 1, True)
    assert found["optimal_solutions"] == {"arrangements": 2, "sequences": 2}
    assert "1 swap, proved to be the fewest" in ludex("planarity", "solve", SQUARE).lines


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


def test_what_swaps_cannot_reach_is_said_with_its_reason(ludex: Any) -> None:
    said = ludex("planarity", "solve", "4:0-1,0-2,0-3,1-2,1-3,2-3").out
    assert "no plane drawing can be reached: there are 6 edges" in said


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


def test_a_player_is_told_the_best_next_swaps_and_where_the_minimum_was_missed(ludex: Any) -> None:
    assert ludex("planarity", "hint", SQUARE).lines == ["1 swap left", "best next: 0-1 2-3"]
    missed = ["1 swap left", "best next: 0-1 2-3", "the minimum, 1, was out of reach after swap 1, 0-2"]
    assert ludex("planarity", "hint", SQUARE, "0-2").lines == missed


def test_generated_levels_are_stored_once_found_again_and_sorted_into_classes(
    ludex: Any, catalogue: Path, tmp_path: Path
) -> None:
    file = tmp_path / "levels.ndjson"
    arguments = ["generate", "-n", "7", "-m", "9", "-s", "2", "--seed", "3", "--count", "3", "-o", str(file), "--store"]
    made = ludex("planarity", *arguments)
    assert (made.code, made.out, made.err) == (0, "", "ludex: 3 levels of seed 3, 3 new, 0 already stored\n")
    levels = [json.loads(line) for line in file.read_text().splitlines()]
    assert [level["min_swaps"] for level in levels] == [2, 2, 2] and all(level["proved"] for level in levels)
    assert ludex("planarity", *arguments).err == "ludex: 3 levels of seed 3, 0 new, 3 already stored\n"
    assert ludex("planarity", "import", str(file)).lines[-1] == "0 new, 3 known, 0 refused"
    found = json.loads(ludex("planarity", "lookup", json.dumps(levels[1]["drawing"]), "--json").out)
    assert [level["label"] for level in found["items"]] == [levels[1]["label"]]
    twice = tmp_path / "twice.ndjson"
    twice.write_text(file.read_text() * 2)
    classes = json.loads(ludex("planarity", "dedup", str(twice), "--json").out)["classes"]
    assert [same["members"] for same in classes] == [[0, 3], [1, 4], [2, 5]]
    assert [same["levels"] for same in classes] == [[level["label"]] for level in levels]


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


def test_the_same_seed_gives_the_same_levels(ludex: Any) -> None:
    arguments = ["planarity", "generate", "-n", "6", "-m", "8", "-s", "2", "--seed", "5", "--method", "repair"]
    assert ludex(*arguments).out == ludex(*arguments).out
    assert json.loads(ludex(*arguments, "--json").out)["shortfall"] is None


def test_an_import_reports_new_known_and_refused_lines(ludex: Any, catalogue: Path, tmp_path: Path) -> None:
    turned = '{"points": [[0, 0], [0, 8], [-8, 10], [-6, 0]], "edges": [[0, 1], [1, 3], [3, 2], [2, 0]]}'
    lines = [SQUARE, "", turned, '{"points": [[0, 0], [1, 1], [2, 2]], "edges": []}', "{", "nothing"]
    file = tmp_path / "drawings.ndjson"
    file.write_text("\n".join(lines))
    done = ludex("planarity", "import", str(file))
    assert done.code == 2
    assert done.lines[0].startswith("line 1: new planarity-level-4-4-")
    assert done.lines[1].startswith("line 3: known planarity-level-4-4-") and done.lines[1].endswith(
        "matching 0 1 2 3, equal to line 1"
    )
    assert done.lines[2] == "1 new, 1 known, 3 refused"
    assert [line.partition(": ")[2].partition(":")[0] for line in done.err.splitlines()] == [
        f"{file}, line {number}" for number in (4, 5, 6)
    ]
    assert "are on a line" in done.err.splitlines()[0]


def test_real_descriptions_of_untangle_are_imported(ludex: Any, catalogue: Path, tmp_path: Path) -> None:
    file = tmp_path / "untangle.txt"
    file.write_text("".join(UNTANGLE.read_text().splitlines(keepends=True)[:3]))
    report = json.loads(ludex("planarity", "import", str(file), "--source", "untangle", "--json").out)
    assert (report["new"], report["duplicates"], report["refused"]) == (3, 0, 0)
    listed = ludex("planarity", "list", "levels", "--where", "source=untangle", "--json").lines
    assert [json.loads(line)["label"] for line in listed] == [line["label"] for line in report["lines"]]


def test_untangle_is_read_and_written(ludex: Any) -> None:
    drawing = ludex("planarity", "untangle", "read", "4:2-0,3-1").out
    assert ludex("planarity", "untangle", "write", drawing).out == "4:0-2,1-3\n"
    assert len(ludex("planarity", "untangle", "read", "-", stdin="3:0-1\n4:0-2,1-3\n").lines) == 2


def test_points_are_found_and_tested(ludex: Any) -> None:
    points = ludex("planarity", "points", "generate", "-n", "9", "--delta", "0.03", "--seed", "1").out
    assert len(json.loads(points)) == 9
    held = ludex("planarity", "points", "test", points, "--delta", "0.03")
    assert held.code == 0 and held.lines[-1] == "delta 0.03 holds"
    line = ludex("planarity", "points", "test", "[[0, 0], [1, 1], [2, 2]]")
    assert (line.code, line.out) == (1, "not in general position: points 0, 1 and 2 are on a line\n")
    missing = ludex("planarity", "points", "generate", "-n", "18", "--delta", "0.04", "--attempts", "1000")
    assert missing.code == 2 and "no set of 18 points with delta 0.04 in 1,000 attempts" in missing.err


def test_the_census_of_four_points(ludex: Any, tmp_path: Path) -> None:
    file = tmp_path / "classes.ndjson"
    found = json.loads(ludex("planarity", "census", "4", "--json", "--classes", str(file)).out)
    assert found["classes"] == sum(share["classes"] for share in found["distribution"]) == 15
    assert max(census_class["min_swaps"] for census_class in found["hardest"]) == 1
    assert len(file.read_text().splitlines()) == 15
    assert ludex("planarity", "census", "4").lines[0] == "15 classes"


def test_the_census_of_a_graph_or_a_family(ludex: Any) -> None:
    found = json.loads(ludex("planarity", "census", "5", "--graphs", "trees", "--json").out)
    assert (found["graphs"], found["classes"]) == (2, 94)
    path = json.loads(ludex("planarity", "census", "--graph", "DhC", "--json").out)
    assert (path["n"], path["graphs"]) == (5, 1)
    assert ludex("planarity", "census", "--graph", "5:0-1,1-2,2-3,3-4").lines[0] == f"{path['classes']} classes"
    assert "give the number of vertices" in ludex("planarity", "census").err
    assert "5 vertices, not 6" in ludex("planarity", "census", "6", "--graph", "DhC").err
    assert "two disjoint edges" in ludex("planarity", "census", "--graph", "Ds_").err


def test_the_census_lists_all_hardest_classes(ludex: Any) -> None:
    lines = ludex("planarity", "census", "5").lines
    assert len(lines) - lines.index("hardest, fewest solutions first:") - 1 == 9


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
    ("arguments", "points"),
    [
        (["rotate", "0-1"], [[2, -2], [2, 2], [5, 4], [0, 3]]),
        (["drag", "2=6,5"], [[0, 0], [4, 0], [6, 5], [0, 3]]),
        (["drag", "2=6,5.5"], [[0, 0], [40, 0], [60, 55], [0, 30]]),
        (["onto", "[[0, 0], [4, 0], [5, 4], [0, 3]]"], [[0, 0], [4, 0], [0, 3], [5, 4]]),
    ],
)
def test_other_moves(ludex: Any, arguments: list[str], points: list[list[int]]) -> None:
    move, *rest = arguments
    assert json.loads(ludex("planarity", "variant", move, SQUARE, *rest).out)["points"] == points


def test_pictures_are_svg(ludex: Any, catalogue: Path, tmp_path: Path) -> None:
    level = ludex("planarity", "pack", "next", "easy").out.strip()
    for source, what in ((SQUARE, "drawing"), (SQUARE, "solution"), (level, "solution"), (level, "drawing")):
        file = tmp_path / "picture.svg"
        assert ludex("planarity", "draw", source, "--as", what, "-o", str(file)).code == 0
        assert ElementTree.parse(file).getroot().tag.endswith("svg")
    assert ludex("planarity", "draw", "[[0, 0], [1, 0], [0, 1]]", "--as", "points").out.startswith("<svg")


@pytest.mark.parametrize("kind", ["levels", "packs", "graphs", "order-types", "x-types", "census/classes"])
def test_stored_objects_are_listed_and_shown(ludex: Any, catalogue: Path, kind: str) -> None:
    listed = [json.loads(line) for line in ludex("planarity", "list", kind, "--json", "--limit", "2").lines]
    assert len(listed) == 2
    for stored in listed:
        shown = json.loads(ludex("planarity", "show", stored["label"], "--json").out)
        assert {name: shown[name] for name in stored} == stored
    assert len(ludex("planarity", "list", kind, "--limit", "2").lines) == 3


def test_a_pack_is_played_to_its_end(ludex: Any, catalogue: Path) -> None:
    levels = [json.loads(line) for line in ludex("planarity", "pack", "show", "hard", "--json").lines]
    grades = [level["difficulty"]["grade"] for level in levels]
    assert grades == sorted(grades)
    first = ludex("planarity", "pack", "next", "hard").out.strip()
    second = ludex("planarity", "pack", "next", "hard", "--after", first).out.strip()
    assert [first, second] == [level["label"] for level in levels[:2]]
    assert ludex("planarity", "pack", "next", "hard", "--after", levels[-1]["label"]).out.startswith("none")


def test_a_pack_of_ones_own_is_added_and_removed(ludex: Any, catalogue: Path) -> None:
    labels = [
        json.loads(line)["label"] for line in ludex("planarity", "list", "levels", "--json", "--limit", "2").lines
    ]
    assert ludex("planarity", "pack", "add", "mine", *labels, "--title", "Mine").out == "mine: 2 levels: stored\n"
    assert len(ludex("planarity", "pack", "show", "mine").lines) == 3
    assert ludex("planarity", "pack", "edit", "mine", "--slug", "ours").out == "ours: 2 levels\n"
    assert ludex("planarity", "pack", "remove", "ours").code == 0
    assert "no pack has the label or slug 'mine'" in ludex("planarity", "pack", "show", "mine").err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["solve", "nothing"], "'nothing': no object has this name"),
        (["solve", "{"], "'{': "),
        (["solve", '{"points": [[0, 0], [1, 1], [2, 2]], "edges": []}'], "points/2: points 0, 1 and 2 are on a line"),
        (["solve", SQUARE, "--time-limit", "0"], "--time-limit"),
        (["equivalence", SQUARE, SQUARE, "--relation", "beauty"], "--relation"),
        (["generate", "-n", "7", "-m", "30", "-s", "2"], "--edges: 30 edges on 7 points always cross"),
        (
            ["generate", "-n", "7", "-m", "12", "-s", "2", "--delta", "0.00001"],
            "--delta: delta must be a multiple of 0.0001",
        ),
        (["generate", "-n", "7", "-m", "12", "-s", "2", "--delta", "x"], "--delta 'x': not a number"),
        (["generate", "-n", "7", "-m", "12", "-s", "2", "--count", "0"], "--count"),
        (["generate", "-n", "7", "-m", "12", "-s", "2", "-o", "/nonexistent/levels"], "there is no folder"),
        (["import", "/nonexistent/file"], "there is no file /nonexistent/file"),
        (["dedup", "/nonexistent/file"], "'/nonexistent/file': not a drawing"),
        (["order-type", "[[0, 0], [0, 0]]"], "'[[0, 0], [0, 0]]': points/1: points 0 and 1 are the same"),
        (["variant", "rotate", SQUARE, "x"], "write them in the form 0-3"),
        (["variant", "drag", SQUARE, "0=x"], "2=60,-50"),
        (["census", "3"], "'VERTICES'"),
        (["experiment", "attempts", "--sizes", "x"], "--sizes: 'x'"),
        (["experiment", "attempts", "--samples", "0"], "must be 1 to 100000, not 0"),
        (["draw", "4:0-2,1-3", "--as", "solution"], "there is no solution to draw"),
        (["draw", SQUARE, "-o", "/nonexistent/picture.svg"], "there is no folder"),
        (["hint", SQUARE, "0-1", "0-3"], "0-3"),
        (["list", "planets"], "unknown kind 'planets'; use one of graphs"),
        (["show", "nothing"], "'nothing'"),
        (["pack", "next", "nothing"], "no pack has the label or slug 'nothing'"),
        (["pack", "next", "easy", "--after", "nothing"], "no level has the label or slug 'nothing'"),
        (["pack", "add", "mine", "planarity-level-4-4-aaaaaaaaaaaaaaaa"], "planarity-level-4-4-aaaaaaaaaaaaaaaa"),
    ],
)
def test_wrong_input_gets_one_line(ludex: Any, catalogue: Path, arguments: list[str], said: str) -> None:
    refused = ludex("planarity", *arguments)
    assert refused.code == 2
    assert refused.out == ""
    assert refused.err.startswith("ludex: ") and refused.err.count("\n") == 1
    assert said in refused.err


def test_a_list_of_numbers_is_a_filter(ludex: Any, catalogue: Path) -> None:
    def counted(vertices: str) -> int:
        levels = ludex("planarity", "list", "levels", "--vertices", vertices, "--format", "ndjson")
        assert levels.code == 0
        return len(levels.lines)

    single = {number: counted(str(number)) for number in (8, 9, 10, 11)}
    assert min(single[8], single[10], single[11]) > 0
    assert counted("8,10") == single[8] + single[10]
    assert counted("8,10-11") == single[8] + single[10] + single[11]
    facets = ludex("planarity", "facets", "levels", "--vertices", "8,10", "--json").out
    assert {item["value"] for item in json.loads(facets)["facets"]["vertices"]} == {8, 10}
    drawn = ludex("planarity", "random", "levels", "--vertices", "8,10", "--seed", "1", "--json").out
    assert json.loads(drawn)["vertices"] in (8, 10)
    for wrong in ("8,x", "8,", "8,10..11"):
        assert "--vertices: " in ludex("planarity", "list", "levels", "--vertices", wrong).err
