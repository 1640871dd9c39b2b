"""`ludex records` on the starting catalogue."""

import json


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
