"""Equivalence of positions.

Two positions are equivalent if their hypergraphs are isomorphic, and a matching of their cards proves this.

Isomorphisms must preserve hypernodes. Equivalence depends only on the hypergraphs of section 3.1, so equivalent
positions may have different boards.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from ludex.engine.budget import Budget
from ludex.games.swish.hypergraph import NO_JUNCTION, Junctions, hypergraph_junctions
from ludex.games.swish.identity.hypergraph import canonical_hypergraph, canonical_junctions, rows_form
from ludex.games.swish.identity.outline import merge_groups
from ludex.games.swish.position import Position
from ludex.graphs.canonical import Difference, InvariantDifference, difference_of_forms, matching_from_orders

T = TypeVar("T", bound=Hashable)

ISOMORPHIC = "the hypergraphs are isomorphic"


@dataclass(frozen=True, slots=True)
class Equivalence:
    """The result of comparing two positions a and b.

    `matching[i]` is the card of b that matches card i of a. `nodes[i][k]` is the configuration of that card that
    matches configuration k of card i, where configurations are numbered in the order of the symmetry. Together,
    `matching` and `nodes` define an isomorphism of the hypergraphs. Both are None if the positions are not equivalent.
    In this case, `difference` is either the cheapest invariant in which the hypergraphs differ, or the canonical forms
    with the first offset at which they differ. `reason` describes the result in words.
    """

    equivalent: bool
    matching: tuple[int, ...] | None
    reason: str
    nodes: tuple[tuple[int, ...], ...] | None = None
    difference: Difference | None = None


@dataclass(frozen=True, slots=True)
class EquivalentPositions:
    """A class of equivalent positions: the `members` in ascending order, and a matching of each member with the first.

    `matchings[k][i]` is the card of position `members[k]` that matches card i of position `members[0]`.
    """

    members: tuple[int, ...]
    matchings: tuple[tuple[int, ...], ...]


def compare(a: Position, b: Position, budget: Budget | None = None) -> Equivalence:
    """Decide whether two positions have isomorphic hypergraphs.

    Parameters
    ----------
    a, b : Position
        At most 1,000 cards with one point and one circle each. The boards may differ.
    budget : Budget, optional
        The limits of the comparison. The default has no limits.

    Returns
    -------
    Equivalence
        Whether the positions are equivalent, with a matching of the cards or a difference as evidence.

    Raises
    ------
    HypergraphError
        If a card does not have exactly one point and one circle.
    HypergraphTooLarge
        If there are too many cards, or too much symmetry to compute a canonical form.
    BudgetExhausted
        If the budget is exhausted.

    Notes
    -----
    Cost: at most two canonical forms. Inequivalent positions usually differ in an invariant of linear cost.

    References
    ----------
    Dailly, Lafourcade, Marcadet (hal-04489238, 2024), section 3.1; T. Junttila and P. Kaski, "Engineering an efficient
    canonical labeling tool for large and sparse graphs", ALENEX 2007.

    Examples
    --------
    >>> compare(Position.from_codes(["*o", "o*"]), Position.from_codes(["o/*", "*/o"]))
    Equivalence(equivalent=True, matching=(0, 1), reason='the hypergraphs are isomorphic',
        nodes=((0, 2, 1, 3), (0, 2, 1, 3)), difference=None)
    >>> compare(Position.from_codes(["*o", "o*"]), Position.from_codes(["*o"])).reason
    'cards: 2 in a, 1 in b'
    """
    Position.require(a, "a")
    Position.require(b, "b")
    budget = Budget.require(budget)
    junctions_a, junctions_b = hypergraph_junctions(a), hypergraph_junctions(b)
    differing = _difference(junctions_a, junctions_b)
    if differing is not None:
        return Equivalence(False, None, _describe(differing), difference=differing)
    first = canonical_junctions(junctions_a, budget)
    second = canonical_junctions(junctions_b, budget)
    if first.junctions == second.junctions:
        nodes = matching_from_orders(first.node_order, second.node_order)
        each = junctions_a.configurations
        by_card = tuple(tuple(node % each for node in nodes[i : i + each]) for i in range(0, len(nodes), each))
        return Equivalence(True, matching_from_orders(first.card_order, second.card_order), ISOMORPHIC, by_card)
    forms = difference_of_forms("hypergraph", rows_form(first.junctions), rows_form(second.junctions))
    return Equivalence(False, None, f"colour refinement finds no difference; {forms.describe()}", difference=forms)


def classes(positions: Iterable[Position], budget: Budget | None = None) -> list[EquivalentPositions]:
    """Group `positions` into equivalence classes, ordered by the first member of each class.

    Raises the same exceptions as :func:`compare`. Cost: one canonical form for each position.

    >>> classes([Position.from_codes(["*o"]), Position.from_codes(["*o", "*o"]), Position.from_codes(["o/*"])])
    [EquivalentPositions(members=(0, 2), matchings=((0,), (0,))),
     EquivalentPositions(members=(1,), matchings=((0, 1),))]
    """
    found: dict[bytes, list[tuple[int, tuple[int, ...]]]] = {}
    for index, position in enumerate(positions):
        canonical = canonical_hypergraph(position, budget)
        found.setdefault(canonical.form, []).append((index, canonical.card_order))
    return [
        EquivalentPositions(
            tuple(index for index, _ in members),
            tuple(matching_from_orders(members[0][1], order) for _, order in members),
        )
        for members in found.values()
    ]


def _difference(a: Junctions, b: Junctions) -> InvariantDifference | None:
    """Return the cheapest invariant in which two hypergraphs differ, or None if they agree in all invariants."""
    for name, in_a, in_b in (
        ("configurations of a card", a.configurations, b.configurations),
        ("cards", len(a.rows), len(b.rows)),
        ("arcs", a.count_arcs(), b.count_arcs()),
    ):
        if in_a != in_b:
            return InvariantDifference(name, in_a, in_b)
    return _degree_difference(a, b) or _part_difference(a, b) or _refinement_difference(a, b)


def _describe(difference: InvariantDifference) -> str:
    """Return a description of an invariant that differs."""
    of = difference.parameters
    if "degrees" in of:
        degrees = ", ".join(f"{leaving} out {entering} in" for leaving, entering in of["degrees"])
        return difference.describe(f"cards whose configurations have the degrees {degrees}")
    if "size" in of:
        return difference.describe(f"connected parts of size {of['size']}")
    if "round" in of:
        alike = f"cards like card {of['card']} of {of['in']}"
        return difference.describe(
            f"{alike}, which round {of['round']} of colour refinement distinguishes from other cards"
        )
    return difference.describe()


def _degree_difference(a: Junctions, b: Junctions) -> InvariantDifference | None:
    """Compare, for each list of degrees, the numbers of cards whose nodes have these degrees.

    The degrees of a node are the numbers of arcs that leave it and that enter it.
    """
    profiles = [[tuple(sorted(card)) for card in junctions.degrees()] for junctions in (a, b)]
    differing = _unequal(*profiles)
    if differing is None:
        return None
    profile, in_a, in_b = differing
    return InvariantDifference("cards with the degrees", in_a, in_b, {"degrees": profile})


def _part_difference(a: Junctions, b: Junctions) -> InvariantDifference | None:
    """Compare the sizes of the connected parts."""
    sizes = [_part_sizes(junctions) for junctions in (a, b)]
    differing = _unequal(*sizes)
    if differing is None:
        return None
    size, in_a, in_b = differing
    return InvariantDifference("connected parts of the size", in_a, in_b, {"size": size})


def _refinement_difference(a: Junctions, b: Junctions) -> InvariantDifference | None:
    """Refine the colours of the cards of both hypergraphs together until they are stable or differ.

    After each round, the numbers of cards of each colour are compared.
    """
    colours = [[0] * len(a.rows), [0] * len(b.rows)]
    count = 1
    for turn in range(1, len(a.rows) + 1):
        names: dict[Hashable, int] = {}
        colours = [_refined(junctions, card, names) for junctions, card in zip((a, b), colours, strict=True)]
        differing = _unequal(*colours)
        if differing is not None:
            colour, in_a, in_b = differing
            where, card = ("a", colours[0].index(colour)) if in_a else ("b", colours[1].index(colour))
            return InvariantDifference("cards of a colour", in_a, in_b, {"round": turn, "in": where, "card": card})
        if len(set(colours[0])) == count:
            return None
        count = len(set(colours[0]))
    return None


def _refined(junctions: Junctions, colours: Sequence[int], names: dict[Hashable, int]) -> list[int]:
    """Return the refined colours of the cards, computed from the colours of the cards that each of their nodes meets.

    `names` numbers the new colours, so that equal colours of both hypergraphs get equal numbers.
    """
    points: Counter[tuple[int, int]] = Counter()
    circles: Counter[tuple[int, int]] = Counter()
    for row, colour in zip(junctions.rows, colours, strict=True):
        points.update((point, colour) for point, _ in row)
        circles.update((circle, colour) for _, circle in row)
    leaving, entering = _by_junction(circles), _by_junction(points)
    # The points, or the circles, of a junction are represented by the multiset of the colours of their cards. Equal
    # multisets get equal numbers in both hypergraphs.
    refined = []
    for row, colour in zip(junctions.rows, colours, strict=True):
        nodes = Counter(
            (names.setdefault(leaving.get(point), len(names)), names.setdefault(entering.get(circle), len(names)))
            for point, circle in row
        )
        refined.append(names.setdefault((colour, frozenset(nodes.items())), len(names)))
    return refined


def _by_junction(counts: Counter[tuple[int, int]]) -> dict[int, frozenset[tuple[int, int]]]:
    """Return, for each junction, the colours of its cards. Each colour is given with its multiplicity."""
    held: dict[int, set[tuple[int, int]]] = {}
    for (junction, colour), times in counts.items():
        if junction != NO_JUNCTION:
            held.setdefault(junction, set()).add((colour, times))
    return {junction: frozenset(colours) for junction, colours in held.items()}


def _part_sizes(junctions: Junctions) -> list[int]:
    """Return the number of cards of each connected part."""
    part = merge_groups({junction for node in row for junction in node} - {NO_JUNCTION} for row in junctions.rows)
    sizes: Counter[int] = Counter()
    alone = 0
    for row in junctions.rows:
        met = [junction for node in row for junction in node if junction != NO_JUNCTION]
        if met:
            sizes[part[met[0]]] += 1
        else:
            alone += 1
    return list(sizes.values()) + [1] * alone


def _unequal(a: Sequence[T], b: Sequence[T]) -> tuple[T, int, int] | None:
    """Return the first item whose multiplicities in two multisets differ, and both multiplicities.

    The result is None if the multisets are equal.
    """
    in_a, in_b = Counter(a), Counter(b)
    return next(((item, in_a[item], in_b[item]) for item in [*a, *b] if in_a[item] != in_b[item]), None)
