"""The files for containers and systemd run existing commands, which other tests run too."""

import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import typer
import yaml

from ludex.cli.game_commands import set_games
from ludex.cli.main import build
from ludex.games import games
from ludex.settings import read_settings

FOLDER = Path(__file__).parents[2] / "scripts" / "deployment"
COMPOSE = yaml.safe_load((FOLDER / "compose.yaml").read_text())
UNITS = {name: (FOLDER / f"{name}.service").read_text() for name in ("ludex", "ludex-worker")}
DOCKERFILE = (FOLDER / "Dockerfile").read_text()
# With arguments of other numbers these are run by tests of the service, of workers and of the catalogue.
RUN_BY_TESTS = ["ludex serve", "ludex worker", "ludex db upgrade --fill", "ludex compile"]


def _commands() -> list[list[str]]:
    composed = [service["command"] for service in COMPOSE["services"].values() if "command" in service]
    started = [
        shlex.split(line.partition("=")[2].replace("/opt/ludex/.venv/bin/", ""))
        for unit in UNITS.values()
        for line in unit.splitlines()
        if line.startswith("ExecStart")
    ]
    contained = [shlex.split(line) for line in re.findall(r"^RUN (ludex .*)$", DOCKERFILE, flags=re.MULTILINE)]
    contained += [yaml.safe_load(line) for line in re.findall(r"^CMD (.*)$", DOCKERFILE, flags=re.MULTILINE)]
    return [*composed, *started, *contained]


@pytest.mark.parametrize("command", _commands(), ids=" ".join)
def test_a_command_is_one_that_tests_run(command: list[str]) -> None:
    assert any(shlex.split(known) == command[: len(shlex.split(known))] for known in RUN_BY_TESTS)
    set_games(games())
    found: Any = typer.main.get_command(build(games(), []))
    context = typer.Context(found)
    words = command[1:]
    while hasattr(found, "commands"):
        found = found.commands[words.pop(0)]
    found.make_context("ludex", words, parent=context)


def test_the_settings_are_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    given = [service["environment"] for service in COMPOSE["services"].values() if "command" in service]
    given += [dict(re.findall(r"(LUDEX_\w+)=(\S+)", text)) for text in (*UNITS.values(), DOCKERFILE)]
    for settings in given:
        values = {name: re.sub(r"\$\{.*?\}", "secret", value) for name, value in settings.items()}
        with monkeypatch.context() as environment:
            for name, value in values.items():
                if name.startswith("LUDEX_"):
                    environment.setenv(name, value)
            read_settings()


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd-analyze")
def test_systemd_accepts_the_units(tmp_path: Path) -> None:
    for name, unit in UNITS.items():
        (tmp_path / f"{name}.service").write_text(unit.replace("/opt/ludex/.venv/bin/ludex", sys.executable))
    command = ["systemd-analyze", "verify", "--man=no", *tmp_path.iterdir()]
    checked = subprocess.run(command, check=False, capture_output=True, text=True)
    assert (checked.returncode, checked.stderr) == (0, "")


@pytest.mark.parametrize("command", ["serve", "worker"])
def test_a_unit_is_restarted_without_a_limit_while_the_database_is_away(command: str) -> None:
    name = {"serve": "ludex", "worker": "ludex-worker"}[command]
    unit = dict(line.split("=", 1) for line in UNITS[name].splitlines() if re.match(r"[A-Z]\w+=", line))
    assert (unit["Restart"], unit["RestartSec"], unit["StartLimitIntervalSec"]) == ("on-failure", "5", "0")
    assert unit["ExecStart"].endswith(f"ludex {command}")
    ended = subprocess.run(
        [sys.executable, "-m", "ludex.cli", command],
        env=os.environ | {"LUDEX_DATABASE_URL": "postgresql+psycopg://nobody@127.0.0.1:1/none", "LUDEX_PORT": "0"},
        check=False,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert ended.returncode == 1, ended.stderr  # systemd restarts a unit whose process fails
    assert ended.stderr.startswith("ludex: the catalogue cannot be used") and ended.stderr.count("\n") == 1


def test_the_image_has_all_that_the_wheel_is_built_from() -> None:
    root = FOLDER.parents[1]
    copied = {line[1:] for line in (root / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    built = tomllib.loads((root / "pyproject.toml").read_text())
    wheel = built["tool"]["hatch"]["build"]["targets"]["wheel"]
    needed = {Path(path).parts[0] for path in (*wheel["packages"], *wheel["force-include"])}
    assert copied >= {*needed, built["project"]["readme"], *built["project"]["license-files"], "pyproject.toml"}


def test_services_refer_to_services_that_there_are() -> None:
    services = COMPOSE["services"]
    assert {name for service in services.values() for name in service.get("depends_on", {})} <= set(services)
    assert (FOLDER / services["service"]["build"]["context"] / "pyproject.toml").is_file()
    assert set(COMPOSE["volumes"]) == {"catalogue"}


def test_the_image_is_built_in_stages_that_there_are() -> None:
    stages: list[str] = []
    for image, stage in re.findall(r"^FROM (\S+)(?: AS (\S+))?$", DOCKERFILE, flags=re.MULTILINE):
        assert image in stages or ":" in image, f"{image} is neither an earlier stage nor an image with a tag"
        stages.append(stage)
    assert set(re.findall(r"--from=(\S+)", DOCKERFILE)) <= set(stages)
    last = DOCKERFILE[DOCKERFILE.rindex("FROM ") :]
    assert "pip install --no-cache-dir --no-deps /srv/wheels/*.whl" in last
    [user] = re.findall(r"^USER (\S+)$", last, flags=re.MULTILINE)
    assert re.search(rf"useradd .*\b{user}\b", last)


def test_hadolint_finds_no_fault_in_the_image() -> None:
    linter = Path(sys.executable).parent / "hadolint"
    checked = subprocess.run(
        [linter, "--no-color", "--failure-threshold", "style", FOLDER / "Dockerfile"],
        check=False,
        capture_output=True,
        text=True,
    )
    assert (checked.returncode, checked.stdout) == (0, "")


def test_the_image_has_all_files_that_the_documentation_includes() -> None:
    root = FOLDER.parents[1]
    copied = [line[1:] for line in (root / ".dockerignore").read_text().splitlines() if line.startswith("!")]
    pages = [*(root / "schema" / "documentation").rglob("*.md")]
    included = {
        (page.parent / name).resolve().relative_to(root).as_posix()
        for page in pages
        for name in re.findall(r"\{(?:literalinclude|include)\} (\S+)", page.read_text())
    }
    assert included
    missing = [name for name in included if not any(f"{name}/".startswith(f"{path}/") for path in copied)]
    assert missing == []
