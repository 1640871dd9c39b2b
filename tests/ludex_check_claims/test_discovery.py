"""Checks of claims are found by entry points, and those that cannot be loaded are reported."""

import tomllib
from importlib.metadata import EntryPoint
from pathlib import Path

from ludex_check_claims import discovery
from ludex_check_claims.discovery import GROUP, find_checks, load_checks
from ludex_check_claims.game_checks import GameChecks, StatementCheck
from ludex_check_claims.verdicts import CHECKED

OUTSIDE = GameChecks("outside", {"outside.one": StatementCheck(lambda _claim, _document, _export: CHECKED)})
COPY = GameChecks("copy", {"swish.largest-swish": StatementCheck(lambda _claim, _document, _export: CHECKED)})
NONE_OF_THEM = "a string"


def point(name, value):
    return EntryPoint(name, value, GROUP)


def test_the_games_of_this_distribution_are_declared_as_those_of_any_other():
    file = Path(__file__).parents[2] / "pyproject.toml"
    declared = tomllib.loads(file.read_text())["project"]["entry-points"][GROUP]
    found = find_checks()
    assert {game.game for game in found.games} >= set(declared)
    assert not found.problems
    for name, value in declared.items():
        assert point(name, value).load().game == name


def test_without_an_installation_the_games_of_the_source_tree_are_found(monkeypatch):
    monkeypatch.setattr(discovery, "entry_points", lambda group: ())
    assert [game.game for game in find_checks().games] == ["planarity", "sets", "swish"]


def test_checks_of_another_distribution_are_used(monkeypatch):
    monkeypatch.setattr(discovery, "entry_points", lambda group: (point("outside", f"{__name__}:OUTSIDE"),))
    assert "outside.one" in find_checks().statements


def test_checks_that_cannot_be_loaded_are_reported_and_the_others_used():
    found = load_checks(
        [
            point("swish", "ludex_check_claims.swish:CHECKS"),
            point("copy", f"{__name__}:COPY"),
            point("missing", "there_is_no_such_module:CHECKS"),
            point("other", f"{__name__}:NONE_OF_THEM"),
            point("outside", f"{__name__}:OUTSIDE"),
        ]
    )
    assert [game.game for game in found.games] == ["swish", "outside"]
    copied, missing, other = found.problems
    assert (
        copied == "the checks of copy could not be loaded: ValueError: swish.largest-swish is already checked by swish"
    )
    assert missing.startswith("the checks of missing could not be loaded: ModuleNotFoundError")
    assert "not a GameChecks" in other
