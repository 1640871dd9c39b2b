"""The other commands of `ludex swish`: each as a new user calls it, wrong input too."""

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
