"""The example documents of schema/examples answer as written. `python -m tests.api.test_examples` writes them anew.

Each file holds a request (its body as `body`, or as `lines` in NDJSON), the status and the answer, or a list of such;
they are asked in the order of their names, of one service on the starting catalogue. An answer that is no JSON has its
media type beside it, a picture is not held, and neither is what `"held": false` says is never the same.
"""

import itertools
import json
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from flask.testing import FlaskClient

from ludex.api.resources.figures import MEDIA
from ludex.api.routing.openapi import examples_of, read_examples
from ludex.api.routing.routes import Operation
from ludex.api.service import Service
from ludex.app import all_routes
from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kinds.registry import registry_of
from ludex.catalogue.starting import fill
from ludex.games.kinds import GAMES
from ludex.settings import Settings
from tests.applications import application
from tests.jobs.recording import record_object

EXAMPLES = Path(__file__).parents[2] / "schema" / "examples"
PICTURES = {media for form in MEDIA.values() for media in form.types}


def answered(url: str) -> dict[Path, list[dict[str, Any]]]:
    """Return the examples of every file with the status and the answer that a service on a starting catalogue gives."""
    with application(Settings(database_url=url)) as app, repeatable():
        start_job(app.extensions["ludex"])
        refused = _refused(app.test_client())
        assert not refused, refused
        examples = {}
        for file in sorted(EXAMPLES.glob("*.json")):
            examples[file] = [ask_example(app.test_client(), one) for one in read_examples(file)]
    return examples


@contextmanager
def repeatable() -> Iterator[None]:
    """Let every run have the same ids of jobs, the same time of day for them, and time for every search."""
    numbers = itertools.count()
    with (
        patch("ludex.jobs.store.secrets.token_bytes", lambda size: next(numbers).to_bytes(size, "big")),
        patch("ludex.jobs.store.moment", lambda _seconds: "2027-01-15T08:00:00Z"),
        patch("ludex.catalogue.transfer.trash.now", lambda: datetime(2027, 1, 15, 8, tzinfo=UTC)),
        patch("ludex.api.resources.health.memory_of_host", lambda: 8 << 30),
        patch("ludex.requests.bounds.TIME_LIMIT_DEFAULT", 300.0),
        patch("ludex.api.middleware.metrics.getrandbits", lambda _bits: 0x0123456789ABCDEF),
    ):
        yield


def start_job(service: Service) -> None:
    """Let the job that examples name be there: cancelled before any worker took it, but with an object."""
    job = service.jobs.start("verify", {"where": "kind:cap"}, "objects")
    service.jobs.cancel(job.id)
    record_object(service.catalogue, job.id, "planarity-level-8-10-7utzrfjcrnuth2x7")


def _operations() -> list[Operation]:
    return [one for subject in all_routes(registry_of(GAMES)) for one in subject.operations]


def _refused(client: FlaskClient) -> list[str]:
    """Return the reads that are not answered as the documentation fills them in, on the starting catalogue alone.

    With If-None-Match, 304 takes the place of 200, and no picture is rendered.
    """
    operations = [one for one in _operations() if one.method == "GET"]
    examples = examples_of(operations)
    refused = []
    for one in operations:
        address, query = one.address.format(**examples[one.name][0].path), examples[one.name][0].query
        answer = client.get(address, query_string=query, headers={"If-None-Match": "*"})
        if answer.status_code not in (200, 304):
            refused.append(one.name)
    return refused


def ask_example(client: FlaskClient, example: dict[str, Any]) -> dict[str, Any]:
    """Return an example with the status and the answer that a service gives."""
    request = example["request"]
    if "lines" in request:
        lines = "\n".join(json.dumps(line) for line in request["lines"])
        response = client.open(request["path"], method="POST", data=lines, content_type="application/x-ndjson")
    else:
        response = client.open(request["path"], method=request["method"], json=request.get("body"))
    made = {"request": request, "status": response.status_code}
    if example.get("held") is False:
        return made | {"held": False}
    if response.is_json or not response.data:
        plain = not response.data or response.mimetype in ("application/json", "application/problem+json")
        return made | ({} if plain else {"media": response.mimetype}) | {"answer": response.get_json(silent=True)}
    return made | {"media": response.mimetype} | ({} if response.mimetype in PICTURES else {"answer": response.text})


@pytest.fixture(scope="module")
def now(starting_address: str) -> dict[Path, list[dict[str, Any]]]:
    return answered(starting_address)


@pytest.mark.parametrize("file", sorted(EXAMPLES.glob("*.json")), ids=lambda file: file.stem)
def test_the_examples_answer_as_written(now: dict[Path, list[dict[str, Any]]], file: Path) -> None:
    assert now[file] == read_examples(file)


def test_every_request_of_the_api_has_an_example_that_is_answered() -> None:
    operations = _operations()
    assert {one.name for one in operations} == set(examples_of(operations))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        made = Catalogue(f"sqlite:///{folder}/examples.sqlite", GAMES)
        made.upgrade()
        fill(made)
        made.close()
        for file, examples in answered(f"sqlite:///{folder}/examples.sqlite").items():
            held: Any = examples if len(examples) > 1 else examples[0]
            file.write_text(json.dumps(held, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
