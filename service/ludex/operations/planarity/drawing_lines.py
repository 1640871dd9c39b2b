"""Import of drawings, one a line: each is solved and stored once, and the report says what became of it."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.transfer import CHECK_SECONDS
from ludex.engine.budget import Budget
from ludex.planarity.drawing import Drawing


class Outcome(StrEnum):
    """What became of a line: a new level, a stored one, or nothing."""

    NEW = "new"
    DUPLICATE = "duplicate"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class DrawingLine:
    """What became of a line, whose number counts from 1.

    `label` is that of the level; of a duplicate `matching` lists, for vertex i of the line's drawing, its vertex of the
    stored drawing. `reason` says why a line is refused.
    """

    line: int
    outcome: Outcome
    label: str | None = None
    matching: tuple[int, ...] | None = None
    reason: str | None = None


def import_drawings(
    catalogue: Catalogue,
    lines: Iterable[str | bytes],
    *,
    source: str = "import",
    read: Callable[[str | bytes], Drawing] | None = None,
    seconds: float | None = CHECK_SECONDS,
    budget: Budget | None = None,
    expected: int | None = None,
) -> Iterator[DrawingLine]:
    """Solve and store the drawings of lines such as `{"points": [[0, 0], ...], "edges": [[0, 1], ...]}`.

    Yields a report for each line in turn; empty lines are passed over, and a refused one changes nothing. Lines of
    another form come with a `read` that raises ValueError (the default:
    :func:`ludex.planarity.drawing_text.read_drawing`). Each drawing is solved within `seconds` (None: however long it
    takes); where they end first it is stored without a proof. Where the number of lines is `expected`, each has an
    equal share of what is left of the budget. One that is stored already is not solved again. Twenty lines are one
    transaction. At the end of the budget raises BudgetExhausted; what was reported stays.
    """
    raise NotImplementedError
