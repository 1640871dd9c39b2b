"""Boards for other sites: only these pages may be framed, errors among them, and the element has a stable address."""

import json
import re
from html import unescape

import pytest
from flask.testing import FlaskClient

from ludex.web.mounting import POLICY

PEOPLE = {"Accept": "text/html,*/*;q=0.8"}
ANY_PAGE = POLICY.replace("frame-ancestors 'none'", "frame-ancestors *")


@pytest.fixture(scope="module")
def label(visitor: FlaskClient) -> str:
    """Give the label of a stored level."""
    return str(visitor.get("/api/v1/planarity/levels?limit=1").get_json()["items"][0]["label"])


def test_a_level_is_a_page_without_the_header_that_may_be_framed(visitor: FlaskClient, label: str) -> None:
    answer = visitor.get(f"/embed/{label}")
    assert answer.status_code == 200, answer.text
    assert answer.headers["Content-Security-Policy"] == ANY_PAGE
    assert "X-Frame-Options" not in answer.headers
    assert "<header" not in answer.text
    assert "<nav" not in answer.text
    found = re.search(r'data-embed="(.*?)"', answer.text)
    assert found is not None
    level = json.loads(unescape(found[1]))
    document = visitor.get(f"/api/v1/planarity/levels/{label}").get_json()
    assert level == {"label": label, "minimum": document["min_swaps"], "proved": document["proved"], "pack": ""}
    assert f'<link rel="canonical" href="http://localhost/play/planarity/{label}">' in answer.text


def test_the_daily_level_is_embedded_without_a_label(visitor: FlaskClient) -> None:
    answer = visitor.get("/embed/daily/planarity")
    assert answer.status_code == 200
    assert answer.headers["Content-Security-Policy"] == ANY_PAGE
    assert "planarity-level-" in answer.text


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("/embed/planarity-level-9-12-aaaaaaaaaaaaaaaa", "planarity-level-9-12-aaaa"),
        ("/embed/no-such-thing", "no-such-thing"),
        ("/embed/swish-36", "can be embedded"),
        ("/embed/daily/sets", "no daily puzzle"),
        ("/embed/daily/chess", "no daily puzzle"),
        ("/embed/a/b/c", "Not Found"),
    ],
)
def test_an_unknown_label_or_kind_is_a_404_page_that_may_be_framed(visitor: FlaskClient, path: str, text: str) -> None:
    answer = visitor.get(path, headers=PEOPLE)
    assert (answer.status_code, answer.mimetype) == (404, "text/html")
    assert text.lower() in answer.text.lower()
    assert "<header" not in answer.text
    assert answer.headers["Content-Security-Policy"] == ANY_PAGE
    assert visitor.get(path).mimetype == "application/problem+json"


def test_no_other_page_may_be_framed(visitor: FlaskClient, label: str) -> None:
    for path in ("/", f"/play/planarity/{label}", f"/objects/{label}", "/embed", "/embedded"):
        assert visitor.get(path, headers=PEOPLE).headers["Content-Security-Policy"] == POLICY, path


def test_the_element_has_a_stable_address_and_may_be_imported_from_every_origin(visitor: FlaskClient) -> None:
    answer = visitor.get("/embed/ludex-level.js")
    assert answer.content_type == "text/javascript; charset=utf-8"
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert answer.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert answer.headers["Cache-Control"] == "public, max-age=3600"
    assert "import " not in re.sub(r"(?m)^//.*$", "", answer.text)
