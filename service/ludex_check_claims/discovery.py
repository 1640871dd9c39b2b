"""Discovery of game checks through the entry-point group `ludex.claim_checks`."""

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

from ludex_check_claims.game_checks import AnswerCheck, GameChecks, StatementCheck

GROUP = "ludex.claim_checks"


@dataclass(frozen=True)
class Checks:
    """The checks of several games, and the reasons why checks of other games could not be loaded."""

    games: tuple[GameChecks, ...]
    problems: tuple[str, ...] = ()

    @cached_property
    def statements(self) -> dict[str, StatementCheck]:
        """The checks of all statements, keyed by statement."""
        return {name: check for game in self.games for name, check in game.statements.items()}

    @cached_property
    def game_of_kind(self) -> dict[str, GameChecks]:
        """A mapping from each kind to the game whose checks compute the labels of the kind."""
        return {kind: game for game in self.games for kind in game.labels}

    @cached_property
    def answers(self) -> list[AnswerCheck]:
        """The checks of answers to requests."""
        return [answer for game in self.games for answer in game.answers]


def find_checks() -> Checks:
    """Load the checks that are declared by installed distributions and by the source tree of this package."""
    return load_checks({point.name: point for point in (*_source_entry_points(), *entry_points(group=GROUP))}.values())


def load_checks(points: Iterable[EntryPoint]) -> Checks:
    """Load checks. Checks that fail to load, or that redefine a statement or a kind, are omitted and reported."""
    games: list[GameChecks] = []
    problems = []
    for point in points:
        try:
            game = point.load()
            if not isinstance(game, GameChecks):
                raise TypeError(f"{point.value} is a {type(game).__name__}, not a GameChecks")
            for other in games:
                twice = sorted({*game.statements, *game.labels} & {*other.statements, *other.labels})
                if twice:
                    raise ValueError(f"{', '.join(twice)} is already checked by {other.game}")
        except Exception as error:  # A module may raise any exception on import.
            problems.append(f"the checks of {point.name} could not be loaded: {type(error).__name__}: {error}")
        else:
            games.append(game)
    return Checks(tuple(games), tuple(problems))


def _source_entry_points() -> list[EntryPoint]:
    """Return the entry points declared in pyproject.toml, if this package is imported from its source tree."""
    file = Path(__file__).parents[2] / "pyproject.toml"
    if not file.is_file():
        return []
    project = tomllib.loads(file.read_text(encoding="utf-8")).get("project", {})
    declared = project.get("entry-points", {}).get(GROUP, {}) if project.get("name") == "ludex" else {}
    return [EntryPoint(name, value, GROUP) for name, value in declared.items()]
