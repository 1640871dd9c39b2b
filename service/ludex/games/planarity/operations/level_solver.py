"""How the drawings of an import become levels: each is looked up by its class, and solved and graded if it is new."""

from collections.abc import Mapping
from typing import Any

from ludex.catalogue.transfer.imports.objects import Solver
from ludex.engine.budget import Budget
from ludex.games.planarity import study
from ludex.games.planarity.identity.swap_class import LEVEL as TAG
from ludex.games.planarity.kinds.drawn_class import identify_class
from ludex.games.planarity.level import Level, explained
from ludex.games.planarity.named_lines import NamedLine


def level_solver(source: str) -> Solver[NamedLine]:
    """Return the solver for drawings. A new level names the source, and the own name and id of its line."""

    def solve(given: NamedLine, share: Budget) -> Level:
        solution, difficulty = study.difficulty.graded(given.drawing, share)
        return explained(Level(given.drawing, solution, difficulty, {"source": source} | given.own), share)

    def own(given: NamedLine) -> Mapping[str, Any]:
        return given.own

    return Solver(lambda given, _budget: identify_class(TAG, given.drawing), solve, own)
