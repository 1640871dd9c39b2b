"""CSV and JSON become lines with one item each, of the same line numbers; errors name the line."""

import json

import pytest

from ludex.engine.faults import Fault
from ludex.engine.text_lines import split_lines
from ludex.games.planarity.requests.inputs import points_of_text
from ludex.games.planarity.requests.variants import _onto_of_text
from ludex.games.sets.requests.games import _record_of_text
from ludex.games.swish.requests.inputs import cards_of_text
from ludex.games.swish.requests.lookup import _board_of_text
from ludex.requests.text_input import (
    InputError,
    RefusedLine,
    UnreadableInput,
    checked_line,
    input_lines,
    is_header,
    label_of_item,
    names_of_line,
    numbers_of_text,
    readable_lines,
)

COLUMNS = ("name", "points", "graph6")


def test_rows_keep_their_line_numbers_and_the_text_of_numbers() -> None:
    text = '\ufeffname,points\r\na,"[[0, 0.50],\n[1, 2]]"\r\n\r\n[1],x\r\n'
    lines = list(input_lines(split_lines(text), COLUMNS))
    assert lines == ["", '{"name": "a", "points": [[0, 0.50], [1, 2]]}', "", "", '{"name": "[1]", "points": "x"}']


def test_a_label_is_read_without_the_facts_beside_it() -> None:
    assert list(input_lines(["vertices,label,name", "3,a-1,b", "4,,"], COLUMNS)) == [
        "",
        '{"label": "a-1", "name": "b"}',
        "",
    ]


def test_the_apostrophe_before_a_formula_is_removed() -> None:
    [_, line] = input_lines(["graph6", "'@?x"], COLUMNS)
    assert json.loads(line) == {"graph6": "@?x"}


def test_an_extra_cell_stays_visible_as_an_unknown_field() -> None:
    assert list(input_lines(["name", "a,b"], COLUMNS))[1] == '{"name": "a", "column 2": "b"}'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "name,pts",
            "line 1: unknown column 'pts' (did you mean points?); the columns are name, points, graph6, label",
        ),
        ("idd;grph\n1;2", "line 1: unknown columns 'idd', 'grph' (did you mean graph6?); the columns are name, points"),
        ("name,name", "line 1: a column occurs twice"),
        ("sep=;\n\n", "line 2: no header"),
    ],
)
def test_invalid_csv_is_located(text: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        list(input_lines(split_lines(text), COLUMNS))
    assert str(error.value).startswith(message)


def test_an_invalid_row_is_refused_and_the_rows_beside_it_are_read() -> None:
    lines = list(input_lines(["name,graph6", "a,Bw", '"a"b,Bw', "caf\udce9,Bw", "c,Bw"], COLUMNS))
    assert [json.loads(lines[place])["name"] for place in (1, 4)] == ["a", "c"]
    first, second = lines[2:4]
    assert isinstance(first, RefusedLine) and first.reason.startswith("not CSV: ")
    assert isinstance(second, RefusedLine) and second.reason.startswith("column 4: the byte 0xE9 is not UTF-8")


def test_only_lines_of_known_names_are_headers() -> None:
    assert is_header("name,points", COLUMNS)
    assert is_header("label,edges")
    for line in ("name,points", "0121,0000", '"', ""):
        assert not is_header(line)


@pytest.mark.parametrize(
    ("lines", "items"),
    [
        (["{", '"items": [{"cards": ["*o"]}, 2.50]}'], ['{"cards":["*o"]}', "2.50"]),
        (['[{"a": 1}, {"a": 2}]'], ['{"a":1}', '{"a":2}']),
        (['["Bw",', '"B', 'g"]'], ['["Bw",', '"B', 'g"]']),  # a text has no line break
        (["# mine", '["Bw", "Bg"]'], ["Bw", "Bg"]),
        (['["a"]', '["b"]'], ['["a"]', '["b"]']),
        (['[{"a": 1}]', '[{"a": 2}]'], ['{"a":1}', '{"a":2}']),
        (["[0, 1]", "[1, 2]"], ["[0, 1]", "[1, 2]"]),
        (['{"a": 1}', "x"], ['{"a": 1}', "x"]),
        (['{"a": 1,', '{"a": 2}'], ['{"a": 1,', '{"a": 2}']),
        (['{"items": [{"a": 1}], "levels": [{"a": 2}]}'], ['{"items": [{"a": 1}], "levels": [{"a": 2}]}']),
        (['{"stages": [{"a": 1}], "by": [1]}'], ['{"a":1}']),
        (['{"stages": [{"a": 1}], "points": 1}'], ['{"stages": [{"a": 1}], "points": 1}']),
        (["label;n", "a-1;3", ";4"], ["", "a-1", ""]),
        (["", "# mine", "sep=\t", "label\tn", "a-1\t3"], ["", "", "", "", "a-1"]),
    ],
)
def test_json_over_lines_and_pages_become_items(lines: list[str], items: list[str]) -> None:
    columns = () if "label" in "".join(lines) else COLUMNS
    if '"B' in lines:
        with pytest.raises(InputError, match="invalid control character at line 2, column 3"):
            list(input_lines(lines, columns))
    else:
        assert list(input_lines(lines, columns)) == items


def test_a_refused_line_states_its_reason() -> None:
    assert (checked_line("a"), checked_line(b"\xc3\xa9")) == ("a", "é")
    with pytest.raises(Fault, match=r"^is old$"):
        checked_line(RefusedLine("a", "is old"))
    with pytest.raises(Fault, match="column 2: the byte 0xE9 is not UTF-8"):
        checked_line(b"a\xe9")


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ('{"id": 3, "points": 7}', {"id": 3}),
        ('{"id": "x", "name": "a\\ud800"}', {"id": "x", "name": "a\ufffd"}),
        ('{"id": 3.5, "name": 1}', {}),
        ("[1]", {}),
        ("{", {}),
        ("4:0-0\t first ", {"name": "first"}),
        ("4:0-0\t ", {}),
        (b"caf\xe9\tcaf\xe9", {"name": "caf\ufffd"}),
    ],
)
def test_a_line_that_is_refused_still_has_its_names(line: str | bytes, names: dict[str, object]) -> None:
    assert names_of_line(line) == names
    assert names_of_line("00\t11", tabs=False) == {}


