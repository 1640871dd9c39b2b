"""Texts as people have them have the same outcome through every door: HTTP, page, command, job, Python, checker."""

import io
import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

import ludex
from ludex.catalogue.catalogue import Catalogue
from ludex.engine.budget import Budget
from ludex.engine.faults import Fault
from ludex.engine.text_lines import decode_text
from ludex.games.kinds import GAMES
from ludex.jobs.operation import JobContext
from ludex.jobs.operations import by_name
from ludex.settings import Settings
from ludex_check_claims.command import main as check
from tests.applications import application
from tests.cli.conftest import ludex as run_command  # noqa: F401 - a fixture

SQUARE = '{"points": [[0, 0], [4, 0], [5, 4], [0, 3]], "edges": [[0, 1], [1, 3], [3, 2], [2, 0]]}'
TWINS = '{"points": [[0, 0], [0, 0]], "edges": [], "name": "twins", "id": 7}'
RANDOM = "[[0.1234567890123456, 0.5], [0.2, 0.7], [0.30000000000000004, 0.1]]"
SAVED = "SAVEFILE:41:x\nVERSION :1:1\nGAME    :8:Untangle\nPARAMS  :1:4\nCPARAMS :1:4\nDESC    :15:0-1,0-2,1-3,2-3\n"
TEXT_LEVEL = "v: 0, 0\nv: 4, 0\nv: 5, 4\nv: 0, 3\ne: 0, 1\ne: 1, 3\ne: 3, 2\ne: 2, 0\n"
PAIRS = ", ".join([SQUARE, '"4:0-2,1-3"'])


@dataclass(frozen=True)
class Row:
    """An input, and for each line the vertices and edges of its level, or a part of the reason for which it is refused.

    `fault` is a part of the error if the input is refused as a whole. `names` are the names of lines.
    """

    text: str | bytes
    lines: Mapping[int, str]
    fault: str = ""
    names: Mapping[int, str] | None = None
    is_csv: bool = False

    @property
    def raw(self) -> bytes:
        return self.text if isinstance(self.text, bytes) else self.text.encode()


def csv(text: str | bytes, lines: Mapping[int, str], **more: Any) -> Row:
    return replace(Row(text, lines, **more), is_csv=True)


def refused(text: str | bytes, fault: str) -> Row:
    return Row(text, {}, fault)


