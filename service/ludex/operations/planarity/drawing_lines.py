"""Import of drawings, one a line: each is solved and stored once, and the report says what became of it."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.imported import ImportedLine
from ludex.catalogue.kind import Entry, prepare
from ludex.catalogue.kinds.planarity import LEVEL
from ludex.catalogue.transfer import CHECK_SECONDS
from ludex.engine.budget import Budget
from ludex.operations.imported import Import, import_lines
from ludex.operations.planarity.levels import class_of
from ludex.planarity.level import Level, explained
from ludex.planarity.named_line import NamedLine


def import_drawings(
    catalogue: Catalogue,
    lines: Iterable[str | bytes],
    read: Callable[[str | bytes], NamedLine],
    *,
    source: str = "import",
    seconds: float | None = CHECK_SECONDS,
    budget: Budget | None = None,
    expected: int | None = None,
) -> Iterator[ImportedLine]:
    """Solve and store the drawings of lines, each of which `read` makes of its line, or raises ValueError.

    The own name and id of a line are kept in the provenance of the level that it brings, and reported of every line.
    Each drawing is solved within `seconds` (None: however long it takes); if they end first it is stored without a
    proof. If the number of lines is `expected`, each has an equal share of what is left of the budget. For the rest
    see :func:`ludex.operations.imported.import_lines`.
    """

    def solved(given: Mapping[int, NamedLine], budget: Budget, left: int | None) -> dict[int, Entry[Level]]:
        """Solve drawings in turn. Of the lines that are left each has a share, and reading and storing have one."""
        from ludex.planarity.study.difficulty import graded

        levels: dict[int, Entry[Level]] = {}
        for place, (number, one) in enumerate(given.items()):
            if budget.exhausted():
                break
            share = budget.share(1 if left is None else left - place + 1, seconds)
            before = budget.cost()
            solution, difficulty = graded(one.drawing, share)
            if budget.exhausted() and not solution.proved:
                break
            level = explained(Level(one.drawing, solution, difficulty, {"source": source} | one.own), share)
            levels[number] = prepare(LEVEL, level).costing(budget.cost().since(before))
        return levels

    terms = Import(LEVEL, read, lambda one, _budget: class_of(one.drawing), solved, lambda one: one.own)
    return import_lines(catalogue, lines, terms, budget, expected)
