"""The commands of `ludex sets`: each as a new user calls it, wrong input too."""

import json
import os
import signal
import threading
import time
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

# 0000 0121 0212 are a set, and no other three of these cards.
TABLE = ("1111", "0000", "0121", "0212")


def _json(ran: Any) -> Any:
    assert ran.code == 0, ran.err
    return json.loads(ran.out)


def test_three_cards_all_the_same_or_all_different_are_a_set(ludex: Any) -> None:
    found = ludex("sets", "any", *TABLE)
    assert (found.code, found.lines) == (0, ["0000 0121 0212"])
    assert ludex("sets", "any", "0000", "0121", "1111").lines == ["there is no set"]


def test_without_z3_one_line_names_the_extra(ludex: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludex.games.sets.solving.search.find_spec", lambda _name: None)
    ran = ludex("sets", "any", *TABLE, "--solver", "smt")
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert ran.err.startswith("ludex: --solver: ") and "pip install 'ludex[smt]'" in ran.err


def test_the_number_of_sets_of_a_deck_is_that_of_the_closed_form(ludex: Any) -> None:
    assert ludex("sets", "count", "--deck", "set-3-4").lines == ["1,080 sets"]
    assert ludex("sets", "count", "--deck", "set-4-5").lines == ["717,056 sets"]
    assert ludex("sets", "count", "--deck", "set-3-4", "--solver", "dynamic").lines == ["1,080 sets"]


def test_a_listing_is_whole_or_says_that_there_is_more(ludex: Any) -> None:
    whole = _json(ludex("sets", "all", "--deck", "set-3-4", "--json"))
    assert whole["complete"] is True
    assert len({frozenset(cards) for cards in whole["items"]}) == 1080
    some = ludex("sets", "all", "--deck", "set-3-4", "--limit", "5")
    assert some.lines[-1] == "5 sets; there may be more" and len(some.lines) == 6
    assert _json(ludex("sets", "all", "0000", "--json")) == {"items": [], "complete": True}


@pytest.mark.parametrize("name", ["cards.txt", "-"])
def test_cards_come_from_a_file_or_from_standard_input(ludex: Any, tmp_path: Path, name: str) -> None:
    lines = "# a table\n\n" + "\n".join(TABLE) + "\n"
    (tmp_path / "cards.txt").write_text(lines)
    file = name if name == "-" else str(tmp_path / name)
    assert ludex("sets", "count", "--file", file, stdin=lines).lines == ["1 set"]


def test_cards_are_an_argument_of_several_commands(ludex: Any, tmp_path: Path) -> None:
    assert ludex("sets", "equivalence", "a0", "b1", "-v", "12").lines[0].startswith("equivalent")
    (tmp_path / "table.json").write_text(json.dumps({"properties": 2, "values": 4, "cards": ["00", "33"], "more": 1}))
    same = ludex("sets", "equivalence", str(tmp_path / "table.json"), "11,22", "-v", "4")
    assert same.lines[0].startswith("equivalent") and len(same.lines) == 4


def test_values_are_told_where_there_are_not_three(ludex: Any) -> None:
    assert ludex("sets", "any", "00", "11", "22", "33", "-v", "4").lines == ["00 11 22 33"]
    assert "--values" in ludex("sets", "any", "00", "33").err


def test_a_dealt_table_goes_into_a_search(ludex: Any) -> None:
    dealt = ludex("sets", "deal", "set-4-3", "-n", "10", "--seed", "3")
    again = _json(ludex("sets", "deal", "set-4-3", "-n", "10", "--seed", "3", "--json"))
    assert dealt.lines[1:] == again["cards"] and len(set(again["cards"])) == 10
    assert ludex("sets", "count", "-v", "4", "--file", "-", stdin=dealt.out).code == 0


def test_the_largest_cap_among_some_cards(ludex: Any) -> None:
    assert ludex("sets", "caps", "largest", *TABLE).lines[0].startswith("3 cards without a set, proved")
    assert ludex("sets", "caps", "largest", *TABLE[:3]).lines[0] == "3 cards without a set: all of them"


def test_a_cap_is_stored_once_under_its_class(ludex: Any, catalogue: Path) -> None:
    new = _json(ludex("sets", "caps", "largest", "0000", "0001", "--store", "--json"))
    known = _json(ludex("sets", "caps", "largest", "2121", "0210", "--store", "--json"))
    assert new["label"] == known["label"] and new["duplicate_of"] is None
    assert known["duplicate_of"]["relation"] == "symmetry" and sorted(known["duplicate_of"]["matching"]) == [0, 1]
    assert ludex("sets", "show", new["label"]).lines[0] == f"label: {new['label']}"
    assert ludex("sets", "draw", "--label", new["label"]).out.startswith("<svg")


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


def test_caps_by_size(ludex: Any, catalogue: Path) -> None:
    # 9 cards of AG(2, 3): 36 pairs, 84 - 12 threes without a set, 54 fours, no fives.
    counts = _json(ludex("sets", "caps", "count", "set-3-2", "--store", "--json"))
    assert [item["caps"] for item in counts["items"]] == [1, 9, 36, 72, 54] and counts["largest_size"] == 4
    listed = _json(ludex("sets", "caps", "counts", "--json"))
    stored = [item for item in listed["items"] if (item["values"], item["properties"]) == (3, 2)]
    assert [item["caps"] for item in stored] == [1, 9, 36, 72, 54]
    assert (listed["count"], listed["next"]) == (len(listed["items"]), None)
    assert "54" in ludex("sets", "caps", "counts").out
    again = _json(ludex("sets", "caps", "count", "set-3-2", "--store", "--up-to", "2", "--json"))
    assert [item["caps"] for item in again["items"]] == [1, 9, 36] and again["largest_size"] is None


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


def test_a_record_that_was_changed_is_refused_with_its_place(ludex: Any, tmp_path: Path) -> None:
    record = _json(ludex("sets", "game", "play", "set-3-3", "--seed", "5", "--json"))["record"]
    assert ludex("sets", "game", "replay", "-", stdin=json.dumps(record)).code == 0
    assert ludex("sets", "game", "replay", "-", stdin=json.dumps({"label": "any", "record": record})).code == 0
    record["rounds"][0]["table"] += 1
    file = tmp_path / "record.json"
    file.write_text(json.dumps(record))
    wrong = ludex("sets", "game", "replay", str(file))
    assert wrong.code == 1 and wrong.out.startswith("wrong: /rounds/0/table")


def test_positions_are_compared_and_sorted_into_classes(ludex: Any, catalogue: Path) -> None:
    same = _json(ludex("sets", "equivalence", "00,01,02", "00,11,22", "--json"))
    assert same["equivalent"] and sorted(same["matching"]) == [0, 1, 2] and same["symmetry"]["kind"] == "affine"
    other = _json(ludex("sets", "equivalence", "00,01,02", "00,01,10", "--json"))
    assert not other["equivalent"] and other["matching"] is None and other["reason"]
    classes = _json(ludex("sets", "dedup", "00,01", "00,01,02", "11,22", "--json"))["classes"]
    assert [same["members"] for same in classes] == [[0, 2], [1]]
    ran = ludex("sets", "dedup", "--file", "-", "--no-stored", stdin="00 01\n00\n22 11\n")
    assert (ran.lines, ran.err) == (["0 2", "1"], "")


def test_a_position_is_added_once_and_found_again(ludex: Any, catalogue: Path) -> None:
    new = _json(ludex("sets", "add", *TABLE, "--find", "all", "--json"))
    known = _json(ludex("sets", "add", *reversed(TABLE), "--find", "count", "--json"))
    assert new["label"] == known["label"] and new["found"]["sets"] == [["0000", "0121", "0212"]]
    assert known["duplicate_of"]["relation"] == "symmetry" and known["found"]["count"] == 1
    found = _json(ludex("sets", "lookup", "1222", "1000", "1111", "2222", "--json"))["items"]
    assert [position["label"] for position in found] in ([], [new["label"]])
    assert ludex("sets", "lookup", *TABLE).lines[0].startswith(new["label"])
    assert ludex("sets", "equivalence", new["label"], ",".join(TABLE)).lines[0].startswith("equivalent")
    assert ludex("sets", "draw", "--label", new["label"]).out.startswith("<svg")
    assert ludex("sets", "lookup", "--label", new["label"]).lines[0].startswith(new["label"])
    assert ludex("sets", "count", "--label", new["label"]).lines == ["1 set"]


def test_a_deck_of_ones_own_is_added_shown_listed_and_removed(ludex: Any, catalogue: Path) -> None:
    added = _json(ludex("sets", "deck", "add", "mine", *TABLE, "--title", "Four cards", "--json"))
    assert (added["size"], added["cards"]) == (4, list(TABLE))
    assert ludex("sets", "deck", "show", "mine").lines[-4:] == list(TABLE)
    assert "mine" in [json.loads(line)["slug"] for line in ludex("sets", "deck", "list", "--json").lines]
    assert ludex("sets", "any", "--deck", "mine").lines == ["0000 0121 0212"]
    assert ludex("sets", "equivalence", "mine", ",".join(TABLE)).lines[0].startswith("equivalent")
    assert "already stored" in ludex("sets", "deck", "add", "also-mine", *reversed(TABLE)).out
    assert ludex("sets", "deck", "remove", "mine").code == 0
    assert "there is no deck 'mine'" in ludex("sets", "deck", "show", "mine").err


def test_a_whole_deck_need_not_be_stored(ludex: Any, catalogue: Path) -> None:
    assert ludex("sets", "deck", "show", "set-2-3").lines[-8:] == [f"{number:03b}" for number in range(8)]
    assert _json(ludex("sets", "show", "set-10-6", "--json"))["cards"] is None


def test_stored_objects_of_every_kind_are_listed(ludex: Any, catalogue: Path) -> None:
    ludex("sets", "add", *TABLE, "--find", "all")
    ludex("sets", "deck", "add", "mine", *TABLE)
    ludex("sets", "caps", "largest", "--deck", "set-3-2", "--store")
    ludex("sets", "caps", "count", "set-3-2", "--store")
    ludex("sets", "game", "play", "set-3-3", "--seed", "1", "--store")
    ludex("sets", "statistics", "no-set", "set-3-2", "--store")
    for kind in ("cards", "decks", "positions", "found-sets", "caps", "games"):
        listed = [json.loads(line) for line in ludex("sets", "list", kind, "--json", "--limit", "3").lines]
        assert listed and len(ludex("sets", "list", kind, "--limit", "1").lines) == 2
        for stored in listed:
            assert _json(ludex("sets", "show", stored["label"], "--json"))["label"] == stored["label"]


@pytest.mark.parametrize(
    "arguments",
    [
        ["0121"],
        [*TABLE, "--mark", "any"],
        [*TABLE, "--mark", "all"],
        [*TABLE, "--as", "sets"],
        [*TABLE, "--as", "cap"],
        ["--deck", "set-4-2"],
    ],
)
def test_pictures_are_svg(ludex: Any, tmp_path: Path, arguments: list[str]) -> None:
    file = tmp_path / "picture.svg"
    assert ludex("sets", "draw", *arguments, "-o", str(file)).code == 0
    assert ElementTree.parse(file).getroot().tag.endswith("svg")


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
    ended = ludex("sets", "count", "--deck", "set-5-5", "--solver", "brute-force", "--time-limit", "0.1")
    assert ended.code == 1 and "time limit" in ended.err


def test_ctrl_c_ends_a_listing_with_what_was_found(ludex: Any) -> None:
    before = signal.getsignal(signal.SIGINT)

    def interrupt_the_search() -> None:
        while signal.getsignal(signal.SIGINT) is before:
            time.sleep(0.01)
        time.sleep(0.5)
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=interrupt_the_search, daemon=True).start()
    ended = ludex("sets", "all", "--deck", "set-4-5", "--solver", "brute-force", "--json")
    found = json.loads(ended.out)
    assert (ended.code, ended.err) == (130, "")
    assert found["items"] and found["complete"] is False


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["solve"], "give cards, deck or label"),
        (["solve", "0000", "--deck", "set-3-4"], "cards and deck exclude each other"),
        (["solve", "0000", "012"], "'012': 3 digits"),
        (["solve", "0000", "-p", "3"], "'0000': 4 digits"),
        (["solve", "0000", "-v", "37"], "--values"),
        (["solve", "--deck", "set-3-4", "-v", "4"], "--values: is 4, but set-3-4 has 3"),
        (["solve", "--file", "/nonexistent"], "there is no file"),
        (["solve", "0000", "--solver", "magic"], "--solver"),
        (["facts", "set-3"], "'set-3': not a whole deck"),
        (["deal", "set-3-4", "-n", "82"], "too many: the deck has 81"),
        (["game", "play", "set-3-4", "--seed", "-1"], "--seed"),
        (["game", "replay", "/nonexistent"], "no game has the label"),
        (["game", "replay", "-"], "standard input: "),
        (["game", "replay", "set-game-3-4-1-aaaaaaaaaaaaaaaa"], "no game has the label"),
        (["statistics", "no-set", "set-3-4", "-n", "x"], "neither a number"),
        (["statistics", "no-set", "set-3-4", "--samples", "9", "--exact"], "exclude each other; give only one"),
        (["statistics", "no-set", "set-3-4", "--plot", "/nonexistent/plot.svg"], "there is no folder"),
        (["experiment", "sets", "--span", "x"], "--span"),
        (["experiment", "sets", "--span", "0"], "must be at least 1"),
        (["experiment", "sets", "--solvers", "lookup,magic"], "--solvers: 'magic'"),
        (["experiment", "values", "-v", "4"], "give its range with --span"),
        (["solve", *TABLE, "--limit", "5"], "use --find all"),
        (["count", *TABLE, "--limit", "5"], "--limit"),
        (["equivalence", "0000", "nothing"], "'nothing': no deck has"),
        (["dedup"], "POSITION...: is missing"),
        (["draw", "--label", "set-found-set-3-4-2-aaaaaaaaaaaaaaaa"], "--label: no object has"),
        (["draw", "0000", "--round", "1"], "--round"),
        (["draw", "0000", "-o", "/nonexistent/picture.svg"], "there is no folder"),
        (["list", "planets"], "unknown kind 'planets'; use one of cards, decks"),
        (["list", "positions", "--sort", "beauty"], "--sort"),
        (["show", "nothing"], "there is no card or deck"),
        (["deck", "add", "Big Deck", "0000"], "invalid slug"),
        (["deck", "add", "set-3-4", "0000"], "built-in"),
        (["deck", "remove", "set-7-2"], "a built-in deck and cannot be deleted"),
    ],
)
def test_wrong_input_gets_one_line(ludex: Any, catalogue: Path, arguments: list[str], said: str) -> None:
    refused = ludex("sets", *arguments)
    assert refused.code == 2
    assert refused.out == ""
    assert refused.err.startswith("ludex: ") and refused.err.count("\n") == 1
    assert said in refused.err
