"""A seeded part of what `scripts/conformity` tries: requests made from the OpenAPI document, and generated inputs."""

from collections.abc import Iterator
from random import Random

import pytest
from flask import Flask

from tests.applications import close
from tests.conformity.asking import application
from tests.conformity.inputs import try_inputs
from tests.conftest import Lend

OPERATIONS = 24
BOUNDS = r"/api/v1/sets/equivalence$"
INPUTS = 1200


@pytest.fixture
def address(lend_starting: Lend) -> Iterator[str]:
    """Give the address of a starting catalogue that may be written to."""
    with lend_starting() as address:
        yield address


@pytest.fixture
def filled_app(address: str) -> Iterator[Flask]:
    app = application(address)
    yield app
    close(app)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_every_answer_is_one_that_the_document_tells(filled_app: Flask) -> None:
    from tests.conformity.answers import conformity  # schemathesis takes long to import

    paths = filled_app.test_client().get("/api/v1/openapi.json").get_json()["paths"]
    every = [f"{method.upper()} {path}" for path, of in paths.items() for method in of if method != "parameters"]
    found = conformity(
        filled_app, 0, BOUNDS, only={*Random(1).sample(every, OPERATIONS), "POST /api/v1/sets/equivalence"}
    )
    assert not found.failures, "\n".join(f"{told}\n{how}" for told, how in found.failures.items())
    assert len(found.answers) > OPERATIONS / 2 and sum(found.answers.values()) > OPERATIONS


def test_whatever_is_given_is_answered_or_refused_with_a_reason(address: str) -> None:
    tried = list(try_inputs(address, INPUTS, seed=1))
    assert sum(one.inputs for one in tried) == INPUTS
    assert {one.name: one.failures for one in tried if one.failures} == {}
    # Inputs that nothing takes would try little.
    assert sum(one.taken for one in tried) > INPUTS / 10
