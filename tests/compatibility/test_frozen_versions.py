"""This version keeps what each frozen version promised: data, requests, commands, clients."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import ludex.app
from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.storage.migrations import require_current
from ludex.cli.main import main
from ludex.games.kinds import GAMES
from ludex.settings import Settings
from ludex.version import FEATURE_LEVEL
from ludex_check_claims.command import main as check_claims
from tests.applications import serving
from tests.compatibility.contract import commands, operations
from tests.compatibility.freeze import transcript, unpacked, versions

VERSIONS = versions()
CHANGING = {"seconds", "seed_of_run"}
"""Members whose values differ from run to run."""


def differences(old: Any, new: Any, place: str = "") -> Iterator[str]:
    """Yield what a value lacks or has in another way. Additional members are no difference."""
    if isinstance(old, dict) and isinstance(new, dict):
        for name, value in old.items():
            if name not in new:
                yield f"{place}/{name} is missing"
            elif name not in CHANGING:
                yield from differences(value, new[name], f"{place}/{name}")
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for index, (first, second) in enumerate(zip(old, new, strict=True)):
            yield from differences(first, second, f"{place}/{index}")
    elif old != new:
        yield f"{place} is {json.dumps(new)[:80]}, and was {json.dumps(old)[:80]}"


def test_an_additional_member_is_no_difference_and_anything_else_is():
    old = {"a": [1, {"b": "x"}]}
    assert list(differences(old, {"a": [1, {"b": "x", "c": 2}], "d": 3})) == []
    assert list(differences(old, {"a": [1, {"c": 2}]})) == ["/a/1/b is missing"]
    assert list(differences(old, {"a": [1, {"b": "y"}]})) == ['/a/1/b is "y", and was "x"']
    assert list(differences(old, {"a": [1]})) != []


@cache
def frozen(version: str, name: str) -> Any:
    """Return a JSON file of a version."""
    return json.loads(unpacked(version, f"{name}.json"))


@cache
def export_of(version: str) -> dict[str, Any]:
    """Return the lines of the export of a version: objects by label, claims by what they state."""
    return _by_name(unpacked(version, "export.ndjson").decode())


def _by_name(lines: str) -> dict[str, Any]:
    parsed = [json.loads(line) for line in lines.splitlines()]
    return {_name(line): line for line in parsed if "seal" not in line}


def _name(line: Mapping[str, Any]) -> str:
    return line.get("label") or json.dumps([line["subject"], line["claim"], line.get("parameters")], sort_keys=True)


def _exported(url: str, file: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    monkeypatch.setenv("LUDEX_DATABASE_URL", url)
    with pytest.raises(SystemExit) as left:
        main(["export", "--keys", "-o", str(file)])
    assert not left.value.code
    return _by_name(file.read_text())


@pytest.fixture(scope="module", params=VERSIONS)
def version(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def upgraded(version: str, tmp_path: Path) -> str:
    """Give the address of the catalogue of a version, which this version has upgraded."""
    file = tmp_path / "frozen.sqlite"
    file.write_bytes(unpacked(version, "catalogue.sqlite"))
    catalogue = Catalogue(f"sqlite:///{file}", GAMES)
    catalogue.upgrade()
    require_current(catalogue.database)
    catalogue.close()
    return f"sqlite:///{file}"


def test_a_catalogue_is_upgraded_with_the_same_keys_labels_and_documents(version, upgraded, tmp_path, monkeypatch):
    exported = _exported(upgraded, tmp_path / "now.ndjson", monkeypatch)
    assert list(differences(export_of(version), exported)) == []


def test_an_export_is_imported_with_the_same_keys_labels_and_documents(version, lend, tmp_path, monkeypatch):
    file = tmp_path / "export.ndjson"
    file.write_bytes(unpacked(version, "export.ndjson"))
    with lend() as url:
        monkeypatch.setenv("LUDEX_DATABASE_URL", url)
        with pytest.raises(SystemExit) as left:
            main(["import", "--trust", str(file)])
        assert not left.value.code
        assert list(differences(export_of(version), _exported(url, tmp_path / "now.ndjson", monkeypatch))) == []


def test_keys_and_labels_are_computed_anew_from_the_documents(version, lend, tmp_path, monkeypatch):
    # Without claims, which would take minutes to compute again. Objects that need a computation are in other tests.
    kinds = {"swish-card", "set-card", "planarity-graph", "planarity-x-type", "planarity-order-type"}
    objects = [line for line in export_of(version).values() if line.get("kind") in kinds]
    assert {line["kind"] for line in objects} == kinds
    file = tmp_path / "objects.ndjson"
    file.write_text("".join(json.dumps({k: v for k, v in line.items() if k != "key"}) + "\n" for line in objects))
    with lend() as url:
        monkeypatch.setenv("LUDEX_DATABASE_URL", url)
        with pytest.raises(SystemExit) as left:
            main(["import", "--workers", "0", str(file)])
        assert not left.value.code
        exported = _exported(url, tmp_path / "now.ndjson", monkeypatch)
    assert [line["label"] for line in objects if exported[line["label"]]["key"] != line["key"]] == []


def test_the_checker_reads_an_export(version, tmp_path, capsys):
    file = tmp_path / "export.ndjson"
    file.write_bytes(unpacked(version, "export.ndjson"))
    # Facts that no claim states are listed; nothing is wrong, and every line is readable.
    assert check_claims(["--seconds", "2", str(file)]) in (0, 3), capsys.readouterr().out[-500:]


def test_requests_are_answered_as_before(version, upgraded):
    recorded = frozen(version, "requests")
    answers = transcript(upgraded, recorded)
    found = {
        f"{old['request']['method']} {old['request']['path']}": list(differences(old, new))
        for old, new in zip(recorded, answers, strict=True)
    }
    assert {request: list(lines)[:3] for request, lines in found.items() if lines} == {}


def test_every_operation_takes_and_returns_what_it_did(version):
    old = frozen(version, "contract")["operations"]
    new = operations(json.loads(ludex.app.openapi_text()))
    assert set(old) - set(new) == set()
    for name, operation in old.items():
        now = new[name]
        assert now["request"] == operation["request"]
        for part in ("parameters", "takes", "body"):
            assert set(operation[part]) <= set(now[part]), (name, part)
        for part in ("required", "body_required"):
            assert set(now[part]) <= set(operation[part]), (name, part)
        for status, returned in operation["returns"].items():
            assert set(returned["media"]) <= set(now["returns"][status]["media"]), (name, status)
            assert set(returned["members"]) <= set(now["returns"][status]["members"]), (name, status)


def test_every_command_has_its_options(version):
    old, new = frozen(version, "contract")["commands"], commands()
    assert {words: set(options) - set(new.get(words, ())) for words, options in old.items()} == {
        key: set() for key in old
    }


def test_the_feature_level_grows_with_the_api():
    last = frozen(VERSIONS[-1], "contract")
    same = operations(json.loads(ludex.app.openapi_text())) == last["operations"]
    assert last["feature_level"] == FEATURE_LEVEL if same else last["feature_level"] < FEATURE_LEVEL


CLIENT = """
import sys
from ludex_client import Client, ProblemError, __version__
import ludex_client
assert ludex_client.__file__.startswith(sys.argv[2])
with Client(sys.argv[1]) as client:
    deck = client.get("swish-4x3")
    assert deck["size"] == 36
    levels = list(client.find("levels"))
    assert levels and all(level["proved"] for level in levels)
    square = {"points": [[0, 0], [4, 0], [5, 4], [0, 3]], "edges": [[0, 1], [1, 3], [3, 2], [2, 0]]}
    solved = client.solve_planarity(**square)
    assert solved["min_swaps"] == 1 and solved["proved"]
    assert client.solve_swish(cards=["*o./...", "o../.*.", "..*/.o."])["found"]
    assert client.solve_sets(properties=4, values=3, cards=["0000", "1111", "2222"])["set"]
    stored = client.post_planarity_levels(**square)
    assert client.get(stored["label"])["drawing"]["edges"]
    assert [found.label for found in client.neighbours(stored["label"], relation="has-graph")]
    assert client.claims(stored["label"])
    try:
        client.get("planarity-level-4-4-aaaaaaaaaaaaaaaa")
    except ProblemError as problem:
        assert problem.status == 404
"""


def test_the_client_of_the_version_reads_computes_and_stores(version, upgraded, tmp_path):
    archive = tmp_path / "client.zip"
    archive.write_bytes(unpacked(version, "client.zip"))
    with serving(Settings(database_url=upgraded)) as url:
        environment = os.environ | {"PYTHONPATH": str(archive)}
        program = [sys.executable, "-c", CLIENT, url, str(archive)]
        ended = subprocess.run(program, env=environment, capture_output=True, text=True, check=False, timeout=120)
    assert ended.returncode == 0, ended.stderr
