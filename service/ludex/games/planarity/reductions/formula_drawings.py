"""Theorem 2: a drawing of a tree for a formula of positive planar 1-in-3-SAT.

A certain number of swaps makes the drawing plane if and only if the formula is satisfiable. Source: "Swap Planarity",
Theorem 2 and Figure 9. The variables are placed on a line. A clause has three legs. Each leg is a path of blocks, with
bends, from a split of a variable to the clause. The part above the line is built like the part below the line, but
rotated by 180 degrees.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ludex.engine.arguments import require_type
from ludex.engine.faults import Fault
from ludex.games.planarity.drawing import Drawing, Edge
from ludex.games.planarity.reductions.gadgets import (
    FIRST_DEPTH,
    FURTHER_DEPTH,
    GAP,
    HEIGHT,
    Choice,
    Clause,
    Construction,
    Frame,
    Place,
    Rung,
    add_clause,
    add_split,
    add_variable,
    approach,
    last_rung,
)
from ludex.games.planarity.reductions.one_in_three import FormulaLayout, OneInThree, layout_of
from ludex.games.planarity.reductions.point_set_embedding import embedding_of_swaps

_BETWEEN_VARIABLES = 2 * GAP
# For legs with a bend: half the width of the leg, the radius of the bend, and the distance of the lowest point of the
# bend below the centre of the clause.
_HALF, _BEND, _LOW = 11.0, 40.0, 33.0


@dataclass(frozen=True, slots=True)
class _Leg:
    """A leg of a clause: its variable, the number of its spoke, and its rungs.

    The rungs start with the rungs of the split and do not include the spoke of the clause.
    """

    variable: int
    spoke: int
    rungs: tuple[Rung, ...]


@dataclass(frozen=True, slots=True)
class FormulaDrawing:
    """The drawing of a formula.

    `drawing` has more vertices than the searches accept. By Theorem 2, `satisfied_swaps` swaps suffice if and only if
    the formula is satisfiable. `choices` contains, for each location in the drawing, the intended alternative swap
    sequences.
    """

    formula: OneInThree
    drawing: Drawing
    satisfied_swaps: int
    choices: tuple[Choice, ...]
    _variables: tuple[tuple[Rung, ...], ...]
    _clauses: tuple[Clause, ...]
    _legs: tuple[tuple[_Leg, ...], ...]

    def swaps_of(self, assignment: Sequence[bool]) -> tuple[Edge, ...]:
        """Return the swaps that make the drawing plane, for an assignment that satisfies the formula.

        Raises Fault for any other assignment.
        """
        if len(assignment) != self.formula.variables:
            raise Fault(
                f"the assignment has {len(assignment)} values, but the formula has {self.formula.variables} variables",
                ("assignment",),
            )
        if not self.formula.is_satisfied_by(assignment):
            raise Fault("the assignment does not make exactly one variable of each clause true", ("assignment",))
        swaps: list[Edge] = []
        for value, rungs in zip(assignment, self._variables, strict=True):
            swaps += rungs[0 if value else 1 :: 2]
        for clause, legs in zip(self._clauses, self._legs, strict=True):
            for leg in legs:
                true = assignment[leg.variable]
                swaps += leg.rungs[1 if true else 0 :: 2]
                swaps += clause.swaps(leg.spoke) if true else ()
        return tuple((min(edge), max(edge)) for edge in swaps)

    def after(self, swaps: Sequence[Sequence[int]]) -> Drawing:
        """Return the drawing after the given `swaps`. Raises DrawingError if a swap is not an edge."""
        places = embedding_of_swaps(self.drawing, swaps)
        return Drawing.unchecked(tuple(self.drawing.points[place] for place in places), self.drawing.edges)

    def names(self) -> list[tuple[str, int]]:
        """Return the names of the variables and clauses, with a vertex at which each name can be shown."""
        variables = [(f"x{number}", rungs[0][0]) for number, rungs in enumerate(self._variables)]
        called = [" ".join(f"x{variable}" for variable in clause) for clause in self.formula.clauses]
        return variables + [(name, clause.ends[1]) for name, clause in zip(called, self._clauses, strict=True)]

    def assignment_of(self, swaps: Sequence[Sequence[int]]) -> tuple[bool, ...]:
        """Return the value of each variable after the given swaps.

        A variable is true if the first rung of its gadget is swapped. If one of the swaps is not an edge of the
        drawing, the function raises DrawingError with the location of the error.
        """
        place = embedding_of_swaps(self.drawing, swaps)
        return tuple(place[rungs[0][0]] == rungs[0][1] for rungs in self._variables)


def formula_drawing(formula: OneInThree) -> FormulaDrawing:
    """Return the drawing of a formula, as constructed in Theorem 2.

    Parameters
    ----------
    formula : OneInThree
        The formula.

    Returns
    -------
    FormulaDrawing
        A drawing of a tree if the clauses connect all variables, otherwise a drawing of a forest. The drawing has about
        150 vertices for each clause.

    Raises
    ------
    OneInThreeError
        If the clauses do not fit on the two sides of a line of variables.

    Notes
    -----
    The cost is `O(n^2)` for n vertices, since the drawing must be in general position.

    References
    ----------
    "Swap Planarity", Theorem 2 and Figures 5 to 10.

    Examples
    --------
    >>> tree = formula_drawing(OneInThree(((0, 1, 2),)))
    >>> tree.drawing.vertices, tree.satisfied_swaps, len(tree.swaps_of((True, False, False)))
    (152, 18, 18)
    """
    require_type(formula, OneInThree, "formula", "OneInThree(clauses) creates a formula")
    return _Builder(formula, layout_of(formula)).built()


class _Builder:
    """The builder of the drawing of a formula. It adds the variables first, and then the clauses with their legs."""

    def __init__(self, formula: OneInThree, layout: FormulaLayout) -> None:
        self._formula = formula
        self._layout = layout
        self._construction = Construction()
        self._place = {variable: number for number, variable in enumerate(layout.order)}

    def built(self) -> FormulaDrawing:
        variables = self._variables()
        clauses, all_legs = [], []
        for index, clause in enumerate(self._formula.clauses):
            frame = Frame() if self._layout.below[index] else Frame(0.0, HEIGHT, 180.0)
            legs = sorted(clause, key=self._place.__getitem__)
            if not self._layout.below[index]:
                legs.reverse()
            ends = [self._end_of(variables[variable], index, variable) for variable in legs]
            vertices_of_clause, joined = self._clause(frame, ends, self._layout.depth[index])
            clauses.append(vertices_of_clause)
            all_legs.append(tuple(_Leg(v, spoke, rungs) for v, (spoke, rungs) in zip(legs, joined, strict=True)))
        swaps = sum(len(rungs) // 2 for rungs in variables)
        # A clause needs the swaps of its true leg, the swaps of its two false legs, and three swaps inside the clause.
        swaps += sum(3 + sum((len(leg.rungs) + 1) // 2 for leg in legs) - len(legs[0].rungs) % 2 for legs in all_legs)
        drawing = self._construction.drawing()
        choices = tuple(self._construction.choices)
        return FormulaDrawing(self._formula, drawing, swaps, choices, tuple(variables), tuple(clauses), tuple(all_legs))

    def _variables(self) -> list[tuple[Rung, ...]]:
        """Add the variables along the line, with space for their legs. Return the rungs of each variable."""
        rungs_by_variable: dict[int, tuple[Rung, ...]] = {}
        x = 0.0
        for variable in self._layout.order:
            blocks = 2 * max(1, len(self._legs_at(variable, True)), len(self._legs_at(variable, False))) + 1
            rungs_by_variable[variable] = tuple(add_variable(self._construction, Frame(x, 0.0), blocks))
            x += GAP * blocks + _BETWEEN_VARIABLES
        return [rungs_by_variable[variable] for variable in range(self._formula.variables)]

    def _legs_at(self, variable: int, below: bool) -> list[int]:
        """Return the clauses on one side that have a leg at a variable, sorted by the position of this leg."""
        legs = []
        for index, clause in enumerate(self._formula.clauses):
            if variable in clause and self._layout.below[index] == below:
                places = sorted(self._place[member] for member in clause)
                span, number = places[2] - places[0], places.index(self._place[variable])
                # Legs that go left come first, and inner legs come before outer legs. Legs that go right come last, and
                # outer legs come before inner legs.
                legs.append((2 - number, span if number == 2 else -span, index))
        return [index for *_, index in sorted(legs)]

    def _end_of(self, rungs: Sequence[Rung], index: int, variable: int) -> int:
        """Return the vertex of a variable where the leg of a clause starts."""
        below = self._layout.below[index]
        number = 2 * self._legs_at(variable, below).index(index) + 1
        return rungs[number][1 if below else 0]

    def _clause(
        self, frame: Frame, ends: Sequence[int], depth: int
    ) -> tuple[Clause, list[tuple[int, tuple[Rung, ...]]]]:
        """Add a clause and its legs, which start at the given `ends`. Return the clause and the rungs of its spokes.

        The ends are sorted from left to right in a frame in which the clause is below the line.
        """
        starts = [_inverse(frame, self._construction.places[end]) for end in ends]
        bottom = FIRST_DEPTH + (depth - 1) * FURTHER_DEPTH
        clause = add_clause(self._construction, frame.moved((starts[1][0], -bottom)))
        joined = []
        # The spokes point up, to the left and to the right.
        for number, spoke in ((0, 1), (1, 0), (2, 2)):
            split = add_split(self._construction, frame.moved(starts[number]), ends[number])
            places = [approach(clause, spoke)]
            if number == 1:
                places = self._straight(frame, places[0]) if depth > 1 else []
            else:
                low = _inverse(frame, self._construction.places[clause.centre])[1] - _LOW
                sense = 1 if number == 0 else -1
                places = [*self._bend(frame, starts[number][0], low, sense), *places]
            rungs = [
                *split,
                *(self._construction.rung(*place) for place in places),
                last_rung(self._construction, clause, spoke),
            ]
            for index in range(1, len(rungs) - 1):
                self._construction.block(rungs[index], rungs[index + 1], 1 - index % 2, spare=True)
            joined.append((spoke, tuple(rungs)))
        return clause, joined

    def _straight(self, frame: Frame, end: tuple[Place, Place]) -> list[tuple[Place, Place]]:
        """Return the two rungs of a leg that goes straight down: a rung halfway, and the rung at its `end`."""
        (left_x, y), (right_x, _) = (_inverse(frame, place) for place in end)
        halfway = (-18.0 + y) / 2
        return [(frame.at((left_x, halfway)), frame.at((right_x, halfway))), end]

    def _bend(self, frame: Frame, x: float, low: float, sense: int) -> list[tuple[Place, Place]]:
        """Return the rungs of a leg that goes down at `x` and bends to the right (`sense` 1) or to the left (-1)."""
        centre = frame.moved((x + sense * _BEND, low + _BEND))
        rungs = []
        for degrees in (180.0, 225.0, 270.0) if sense == 1 else (0.0, -45.0, -90.0):
            turned = centre.moved((0.0, 0.0), degrees)
            inner, outer = turned.at((_BEND - _HALF, 0.0)), turned.at((_BEND + _HALF, 0.0))
            rungs.append((inner, outer) if sense == 1 else (outer, inner))
        return rungs


def _inverse(frame: Frame, place: Place) -> Place:
    """Return the coordinates of a position in a frame that is rotated by 0 or 180 degrees."""
    sign = 1.0 if frame.degrees == 0.0 else -1.0
    return sign * (place[0] - frame.x), sign * (place[1] - frame.y)
