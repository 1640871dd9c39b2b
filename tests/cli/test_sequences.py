"""`ludex sequences`, `records` and `atlas` on the starting catalogue."""

import json

import pytest


def test_the_list_has_a_line_for_each_sequence(ludex, catalogue):
    lines = ludex("sequences").lines
    objects = [json.loads(line) for line in ludex("sequences", "--json").lines]
    assert len(lines) - 1 == len(objects) >= 30
    assert [line.split()[0] for line in lines[1:]] == [item["name"] for item in objects]


def test_one_sequence_as_text_and_as_files(ludex, catalogue, tmp_path):
    text = ludex("sequences", "set-caps-maximum-3-values").out
    assert "2, 4, 9, 20, ..." in text
    assert "A090245" in text
    assert "next term   ludex sets caps largest --properties 5 --values 3 --store" in text
    assert ludex("sequences", "set-caps-maximum-3-values", "--format", "b-file").lines[1:] == [
        "1 2",
        "2 4",
        "3 9",
        "4 20",
    ]
    file = tmp_path / "caps.txt"
    assert ludex("sequences", "set-caps-maximum-3-values", "--format", "oeis", "-o", str(file)).out == ""
    assert file.read_text().startswith("%I A090245\n%S A090245 2, 4, 9, 20\n")


def test_a_conjecture_is_called_one(ludex, catalogue):
    assert "conjecture  a(n) = floor((n^2 - 3n + 2)/4)" in ludex("sequences", "planarity-hardest-path").out


def test_the_next_term_is_computed(ludex, catalogue):
    assert ludex("sequences", "planarity-folded-cycle", "--next").lines == ["a(33) = 528"]
    assert json.loads(ludex("sequences", "planarity-folded-cycle", "--next", "--json").out) == {"n": 33, "term": 528}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("nothing",), "there is no sequence 'nothing'"),
        (("--next",), "--next also needs NAME"),
        (("--format", "oeis"), "--format also needs NAME"),
        (("set-caps-3-values", "--next"), "run ludex sets caps count set-3-5 --store"),
        (("planarity-hardest-path", "--next"), "the term for n = 13 would take too much memory or time"),
        (("set-caps-3-4", "--next"), "the sequence is finite, and all its terms are known"),
    ],
)
def test_mistakes_are_explained(ludex, catalogue, words, message):
    ran = ludex("sequences", *words)
    assert ran.code != 0
    assert message in ran.err


def test_the_list_has_a_line_for_each_table(ludex, catalogue):
    lines = ludex("records").lines
    found = json.loads(ludex("records", "--json").out)["items"]
    assert [line.split()[0] for line in lines[1:]] == [table["name"] for table in found]


def test_a_table_is_printed_with_its_proof(ludex, catalogue):
    lines = ludex("records", "set-largest-caps").lines
    assert lines[2].split() == ["values", "\\", "properties", "1", "2", "3", "4", "5", "6", "8"]
    assert lines[3].split() == ["3", "2", "4", "9", "20", "(45)", "(112)", "(>=512)"]
    assert lines[-1].startswith("proof: ")


def test_an_unknown_table_is_refused(ludex, catalogue):
    refused = ludex("records", "set-smallest-caps")
    assert refused.code == 2 and "there is no table of records 'set-smallest-caps'" in refused.err


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
