"""The command line has for every kind: list, facets, random, show, draw, lookup, dedup, neighbours."""

import json

import pytest

from ludex.catalogue.kinds.registry import Registry
from ludex.games.kinds import GAMES

REGISTRY = Registry(GAMES)


@pytest.mark.parametrize("game", REGISTRY.games, ids=lambda game: game.title)
def test_every_cell_of_the_table_is_filled(ludex, catalogue, game):
    if game.title == "SET":
        ludex("sets", "game", "play", "set-3-2", "--seed", "1", "--store")
    for kind in game.kinds:
        [line] = ludex("list", kind.address, "--limit", "1", "--json").lines
        label = json.loads(line)["label"]
        assert "facets" in json.loads(ludex("facets", kind.address, "--json").out)
        assert json.loads(ludex("random", kind.address, "--seed", "1", "--json").out)["kind"] == kind.name
        shown = ludex("show", label, label, "--json")
        assert [json.loads(line)["label"] for line in shown.lines] == [label, label]
        assert ludex("draw", label).out.startswith("<svg")
        assert ludex("graph", "neighbours", label, "--json").code == 0
        if kind.noun in ("pack", "census", "collection"):
            assert "have no lookup" in ludex("lookup", kind.address, label).err
            continue
        found = json.loads(ludex("lookup", kind.address, label, "--json").out)
        assert label in [item["label"] for item in found["items"]]
        [same] = json.loads(ludex("dedup", kind.address, label, *([label] * (kind.noun != "card")), "--json").out)[
            "classes"
        ]
        assert label in [name for names in same.values() for name in names or ()]


def test_of_several_that_are_asked_for_those_that_are_not_there_are_named(ludex, catalogue):
    ran = ludex("show", "easy", "nothing", "hard", "--json")
    assert (ran.code, len(ran.lines)) == (2, 2)
    assert "'nothing'" in ran.err and len(ran.err.splitlines()) == 1


def test_graphs_are_given_in_each_form_that_is_written(ludex, catalogue):
    listed = [ludex("list", "graphs", "--limit", "1", *form).lines[0] for form in (["--json"], ["--format", "graph6"])]
    graph, text = json.loads(listed[0]), listed[1]
    untangle = f"{graph['vertices']}:{','.join(f'{u}-{v}' for u, v in graph['edge_list'])}"
    given = json.dumps({"vertices": graph["vertices"], "edges": graph["edge_list"]})
    for word in (text, untangle, given, json.dumps({"graph6": text}), graph["label"]):
        assert ludex("lookup", "graphs", word).out.startswith(graph["label"])
    [same] = json.loads(ludex("dedup", "graphs", text, untangle, given, "--json").out)["classes"]
    assert (same["members"], same["graphs"]) == ([0, 1, 2], [graph["label"]])


def test_boards_are_given_by_their_numbers(ludex, catalogue):
    [label] = ludex("lookup", "whole-boards", "3x3", "--symmetry", "square").lines
    assert label.startswith("swish-board-3x3-square-")
    given = json.dumps({"height": 3, "width": 3, "symmetry": "square"})
    sorted_ = json.loads(ludex("dedup", "whole-boards", "3x3", given, label, "200x1", "--json").out)["classes"]
    assert [same["members"] for same in sorted_] == [[0], [1, 2], [3]]
    assert [len(same["whole_boards"]) for same in sorted_] == [1, 1, 0]
    wrong = [("whole-boards", "3 by 3"), ("whole-boards", "3x4", "--symmetry", "square"), ("whole-boards", "999x1"),
             ("whole-boards", label, "--symmetry", "square"), ("whole-boards", "{}")]  # fmt: skip
    for words in wrong:
        ran = ludex("lookup", *words)
        assert (ran.code, len(ran.err.splitlines())) == (2, 1), words


def test_what_has_no_such_request_is_said(ludex, catalogue):
    assert "unknown kind 'no-kind'; use one of" in ludex("lookup", "no-kind", "x").err
    assert "GRAPH" in ludex("lookup", "graphs", "--help").out
    assert "KIND" in ludex("dedup").out
    wrong = ludex("lookup", "graphs", "{}")
    assert (wrong.code, len(wrong.err.splitlines())) == (2, 1)
