"""Clients that are made from the OpenAPI document, and those of schema/examples, ask a running service."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from ludex.settings import Settings
from tests.api.running import Running

SCHEMA = Path(__file__).parents[2] / "schema"
_SECONDS = 240

_SCRIPT = """
import type { operations } from "./api";

type Level = operations["getPlanarityLevel"]["responses"][200]["content"]["application/json"];
type Solution = operations["getPlanarityLevelSolution"]["responses"][200]["content"]["application/json"];

export function played(level: Level, solution: Solution): [number, number][] {
  const points: [number, number][] = [...level.drawing.points];
  for (const [u, v] of solution.swaps) [points[u], points[v]] = [points[v]!, points[u]!];
  // @ts-expect-error: a point is a pair
  const wrong: [number, number, number][] = level.drawing.points;
  return level.difficulty.grade === null ? wrong.length ? points : [] : points;
}
"""

_PROGRAM = """
import sys
from client import Client
from client.api.planarity_levels import get_planarity_level_solution
from client.api.packs import get_pack_next
from client.api.planarity_packs import get_planarity_pack
from client.models import Problem

with Client(sys.argv[1]) as client:
    pack = get_planarity_pack.sync("easy", client=client)
    level = get_pack_next.sync("planarity", "easy", client=client).level
    solution = get_planarity_level_solution.sync(level.label, client=client)
    problem = get_planarity_pack.sync("none", client=client)
assert isinstance(problem, Problem) and problem.status == 404, problem
assert all(len(point) == 2 for point in level.drawing.points)
print(pack.title, pack.size, len(solution.swaps) == level.min_swaps)
"""


@pytest.fixture(scope="module")
def served(starting_address: str) -> Iterator[str]:
    """Give the address of a service on the starting catalogue."""
    running = Running(Settings(database_url=starting_address))
    yield running.url
    running.end()


def asked(*command: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    own = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | environment
    return subprocess.run(command, cwd=folder, env=own, capture_output=True, text=True, timeout=_SECONDS, check=False)


def test_the_examples_of_clients_say_the_same(served: str) -> None:
    said = asked(sys.executable, "play.py", served, folder=SCHEMA / "examples")
    lines = said.stdout.splitlines()
    assert lines[0] == "Easy: 123 levels of grade 4 to 9"
    assert lines[-1].endswith(" exchange their places: 0 crossings")
    assert said.stderr == "404 Not Found: no level has the label or slug 'nothing'\n"
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed: the example in JavaScript is not run")
    of_script = asked(node, "play.mjs", served, folder=SCHEMA / "examples")
    assert of_script.stdout == said.stdout + said.stderr, of_script.stderr


@pytest.mark.slow
def test_the_level_server_of_the_tutorial_serves_levels(starting_address: str) -> None:
    command = [sys.executable, str(SCHEMA / "examples" / "level_server.py"), "0"]
    environment = os.environ | {"LUDEX_DATABASE_URL": starting_address}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            address = server.stdout.readline().strip()
            with urlopen(address) as response:
                level = json.load(response)
            with pytest.raises(HTTPError, match="404") as missing:
                urlopen(address.replace("/4", "/99"))
            missing.value.close()
        finally:
            server.terminate()
    assert level["label"].startswith("planarity-level-")
    assert set(level) == {"label", "drawing", "grade"}


@pytest.mark.slow
def test_typescript_knows_the_types_of_answers(tmp_path: Path) -> None:
    npx = shutil.which("npx")
    if npx is None:
        pytest.skip("npx is not installed")
    packages = ("--package", "openapi-typescript@7.13.0", "--package", "typescript@5.9.3")
    (tmp_path / "play.ts").write_text(_SCRIPT)
    checked = f"openapi-typescript {SCHEMA / 'openapi.json'} -o api.ts && tsc --noEmit --strict play.ts"
    made = asked(npx, "--yes", *packages, "-c", checked, folder=tmp_path)
    if "npm error" in made.stderr and not (tmp_path / "api.ts").exists():
        pytest.skip("openapi-typescript and typescript cannot be installed here")
    assert made.returncode == 0, made.stdout + made.stderr


@pytest.mark.slow
def test_a_client_in_python_is_made_from_the_document(served: str, tmp_path: Path) -> None:
    # It needs another version of Typer than we do, so it has an environment of its own, which uv makes and keeps.
    uv = shutil.which("uv") or shutil.which("uv", path=str(Path(sys.executable).parent))
    if uv is None:
        pytest.skip("uv is not installed")
    tool = (uv, "tool", "run", "--quiet", "--from", "openapi-python-client==0.29.1")
    document = str(SCHEMA / "openapi.json")
    # What is made is not made beautiful besides.
    (tmp_path / "config.yml").write_text("post_hooks: []\n")
    generate = ("generate", "--path", document, "--meta", "none", "--output-path", "client", "--config", "config.yml")
    made = asked(*tool, "openapi-python-client", *generate, folder=tmp_path)
    if (
        "openapi-python-client" in made.stderr and "No solution found" in made.stderr
    ) or "Failed to fetch" in made.stderr:
        pytest.skip("openapi-python-client cannot be installed here")
    assert made.returncode == 0, made.stdout + made.stderr
    (tmp_path / "program.py").write_text(_PROGRAM)
    ran = asked(*tool, "python", "program.py", served, folder=tmp_path)
    assert (ran.stdout, ran.returncode) == ("Easy 123 True\n", 0), ran.stderr
