"""The published examples through HTTP, the client, Python and commands: results and errors are the same."""

import json
import re
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import parse_qsl

import httpx
import pytest
from flask import Flask

import ludex
from ludex.api.routing.openapi import read_examples
from ludex.api.routing.routes import Operation
from ludex.api.surfaces import declared_requests
from ludex.app import all_routes
from ludex.catalogue.kinds.registry import registry_of
from ludex.engine.faults import Fault
from ludex.games import games
from ludex.games.kinds import GAMES
from ludex.requests.declaration import Declaration, declaration_of, marks_of
from ludex.requests.fields import Argument, validate
from ludex.requests.packs import requests_of
from ludex.settings import Settings
from ludex_client import Client, ProblemError
from tests.applications import application
from tests.cli.conftest import Command
from tests.services import ROOT

SAMPLED = 30
_LEFT_OUT = frozenset({"url", "claims_url", "next"})
"""Members that only HTTP has, because they are addresses."""


@dataclass(frozen=True)
class Example:
    """A published request that only reads, with its fields by the names of the parameters.

    `game` is the game whose method and command in Python and on the command line it is, or an empty string.
    """

    file: str
    declared: Declaration
    operation: Operation
    game: str
    fields: Mapping[str, Any]
    request: Mapping[str, Any]

    @property
    def given(self) -> dict[str, Any]:
        """The fields without those that the game determines."""
        return {name: value for name, value in self.fields.items() if not self.game or name not in ("game", "kinds")}

    def asked(self, app: Flask) -> tuple[int, Any]:
        """Return the status and the answer over HTTP. Other examples store what published answers contain."""
        answer = app.test_client().open(
            self.request["path"], method=self.request["method"], json=self.request.get("body")
        )
        return answer.status_code, answer.get_json()


def _detail(answer: Any) -> str:
    """Return what a problem document says about the first place of the error."""
    return str((answer.get("errors") or [answer])[0]["detail"])


def _rule(route: str) -> str:
    return re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>[^/.]+)", re.escape(route))


def _examples() -> Iterator[Example]:
    operations = {
        (operation.method, operation.address): operation
        for subject in all_routes(registry_of(GAMES))
        for operation in subject.operations
    }
    declared = [
        (re.compile(_rule(method + " /api/v1" + path)), one, operations[method, f"/api/v1{path}"])
        for one in declared_requests()
        for method, _, path in (route.partition(" ") for route in one.served)
        if one.writes is None
        and "?" not in path
        and not path.startswith("/jobs")
        and (method, f"/api/v1{path}") in operations
    ]
    # A path with fewer fields is served before others that fit.
    declared.sort(key=lambda one: one[2].address.count("{"))
    of_games = {(game.name, one.name): one for game in games() for one in map(declaration_of, requests_of(game))}
    for file in sorted((ROOT / "schema" / "examples").glob("*.json")):
        for example in read_examples(file):
            asked = example["request"]
            path, _, query = asked["path"].partition("?")
            texts = dict(parse_qsl(query))
            paged = {"format", "cursor", "limit"} & {*texts, *(asked.get("body") or ())}
            if "answer" not in example or "media" in example or (asked["method"] == "GET" and paged):
                continue
            if path == "/api/v1/daily/calendar":
                continue  # it needs the scope `admin`
            for rule, one, operation in declared:
                if (found := rule.fullmatch(f"{asked['method']} {path}")) is not None:
                    texts |= found.groupdict()
                    if one.rest is not None and not texts.keys() <= {*one.fields, "from", "to"}:
                        break
                    values = {name: _value(one, name, text) for name, text in texts.items()}
                    fields = {**values, **(asked.get("body") or {})}
                    game = path.split("/")[3]
                    of_game = of_games.get((game, one.name))
                    yield Example(file.name, of_game or one, operation, game if of_game else "", fields, asked)
                    break


def _value(declared: Declaration, name: str, text: str) -> Any:
    """Return the value of a parameter of an address."""
    annotation = next((str(info.annotation) for key, info in declared.fields.items() if name in (key, info.alias)), "")
    for type_, read in (("int", int), ("bool", "true".__eq__), ("float", float)):
        if type_ in annotation and (type_ != "int" or text.isdigit()):
            return read(text)  # type: ignore[operator]
    return text


