"""The other commands of `ludex swish`: each as a new user calls it, wrong input too."""

import json
import math
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest


def test_the_largest_no_swish_set_of_the_commercial_deck_has_28_cards(ludex: Any) -> None:
    found = json.loads(ludex("swish", "no-swish", "--deck", "swish-60", "--json").out)
    assert (found["size"], found["proved"], len(found["indices"])) == (28, True, 28)
    assert found["certificate"]["swishes"] and found["label"].startswith("swish-no-swish-set-4x3-28-")


def test_every_largest_no_swish_set_of_a_small_board(ludex: Any) -> None:
    # (number of orbits)! * 3^(orbits of four cells) for the 2 x 3 board: one orbit of four, one of two.
    found = json.loads(ludex("swish", "no-swish", "--deck", "swish-2x3", "--all", "--json").out)
    assert found["count"] == len(found["sets"]) == math.factorial(2) * 3
    assert sorted(index for members in found["classes"] for index in members) == list(range(6))


def test_a_stored_no_swish_set_is_shown_and_drawn(ludex: Any, small_catalogue: Path) -> None:
    label = json.loads(ludex("swish", "no-swish", "--deck", "swish-3x3", "--store", "--json").out)["label"]
    assert f"label: {label}" in ludex("swish", "show", label).lines
    assert ludex("swish", "draw", "--label", label).out.startswith("<svg")
    again = json.loads(ludex("swish", "no-swish", "--deck", "swish-3x3", "--store", "--json").out)
    assert again["duplicate_of"]["relation"] == "same-cards"
    assert ludex("db", "verify").code == 0


def test_a_board_in_closed_form(ludex: Any) -> None:
    found = json.loads(ludex("swish", "board", "show", "4x3", "--json").out)
    assert (found["cards"], found["largest_no_swish_set"], found["maximum_sets"]) == (36, 20, 216)
    assert len(found["construction"]) == 20
    large = json.loads(ludex("swish", "board", "show", "60x60", "--symmetry", "square", "--json").out)
    assert large["construction"] is None
    assert large["largest_no_swish_set"] == 60 * (60**3 + 8) // 16


def test_a_deck_of_ones_own_is_added_shown_listed_and_removed(ludex: Any, catalogue: Path) -> None:
    added = json.loads(ludex("swish", "deck", "add", "mine", "*.o", "*.o", "--title", "Two copies", "--json").out)
    assert (added["size"], added["distinct_cards"], added["cards"]) == (2, 1, ["*.o", "*.o"])
    assert ludex("swish", "deck", "show", "mine").lines[-2:] == ["*.o", "*.o"]
    listed = [json.loads(line) for line in ludex("swish", "deck", "list", "--json").lines]
    assert [deck["slug"] for deck in listed] == ["swish-36", "swish-60", "mine"]
    assert ludex("swish", "any", "--deck", "mine").lines[0] == "a swish of 2 cards"
    assert "already stored" in ludex("swish", "deck", "add", "also-mine", "*.o", "o.*").out
    assert ludex("swish", "deck", "remove", "mine").code == 0
    assert "there is no deck 'mine'" in ludex("swish", "deck", "show", "mine").err


def test_the_probability_of_a_deal_without_a_swish_is_exact_for_small_decks(ludex: Any) -> None:
    # 14 pairs of the 630 are swishes.
    found = json.loads(ludex("swish", "deals", "swish-36", "-n", "2", "--json").out)
    assert found["no_swish"]["exact"] is True
    assert (found["no_swish"]["numerator"], found["no_swish"]["denominator"]) == (616, 630)


def test_a_sample_comes_with_its_seed_and_interval_and_is_plotted_and_stored(
    ludex: Any, catalogue: Path, tmp_path: Path
) -> None:
    plot = tmp_path / "deals.svg"
    arguments = ["deals", "swish-36", "-n", "4-6", "--samples", "50", "--seed", "3", "--plot", str(plot), "--store"]
    found = json.loads(ludex("swish", *arguments, "--json").out)
    assert [item["n"] for item in found["items"]] == [4, 5, 6]
    assert all(0 <= each["no_swish"]["low"] < each["no_swish"]["high"] <= 1 for each in found["items"])
    assert ElementTree.parse(plot).getroot().tag.endswith("svg")
    assert '"samples":50' in ludex("export").out


def test_the_sizes_of_the_largest_swish_of_deals(ludex: Any) -> None:
    found = json.loads(ludex("swish", "deals", "swish-36", "-n", "10", "--largest", "--samples", "20", "--json").out)
    assert sum(found["sizes"].values()) == 20


@pytest.mark.parametrize("form", ["node-link", "graphml", "dot", "digraph6", "json"])
def test_the_hypergraph_in_every_format(ludex: Any, tmp_path: Path, form: str) -> None:
    file = tmp_path / "graph"
    assert ludex("swish", "hypergraph", "*o", "o*", "--format", form, "-o", str(file)).code == 0
    assert file.read_text() == ludex("swish", "hypergraph", "*o", "o*", "--format", form).out
    first = {"node-link": '{"directed"', "graphml": "<", "dot": "digraph", "digraph6": "&", "json": "{"}[form]
    assert file.read_text().startswith(first)


def test_the_hypergraph_of_the_36_cards(ludex: Any, catalogue: Path) -> None:
    found = json.loads(ludex("swish", "hypergraph", "--deck", "swish-36", "--json", "--store").out)
    assert (found["hypernodes"], found["nodes"], found["arcs"]) == (36, 144, 1712)
    assert len(found["node_link"]["edges"]) == 1712
    assert ludex("swish", "lookup", "--deck", "swish-36").lines[0].startswith("swish-position-4x3-36-")
    assert found["label"] in ludex("swish", "show", found["label"]).out


