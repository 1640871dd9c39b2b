"""Games are found by their entry points; one that cannot be loaded is reported and left out."""

from collections.abc import Iterator
from dataclasses import fields
from importlib.metadata import EntryPoint

import pytest

import ludex.games
from ludex.games import GROUP, Game, games, installed, part, parts

CHESS = Game(name="chess", title="Chess")
REFERENCES = [
    name for name in (field.name for field in fields(Game)) if name not in ("name", "title", "order", "names")
]


@pytest.fixture
def others(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Install a game without parts, one whose module is missing, and one under another name."""
    points = [
        EntryPoint("chess", f"{__name__}:CHESS", GROUP),
        EntryPoint("go", "no_such_module:GAME", GROUP),
        EntryPoint("draughts", f"{__name__}:CHESS", GROUP),
    ]
    monkeypatch.setattr(ludex.games, "entry_points", lambda group: points)
    installed.cache_clear()
    yield
    installed.cache_clear()


def test_the_three_games_are_installed_in_the_order_of_lists() -> None:
    assert [(entry.name, entry.distribution, entry.error) for entry in installed()][:3] == [
        ("swish", "ludex", ""),
        ("sets", "ludex", ""),
        ("planarity", "ludex", ""),
    ]


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_every_reference_of_a_declaration_leads_to_an_object(game: Game) -> None:
    for name in REFERENCES:
        assert (part(game, name) is not None) == bool(getattr(game, name))


@pytest.mark.usefixtures("others")
def test_a_game_that_cannot_be_loaded_is_reported_and_left_out() -> None:
    errors = {entry.name: entry.error for entry in installed()}
    assert errors["chess"] == ""
    assert errors["go"].startswith("ModuleNotFoundError")
    assert "'draughts'" in errors["draughts"]
    assert games() == (CHESS,)
    assert parts("kinds") == ()


def test_the_environment_selects_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDEX_GAMES", "planarity, swish")
    assert [game.name for game in games()] == ["swish", "planarity"]
    monkeypatch.setenv("LUDEX_GAMES", "chess")
    with pytest.raises(ValueError, match="no game 'chess' is installed; the installed games are"):
        games()
