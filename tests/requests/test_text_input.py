"""CSV becomes lines of JSON with the same line numbers; errors name the line."""

import json

import pytest

from ludex.requests.text_input import CsvError, is_header, json_lines

COLUMNS = ("name", "points", "graph6")


def test_rows_keep_their_line_numbers_and_the_text_of_numbers() -> None:
    text = '\ufeffname,points\r\na,"[[0, 0.50],\n[1, 2]]"\r\n\r\n[1],x\r\n'
    lines = list(json_lines(text.splitlines(keepends=True), COLUMNS))
    assert lines == ["", '{"name": "a", "points": [[0, 0.50], [1, 2]]}', "", "", '{"name": "[1]", "points": "x"}']


def test_a_label_is_read_without_the_facts_beside_it() -> None:
    assert list(json_lines(["vertices,label,name\n", "3,a-1,b\n", "4,,\n"], COLUMNS)) == [
        "",
        '{"label": "a-1", "name": "b"}',
        "",
    ]


def test_the_apostrophe_before_a_formula_is_removed() -> None:
    [_, line] = json_lines(["graph6\n", "'@?x\n"], COLUMNS)
    assert json.loads(line) == {"graph6": "@?x"}


def test_an_extra_cell_stays_visible_as_an_unknown_field() -> None:
    assert list(json_lines(["name\n", "a,b\n"], COLUMNS))[1] == '{"name": "a", "column 2": "b"}'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("name,pts\n", "line 1: unknown column 'pts'; the columns are name, points, graph6, label"),
        ("name,name\n", "line 1: a column occurs twice"),
        ("\n", "line 1: no header"),
        ('name\na\n"b\n', "line 3: not CSV"),
    ],
)
def test_invalid_csv_is_located(text: str, message: str) -> None:
    with pytest.raises(CsvError) as error:
        list(json_lines(text.splitlines(keepends=True), COLUMNS))
    assert str(error.value).startswith(message)


def test_only_lines_of_known_names_are_headers() -> None:
    assert is_header("name,points", COLUMNS)
    assert is_header("label,edges")
    for line in ("name,points", "0121,0000", '"', ""):
        assert not is_header(line)
