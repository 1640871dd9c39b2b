"""`ludex search` on the starting catalogue."""

import json


def test_a_search_shows_what_was_understood_and_the_results(ludex, catalogue):
    ran = ludex("search", "levels", "with", "6", "swaps", "--limit", "2")
    assert ran.lines[0] == "Levels of Swap Planarity: min_swaps:6"
    assert [line.split()[0] for line in ran.lines[1:4]] == ["kind", "planarity-level", "planarity-level"]
    assert ran.lines[-1] == "there are more results; raise --limit"


def test_a_search_in_json_has_the_form_of_the_api(ludex, catalogue):
    found = json.loads(ludex("search", "K5", "--json").out)
    assert set(found) == {"items", "understood", "next", "error"}
    assert found["items"][0]["label"] == "planarity-graph-5-10-stjqndnryqlo5mil"
    assert found["understood"][0]["filters"] == {}


def test_no_results_and_a_faulty_position(ludex, catalogue):
    assert ludex("search", "%%%").lines == ["no results"]
    ran = ludex("search", "{")
    assert ran.code == 2
    assert "not JSON" in ran.err
