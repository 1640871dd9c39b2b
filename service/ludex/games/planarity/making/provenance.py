"""The provenance of a generated level: validated parameters, and the index of the level in their sequence of levels."""

from dataclasses import dataclass
from typing import Any

from ludex.engine.arguments import require_integer
from ludex.engine.faults import Fault
from ludex.engine.random_numbers import MAX_SEED
from ludex.games.planarity.drawing import MAX_VERTICES
from ludex.games.planarity.making.point_sets import GRID, MAX_DELTA, Method, is_delta_possible
from ludex.games.planarity.study.census_graphs import largest_minimum

GENERATOR_VERSION = 1
MIN_VERTICES = 3
MAX_SWAPS = 60
MAX_FLIPS = 10_000


class GenerationError(Fault):
    """The parameters are invalid, or no level can satisfy them. `field` names the invalid parameter."""

    def __init__(self, message: str, field: str) -> None:
        super().__init__(message, (field,))
        self.field = field


@dataclass(frozen=True, slots=True)
class GenerationParameters:
    """The properties of the levels to generate. Parameters that no level can satisfy are rejected.

    Parameters
    ----------
    vertices : int
        The number n of vertices, 3 to 128.
    edges : int
        The number of edges. There must be enough edges to cover every vertex, and at most `3n - 6`.
    swaps : int
        The minimum number of swaps, 0 to 60. If the maximum for drawings of this size is known, it must not be
        exceeded.
    delta : int
        The smallest distance of points from each other and from lines, in 10,000ths of the side of the unit square.
    flips : int
        The number of random Lawson flips, 0 to 10,000.
    seed : int
        The seed of the random numbers, 0 to 2^63 - 1.
    method : Method
        The sampling method of the points.

    Raises
    ------
    GenerationError
        If a number is out of range, or if no points and edges can satisfy the parameters.

    Notes
    -----
    Creating parameters takes microseconds.

    References
    ----------
    "Swap Planarity", section 4.

    Examples
    --------
    >>> GenerationParameters(vertices=8, edges=12, swaps=2).delta
    200
    >>> GenerationParameters(vertices=5, edges=4, swaps=4)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    ludex.games...GenerationError: swaps: must be at most 3, not 4: no drawing with 5 vertices and 4 edges needs
    more swaps
    """

    vertices: int
    edges: int
    swaps: int
    delta: int = 200
    flips: int = 3
    seed: int = 0
    method: Method = Method.REJECTION

    def __post_init__(self) -> None:
        try:
            object.__setattr__(self, "method", Method(self.method))
        except ValueError:
            raise GenerationError(f"unknown method {self.method!r}; use one of {', '.join(Method)}", "method") from None
        for name in ("vertices", "edges", "swaps", "delta", "flips", "seed"):
            require_integer(getattr(self, name), name)
        n = self.vertices
        for name, least, greatest in (
            ("vertices", MIN_VERTICES, MAX_VERTICES),
            ("swaps", 0, MAX_SWAPS),
            ("delta", 0, MAX_DELTA),
            ("flips", 0, MAX_FLIPS),
            ("seed", 0, MAX_SEED),
        ):
            if not least <= getattr(self, name) <= greatest:
                raise GenerationError(f"must be {least} to {greatest}, not {getattr(self, name)}", name)
        if not is_delta_possible(n, self.delta):
            raise GenerationError(
                f"the unit square has no {n} points in {self.delta / GRID:g}-general position", "delta"
            )
        fewest = (n + 1) // 2
        if self.edges < fewest:
            raise GenerationError(
                f"{self.edges} edges cannot reach {n} vertices; at least {fewest} are needed", "edges"
            )
        if self.edges > 3 * n - 6:
            raise GenerationError(
                f"{self.edges} edges on {n} points always cross; a plane drawing has at most {3 * n - 6}, "
                "which is 3n - 3 - hull with three points on the hull",
                "edges",
            )
        most_swaps = largest_minimum(n, self.edges)
        if most_swaps is not None and self.swaps > most_swaps:
            raise GenerationError(
                f"must be at most {most_swaps}, not {self.swaps}: no drawing with {n} vertices and "
                f"{self.edges} edges needs more swaps",
                "swaps",
            )

    def as_document_of(self, number: int) -> dict[str, Any]:
        """Return the provenance of the level that was made from the plane drawing with this number."""
        document = Provenance(self, 0).as_document()
        del document["index"]
        return {**document, "number": number}

    def as_document(self) -> dict[str, Any]:
        """Return the parameters as a JSON object, without the seed and the method, which are separate fields."""
        return {
            "vertices": self.vertices,
            "edges": self.edges,
            "swaps": self.swaps,
            "delta": self.delta,
            "flips": self.flips,
        }


@dataclass(frozen=True, slots=True)
class Provenance:
    """The origin of a generated level: the parameters, and the index of the level in their sequence of levels."""

    parameters: GenerationParameters
    index: int

    def as_document(self) -> dict[str, Any]:
        """Return the provenance as a JSON object.

        >>> Provenance(GenerationParameters(8, 12, 2, seed=5), 0).as_document()["seed"]
        5
        """
        return {
            "source": "generator",
            "generator_version": GENERATOR_VERSION,
            "parameters": self.parameters.as_document(),
            "seed": self.parameters.seed,
            "method": str(self.parameters.method),
            "index": self.index,
        }
