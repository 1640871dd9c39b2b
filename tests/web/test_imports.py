"""Objects are imported from text: every format is read, errors are located by line, and levels become a pack."""

import re
from html import unescape
from io import BytesIO
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from ludex.catalogue.catalogue import Catalogue
from ludex.games.planarity.pages.forms import EXAMPLES
from ludex.games.sets.pages import notation as sets_notation
from ludex.games.swish.pages import notation as swish_notation
from ludex.jobs.store import store_of
from ludex.settings import Settings
from tests.applications import application
from tests.jobs.executing import finish
from tests.web.reading import Read, texts_of

_SQUARE = "4:0-1,0-2,1-3,2-3"
_CROSSED = "4:0-2,1-3"
_TRIANGLES = "0-1 1-2 2-0"


def send(client: FlaskClient, do: str, text: str) -> str:
    answer = client.post("/make/import", data={"do": do, "text": text})
    assert answer.status_code == 200
    Read(answer.text)
    return answer.text


def shown(page: str) -> list[str]:
    """Return what the preview shows of each line."""
    return [re.sub(" in the catalogue$", "", about) for about in texts_of(page, "span", "about") if "vert" in about]


@pytest.mark.parametrize(("title", "text"), EXAMPLES)
def test_each_example_is_read_and_previewed_without_scripts(visitor: FlaskClient, title: str, text: str) -> None:
    assert f"example={title.replace(' ', '%20')}" in visitor.get("/make/import").text
    page = visitor.get("/make/import", query_string={"example": title}).text
    assert "refused" not in Read(page).ids
    assert len(shown(page)) >= 2 and page.count("<svg") >= len(shown(page))
    assert unescape(page).count(text.rstrip("\n")) == 1


def test_errors_have_the_numbers_of_their_lines(client: FlaskClient) -> None:
    text = "\n".join((_SQUARE, "nonsense!!", "", '{"points": [[0, 0], [1, 1], [2, 2]], "edges": []}', "3:0-7", "[[[["))
    for do in ("preview", "store"):
        lines = re.findall(r"<strong>Line (\d+)</strong>: (.*?)</li>", send(client, do, text))
        assert [int(number) for number, _ in lines] == [2, 4, 5, 6]
        assert "points 0, 1 and 2 are on a line" in lines[1][1] and "vertex 7 does not exist" in lines[2][1]
    assert client.get("/api/v1/planarity/levels").get_json()["count"] == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "at least one line"),
        (" \n\n", "at least one line"),
        ("a,name\n1,2", "unknown column"),
        ("name,points,unknown\n", "unknown column"),
        ('{"items": [{"points": ', "not JSON: expecting value at column 23"),
        ("0-1 1-2\n" * 1001, "the limit is 1,000"),
        ("x" * 400_001, "more than 400,000 characters"),
        ("[" * 5000, ""),
    ],
)
def test_a_text_that_cannot_be_imported_is_answered_with_the_reason(
    reader: FlaskClient, text: str, message: str
) -> None:
    page = send(reader, "store", text)
    if message:
        assert "fault" in Read(page).ids and message in unescape(page)
    else:
        assert "refused" in Read(page).ids


def test_a_file_is_read_and_one_that_is_no_text_refused(reader: FlaskClient) -> None:
    file = (BytesIO(b"\xef\xbb\xbf" + _TRIANGLES.encode() + b"\r\nD~{\r\n"), "levels.txt")
    page = reader.post("/make/import", data={"do": "preview", "file": file, "text": ""}).text
    assert shown(page) == ["3 vertices, 3 edges, 0 crossings", "5 vertices, 10 edges, 5 crossings"]
    data = {"do": "preview", "file": (BytesIO(b"D~{\ncaf\xe9\n"), "levels.txt")}
    page = reader.post("/make/import", data=data).text
    assert shown(page) == ["5 vertices, 10 edges, 5 crossings"]
    assert "<strong>Line 2</strong>: column 4: the byte 0xE9 is not UTF-8" in page


def test_lines_are_solved_as_a_job_whose_levels_become_a_pack(
    client: FlaskClient, sqlite_catalogue: Catalogue, tmp_path: Path
) -> None:
    text = f"{_SQUARE}\nnonsense!!\n5:0-2,2-4,4-1,1-3,3-0\nD~{{"
    answer = client.post("/make/import", data={"do": "job", "text": text})
    assert answer.status_code == 303
    job = answer.headers["Location"].rpartition("/")[2]
    store = store_of(f"sqlite:///{sqlite_catalogue.database.file}")
    finish(sqlite_catalogue, store, job, tmp_path)
    store.close()
    assert "line 2 is refused" in client.get(f"/jobs/{job}").text
    # The complete graph on five vertices cannot be solved, so it is in no pack.
    assert "All 2 levels" in client.get(f"/make/pick/planarity?job={job}").text
    made = client.post(f"/make/pick/planarity?job={job}", data={"do": "all", "title": "Imported"})
    assert made.headers["Location"] == "/make/packs/planarity/imported"
    assert client.get("/api/v1/planarity/packs/imported").get_json()["size"] == 2


CARD_TABS = (swish_notation.IMPORT_TAB, sets_notation.IMPORT_TAB)
CARD_EXAMPLES = [(tab.reader.kind, title, text) for tab in CARD_TABS for title, text in tab.examples]


@pytest.mark.parametrize(("kind", "title", "text"), CARD_EXAMPLES)
def test_each_example_of_cards_is_previewed_and_stored(client: FlaskClient, kind: str, title: str, text: str) -> None:
    page = client.get("/make/import", query_string={"kind": kind, "example": title}).text
    lines = text.count("\n")
    assert f"{lines} line" in page and "can be stored" in page and "refused" not in Read(page).ids
    page = client.post("/make/import", data={"kind": kind, "do": "store", "text": text}).text
    assert "Solve and store" not in page
    assert len(set(re.findall(rf"/objects/({kind}-[a-z0-9-]+)", page))) == lines


def test_cards_that_cannot_be_read_are_refused_by_line(reader: FlaskClient) -> None:
    text = "0000 0121\n0000 0003\n0000 0000"
    page = reader.post("/make/import", data={"kind": "set-position", "do": "store", "text": text}).text
    assert re.findall(r"<li><strong>Line (\d+)</strong>", page) == ["2", "3"]


def test_stored_levels_are_played_and_picked_for_a_pack(client: FlaskClient) -> None:
    page = send(client, "store", f"{_SQUARE}\nD~{{")
    labels = re.findall(r'name="level" value="([^"]+)"', page)
    assert len(labels) == 2 and page.count("play-link") == 1 and "stored before" not in page
    assert send(client, "store", f"{_SQUARE}\n{_CROSSED}").count("stored before") == 1
    picked = client.post("/make/pick/planarity", data={"do": "choose", "level": labels}).text
    assert picked.count(" checked") == 1 and "1 level left out" in picked


def test_storing_requires_a_key_where_writing_does(starting_address: str) -> None:
    with application(Settings(database_url=starting_address, host="0.0.0.0")) as app:
        client = app.test_client()
        page = send(client, "preview", _SQUARE)
        assert "requires an API key" in page and "Solve and store now" not in page
        for do in ("store", "job"):
            assert client.post("/make/import", data={"do": do, "text": _SQUARE}).status_code == 401
