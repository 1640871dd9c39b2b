"""Freeze what a version promises: `python -m tests.compatibility.freeze 1.0.0`, once for each release.

The folder of a version has an export, a catalogue, the requests and responses of the API, its operations, the commands,
and the Python client. The objects are those of the starting catalogue that schema/examples names.
"""

import io
import json
import lzma
import os
import re
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from sqlite3 import connect
from typing import Any

import ludex.app
from ludex.api.routing.openapi import read_examples
from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.starting import fill
from ludex.games.kinds import GAMES
from ludex.settings import Settings
from ludex.version import FEATURE_LEVEL, __version__
from tests.api.test_examples import EXAMPLES, ask_example, repeatable, start_job
from tests.applications import application
from tests.compatibility.contract import commands, operations
from tests.services import ROOT

FOLDER = Path(__file__).parent
_LABEL = re.compile(r"\b(?:planarity|set|swish)-[a-z-]+-[a-z0-9-]*[a-z2-7]{16}\b")
_DATE = (2026, 1, 1, 0, 0, 0)


def versions() -> list[str]:
    """Return the frozen versions, the oldest first."""
    return sorted(path.name for path in FOLDER.iterdir() if path.name[0].isdigit())


def unpacked(version: str, name: str) -> bytes:
    """Return the content of a file of a version."""
    return lzma.decompress((FOLDER / version / f"{name}.xz").read_bytes())


def plain(answer: Any) -> Any:
    """Return JSON in which the version of Ludex is not named, because it changes."""
    return json.loads(json.dumps(answer).replace(__version__, "VERSION"))


def transcript(url: str, requests: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return requests with the status and the answer of a service on a catalogue."""
    with application(Settings(database_url=url)) as app, repeatable():
        start_job(app.extensions["ludex"])
        return [plain(ask_example(app.test_client(), request)) for request in requests]


def _ludex(url: str, *words: object) -> str:
    """Run a command on a catalogue, and return its standard error. It may refuse lines."""
    program = [sys.executable, "-m", "ludex.cli", *map(str, words)]
    environment = os.environ | {"LUDEX_DATABASE_URL": url}
    return subprocess.run(program, env=environment, capture_output=True, text=True, check=False).stderr


def _new(file: Path) -> str:
    catalogue = Catalogue(f"sqlite:///{file}", GAMES)
    catalogue.upgrade()
    catalogue.close()
    return f"sqlite:///{file}"


_LINKS = """
SELECT s.label, name, t.label FROM link JOIN node s ON s.id = source JOIN node t ON t.id = target
JOIN name_number ON category = 'relation' AND number = relation WHERE name NOT IN ('one-swap', 'same-class')
"""


def _needed(links: Iterable[tuple[str, str, str]], chosen: set[str]) -> set[str]:
    """Return what objects are made of: the targets of their links, and the members of packs."""
    return {
        source if relation == "in-pack" else target
        for source, relation, target in links
        if (target if relation == "in-pack" else source) in chosen
    }


def _small_catalogue(folder: Path) -> str:
    """Return the address of a catalogue of what the examples name, and of a pack of each game."""
    starting, small, lines = _new(folder / "starting.sqlite"), _new(folder / "small.sqlite"), folder / "lines.ndjson"
    catalogue = Catalogue(starting, GAMES)
    fill(catalogue)
    catalogue.close()
    named = {label for file in EXAMPLES.glob("*.json") for label in _LABEL.findall(file.read_text())}
    named = {label for label in named if "-pack-" not in label}  # most packs have a hundred members
    with closing(connect(folder / "starting.sqlite")) as database:
        packs = database.execute(
            "SELECT label FROM node JOIN alias ON node = node.id WHERE slug LIKE '%-first'"
        ).fetchall()
        chosen = named | {label for (label,) in packs}
        links = database.execute(_LINKS).fetchall()
        known = {label for (label,) in database.execute("SELECT label FROM node")}
    chosen &= known
    while more := _needed(links, chosen) - chosen:
        chosen |= more
    _ludex(starting, "export", "--claims", "-o", lines, *sorted(chosen))
    print(_ludex(small, "import", lines), file=sys.stderr)
    _ludex(small, "planarity", "pack", "add", "frozen", *sorted(label for label in named if "-level-9-" in label))
    return small


def freeze(version: str) -> None:
    """Write the folder of a version. Those of versions that have been released stay as they are."""
    target = FOLDER / version
    target.mkdir(exist_ok="dev" in __version__ or __version__ == version)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        small = _small_catalogue(folder)
        _ludex(small, "export", "--keys", "-o", folder / "export.ndjson")
        with closing(connect(folder / "small.sqlite")) as database:
            database.execute("VACUUM")
        _pack(target / "export.ndjson", (folder / "export.ndjson").read_bytes())
        _pack(target / "catalogue.sqlite", (folder / "small.sqlite").read_bytes())
        examples = [example for file in sorted(EXAMPLES.glob("*.json")) for example in read_examples(file)]
        examples = [example for example in examples if example["request"]["path"] != "/api/v1/cypher"]  # experimental
        answers = transcript(small, examples)
    kept = [answer for answer, example in zip(answers, examples, strict=True) if answer["status"] == example["status"]]
    print(f"{len(kept)} of {len(examples)} requests are answered as in the starting catalogue")
    _pack(target / "requests.json", json.dumps(kept, indent=1).encode())
    document = json.loads(ludex.app.openapi_text())
    contract = {"feature_level": FEATURE_LEVEL, "operations": operations(document), "commands": commands()}
    _pack(target / "contract.json", json.dumps(contract, indent=1).encode())
    _pack(target / "client.zip", _client())
    size = sum(file.stat().st_size for file in target.iterdir())
    print(f"{size:,} bytes in {target.relative_to(ROOT)}")


def _pack(file: Path, content: bytes) -> None:
    file.with_name(f"{file.name}.xz").write_bytes(lzma.compress(content, preset=9 | lzma.PRESET_EXTREME))


def _client() -> bytes:
    """Return the Python client as a zip file, not compressed, from which Python can import it."""
    source, result = ROOT / "service" / "clients" / "python", io.BytesIO()
    with zipfile.ZipFile(result, "w") as archive:
        for file in sorted((source / "ludex_client").rglob("*.py")):
            entry = zipfile.ZipInfo(file.relative_to(source).as_posix(), _DATE)
            archive.writestr(entry, file.read_bytes())
    return result.getvalue()


if __name__ == "__main__":
    freeze(sys.argv[1])
