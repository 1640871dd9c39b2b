"""Streams that fail: at their beginning with a status of its own, later with a visible end."""

import gzip
import json
import zlib
from collections.abc import Iterator

import pytest
from flask import Flask, Response, request
from flask.testing import FlaskClient

from ludex.api.middleware import problems
from ludex.api.routing import responses
from ludex.api.routing.responses import StreamSlots, streamed

LINE = json.dumps({"title": "x" * 1000}) + "\n"


class Damaged(Exception):
    """The database cannot be read."""


def lines(good: int) -> Iterator[str]:
    for _ in range(good):
        yield LINE
    raise Damaged


@pytest.fixture
def client() -> FlaskClient:
    app = Flask("streams")
    problems.register(app)

    @app.after_request
    def compress(response: Response) -> Response:
        responses.compress(request, response)
        return response

    app.add_url_rule("/<form>/<int:good>", view_func=lambda form, good: streamed(form, lines(good), "levels"))
    return app.test_client()


def received(client: FlaskClient, path: str, **headers: str) -> Iterator[bytes]:
    """Yield the pieces of a stream that must fail."""
    answer = client.get(path, headers=headers, buffered=False)
    assert answer.status_code == 200
    with pytest.raises(Damaged):
        yield from answer.response


@pytest.mark.parametrize("form", ["ndjson", "csv"])
def test_a_stream_that_fails_at_its_beginning_is_a_problem(client: FlaskClient, form: str) -> None:
    answer = client.get(f"/{form}/3")
    assert (answer.status_code, answer.content_type) == (500, "application/problem+json")


def test_a_stream_of_json_lines_that_fails_later_ends_with_a_problem(client: FlaskClient) -> None:
    *objects, problem = b"".join(received(client, "/ndjson/100")).splitlines()
    assert [json.loads(line) for line in objects] == [json.loads(LINE)] * 100
    assert json.loads(problem)["status"] == 500


def test_the_problem_is_in_a_compressed_stream_too(client: FlaskClient) -> None:
    content = b"".join(received(client, "/ndjson/100", **{"Accept-Encoding": "gzip"}))
    with pytest.raises(EOFError):
        gzip.decompress(content)
    text = zlib.decompressobj(16 + zlib.MAX_WBITS).decompress(content)
    assert json.loads(text.splitlines()[-1])["status"] == 500


def test_another_stream_that_fails_later_has_no_further_line(client: FlaskClient) -> None:
    assert b"".join(received(client, "/csv/100")).replace(LINE.encode(), b"") == b""


def test_the_slot_of_a_stream_that_fails_at_once_is_free_again() -> None:
    slots = StreamSlots(1, "exports")

    def fails() -> Iterator[bytes]:
        raise Damaged
        yield b""

    with Flask("streams").test_request_context():
        with pytest.raises(Damaged):
            slots.respond(fails(), "text/plain")
        assert isinstance(slots.respond(iter([b"x"]), "text/plain"), Response)