@pytest.mark.parametrize(
    ("item", "label"),
    [('{"label": "easy", "size": 3}', "easy"), ("easy", "easy"), ('{"label": 3}', '{"label": 3}'), ("[1]", "[1]")],
)
def test_an_item_of_a_list_has_a_label(item: str, label: str) -> None:
    assert label_of_item(item) == label


def test_numbers_are_given_singly_or_as_ranges_of_at_most_1001() -> None:
    assert numbers_of_text("8, 10-12,0-0") == [8, 10, 11, 12, 0]
    assert numbers_of_text("5-1005") == list(range(5, 1006))
    for text in ("5-1006", "3-2", "x", "", "1-", "1000000"):
        with pytest.raises(ValueError, match="neither a number nor a range"):
            numbers_of_text(text)


@pytest.mark.parametrize(
    ("lines", "fault"),
    [
        ([">>digraph6<<&B??"], "line 1: digraph6 is not read: its arcs have directions"),
        (["a b?", ";Bc"], "line 2: incremental sparse6 is not read"),
        (["a b?", "\x89PNG\x00"], "line 2: this is not text, but a binary file"),
        (["", "<graphml/>"], "line 2: XML is not read; a line is a number"),
        (["x" * 70 + "?", "a b?"], "of which is '" + "x" * 60 + "'; a line is a number"),
        (["a b?"] * 100 + ["7"], "none of the lines can be read"),
    ],
)
def test_a_text_that_is_not_read_has_one_error(lines: list[str], fault: str) -> None:
    with pytest.raises(UnreadableInput) as refused:
        list(readable_lines(lines, str.isdigit, "a number"))
    assert fault in str(refused.value)


@pytest.mark.parametrize(
    "lines", [["a b?", "<graphml/>", "7"], ["a b?"] * 99 + ["7"], ["a b?", "easy"], ["a b?", "{"], [], [""]]
)
def test_a_text_with_an_item_is_read_line_by_line(lines: list[str]) -> None:
    assert list(readable_lines(lines, str.isdigit, "a number")) == lines


def test_one_line_that_is_no_item_keeps_its_own_error_and_several_have_one() -> None:
    assert list(readable_lines(["a b?"], str.isdigit, "a number")) == ["a b?"]
    assert list(readable_lines(["", "a b?", ""], str.isdigit, "a number")) == ["", "a b?", ""]
    assert list(readable_lines(["a b?", "12"], str.isdigit, "a number")) == ["a b?", "12"]
    with pytest.raises(UnreadableInput, match=r"none of the lines can be read, the first of which is 'a b\?'"):
        list(readable_lines(["a b?", "c d?"], str.isdigit, "a number"))


DEEP = '{"a":' * 100_000


@pytest.mark.parametrize("read", [cards_of_text, _board_of_text, _record_of_text, points_of_text])
def test_what_is_nested_too_deeply_is_refused_as_other_json_is(read: object) -> None:
    with pytest.raises(ValueError, match="nested too deeply"):
        read(DEEP)  # type: ignore[operator]


@pytest.mark.parametrize("text", ['{"drawing": null}', '{"drawing": [0, 0], "swaps": []}', '{"drawing": 5}'])
def test_what_has_no_points_is_no_place_to_go(text: str) -> None:
    with pytest.raises(ValueError, match="not points"):
        _onto_of_text(text)
