"""Requests to the pages that look up and compare."""

import re
from urllib.parse import parse_qs, urlsplit

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

SQUARE = '{"points": [[0, 0], [4, 0], [5, 4], [0, 3]], "edges": [[0, 1], [1, 3], [3, 2], [2, 0]]}'


def heading(answer: TestResponse) -> str:
    assert answer.status_code == 200
    return re.findall("<h2>(.*?)</h2>", answer.text)[0]


def look_up(client: FlaskClient, text: str, page: str = "/draw", **asked: str) -> TestResponse:
    return client.get(page, query_string={"text": text, **asked})


def stored(client: FlaskClient, text: str, page: str = "/draw") -> str:
    answer = client.post(page, data={"text": text, "do": "store"})
    assert answer.status_code == 303
    assert urlsplit(answer.location).path == page
    return parse_qs(urlsplit(answer.location).query)["with"][0]


def compared(client: FlaskClient, a: str, b: str) -> str:
    answer = client.get("/compare", query_string={"a": a, "b": b})
    assert answer.status_code == 200
    return answer.text