ROWS: dict[str, Row] = {
    # bytes and lines
    "mark": Row(b"\xef\xbb\xbf" + SQUARE.encode(), {1: "4-4"}),
    "UTF-16": Row(SQUARE.encode("utf-16"), {1: "4-4"}),
    "UTF-16 without mark": Row(f"4:0-1\n{SQUARE}".encode("utf-16-le"), {1: "4-1", 2: "4-4"}),
    "big-endian UTF-16": Row(SQUARE.encode("utf-16-be"), {1: "4-4"}),
    "half a character of UTF-16": refused(SQUARE.encode("utf-16") + b"\0", "the text begins as UTF-16"),
    "U+2028 in a name": Row(f'{SQUARE[:-1]}, "name": "A\u2028B"}}\n4:0-1', {1: "4-4", 2: "4-1"}, names={1: "A\u2028B"}),
    "control characters in names": Row(
        "4:0-1\tA\x0bB\n4:0-2\tC\x1cD\n", {1: "4-1", 2: "4-1"}, names={1: "A\x0bB", 2: "C\x1cD"}
    ),
    "NEL in a comment": Row("# c\x854:0-1\n4:0-2,1-3\n", {2: "4-2"}),
    "form feed at an end": Row("4:0-1\x0c\n4:0-2,1-3\n", {1: "4-1", 2: "4-2"}),
    "CR": Row("4:0-1\r4:0-2,1-3\r", {1: "4-1", 2: "4-2"}),
    "CRLF": Row("4:0-1\r\n\r\n4:0-2,1-3\r\n", {1: "4-1", 3: "4-2"}),
    "Latin-1": Row(b"4:0-1\tcaf\xe9\n4:0-2,1-3\n", {1: "column 10: the byte 0xE9 is not UTF-8", 2: "4-2"}),
    # CSV
    "Latin-1 in CSV": csv(b'name,untangle\ncaf\xe9,"4:0-1"\nb,"4:0-1"\n', {2: "column 4: the byte 0xE9", 3: "4-1"}),
    "CR in CSV": csv('name,untangle\ra,"4:0-1"\rb,"4:0-2,1-3"\r', {2: "4-1", 3: "4-2"}, names={2: "a", 3: "b"}),
    "mark and quotes": csv(b'\xef\xbb\xbf"name","untangle"\n"a","4:0-1"\n', {2: "4-1"}, names={2: "a"}),
    "sep=;": csv("sep=;\nname;untangle\na;4:0-1,0-2\n", {3: "4-2"}, names={3: "a"}),
    "semicolons": csv("name;untangle\na;4:0-1,0-2\n", {2: "4-2"}, names={2: "a"}),
    "tabs": csv("name\tuntangle\na\t4:0-1,0-2\n", {2: "4-2"}, names={2: "a"}),
    "commas at the end": csv('name,untangle,,\na,"4:0-1,0-2",,\n', {2: "4-2"}, names={2: "a"}),
    "line breaks in cells": csv(
        'name,points,edges\n"a\nb","[[0,0],\n[1,1]]","[[0,1]]"\n', {2: "2-1"}, names={2: "a\nb"}
    ),
    "round": csv(
        f'points,edges,round\n"{RANDOM}","[[0,1]]",6\n"{RANDOM}",[],0\n', {2: "3-1", 3: "turn of points 0, 1"}
    ),
    "index and capitals in the header": csv(",Name,ID,Untangle\n0,a,7,4:0-1\n", {2: "4-1"}, names={2: "a"}),
    "quote that is not closed": csv('name,untangle\n"a,4:0-1\nb,4:0-1\n', {2: "a quotation mark of this line is not"}),
    "no known column": csv(
        "idd,grph\n1,2\n2,3\n", {}, fault="line 1: unknown columns 'idd' (did you mean id?), 'grph'"
    ),
    "unknown column": csv("name,pts\na,[]\n", {}, fault="line 1: unknown column 'pts'"),
    # JSON
    "list": Row(f"[{PAIRS}]", {1: "4-4", 2: "4-2"}),
    "list over lines": Row(f"[\n{SQUARE},\n{SQUARE}\n]\n", {1: "4-4", 2: "4-4"}),
    "list among other members": Row(f'{{"game": "x", "stages": [{SQUARE}], "by": ["a", "b"]}}', {1: "4-4"}),
    "indented": Row(json.dumps(json.loads(SQUARE), indent=2), {1: "4-4"}),
    "indented list": Row(json.dumps([json.loads(SQUARE)] * 2, indent=1), {1: "4-4", 2: "4-4"}),
    "comma after a line": Row(f"{SQUARE},\n{SQUARE}\n", {1: "a comma that no value follows, at column 88", 2: "4-4"}),
    "comma at the end of a list": refused(f"[{SQUARE},\n]", "a comma that no value follows, at line 2, column 1"),
    "name twice": Row(f'{SQUARE[:-1]}, "points": []}}\n4:0-1\n', {1: "points: the name is repeated", 2: "4-1"}),
    "name twice within": Row('{"drawing": {"edges": [], "edges": 1}}\n', {1: "drawing/edges: the name is repeated"}),
    "surrogate": Row('{"points": [[0, 0]], "edges": [], "name": "\\ud800"}\n', {1: "name: the text has an unpaired"}),
    "name twice in an indented list": Row(
        f'[\n{SQUARE[:-1]}, "points": []}},\n{SQUARE}\n]', {1: "points: the name is repeated", 2: "4-4"}
    ),
    "Latin-1 in an indented list": Row(
        f'[\n{SQUARE},\n{SQUARE[:-1]}, "name": "caf'.encode() + b'\xe9"}\n]',
        {1: "4-4", 2: "line 3, column 101: the byte 0xE9 is not UTF-8"},
    ),
    "comments before an indented list": Row(f"# mine\n\n[\n{SQUARE}\n]", {1: "4-4"}),
    "comments before CSV": csv("# mine\nname,untangle\n#1,4:0-1\n", {3: "4-1"}, names={3: "#1"}),
    "numbers that are too long": Row(
        f'[\n{{"points": [[{"9" * 5000}, 0]], "edges": []}}\n]', {}, fault="too many digits"
    ),
    "number that is too long": Row(
        f'{{"points": [[{"9" * 5000}, 0]], "edges": []}}\n4:0-1\n', {1: "a number with too many digits", 2: "4-1"}
    ),
    "white space before JSON": Row(f"\u00a0{SQUARE}\n\x1e{SQUARE}\n", {1: "4-4", 2: "4-4"}),
    "semicolons after objects": refused(f"{SQUARE};\n{SQUARE};\n", "expecting value at column 88 (';')"),
    "quotes of a text editor": Row("{\u201cpoints\u201d: []}\n", {1: "column 2 ('\u201c')"}),
    "lists of texts": Row('["4:0-1", "4:0-2"]\n["4:0-3"]\n', {1: "not a drawing", 2: "not a drawing"}),
    "node-link": Row(
        '{"nodes": [{"id": 0}], "links": [{"source": 0, "target": 0}]}\n', {1: "node-link JSON is not read"}
    ),
    "id that is a decimal": Row('{"points": [[0, 0]], "edges": [], "id": 1.5}\n', {1: "id: should be an integer"}),
    "NaN": Row('{"points": [[NaN, 0]], "edges": []}\n', {1: "NaN, which is not a number"}),
    "invalid line": Row(
        f'{SQUARE}\n{{"points": [[0,\n{SQUARE}\n', {1: "4-4", 2: "not JSON: expecting value", 3: "4-4"}
    ),
    "name and id of a refused line": Row(TWINS, {1: "points 0 and 1 are the same"}, names={1: "twins"}),
    "name after a tab of a refused line": Row("4:0-0\tloop\n", {1: "joins vertex 0 to itself"}, names={1: "loop"}),
    # coordinates
    "random coordinates": Row(f'{{"points": {RANDOM}, "edges": []}}', {1: "at most 10 decimals fit"}),
    "rounded coordinates": Row(f'{{"points": {RANDOM}, "edges": [], "round": 9}}', {1: "3-0"}),
    "almost whole": Row('{"points": [[300.00000000000006, 0.25]], "edges": []}', {1: "at most 12 decimals fit"}),
    # notations
    "graph6 of 28 vertices": Row("[" + "?" * 63 + "\n", {1: "28-0"}),
    "graph6 of 60 vertices": Row("{" + "?" * 295 + "\n", {1: "60-0"}),
    "graph6 of 70 vertices": Row("~?@E" + "?" * 403 + "\n", {1: "70-0"}),
    "headers": Row(">>graph6<<Bw\n>>sparse6<<:Bc\n", {1: "3-3", 2: "3-2"}),
    "sparse6": Row(":Bc\n", {1: "3-2"}),
    "header on its own line": Row(">>graph6<<\nBw\n", {2: "3-3"}),
    "more than 128 vertices": Row(
        ">>graph6<<~?A@" + "?" * 1376 + "\nBw\n", {1: "a graph of 129 vertices; the limit is 128", 2: "3-3"}
    ),
    "incremental sparse6": refused(";Bc\n;Bc\n", "incremental sparse6 is not read"),
    "digraph6": refused(">>digraph6<<&B??\n&B?o\n", "line 1: digraph6 is not read"),
    "planar_code": refused(b">>planar_code<<\x03\x02\x03\x00\x01\x03\x00\x01\x02\x00", "planar_code is not read"),
    "text level": Row(TEXT_LEVEL, {1: "4-4"}),
    "two text levels": Row(TEXT_LEVEL + "\n" + TEXT_LEVEL, {1: "4-4", 10: "4-4"}),
    "saved game": Row(SAVED, {1: "4-4"}),
    "text level with exponents": Row("v: .5, 1e1\nv: -2.5E-1, 1.\n\ne: 0, 1\n", {1: "2-1"}),
    "saved game that is cut off": Row(SAVED[:-9], {1: "the save file is cut off"}),
    "saved game without edges": Row(SAVED.partition("DESC")[0], {1: "the save file is cut off"}),
    "spaces after commas": Row("4: 0-2, 1-3\n", {1: "4-2"}),
    "saved game with CRLF": Row(SAVED.replace("\n", "\r\n"), {1: "4-4"}),
    "saved game of another program": Row(SAVED.replace("Untangle", "Mines"), {1: "a save file of Mines"}),
    "edge list": Row("0 1\n1 2\n2 0\n", {1: "3-3"}),
    "edge list with header": Row("source,target\n0,1\n1,2\n", {2: "3-2"}),
    "edge lists with semicolons and tabs": Row("0;1\n1;2\n\n0\t1\n", {1: "3-2", 4: "2-1"}),
    "edge list on a line": Row("0-1 1-2 2-0\n", {1: "3-3"}),
    "edge list without vertex 0": Row("1 2\n2 3\n", {1: "the edge list has no vertex 0"}),
    "names": Row("mine\nyours\n", {1: "no object has this name", 2: "no object has this name"}),
    # what is not read
    "picture": refused(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(range(256)), "this is not text, but a binary file"),
    "order types": refused(bytes(range(1, 33)), "this is not text, but a binary file"),
    "XML": refused("<?xml version='1.0'?>\n<graphml>\n<graph>\n</graph>\n</graphml>\n", "XML is not read"),
    "GML": refused("graph [\n node [\n id 0\n ]\n]\n", "GML is not read"),
    "DOT": refused("graph {\n 0 -- 1;\n}\n", "DOT is not read"),
    "DIMACS": refused("p edge 3 2\ne 1 2\ne 2 3\n", "DIMACS is not read"),
    "prose": refused("These are\nthree lines\nof prose.\n", "none of the lines can be read, the first of which is"),
    "cards": refused("*o,o*\n*o\n", "none of the lines can be read"),
}

