"""The commands of `ludex sets`: each as a new user calls it, wrong input too."""

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

# 0000 0121 0212 are a set, and no other three of these cards.
TABLE = ("1111", "0000", "0121", "0212")


def _json(ran: Any) -> Any:
    assert ran.code == 0, ran.err
    return json.loads(ran.out)


def test_without_z3_one_line_names_the_extra(ludex: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludex.games.sets.solving.search.find_spec", lambda _name: None)
    ran = ludex("sets", "solve", *TABLE, "--solver", "smt")
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert ran.err.startswith("ludex: --solver: ") and "pip install 'ludex[smt]'" in ran.err


def test_a_listing_is_whole_or_says_that_there_is_more(ludex: Any) -> None:
    whole = _json(ludex("sets", "solve", "--find", "all", "--deck", "set-3-4", "--json"))
    assert whole["complete"] is True
    assert len({frozenset(cards) for cards in whole["items"]}) == 1080
    some = ludex("sets", "solve", "--find", "all", "--deck", "set-3-4", "--limit", "5")
    assert some.lines[-1] == "5 sets; there may be more" and len(some.lines) == 6
    assert _json(ludex("sets", "solve", "--find", "all", "0000", "--json")) == {"items": [], "complete": True}


@pytest.mark.parametrize("name", ["cards.txt", "-"])
def test_cards_come_from_a_file_or_from_standard_input(ludex: Any, tmp_path: Path, name: str) -> None:
    lines = "# a table\n\n" + "\n".join(TABLE) + "\n"
    (tmp_path / "cards.txt").write_text(lines)
    file = name if name == "-" else str(tmp_path / name)
    assert ludex("sets", "solve", "--find", "count", "--file", file, stdin=lines).lines == ["1 set"]


def test_cards_are_an_argument_of_several_commands(ludex: Any, tmp_path: Path) -> None:
    assert ludex("sets", "equivalence", "a0", "b1", "-v", "12").lines[0].startswith("equivalent")
    (tmp_path / "table.json").write_text(json.dumps({"properties": 2, "values": 4, "cards": ["00", "33"], "more": 1}))
    same = ludex("sets", "equivalence", str(tmp_path / "table.json"), "11,22", "-v", "4")
    assert same.lines[0].startswith("equivalent") and len(same.lines) == 4


def test_a_cap_that_cannot_be_named_is_shown_but_not_stored(
    ludex: Any, catalogue: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from ludex.games.sets.position import PositionTooLarge

    def too_large(*_: object) -> None:
        raise PositionTooLarge("too large")

    monkeypatch.setattr("ludex.games.sets.operations.caps.prepare", too_large)
    ran = ludex("sets", "caps", "largest", "0000", "0001", "--store", "--json")
    answer = json.loads(ran.out)
    assert (answer["size"], answer["label"], answer["duplicate_of"]) == (2, None, None)
    assert ran.code == 1 and "not stored" in ran.err


def test_numbers_need_no_catalogue_unless_they_are_stored(
    ludex: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUDEX_DATABASE_URL", f"sqlite:///{tmp_path}/none.sqlite")
    asked = ("sets", "statistics", "no-set", "set-3-2", "-n", "4")
    [found] = _json(ludex(*asked, "--json"))["items"]
    assert (found["numerator"], found["denominator"], found["exact"]) == (3, 7, True)
    refused = ludex(*asked, "--store")
    assert refused.code == 2 and "there is no catalogue" in refused.err


def test_estimates_come_with_seed_and_interval_and_are_plotted_and_stored(
    ludex: Any, catalogue: Path, tmp_path: Path
) -> None:
    plot = tmp_path / "plot.svg"
    asked = ["statistics", "no-set", "set-4-3", "-n", "8-9", "--samples", "50", "--seed", "3", "--plot", str(plot)]
    found = _json(ludex("sets", *asked, "--store", "--json"))["items"]
    assert [(item["n"], item["samples"], item["seed"]) for item in found] == [(8, 50, 3), (9, 50, 3)]
    assert all(item["low"] <= item["probability"] <= item["high"] for item in found)
    assert ElementTree.parse(plot).getroot().tag.endswith("svg")
    listed = _json(ludex("sets", "statistics", "list", "--json"))
    assert [item for item in listed["items"] if item["values"] == 4] == found
    assert listed["count"] == len(listed["items"]) == len(ludex("sets", "statistics", "list").lines) - 1


@pytest.mark.parametrize("refill", [[], ["--refill"]])
def test_play_by_round(ludex: Any, tmp_path: Path, refill: list[str]) -> None:
    plot = tmp_path / "rounds.svg"
    rounds = ["statistics", "rounds", "set-3-4", "--trials", "200", "--seed", "1", "--plot", str(plot), *refill]
    found = _json(ludex("sets", *rounds, "--json"))
    first = found["items"][0]
    assert (first["round"], first["table"], first["with_set"] + first["without_set"]) == (1, 12, 200)
    assert ElementTree.parse(plot).getroot().tag.endswith("svg")


def test_uniformity_is_tested_and_its_histograms_are_drawn(ludex: Any, tmp_path: Path) -> None:
    folder = tmp_path / "uniformity"
    found = _json(ludex("sets", "statistics", "uniformity", "set-3-3", "--trials", "100", "-o", str(folder), "--json"))
    assert sum(found["initial"]["counts"]) == 900 and found["initial"]["degrees_of_freedom"] == 26
    assert sorted(file.name for file in folder.iterdir()) == [
        "uniformity-drawn.svg",
        "uniformity-initial.svg",
        "uniformity.csv",
    ]
    assert (found["properties"], found["values"], found["trials"], found["seed"]) == (3, 3, 100, 0)
    assert len((folder / "uniformity.csv").read_text().splitlines()) == 28


def test_a_game_is_played_stored_replayed_and_drawn(ludex: Any, catalogue: Path, tmp_path: Path) -> None:
    played = ludex("sets", "game", "play", "set-3-4", "--seed", "1", "--sets", "3", "--store")
    label = played.lines[1].removesuffix(", stored")
    assert label.startswith("set-game-3-4-3-")
    # Three sets in three rounds: each round had 12 cards and a set.
    assert [line.split() for line in played.lines[3:]] == [["12", "3", "0"]]
    assert ludex("sets", "game", "replay", label).lines[1] == label
    assert ludex("sets", "equivalence", label, label).lines[0].startswith("equivalent")  # its last table
    assert json.loads(ludex("sets", "show", label, "--json").out)["record"]["finished"] == "sets"
    for chosen in ([], ["--round", "1"]):
        assert ludex("sets", "draw", "--label", label, *chosen).out.startswith("<svg")
    assert "rounds of the game are 0 to 2" in ludex("sets", "draw", "--label", label, "--round", "3").err


@pytest.mark.parametrize("vary", ["values", "properties", "sets", "cards"])
def test_experiments_write_rows_and_plots(ludex: Any, tmp_path: Path, vary: str) -> None:
    span = {"values": "3-4", "properties": "2-3", "sets": "1,2", "cards": "6,9"}[vary]
    shape = {"values": ["-p", "3"], "properties": [], "sets": ["-p", "3"], "cards": ["set-3-3"]}[vary]
    few = ["--trials", "2", "--solvers", "lookup,dynamic,brute-force", "-o", str(tmp_path)]
    sets = ["--sets", "2"] if vary in ("values", "properties") else []
    ran = ludex("sets", "experiment", vary, *shape, "--span", span, *few, *sets)
    assert (ran.code, ran.err) == (0, "")
    assert len((tmp_path / f"{vary}.csv").read_text().splitlines()) == 1 + 2 * 3
    assert ElementTree.parse(tmp_path / f"{vary}.svg").getroot().tag.endswith("svg")


def test_a_time_limit_ends_a_count_without_an_answer(ludex: Any) -> None:
    ended = ludex(
        "sets", "solve", "--find", "count", "--deck", "set-5-5", "--solver", "brute-force", "--time-limit", "0.1"
    )
    assert ended.code == 1 and "time limit" in ended.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["solve", "0000", "012"], "'012': 3 digits"),
        (["solve", "0000", "-p", "3"], "'0000': 4 digits"),
        (["solve", "--file", "/nonexistent"], "there is no file"),
        (["facts", "set-3"], "'set-3': not a whole deck"),
        (["game", "replay", "/nonexistent"], "no game has the label"),
        (["game", "replay", "-"], "standard input: "),
        (["statistics", "no-set", "set-3-4", "-n", "x"], "neither a number"),
        (["statistics", "no-set", "set-3-4", "--plot", "/nonexistent/plot.svg"], "there is no folder"),
        (["experiment", "sets", "--span", "x"], "--span"),
        (["experiment", "sets", "--span", "0"], "must be at least 1"),
        (["experiment", "sets", "--solvers", "lookup,magic"], "--solvers: 'magic'"),
        (["experiment", "values", "-v", "4"], "give its range with --span"),
        (["draw", "0000", "-o", "/nonexistent/picture.svg"], "there is no folder"),
    ],
)
def test_wrong_input_gets_one_line(ludex: Any, catalogue: Path, arguments: list[str], said: str) -> None:
    refused = ludex("sets", *arguments)
    assert refused.code == 2
    assert refused.out == ""
    assert refused.err.startswith("ludex: ") and refused.err.count("\n") == 1
    assert said in refused.err
