"""The commands of `ludex swish`: each as a new user calls it, wrong input too."""

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest


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


@pytest.mark.parametrize("form", ["node-link", "graphml", "dot", "digraph6", "json"])
def test_the_hypergraph_in_every_format(ludex: Any, tmp_path: Path, form: str) -> None:
    file = tmp_path / "graph"
    assert ludex("swish", "hypergraph", "*o", "o*", "--format", form, "-o", str(file)).code == 0
    assert file.read_text() == ludex("swish", "hypergraph", "*o", "o*", "--format", form).out
    first = {"node-link": '{"directed"', "graphml": "<", "dot": "digraph", "digraph6": "&", "json": "{"}[form]
    assert file.read_text().startswith(first)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["board", "show", "4"], "4x3"),
        (["board", "show", "0x3"], "sides must be 1 to 255"),
        (["board", "show", "4x3", "--symmetry", "square"], "needs a square board"),
        (["deals", "swish-36", "-n", "x"], "-n"),
        (["deals", "swish-36", "--largest", "-n", "3-4"], "--largest"),
        (["deals", "swish-36", "--plot", "/nonexistent/plot.svg"], "there is no folder"),
        (["draw", "*o", "-o", "/nonexistent/picture.svg"], "there is no folder"),
    ],
)
def test_wrong_input_gets_one_line(ludex: Any, catalogue: Path, arguments: list[str], said: str) -> None:
    refused = ludex("swish", *arguments)
    assert refused.code == 2
    assert refused.out == ""
    assert refused.err.startswith("ludex: ") and refused.err.count("\n") == 1
    assert said in refused.err


PAIR = ("*o./.../...", "o*./.../...")


def test_a_listing_comes_whole_or_says_that_there_is_more(ludex: Any) -> None:
    every = json.loads(ludex("swish", "solve", "--find", "all", *PAIR, "--json").out)
    some = json.loads(ludex("swish", "solve", "--find", "all", *PAIR, "--limit", "1", "--json").out)
    none = json.loads(ludex("swish", "solve", "--find", "all", PAIR[0], "--json").out)
    assert every["complete"] and len(every["items"]) == 4
    assert some == {"items": every["items"][:1], "complete": False}
    assert none == {"items": [], "complete": True}
    assert ludex("swish", "solve", "--find", "all", *PAIR).lines[-1] == "4 placements; these are all"


@pytest.mark.parametrize("name", ["file", "standard input"])
def test_cards_come_from_a_file_or_from_standard_input(ludex: Any, tmp_path: Path, name: str) -> None:
    text = "# two cards\n\n*o\no*\n"
    file = tmp_path / "cards.txt"
    file.write_text(text)
    found = ludex("swish", "solve", "--file", str(file) if name == "file" else "-", stdin=text)
    assert found.lines[0] == "a swish of 2 cards"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["solve", "*x"], "'*x': row 1, column 2"),
        (["solve", "*o", "*/o"], "'*/o': the board is 2x1"),
        (["solve", "..."], "the card is blank"),
        (["solve", "*o", "--deck", "swish-36"], "exclude each other; give only one"),
        (["solve", "--file", "/nonexistent/cards"], "there is no file"),
        (["unheard-of"], "ludex swish --help"),
    ],
)
def test_wrong_words_of_searches_get_one_line(ludex: Any, arguments: list[str], said: str) -> None:
    refused = ludex("swish", *arguments)
    assert refused.code == 2
    assert refused.out == ""
    assert refused.err.startswith("ludex: ") and refused.err.count("\n") == 1
    assert said in refused.err


def test_a_wrong_line_of_a_file_is_named(ludex: Any, tmp_path: Path) -> None:
    file = tmp_path / "cards.txt"
    file.write_text("# cards\n*o\n\n*?\n")
    assert f"{file}, line 4: row 1, column 2" in ludex("swish", "solve", "--file", str(file)).err
    file.write_bytes(b"*o\n\xff")
    assert f"{file}: line 2, column 1: the byte 0xFF is not UTF-8" in ludex("swish", "solve", "--file", str(file)).err


def test_a_time_limit_ends_a_count_without_an_answer(ludex: Any) -> None:
    ended = ludex("swish", "solve", "--find", "count", "--deck", "swish-60", "--time-limit", "0.05")
    assert ended.code == 1
    assert ended.err.startswith("ludex: the time limit was reached before anything was found")
