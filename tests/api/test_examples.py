"""The example documents of schema/examples answer as written. `python tests/api/test_examples.py` writes them anew.

Each file holds a request (its body as `body`, or as `lines` in NDJSON), the status and the answer; they are asked in
the order of their names, of one service on the starting catalogue.
"""

import json
import tempfile
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from ludex.app import create_app
from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kinds import GAMES
from ludex.catalogue.starting import fill
from ludex.settings import read_settings

EXAMPLES = Path(__file__).parents[2] / "schema" / "examples"


def answered(url: str) -> dict[Path, dict[str, Any]]:
    """Return every example with the status and the answer that a service on a starting catalogue gives now."""
    app = create_app(read_settings({"LUDEX_DATABASE_URL": url}))
    examples = {}
    for file in sorted(EXAMPLES.glob("*.json")):
        request = json.loads(file.read_text(encoding="utf-8"))["request"]
        examples[file] = {"request": request, **_answer(app.test_client(), request)}
    app.extensions["ludex"].catalogue.close()
    return examples


def _answer(client: FlaskClient, request: dict[str, Any]) -> dict[str, Any]:
    if "lines" in request:
        lines = "\n".join(json.dumps(line) for line in request["lines"])
        response = client.open(request["path"], method="POST", data=lines, content_type="application/x-ndjson")
    else:
        response = client.open(request["path"], method=request["method"], json=request.get("body"))
    return {"status": response.status_code, "answer": response.get_json()}


@pytest.fixture(scope="module")
def now(starting_address: str) -> dict[Path, dict[str, Any]]:
    return answered(starting_address)


@pytest.mark.parametrize("file", sorted(EXAMPLES.glob("*.json")), ids=lambda file: file.stem)
def test_the_example_answers_as_written(now: dict[Path, dict[str, Any]], file: Path) -> None:
    assert now[file] == json.loads(file.read_text(encoding="utf-8"))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        made = Catalogue(f"sqlite:///{folder}/examples.sqlite", GAMES)
        made.database.upgrade()
        fill(made)
        made.close()
        for file, example in answered(f"sqlite:///{folder}/examples.sqlite").items():
            file.write_text(json.dumps(example, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
