"""The README's examples answer as printed, and its settings are the ones that the code reads."""

import doctest
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

import ludex.settings
from ludex.app import create_app
from ludex.settings import read_settings

README = Path(__file__).parent.parent / "README.md"
TEXT = README.read_text(encoding="utf-8")


def _examples() -> list[tuple[str, str]]:
    """Return (command, expected output) for each line that begins with `$` in a console block."""
    examples = []
    for block in re.findall(r"```console\n(.*?)```", TEXT, flags=re.DOTALL):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            examples.append((command, output))
    return examples


@pytest.fixture(scope="module")
def catalogue(starting_address: str) -> str:
    return starting_address


@pytest.fixture(scope="module")
def client(catalogue: str) -> Iterator[FlaskClient]:
    app = create_app(read_settings({"LUDEX_DATABASE_URL": catalogue}))
    yield app.test_client()
    app.extensions["ludex"].catalogue.close()


@pytest.mark.parametrize(("command", "output"), [e for e in _examples() if e[0].startswith("curl")])
def test_requests_answer_as_printed(client: FlaskClient, command: str, output: str) -> None:
    words = shlex.split(command)
    body = words[words.index("--json") + 1] if "--json" in words else None
    path = next(word for word in words if word.startswith("localhost:8000")).removeprefix("localhost:8000")
    answer = client.open(path, method="GET" if body is None else "POST", data=body, content_type="application/json")
    assert answer.get_json() == json.loads(output)


@pytest.mark.parametrize(("command", "output"), [e for e in _examples() if e[0].startswith("ludex")])
def test_commands_answer_as_printed(catalogue: str, command: str, output: str) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "ludex.cli", *shlex.split(command)[1:]],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "LUDEX_DATABASE_URL": catalogue, "COLUMNS": "120"},
    )
    assert [line.rstrip() for line in run.stdout.splitlines()] == output.splitlines()


def test_python_answers_as_printed(catalogue: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    copy = tmp_path / "catalogue.sqlite"
    shutil.copyfile(catalogue.removeprefix("sqlite:///"), copy)
    monkeypatch.setenv("LUDEX_DATABASE_URL", f"sqlite:///{copy}")
    blocks = re.findall(r"```python\n(.*?)```", TEXT, flags=re.DOTALL)
    session = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "README.md", None, None)
    assert len(session.examples) > 20
    said: list[str] = []
    result = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(session, out=said.append)
    assert result.failed == 0, "".join(said)


def test_every_setting_is_documented() -> None:
    documented = re.search(r"<!-- settings -->\n(.*?)<!-- end of settings -->", TEXT, flags=re.DOTALL)
    assert documented is not None
    assert ludex.settings.__doc__ is not None
    assert documented[1].strip() in ludex.settings.__doc__
    assert all(f"| `{name}` |" in documented[1] for name in ludex.settings._NAMES)


def test_every_file_it_names_exists() -> None:
    named = re.findall(r"\]\(([^)#:]+)\)", TEXT) + re.findall(r"\b(?:scripts|schema)/[a-z.-]+", TEXT)
    assert named
    for name in named:
        assert (README.parent / name).exists(), name