EXAMPLES = list(_examples())


def _cases() -> list[Any]:
    quick = set(Random(1).sample(range(len(EXAMPLES)), SAMPLED))
    return [
        pytest.param(one, id=f"{one.file}-{one.declared.name}", marks=[] if at in quick else [pytest.mark.slow])
        for at, one in enumerate(EXAMPLES)
    ]


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _plain(item) for name, item in value.items() if name not in _LEFT_OUT}
    return [_plain(item) for item in value] if isinstance(value, list) else value


@pytest.fixture(scope="module")
def file(starting_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("agreeing") / "catalogue.sqlite"
    shutil.copyfile(starting_template, file)
    return file


@pytest.fixture(scope="module")
def app(file: Path) -> Iterator[Flask]:
    with application(Settings(database_url=f"sqlite:///{file}")) as app:
        yield app


@pytest.mark.parametrize("example", _cases())
def test_python_agrees(app: Flask, file: Path, example: Example) -> None:
    declared = example.declared
    if declared.reason("python") is not None:
        pytest.skip(f"not in Python: {declared.reason('python')}")
    status, answer = example.asked(app)
    with ludex.Catalogue(file) as catalogue:
        owner = getattr(catalogue, example.game) if example.game else catalogue
        try:
            given = {name: value for name, value in example.given.items() if not declared.lists or name != "limit"}
            fields = validate(declared.model, given)
            arguments = declared.arguments(fields, catalogue.allowing(None))
            result = getattr(owner, declared.name)(**arguments)
        except (Fault, ValueError, LookupError) as error:
            assert status >= 400 and _detail(answer) in str(error)
            return
        most = example.request.get("body", {}).get("limit", 100)
        text = declared.page_json(result.read(None, most)) if declared.lists else declared.json(result)
    assert (200, _plain(json.loads(text))) == (status, _plain(answer))


@pytest.mark.parametrize("example", _cases())
def test_the_client_agrees(app: Flask, example: Example, monkeypatch: pytest.MonkeyPatch) -> None:
    # Another test may have left a key of this machine, which this catalogue does not know.
    monkeypatch.setattr("ludex_client.connection._key_of_machine", lambda _: None)
    if example.declared.reason("client") is not None:
        pytest.skip(f"not in the client: {example.declared.reason('client')}")
    status, answer = example.asked(app)
    with Client("http://localhost", transport=httpx.WSGITransport(app=app)) as client:
        try:
            path = example.operation.address.removeprefix("/api/v1")
            named = set(re.findall(r"\{(\w+)\}", path))
            rest = {name: value for name, value in example.fields.items() if name not in named}
            query, body = (rest, None) if example.operation.method == "GET" else (None, rest)
            found = client.request(example.operation.method, path.format(**example.fields), query=query, body=body)
        except ProblemError as problem:
            assert (problem.status, problem.problem.detail) == (status, answer["detail"])
            return
    assert (200, _plain(found)) == (status, _plain(answer))


def _word(value: Any) -> str:
    """Return the text of a value: vertices, such as 0-3, numbers, a move, such as 2=6,5, or JSON."""
    if isinstance(value, dict) and value.keys() == {"vertex", "to"}:
        return f"{value['vertex']}={','.join(map(str, value['to']))}"
    if isinstance(value, list) and all(isinstance(item, int) for item in value):
        return ("-" if len(value) == 2 else ",").join(map(str, value))
    return value if isinstance(value, str) else json.dumps(value)


def _named(given: dict[str, Any]) -> list[str]:
    """Return the words for cards or a drawing: the name of a deck or an object, or JSON."""
    if given.keys() == {"properties", "values"}:
        return [f"set-{given['values']}-{given['properties']}"]
    for name in ("label", "deck"):
        if name in given:
            named = str(given.pop(name))
            return [named, *(word for key, value in given.items() for word in (f"--{key}", str(value)))]
    return [json.dumps(given)]


def _words(example: Example) -> list[str] | None:
    """Return the words of the command, or None if a field of the request is written in another way there."""
    declared, rest = example.declared, example.given
    words = declared.words.split()
    for word in declared.argument_words:
        metavar = word.strip("[]")
        marked = [
            name
            for name, info in declared.fields.items()
            if any(m.metavar == metavar for m in marks_of(info, Argument))
        ]
        name = next(iter(marked), metavar.lower().rstrip("."))
        info = declared.fields.get(name)
        if info is None:
            return None
        mark = next(iter(marks_of(info, Argument)), None)
        if mark is not None and mark.merged:
            given = {
                key: rest.pop(key) for key in [*rest] if any(key in model.model_fields for model in declared.bases)
            }
            words += _named(given)
        elif name not in rest:
            return None
        else:
            value = rest.pop(name)
            values = value if isinstance(value, list) and word.strip("[]").endswith("...") else [value]
            words += map(_word, values)
    words += [word for word in declared.command.split() if word.startswith("--")]
    for name, value in rest.items():
        if not isinstance(value, str | int | float) or value is False:
            return None
        words += [f"--{name.replace('_', '-')}"] + ([] if value is True else [str(value)])
    return words


@pytest.mark.parametrize("example", _cases())
def test_commands_agree(
    app: Flask, ludex: Command, file: Path, monkeypatch: pytest.MonkeyPatch, example: Example
) -> None:
    words = _words(example) if example.declared.reason("command") is None and not example.declared.lists else None
    if words is None:
        pytest.skip("the command takes its input in another form")
    monkeypatch.setenv("LUDEX_DATABASE_URL", f"sqlite:///{file}")
    ran = ludex(*words, "--json")
    if "No such option" in ran.err:
        pytest.skip(ran.err)
    status, answer = example.asked(app)
    if status >= 400:
        assert ran.code == 2 and _detail(answer) in ran.err
    else:
        assert ran.code in (0, 1), ran.err
        assert _plain(json.loads(ran.out)) == _plain(answer)


_NAMES = {
    "label": lambda level: level,
    "beginning of the label": lambda level: level[:-6],
    "short name": lambda level: level.removeprefix("planarity-level-")[:-8],
    "title": lambda _: "The 1st knot, in 4/4",
    "notation": lambda _: "4:0-1,1-3,2-3,0-2",
    "two titles": lambda _: "Twice",
    "unknown": lambda _: "The 2nd knot",
}


@pytest.fixture(scope="module")
def titled(file: Path) -> str:
    """Give the label of the level that the names name, and give two of its neighbours the same title."""
    with ludex.Catalogue(file) as catalogue:
        level = catalogue.add(ludex.planarity.read_untangle("4:0-1,1-3,2-3,0-2"))
        for label, title in (
            (level.label, "The 1st knot, in 4/4"),
            (level["graph"], "Twice"),
            (level["x_type"], "Twice"),
        ):
            catalogue.edit(label, title=title)
        return level.label


@pytest.mark.parametrize("name", _NAMES)
def test_every_surface_takes_the_same_names(
    app: Flask, ludex: Command, file: Path, titled: str, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv("LUDEX_DATABASE_URL", f"sqlite:///{file}")
    given = _NAMES[name](titled)
    answer = app.test_client().post("/api/v1/surroundings", json={"object": given, "depth": 1})
    ran = ludex("graph", "surroundings", given, "--depth", "1", "--json")
    shown = app.test_client().get(f"/api/v1/objects/{given.replace('/', '%2F')}")
    command = ludex("show", given, "--json")
    if name in ("two titles", "unknown"):
        # A text may also be a value: several titles are found before, and an unknown name is read as cards.
        assert (shown.status_code, answer.status_code) == ((409, 409) if name == "two titles" else (404, 422))
        assert ran.code == command.code == 2
        return
    assert _plain(json.loads(ran.out)) == _plain(answer.get_json())
    if name == "notation":
        return
    assert answer.get_json()["nodes"][0]["id"] == titled
    if name != "title":  # a path of a URL has no slashes
        assert shown.get_json()["label"] == titled
    assert json.loads(command.out)["label"] == titled
