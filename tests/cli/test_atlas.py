"""`ludex atlas` on the starting catalogue."""

import json


def test_the_list_has_a_line_for_each_collection(ludex, catalogue):
    lines = ludex("atlas", "list").lines
    found = json.loads(ludex("atlas", "list", "--json").out)
    assert [line.split()[0] for line in lines[1:]] == [item["name"] for item in found["items"]]
    assert found["count"] == len(lines) - 1
    [row] = [line.split() for line in lines if line.startswith("planarity-order-types-7")]
    assert row[1:4] == ["135", "135", "true"]


def test_a_collection_is_shown_and_built_by_a_job(ludex, catalogue):
    assert "size     135, from Aichholzer" in ludex("atlas", "show", "planarity-order-types-7").out
    job = ludex("atlas", "build", "planarity-graphs-4").lines[0]
    shown = ludex("jobs", "show", job).out
    assert "planarity-collection" in shown
    assert "queued" in shown


def test_unknown_collections_and_those_without_a_job_are_refused(ludex, catalogue):
    for command in ("show", "build"):
        refused = ludex("atlas", command, "planarity-order-types-9")
        assert refused.code == 2
        assert refused.err == (
            "ludex: there is no collection 'planarity-order-types-9'; `ludex atlas list` lists them\n"
        )
    refused = ludex("atlas", "build", "set-cards-3-4")
    assert refused.code == 2
    assert "no job stores" in refused.err
