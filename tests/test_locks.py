"""The locks hold every package that the project declares, in a version that it allows, with hashes."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
EXTRAS = PROJECT["optional-dependencies"]
LOCKS = {
    "requirements.lock": [*PROJECT["dependencies"], *EXTRAS["cypher"], *EXTRAS["figures"], *EXTRAS["smt"]],
    "requirements-docs.lock": EXTRAS["docs"],
    "requirements-test.lock": [*EXTRAS["test"], *EXTRAS["mcp"], *EXTRAS["parquet"]],
}


def locked(name: str) -> dict[str, str]:
    """Return the versions in a lock and in those that it includes, by the names of the packages."""
    text = (ROOT / name).read_text()
    versions = {
        canonicalize_name(package): version for package, version in re.findall(r"^([\w.-]+)==(\S+)", text, re.M)
    }
    for included in re.findall(r"^-r (\S+)", text, re.M):
        versions |= locked(included)
    return versions


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_has_what_the_project_declares(name: str) -> None:
    versions = locked(name)
    declared = [Requirement(line) for line in LOCKS[name] if not line.startswith("ludex[")]
    wrong = [
        f"{requirement}: {versions.get(canonicalize_name(requirement.name))}"
        for requirement in declared
        if not requirement.specifier.contains(versions.get(canonicalize_name(requirement.name), "0"), prereleases=True)
    ]
    assert declared and not wrong


@pytest.mark.parametrize("name", LOCKS)
def test_every_package_of_a_lock_has_hashes_and_no_address(name: str) -> None:
    text = (ROOT / name).read_text()
    entries = re.split(r"^(?=[\w.-]+==)", text, flags=re.M)[1:]
    assert entries and all("--hash=sha256:" in entry for entry in entries)
    assert "://" not in text