def test_positions_are_compared_and_sorted_into_classes(ludex: Any, catalogue: Path) -> None:
    same = json.loads(ludex("swish", "equivalence", "*o,o*", "*/o,o/*", "--json").out)
    assert same["equivalent"] and sorted(same["matching"]) == [0, 1]
    other = json.loads(ludex("swish", "equivalence", "*o", "swish-36", "--json").out)
    assert not other["equivalent"] and other["matching"] is None and other["reason"]
    classes = json.loads(ludex("swish", "dedup", "*o,o*", "*o", "*/o,o/*", "--json").out)["classes"]
    assert [same["members"] for same in classes] == [[0, 2], [1]]
    from_input = ludex("swish", "dedup", "--file", "-", "--no-stored", stdin="*o o*\n*o\n*/o o/*\n")
    assert from_input.lines == ["0 2", "1"]


def test_a_position_is_added_once(ludex: Any, catalogue: Path) -> None:
    new = json.loads(ludex("swish", "add", "*o..", "o*..", "--find", "largest", "--json").out)
    known = json.loads(ludex("swish", "add", "o*..", "*o..", "--find", "all", "--json").out)
    assert new["duplicate_of"] is None and known["duplicate_of"]["relation"] == "same-cards"
    assert new["label"] == known["label"]
    assert new["found"]["swishes"][0]["size"] == 2 and known["found"]["complete"]
    assert json.loads(ludex("swish", "show", new["label"], "--json").out)["largest_swish"]["proved"] is True


@pytest.mark.parametrize("kind", ["cards", "decks", "positions", "hypergraphs", "swishes", "no-swish-sets"])
def test_stored_objects_are_listed_filtered_and_sorted(ludex: Any, catalogue: Path, kind: str) -> None:
    listed = [json.loads(line) for line in ludex("swish", "list", kind, "--json", "--limit", "3").lines]
    assert 1 <= len(listed) <= 3
    for stored in listed:
        assert json.loads(ludex("swish", "show", stored["label"], "--json").out)["label"] == stored["label"]
    header, newest = ludex("swish", "list", kind, "--sort", "-created", "--limit", "1").lines
    assert header.startswith("label") and newest.startswith(f"swish-{kind[:2]}")


def test_filters_are_those_of_the_api(ludex: Any, catalogue: Path) -> None:
    listed = ludex("swish", "list", "positions", "--where", "deck=swish-60", "--where", "min_size=16", "--json")
    assert len(listed.lines) == 50


@pytest.mark.parametrize("picture", ["cards", "stack", "no-swish", "hypergraph"])
def test_pictures_are_svg(ludex: Any, tmp_path: Path, picture: str) -> None:
    file = tmp_path / "picture.svg"
    assert ludex("swish", "draw", "*o.", "o*.", "--as", picture, "-o", str(file)).code == 0
    assert ElementTree.parse(file).getroot().tag.endswith("svg")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["board", "show", "4"], "4x3"),
        (["board", "show", "0x3"], "sides must be 1 to 255"),
        (["board", "show", "4x3", "--symmetry", "square"], "needs a square board"),
        (["deal", "swish-36", "-n", "37"], "cannot deal 37 cards from a deck of 36"),
        (["deal", "swish-36", "--seed", "-1"], "--seed"),
        (["deals", "swish-36", "-n", "40"], "1 to 36"),
        (["deals", "swish-36", "-n", "x"], "-n"),
        (["deals", "swish-36", "--largest", "-n", "3-4"], "--largest"),
        (["deals", "swish-36", "--plot", "/nonexistent/plot.svg"], "there is no folder"),
        (["hypergraph", "**/oo"], "'**/oo': 2 points"),
        (["equivalence", "*o", "nothing"], "no object has the label or slug 'nothing'"),
        (["equivalence", "*o", "swish-position-1x2-1-aaaaaaaaaaaaaaaa"], "no object has the label or slug"),
        (["dedup"], "POSITION...: is missing"),
        (["no-swish", "--deck", "swish-7x8", "--all"], "at most 64"),
        (["draw", "--label", "swish-swish-4x3-2-aaaaaaaaaaaaaaaa"], "no object has"),
        (["draw", "*o", "-o", "/nonexistent/picture.svg"], "there is no folder"),
        (["list", "planets"], "unknown kind 'planets'; use one of cards, decks"),
        (["list", "swishes", "--where", "size"], "size:VALUE"),
        (["list", "swishes", "--where", "size=x"], "--where: character 1: size: 'x'"),
        (["list", "swishes", "--sort", "beauty"], "--sort"),
        (["show", "nothing"], "there is no card or deck"),
        (["deck", "show", "nothing"], "there is no deck 'nothing'"),
        (["any", "--deck", "nothing"], "no deck has the label or slug 'nothing'"),
        (["any", "--deck", "swish-4x3", "--symmetry", "square"], "needs a square board"),
        (["deck", "add", "Big Deck", "*o"], "invalid slug 'Big Deck'"),
        (["deck", "add", "swish-36", "*o"], "reserved for a built-in deck"),
        (["deck", "remove", "swish-36"], "is a built-in deck and cannot be deleted"),
        (["deck", "remove", "swish-7x7"], "is a built-in deck and cannot be deleted"),
        (["deck", "remove", "nothing"], "no deck has the label or slug 'nothing'"),
    ],
)
def test_wrong_input_gets_one_line(ludex: Any, catalogue: Path, arguments: list[str], said: str) -> None:
    refused = ludex("swish", *arguments)
    assert refused.code == 2
    assert refused.out == ""
    assert refused.err.startswith("ludex: ") and refused.err.count("\n") == 1
    assert said in refused.err
