"""The requests that open the reference: curl, Python and JavaScript ask the same and read the same."""

import json
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from typing import Any

import pytest

from ludex.settings import Settings
from ludex_client import Client
from tests.applications import serving
from tests.machine import key_for_address
from tests.services import ROOT

HERE = "http://localhost:8000"
PAGE = (ROOT / "schema" / "documentation" / "reference" / "twelve-requests.md").read_text(encoding="utf-8")
HEAD, *SECTIONS = re.split(r"^## ", PAGE, flags=re.MULTILINE)


def _block(text: str, language: str) -> str:
    [block] = re.findall(rf"^```{language}\n(.*?)^```$", text, flags=re.DOTALL | re.MULTILINE)
    return str(block)


@pytest.fixture(scope="module")
def address(starting_address: str) -> Iterator[str]:
    with serving(Settings(database_url=starting_address)) as address:
        yield address


@pytest.fixture(scope="module")
def said(address: str) -> list[Any]:
    """Give what the examples in Python say."""
    client = Client(address)
    return [json.loads(json.dumps(eval(_block(section, "python"), {"client": client}))) for section in SECTIONS]


def test_there_are_twelve_of_stable_requests(said: list[Any]) -> None:
    document = json.loads((ROOT / "schema" / "openapi.json").read_text(encoding="utf-8"))
    routes = [re.findall(r"^`(\w+) (\S+)`$", section, flags=re.MULTILINE)[0] for section in SECTIONS]
    operations = [document["paths"][f"/api/v1{path}"][method.lower()] for method, path in routes]
    assert len(said) == len(set(routes)) == 12
    assert {operation["x-stability"] for operation in operations} == {"stable"}


def test_javascript_says_the_same(starting_address: str, address: str, said: list[Any]) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    lines = [f"console.log(JSON.stringify({_block(section, 'js').strip().rstrip(';')}));" for section in SECTIONS]
    program = "\n".join([_block(HEAD, "js"), *lines]).replace(HERE, address)
    run = subprocess.run(
        [node, "--input-type=module", "-e", program],
        env={"LUDEX_API_KEY": key_for_address(starting_address)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert [json.loads(line) for line in run.stdout.splitlines()] == said, run.stderr


@pytest.mark.parametrize("number", range(len(SECTIONS)))
def test_curl_asks_the_same(address: str, said: list[Any], number: int) -> None:
    section = SECTIONS[number]
    words = shlex.split(_block(section, "sh"))
    asked = next(word for word in words if word.startswith("localhost:8000"))
    body = words[words.index("--json") + 1] if "--json" in words else None
    script = _block(section, "js")
    assert f'ask("{asked.removeprefix("localhost:8000/api/v1")}"' in script
    assert body is None or re.sub(r'"(\w+)":', r"\1:", body) in script
    method = "GET" if body is None else "POST"
    path = asked.removeprefix("localhost:8000/api/v1")
    answer = Client(address).request(method, path, body=body and json.loads(body))
    assert str(json.loads(json.dumps(said[number]))).strip("[]") in str(answer)
