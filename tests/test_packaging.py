"""A wheel, installed where nothing of the repository is near, has all that it needs; a source distribution makes it."""

import json
import os
import runpy
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

from ludex.version import RELEASE_DATE, __version__

ROOT = Path(__file__).resolve().parent.parent

_PROGRAM = """
import sys
from pathlib import Path
import ludex
assert Path(ludex.__file__).is_relative_to(Path(sys.argv[1])), ludex.__file__
from ludex.app import create_app
from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.storage.migrations import migrations_folder
from ludex.games.kinds import GAMES
from ludex.catalogue.starting import fill
from ludex.settings import read_settings
assert migrations_folder().is_relative_to(Path(sys.argv[1])), migrations_folder()
new = Catalogue("sqlite:///new.sqlite", GAMES)
new.upgrade()
new.close()
settings = read_settings()
catalogue = Catalogue(settings.database_url, GAMES)
assert not fill(catalogue), "the wheel has another starting catalogue than the repository"
catalogue.close()
client = create_app(settings).test_client()
with ludex.Catalogue() as opened:
    assert opened.find("levels").count() == 500
assert [client.get(path).status_code for path in ("/", "/planarity", "/results/experiments/play")] == [200, 200, 200]
print(client.get("/api/v1/swish/decks/swish-60").json["size"])
"""


def _built(kind: str, folder: Path, source: Path = ROOT) -> Path:
    command = [sys.executable, "-m", "build", f"--{kind}", "--no-isolation", "--outdir", str(folder), str(source)]
    built = subprocess.run(command, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stdout + built.stderr
    (file,) = folder.iterdir()
    return file


def _origin(name: str, moved: dict[str, str]) -> str:
    """Return where a file of the wheel stands in the repository; some folders are moved by pyproject.toml."""
    return next(
        (here + name.removeprefix(there) for there, here in moved.items() if name.startswith(there)), f"service/{name}"
    )


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return _built("wheel", tmp_path_factory.mktemp("wheel"))


def test_all_distributions_have_the_version_and_date_of_the_release() -> None:
    # npm has semantic versions, in which a development version is written differently.
    package = json.loads((ROOT / "service" / "clients" / "typescript" / "package.json").read_text())
    assert package["version"].replace("-dev.", ".dev") == __version__
    versions = runpy.run_path(str(ROOT / "service" / "clients" / "python" / "ludex_client" / "version.py"))
    assert versions["__version__"] == __version__
    citation = (ROOT / "CITATION.cff").read_text().splitlines()
    assert {f"version: {__version__}", f"date-released: {RELEASE_DATE}"} <= set(citation)


def test_the_checker_alone_declares_what_ludex_declares_of_it() -> None:
    alone, ludex = (
        tomllib.loads(file.read_text())["project"]
        for file in (ROOT / "service" / "ludex_check_claims" / "pyproject.toml", ROOT / "pyproject.toml")
    )
    group = "ludex.claim_checks"
    assert alone["entry-points"][group] == ludex["entry-points"][group]
    assert alone["scripts"].items() <= ludex["scripts"].items()
    assert "dependencies" not in alone and alone["requires-python"] == ludex["requires-python"]


def test_the_wheel_holds_the_package_and_nothing_else(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.split("/")[0].split("-")[0] for name in names} == {"ludex", "ludex_check_claims"}
    assert not [name for name in names if name.endswith((".nbi", ".nbc", ".pyc"))]
    for part in (
        "catalogue/migrations/env.py",
        "games/swish/benchmarks/instances/index.json",
        "schema/examples/01-solve-any.json",
        "catalogue/starting/catalogue.ndjson.gz",
        "cli/main.py",
        "games/planarity/pages/templates/level.html",
        "games/planarity/pages/data/attempts.csv",
        "games/sets/pages/static/js/play.js",
        "games/swish/pages/static/style.css",
        "py.typed",
    ):
        assert f"ludex/{part}" in names


@pytest.mark.slow
def test_the_wheel_holds_the_built_documentation(tmp_path: Path) -> None:
    source = tmp_path / "source"
    for name in ("migrations", "schema", "service"):
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__", "docs"))
    for name in (".gitignore", "LICENSE", "README.md", "pyproject.toml"):
        shutil.copy(ROOT / name, source)
    (source / "service" / "ludex" / "docs").mkdir()
    (source / "service" / "ludex" / "docs" / "index.html").write_text("first page")
    built = zipfile.ZipFile(_built("wheel", tmp_path / "wheel", source))
    assert built.read("ludex/docs/index.html") == b"first page"


def test_the_source_distribution_holds_all_that_the_wheel_is_made_of(wheel: Path, tmp_path: Path) -> None:
    with tarfile.open(_built("sdist", tmp_path)) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    packages = ("ludex/", "ludex_check_claims/")
    of_wheel = {name for name in zipfile.ZipFile(wheel).namelist() if name.startswith(packages)}
    targets = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]
    moved = {f"{there}/": f"{here}/" for here, there in targets["wheel"]["force-include"].items()}
    assert {_origin(name, moved) for name in of_wheel} <= names
    wanted = {"README.md", "CHANGELOG.md", "LICENSE", "CONTRIBUTING.md", "pyproject.toml", "schema/openapi.json"}
    pages = {page.relative_to(ROOT).as_posix() for page in (ROOT / "schema").rglob("*.md")}
    examples = {f"scripts/examples/{one.name}" for one in (ROOT / "scripts" / "examples").iterdir()}
    assert len(examples) == 3 and wanted | pages | examples <= names


@pytest.mark.slow
def test_a_wheel_in_an_empty_environment_serves_the_starting_catalogue(
    wheel: Path, starting_address: str, tmp_path: Path
) -> None:
    site = tmp_path / "site"
    zipfile.ZipFile(wheel).extractall(site)
    environment = {name: value for name, value in os.environ.items() if not name.startswith("LUDEX_")} | {
        "PYTHONPATH": str(site),
        "LUDEX_DATABASE_URL": starting_address,
    }
    command = [sys.executable, "-c", _PROGRAM, str(site)]
    ran = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path, env=environment)
    assert (ran.returncode, ran.stdout.splitlines()[-1:]) == (0, ["60"]), ran.stderr


def test_the_claim_checker_of_a_wheel_needs_no_other_package(wheel: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    zipfile.ZipFile(wheel).extractall(site)
    export = tmp_path / "export.ndjson"
    export.write_text('{"label": "set-card-3-4-none", "kind": "set-card"}\n{"label": "x", "kind": "other-kind"}\n')
    command = [sys.executable, "-S", "-m", "ludex_check_claims", str(export)]
    ran = subprocess.run(
        command, capture_output=True, text=True, check=False, cwd=tmp_path, env={"PYTHONPATH": str(site)}
    )
    assert (ran.returncode, ran.stderr) == (1, "")
    assert "wrong: the label set-card-3-4-none" in ran.stdout
    assert "No installed package checks other-kind. Installed checks: planarity, sets, swish." in ran.stdout
