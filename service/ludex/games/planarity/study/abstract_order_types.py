"""Abstract order types, enumerated from axioms by adding one point at a time in all possible ways.

An abstract order type, or CC system (D. Knuth, "Axioms and Hulls", 1992), assigns an orientation to each triple of
points. The condition is that the orientations of every five points also occur among five points in the plane. Every
point set in general position has an abstract order type. Therefore the number of abstract order types is an upper bound
on the number of order types. Up to eight points, the two numbers are equal (O. Aichholzer, F. Aurenhammer, H. Krasser,
"Enumerating order types for small point sets with applications", 2002). The point sets found by
:mod:`ludex.games.planarity.making.point_sets` attain the bound.

The enumeration takes long, so its results are recorded in the file ``order_type_counts.json``.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cmp_to_key
from importlib.resources import files
from itertools import combinations, product
from typing import Any

from pydantic import TypeAdapter

from ludex.engine.budget import Budget
from ludex.games.planarity import making
from ludex.games.planarity.identity.order_type import canonical_order_type, canonical_x_type
from ludex.games.planarity.points import Points

Triple = tuple[int, int, int]
Orientations = Mapping[Triple, int]
"""The orientation of each triple of points in ascending order: 1 for counter-clockwise, -1 for clockwise."""


def abstract_order_types(n: int, budget: Budget | None = None) -> list[Orientations]:
    """Return all abstract order types of `n` >= 3 points, up to renumbering and reflection.

    `budget` limits the search (None: no limits). Raises BudgetExhausted when the budget ends. Cost: under a second for
    n up to 6, seconds for n = 7, two minutes for n = 8.

    >>> [len(abstract_order_types(n)) for n in (3, 4, 5)]
    [1, 2, 3]
    """
    budget = budget or Budget()
    found: dict[tuple[int, ...], Orientations] = {(): {(0, 1, 2): 1}}
    for size in range(3, n):
        extended: dict[tuple[int, ...], Orientations] = {}
        for done, smaller in enumerate(found.values()):
            budget.report(done, len(found), f"abstract order types of {size} points extended")
            for larger in _extensions(smaller, size, budget):
                extended.setdefault(_canonical_form(larger, size + 1), larger)
        found = extended
    return list(found.values())


def _extensions(orientations: Orientations, new: int, budget: Budget) -> Iterator[Orientations]:
    """Yield all abstract order types that result from adding the point `new` to an abstract order type.

    `orientations` is the abstract order type of the points 0 to `new` - 1.
    """
    pairs = list(combinations(range(new), 2))
    # The pairs get their signs in this order. Once the pair (i, j) has a sign, every set of at most five points that
    # consists of `new`, i, j and points below i can be checked.
    pairs.sort(key=lambda pair: (pair[1], pair[0]))
    checks = {(i, j): _decided(i, j) for i, j in pairs}
    signs = dict(orientations)

    def extend(place: int) -> Iterator[Orientations]:
        if place == len(pairs):
            yield dict(signs)
            return
        budget.check()
        i, j = pairs[place]
        for sign in (1, -1):
            signs[i, j, new] = sign
            if all(_is_valid(signs, (*points, new)) for points in checks[i, j]):
                yield from extend(place + 1)
        del signs[i, j, new]

    return extend(0)


def _decided(i: int, j: int) -> list[tuple[int, ...]]:
    """Return the sets of three and four points that can be checked as soon as the pair (i, j) has a sign.

    These sets consist of i, j and one or two points below i.
    """
    return [(*rest, i, j) for size in (1, 2) for rest in combinations(range(i), size)]


def _is_valid(signs: Orientations, points: tuple[int, ...]) -> bool:
    """Return whether the orientations of four or five `points`, in ascending order, can occur in the plane."""
    return tuple(signs[triple] for triple in combinations(points, 3)) in _valid_patterns(len(points))


@cache
def _valid_patterns(size: int) -> frozenset[tuple[int, ...]]:
    """Return all orientations of the triples of 4 or 5 points that obey Knuth's axioms.

    Interiority: if t is to the left of qr, rp and pq, then p, q, r are counter-clockwise. Transitivity: among the
    points to the left of the line from t to s, the counter-clockwise order around t is transitive.
    """
    triples = list(combinations(range(size), 3))
    patterns = []
    for values in product((1, -1), repeat=len(triples)):
        turn = _turns(dict(zip(triples, values, strict=True)))
        if all(_obeys_axioms(turn, size, t) for t in range(size)):
            patterns.append(values)
    return frozenset(patterns)


def _turns(signs: Orientations) -> Callable[[int, int, int], bool]:
    """Return a function that tests whether three points, in any order, are counter-clockwise."""

    def turn(a: int, b: int, c: int) -> bool:
        odd = (a > b) ^ (a > c) ^ (b > c)
        x, y, z = sorted((a, b, c))
        return (signs[x, y, z] > 0) != odd

    return turn


def _obeys_axioms(turn: Callable[[int, int, int], bool], size: int, t: int) -> bool:
    others = [point for point in range(size) if point != t]
    for p, q, r in product(others, repeat=3):
        if len({p, q, r}) < 3:
            continue
        if turn(t, q, r) and turn(p, t, r) and turn(p, q, t) and not turn(p, q, r):
            return False
        for s in others:
            if s in (p, q, r):
                continue
            left = turn(t, s, p) and turn(t, s, q) and turn(t, s, r)
            if left and turn(t, p, q) and turn(t, q, r) and not turn(t, p, r):
                return False
    return True


def _canonical_form(signs: Orientations, n: int) -> tuple[int, ...]:
    """Return the smallest list of orientations over the following numberings.

    A numbering starts at a point of the hull. The other points follow in counter-clockwise or clockwise order around
    this point.
    """
    turn = _turns(signs)
    forms = []
    for mirrored in (False, True):
        for start in range(n):
            others = [point for point in range(n) if point != start]
            first = [q for q in others if all(turn(start, q, r) != mirrored for r in others if r != q)]
            if not first:  # not on the hull
                continue
            numbering = [start, *sorted(others, key=_angle(turn, start, mirrored))]
            forms.append(tuple(int(turn(*triple) != mirrored) for triple in combinations(numbering, 3)))
    return min(forms)


def _angle(turn: Callable[[int, int, int], bool], start: int, mirrored: bool) -> Callable[[int], Any]:
    """Return the sort key of points around a hull point: clockwise if `mirrored`, otherwise counter-clockwise."""
    return cmp_to_key(lambda a, b: -1 if turn(start, a, b) != mirrored else 1)


def count_order_types(n: int, budget: Budget | None = None) -> int:
    """Return the number of order types of `n` <= 8 points, with proof.

    The recorded point sets give a lower bound, and the number of abstract order types is an upper bound. Raises
    ArithmeticError if the two bounds differ.

    >>> count_order_types(5)
    3
    """
    if n < 3:
        return 1
    found = len({canonical_order_type(points).form for points in _collected(n)})
    bound = len(abstract_order_types(n, budget))
    if found != bound:
        raise ArithmeticError(f"{found} order types of {n} points were found, but at most {bound} exist")
    return found


def count_x_types(n: int) -> int:
    """Return the number of x-types of `n` <= 8 points. Order types with the same crossings have the same x-type.

    >>> count_x_types(5)
    3
    """
    return len({canonical_x_type(points).form for points in _collected(n)}) if n >= 3 else 1


def _collected(n: int) -> tuple[Points, ...]:
    return making.point_sets.collected_order_types(n)


@dataclass(frozen=True, slots=True)
class OrderTypeCounts:
    """The numbers in the file ``order_type_counts.json``.

    `abstract` begins with the number of abstract order types of 3 points. `order_types` and `x_types` begin with the
    numbers for 1 point.
    """

    abstract: tuple[int, ...]
    order_types: tuple[int, ...]
    x_types: tuple[int, ...]


@cache
def recorded_counts() -> OrderTypeCounts:
    """Return the recorded numbers."""
    text = files("ludex.games.planarity.study").joinpath("order_type_counts.json").read_text("utf-8")
    return TypeAdapter(OrderTypeCounts).validate_json(text)
