"""CSV becomes lines of JSON with the same line numbers; errors name the line."""

import json

import pytest

from ludex.engine.text_lines import split_lines
from ludex.requests.text_input import (
    InputError,
    RefusedLine,
    UnreadableInput,
    input_lines,
    is_header,
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
        ("name,pts", "line 1: unknown column 'pts'; the columns are name, points, graph6, label"),
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


def test_one_line_that_is_no_item_keeps_its_own_error_and_several_have_one() -> None:
    assert list(readable_lines(["a b?"], str.isdigit, "a number")) == ["a b?"]
    assert list(readable_lines(["", "a b?", ""], str.isdigit, "a number")) == ["", "a b?", ""]
    assert list(readable_lines(["a b?", "12"], str.isdigit, "a number")) == ["a b?", "12"]
    with pytest.raises(UnreadableInput, match=r"none of the lines can be read, the first of which is 'a b\?'"):
        list(readable_lines(["a b?", "c d?"], str.isdigit, "a number"))