Outcome = tuple[dict[int, str], dict[int, str], str]
"""For each line the label, or the reason why it is refused; the names of lines; and the error of the whole input."""


@pytest.fixture(scope="module")
def address(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    file = tmp_path_factory.mktemp("inputs") / "catalogue.sqlite"
    file.write_bytes(sqlite_template.read_bytes())
    return f"sqlite:///{file}"


@pytest.fixture(scope="module")
def client(address: str) -> Iterator[FlaskClient]:
    with application(Settings(database_url=address)) as app:
        yield app.test_client()


@pytest.fixture
def command(
    address: str,
    run_command: Callable[..., Any],  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> Callable[..., Any]:
    monkeypatch.setenv("LUDEX_DATABASE_URL", address)
    return run_command


def _of_report(report: Any) -> Outcome:
    lines = {line["line"]: line["label"] or line["reason"] for line in report["lines"]}
    names = {line["line"]: line["name"] for line in report["lines"] if line.get("name") is not None}
    return lines, names, ""


def over_http(client: FlaskClient, row: Row) -> Outcome:
    media = "text/csv" if row.is_csv else "application/x-ndjson"
    answer = client.post("/api/v1/planarity/levels/import?time_limit=60", data=row.raw, content_type=media)
    body = answer.get_json()
    return ({}, {}, body["detail"]) if answer.status_code == 400 else _of_report(body)


def on_the_page(client: FlaskClient, row: Row) -> Outcome:
    sent = {"do": "preview", "file": (io.BytesIO(row.raw), "levels.txt")}
    page = client.post("/make/import", data=sent, content_type="multipart/form-data").text
    if fault := re.search(r'id="fault"><p>(.*?)</p>', page):
        return {}, {}, _plain(fault[1])
    lines = {int(line[1]): "planarity-level-" for line in re.finditer(r"</span><strong>Line (\d+)</strong>", page)}
    errors = re.finditer(r"<li><strong>Line (\d+)</strong>: (.*?) <code>[^<]*</code></li>", page, re.DOTALL)
    return lines | {int(line[1]): _plain(line[2]) for line in errors}, {}, ""


def _plain(html: str) -> str:
    return unescape(re.sub("<[^>]*>", "", html))


def by_command(command: Callable[..., Any], folder: Path, row: Row) -> Outcome:
    file = folder / "levels.txt"
    file.write_bytes(row.raw)
    ran = command("planarity", "import", str(file), "--json")
    errors = ran.err.splitlines()
    assert all(line.startswith(f"ludex: {file}") for line in errors)
    if not ran.out:
        assert (ran.code, len(errors)) == (2, 1)
        return {}, {}, errors[0]
    outcome = _of_report(json.loads(ran.out))
    assert ran.code == (0 if all(text.startswith("planarity-level-") for text in outcome[0].values()) else 2)
    return outcome


def as_a_job(address: str, row: Row, shared: Mapping[str, Any] | None = None) -> Outcome:
    operation = by_name()["import"]
    catalogue = Catalogue(address, GAMES)
    try:
        text = decode_text(row.raw)
        arguments = operation.takes.model_validate({"kind": "planarity-level", "lines": text, "shared": shared or {}})
        operation.check(arguments)
        context = JobContext(catalogue, Budget())
        assert operation.division is not None
        [part] = operation.division.plan(arguments, [], context)
        step = operation.run(arguments, part, context)
    except Fault as fault:
        return {}, {}, str(fault)
    finally:
        catalogue.close()
    assert step.result["refused"] == len(step.result["faults"])
    return {fault["line"]: fault["reason"] for fault in step.result["faults"]}, {}, ""


def require_outcome(row: Row, outcome: Outcome, *, labels: bool = True, names: bool = True) -> None:
    lines, named, fault = outcome
    if row.fault:
        assert row.fault.lower() in fault.lower()
        assert not lines
        return
    assert fault == ""
    assert lines.keys() == row.lines.keys()
    for number, expected in row.lines.items():
        if not re.fullmatch(r"\d+-\d+", expected):
            assert expected in lines[number]
        elif labels:
            assert lines[number].startswith(f"planarity-level-{expected}-")
        else:
            assert lines[number].startswith("planarity-level-")
    if names and row.names is not None:
        assert named == row.names


@pytest.mark.parametrize("name", ROWS)
def test_an_input_has_the_same_outcome_everywhere(
    client: FlaskClient, address: str, command: Callable[..., Any], tmp_path: Path, name: str
) -> None:
    row = ROWS[name]
    require_outcome(row, over_http(client, row))
    require_outcome(row, by_command(command, tmp_path, row))
    require_outcome(row, on_the_page(client, row), labels=False, names=False)
    refusals = {number: reason for number, reason in row.lines.items() if not re.fullmatch(r"\d+-\d+", reason)}
    with suppress(Fault):  # The text of a job has no invalid bytes.
        decode_text(row.raw)
        require_outcome(replace(row, lines=refusals), as_a_job(address, row), names=False)


TWICE = '{"points": [[0, 0], [1, 1]], "edges": [], "edges": [[0, 1]]}'
CARDS_TWICE = '{"cards": ["*o"], "cards": ["o*"]}'


@pytest.mark.parametrize(
    "words",
    [
        ("planarity", "solve", TWICE),
        ("planarity", "invariants", TWICE),
        ("planarity", "draw", TWICE),
        ("planarity", "equivalence", SQUARE, TWICE),
        ("planarity", "points", "test", TWICE),
        ("planarity", "order-type", TWICE),
        ("lookup", "planarity-level", TWICE),
        ("dedup", "planarity-level", TWICE),
        ("graph", "neighbours", TWICE),
        ("graph", "surroundings", TWICE),
        ("graph", "path", TWICE, "easy"),
        ("swish", "solve", CARDS_TWICE),
        ("swish", "equivalence", CARDS_TWICE, "*o"),
        ("lookup", "swish-position", CARDS_TWICE),
        ("sets", "solve", '{"properties": 1, "values": 3, "cards": ["0"], "cards": ["1"]}'),
    ],
    ids=" ".join,
)
def test_commands_refuse_a_name_that_occurs_twice(command: Callable[..., Any], words: tuple[str, ...]) -> None:
    ran = command(*words)
    assert (ran.code, ran.out, len(ran.err.splitlines())) == (2, "", 1)
    assert re.search(r"(edges|cards): the name is repeated", ran.err)


def test_python_refuses_a_name_that_occurs_twice(address: str) -> None:
    with ludex.Catalogue(address) as catalogue:
        for method in (catalogue.neighbours, catalogue.surroundings, catalogue.search):
            with pytest.raises(ValueError, match="edges: the name is repeated"):
                method(TWICE)
        with pytest.raises(ValueError, match="edges: the name is repeated"):
            catalogue.paths(TWICE, "easy")
        with pytest.raises(ValueError, match="parameters/x: must be a text without NUL and unpaired surrogates"):
            catalogue.cypher("RETURN $x", {"x": "\ud800"})


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_an_export_in_any_encoding_is_imported_and_checked(
    command: Callable[..., Any], tmp_path: Path, encoding: str
) -> None:
    command("planarity", "add", SQUARE)
    file = tmp_path / "export"
    file.write_text(command("export").out, encoding=encoding)
    report = json.loads(command("import", str(file), "--json").out)
    assert (report["refused"], report["new"]) == (0, 0) and report["duplicates"] > 3
    # Nothing is wrong or unreadable. A claim that is not checked in time, or that is a search, gives 3.
    assert check([str(file), "--seconds", "10"]) in (0, 3)


def test_a_name_that_occurs_twice_in_an_export_is_refused_by_import_and_checker(
    command: Callable[..., Any], tmp_path: Path
) -> None:
    command("planarity", "add", SQUARE)
    lines = command("export").out.splitlines()
    place, claim = next((place, line) for place, line in enumerate(lines) if line.startswith('{"claim"'))
    lines[place] = claim[:-1] + ',"value":1}'
    file = tmp_path / "export"
    file.write_text("\n".join(lines) + "\n")
    ran = command("import", str(file), "--json")
    assert ran.code == 2 and f"{file}, line {place + 1}: value: the name is repeated" in ran.err
    assert check([str(file), "--seconds", "10"]) in (1, 2)


CNF = "p cnf 2 2\n1 2 0\nc old:\x85-1 -2 0\n1 -2 0\n"


def test_a_comment_of_a_formula_ends_at_the_end_of_its_line(
    client: FlaskClient, command: Callable[..., Any], tmp_path: Path
) -> None:
    answer = client.post("/api/v1/swish/reductions/sat", json={"cnf": CNF}).get_json()
    assert answer["clauses"] == 2
    for encoding in ("utf-8", "utf-8-sig", "utf-16"):
        file = tmp_path / "formula.cnf"
        file.write_text(CNF, encoding=encoding)
        ran = command("swish", "reduce", "sat", str(file), "--json")
        assert json.loads(ran.out)["cards"] == answer["cards"], ran.err


def test_files_of_points_are_read_by_commands(command: Callable[..., Any], tmp_path: Path) -> None:
    sets = [[(0, 0), (200, 1), (7, 100)], [(0, 0), (255, 0), (3, 250)]]
    labels = [json.loads(command("planarity", "order-type", json.dumps(points), "--json").out) for points in sets]
    files = {
        "otypes03.b08": bytes(number for points in sets for point in points for number in point),
        "otypes03.b16": b"".join(
            number.to_bytes(2, "little") for points in sets for point in points for number in point
        ),
        "points.txt": "\n\n".join("\n".join(f"{x} {y}" for x, y in points) for points in sets).encode(),
        "points.csv": b"x,y\n"
        + b"\n#\n".join(b"\r\n".join(b"%d, %d.0" % point for point in points) for points in sets),
    }
    for name, raw in files.items():
        (tmp_path / name).write_bytes(raw)
        ran = command("planarity", "order-type", str(tmp_path / name), "--json")
        assert [json.loads(line)["label"] for line in ran.lines] == [found["label"] for found in labels], name
    (tmp_path / "types.b08").write_bytes(b"123456")
    assert "the name of a file of order types" in command("planarity", "order-type", str(tmp_path / "types.b08")).err
    (tmp_path / "otypes04.b08").write_bytes(b"123456")
    assert "6 bytes are not" in command("planarity", "order-type", str(tmp_path / "otypes04.b08")).err


def test_the_command_of_another_game_is_named_only_if_it_reads_the_line(
    command: Callable[..., Any], tmp_path: Path
) -> None:
    file = tmp_path / "lines"
    file.write_text('{"cards": ["*o"]}\n')
    assert "run `ludex swish import " in command("planarity", "import", str(file)).err
    file.write_text("name,cards\nx,*o\n")
    assert "ludex planarity import" not in command("swish", "import", str(file)).err
    file.write_text('{"cards": ["*o", 7]}\n')
    assert "ludex swish import" not in command("planarity", "import", str(file)).err


def test_coordinates_are_rounded_by_an_option_and_a_field(client: FlaskClient, command: Callable[..., Any]) -> None:
    drawing = f'{{"points": {RANDOM}, "edges": [[0, 1]]}}'
    for words in (("solve", drawing), ("points", "test", RANDOM), ("order-type", RANDOM)):
        assert "at most 10 decimals fit" in command("planarity", *words).err
        assert command("planarity", *words, "--round", "9").code == 0
        assert "--round: with 0 decimals, the turn of points 0, 1 and 2 changes; give 1" in (
            command("planarity", *words, "--round", "0").err
        )
    for path in ("planarity/solve", "planarity/levels"):
        bodies = [json.loads(drawing) | {"round": 3}, {"drawing": json.loads(drawing) | {"round": 3}}]
        assert [client.post(f"/api/v1/{path}", json=body).status_code // 100 for body in bodies] == [2, 2]
    found = client.post("/api/v1/planarity/solve", json=json.loads(drawing) | {"round": 0})
    assert (found.status_code, found.get_json()["errors"][0]["pointer"]) == (422, "/round")


def test_one_option_rounds_all_drawings_of_a_file(
    client: FlaskClient, address: str, command: Callable[..., Any], tmp_path: Path
) -> None:
    drawing = {"points": json.loads(RANDOM), "edges": [[0, 1]]}
    lines = [drawing, {"drawing": drawing}, {**drawing, "round": 0}, "4:0-1"]
    text = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines)
    row = Row(text, {1: "3-1", 2: "3-1", 3: "turn of points 0, 1 and 2 changes", 4: "4-1"})
    file = tmp_path / "levels.ndjson"
    file.write_text(text)
    ran = command("planarity", "import", str(file), "--round", "5", "--json")
    require_outcome(row, _of_report(json.loads(ran.out)))
    sent = client.post("/api/v1/planarity/levels/import?round=5", data=text, content_type="application/x-ndjson")
    require_outcome(row, _of_report(sent.get_json()))
    require_outcome(replace(row, lines={3: row.lines[3]}), as_a_job(address, row, {"round": 5}), names=False)
    with ludex.Catalogue(address) as catalogue:
        report = catalogue.planarity.import_levels(file, round=5)
        assert [line.outcome for line in report.lines] == ["duplicate", "duplicate", "refused", "duplicate"]
        assert [line.outcome for line in catalogue.planarity.import_levels(file).lines] == ["refused"] * 3 + [
            "duplicate"
        ]
    file.write_text("\n".join(text.split("\n")[:2]))
    assert command("planarity", "dedup", "--file", str(file), "--round", "5").out.startswith("0 1 ")
    assert "line 1: points/0/0: a coordinate is outside" in command("planarity", "dedup", "--file", str(file)).err


def test_the_shape_of_all_cards_of_a_file_is_an_option_and_a_parameter(
    client: FlaskClient, command: Callable[..., Any], tmp_path: Path
) -> None:
    file = tmp_path / "cards"
    file.write_text("00\t33\n")  # The codes are separated by a tab, so that no name follows it.
    ran = command("sets", "import", str(file), "--values", "4", "--json")
    sent = client.post(
        "/api/v1/sets/positions/import?properties=2&values=4",
        data=file.read_bytes(),
        content_type="application/x-ndjson",
    )
    [line], [same] = json.loads(ran.out)["lines"], sent.get_json()["lines"]
    assert line["label"] == same["label"] and line["label"].startswith("set-position-4-2-2-")
    assert line["name"] is None is same["name"]
    file.write_text("*./..\n")
    labels = {
        json.loads(command("swish", "import", str(file), "--symmetry", name, "--json").out)["lines"][0]["label"]
        for name in ("square", "rectangle")
    }
    assert len(labels) == 2
