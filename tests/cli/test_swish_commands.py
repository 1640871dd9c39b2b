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
