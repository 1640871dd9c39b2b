"""How two drawings or two tables of cards are alike: every relation, the matching drawn, or what differs drawn."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from ludex.engine.budget import Budget
from ludex.games.planarity.pictures.drawings import drawing_svg, point_set_svg
from ludex.games.sets.pictures.tables import set_table_svg
from ludex.games.swish.pictures.cards import svg_position
from ludex.graphs.difference import Difference, InvariantDifference
from ludex.planarity.drawing import Drawing
from ludex.planarity.identity.equivalence import Relation
from ludex.planarity.identity.equivalence import compare as compare_drawings
from ludex.planarity.parts import parts
from ludex.requests.request import ExecutionContext
from ludex.sets.identity.equivalence import compare as compare_tables
from ludex.sets.position import Position as SetPosition
from ludex.sets.solving.search import find_all
from ludex.swish.hypergraph import hypergraph_junctions
from ludex.swish.identity.equivalence import compare as compare_positions
from ludex.swish.position import Position as SwishPosition

Matching = Sequence[int]

RELATIONS: dict[Relation, tuple[str, str]] = {
    Relation.ORDER_TYPE: ("The same drawing", "the same graph on points of the same order type, or its mirror image"),
    Relation.SWAP: ("The same puzzle", "the same crossings after every sequence of swaps"),
    Relation.GRAPH: ("The same graph", "isomorphic graphs, wherever the vertices are"),
    Relation.POINT_SET: ("The same order type", "every three points turn the same way, or all the opposite way"),
    Relation.X_TYPE: ("The same x-type", "the same segments between points cross, without the graph"),
}
"""What each relation is called on pages, and what it means; the strongest first."""

IMPLIED = {
    Relation.ORDER_TYPE: tuple(RELATIONS),
    Relation.SWAP: (Relation.SWAP, Relation.GRAPH),
    Relation.POINT_SET: (Relation.POINT_SET, Relation.X_TYPE),
}
"""A matching of one relation is a matching of these."""

MOST_SEGMENTS = 200
"""Beyond it the segments between all points are not drawn."""

MOST_DRAWN_CARDS = 200
"""Beyond it the cards of two tables together are not drawn."""

_MOST_SETS = 100_000


@dataclass(frozen=True, slots=True)
class Pair:
    """Two pictures side by side: what they show in common, or in what they differ."""

    a: str
    b: str


@dataclass(frozen=True, slots=True)
class Likeness:
    """One relation between two given things: its name, what it means, whether it holds, and why.

    `rows` says what the matching is, or an invariant that differs and its values, and `pair` shows it, unless that was
    said of a relation further up.
    """

    name: str
    about: str
    holds: bool
    reason: str
    rows: tuple[tuple[str, str, str], ...] = ()
    pair: Pair | None = None


def matched_drawings(a: Drawing, b: Drawing, matching: Matching) -> Pair:
    """Show two drawings; vertex i of a, and the vertex of b that matches it, bear the number i in one colour."""
    return Pair(drawing_svg(a, range(a.vertices)), drawing_svg(b, _numbers(matching)))


def matched_positions(a: SwishPosition, b: SwishPosition, matching: Matching) -> Pair | None:
    """Show two positions of SWISH; cards that match bear one number in one colour. None if they are too many."""
    if not _few(a, b):
        return None
    return Pair(svg_position(a, range(len(a.cards))), svg_position(b, _numbers(matching)))


def matched_tables(a: SetPosition, b: SetPosition, matching: Matching) -> Pair | None:
    """Show two tables of SET; cards that match bear one number in one colour. None if they are too many."""
    if not _few(a, b):
        return None
    return Pair(set_table_svg(a, (), range(len(a.cards))), set_table_svg(b, (), _numbers(matching)))


def _few(a: SwishPosition | SetPosition, b: SwishPosition | SetPosition) -> bool:
    return len(a.cards) + len(b.cards) <= MOST_DRAWN_CARDS


def _numbers(matching: Matching) -> list[int]:
    """Return for each part of b the part of a that it matches."""
    numbers = [0] * len(matching)
    for part, image in enumerate(matching):
        numbers[image] = part
    return numbers


def compare(a: object, b: object, work: ExecutionContext) -> list[Likeness]:
    """Return how two things of one game are alike, the strongest relation first. Raises Fault, BudgetExhausted."""
    if isinstance(a, Drawing) and isinstance(b, Drawing):
        return list(_drawings(a, b, work))
    if isinstance(a, SwishPosition) and isinstance(b, SwishPosition):
        return list(_positions(a, b, work))
    assert isinstance(a, SetPosition)
    assert isinstance(b, SetPosition)
    return list(_tables(a, b, work))


def _drawings(a: Drawing, b: Drawing, work: ExecutionContext) -> Iterator[Likeness]:
    known: dict[Relation, str] = {}
    told: list[Difference] = []
    for relation, (name, about) in RELATIONS.items():
        if relation in known:
            yield Likeness(name, about, True, f"the matching of {known[relation].lower()} keeps this too")
            continue
        with work.search() as budget:
            found = compare_drawings(a, b, relation)
            budget.check()
        if found.matching is not None:
            known |= {one: name for one in IMPLIED.get(relation, ()) if one not in known}
            rows = _matched(found.matching)
            yield Likeness(name, about, True, found.reason, rows, matched_drawings(a, b, found.matching))
        elif found.difference is None or found.difference in told:
            yield Likeness(name, about, False, found.reason)
        else:
            told.append(found.difference)
            shown = _differing_drawings(a, b, found.difference)
            yield Likeness(name, about, False, found.reason, _differing(found.difference), shown)


def _differing_drawings(a: Drawing, b: Drawing, difference: Difference | None) -> Pair | None:
    """Show the invariant in which two drawings differ: its value at each vertex, the hull, every segment."""
    shows = _SHOWN.get(difference.invariant) if isinstance(difference, InvariantDifference) else None
    most = max(a.vertices, b.vertices)
    if shows is None or (shows is _every_segment and most * (most - 1) // 2 > MOST_SEGMENTS):
        return None
    return Pair(shows(a), shows(b))


def _by_degree(drawing: Drawing) -> str:
    degrees = Counter(end for edge in drawing.edges for end in edge)
    return drawing_svg(drawing, [degrees[vertex] for vertex in range(drawing.vertices)])


def _by_part(drawing: Drawing) -> str:
    sizes = dict.fromkeys(range(drawing.vertices), 1)
    for part in parts(drawing)[0]:
        sizes |= dict.fromkeys(part.vertices, len(part.vertices))
    return drawing_svg(drawing, [sizes[vertex] for vertex in range(drawing.vertices)])


def _every_segment(drawing: Drawing) -> str:
    return drawing_svg(Drawing(drawing.points, tuple(combinations(range(drawing.vertices), 2))))


_SHOWN: dict[str, Callable[[Drawing], str]] = {
    "degrees": _by_degree,
    "vertices of the connected parts": _by_part,
    "crossings": drawing_svg,
    "vertices of the hull": lambda drawing: point_set_svg(drawing.points),
    "crossings between all segments": _every_segment,
}


def _positions(a: SwishPosition, b: SwishPosition, work: ExecutionContext) -> Iterator[Likeness]:
    about = "their cards meet in the same ways: the hypergraphs are isomorphic, hypernodes kept"
    name = "Isomorphic hypergraphs"
    with work.search() as budget:
        found = compare_positions(a, b)
        budget.check()
    if found.matching is not None:
        pair = matched_positions(a, b, found.matching)
        yield Likeness(name, about, True, found.reason, _matched(found.matching), pair)
        return
    of = found.difference.parameters if isinstance(found.difference, InvariantDifference) else {}
    pair = None
    if "degrees" in of and _few(a, b):
        shown = [_having(position, of["degrees"]) for position in (a, b)]
        pair = Pair(svg_position(a, shown[0]), svg_position(b, shown[1]))
    yield Likeness(name, about, False, found.reason, _differing(found.difference), pair)


def _having(position: SwishPosition, degrees: Sequence[tuple[int, int]]) -> list[int]:
    """Return 1 for each card whose configurations have these degrees, else 0."""
    return [int(sorted(card) == sorted(degrees)) for card in hypergraph_junctions(position).degrees()]


def _tables(a: SetPosition, b: SetPosition, work: ExecutionContext) -> Iterator[Likeness]:
    name, about = "Equivalent tables", "a symmetry of the deck, which keeps sets, takes the cards of one to the other"
    with work.search() as budget:
        found = compare_tables(a, b, budget)
        if found.matching is not None:
            said = "" if found.symmetry is None else _symmetry_said(found.symmetry.as_document())
            pair = matched_tables(a, b, found.matching)
            yield Likeness(name, about, True, f"{found.reason}{said}", _matched(found.matching), pair)
            return
        named = found.difference.invariant if isinstance(found.difference, InvariantDifference) else ""
        pair = None
        if named in ("sets", "cards in so many sets") and _few(a, b):
            pair = Pair(*(set_table_svg(each, (), _sets_with(each, budget)) for each in (a, b)))
    yield Likeness(name, about, False, found.reason, _differing(found.difference), pair)


def _sets_with(position: SetPosition, budget: Budget) -> list[int]:
    """Return in how many sets each card is."""
    inside = Counter(card for one in find_all(position, _MOST_SETS, budget=budget) for card in one)
    return [inside[card] for card in position.cards]


def _symmetry_said(symmetry: dict[str, object]) -> str:
    return {
        "affine": ": an affine map of the digits modulo 3",
        "properties-and-values": ": properties, and the values of each, change places",
        "cards": ": any map of the cards keeps sets here",
    }.get(str(symmetry.get("kind")), "")


def _matched(matching: Matching) -> tuple[tuple[str, str, str], ...]:
    return tuple((str(part), str(part), str(image)) for part, image in enumerate(matching))


def _differing(difference: Difference | None) -> tuple[tuple[str, str, str], ...]:
    if not isinstance(difference, InvariantDifference):
        return ()
    values = [str(one) if isinstance(one, int) else ", ".join(map(str, one)) for one in (difference.a, difference.b)]
    return ((difference.invariant, values[0], values[1]),)


def shown_alone(thing: object) -> str:
    """Return a picture of one thing; empty if it has too many parts."""
    if isinstance(thing, Drawing):
        return drawing_svg(thing)
    assert isinstance(thing, SwishPosition | SetPosition)
    if len(thing.cards) > MOST_DRAWN_CARDS:
        return ""
    return svg_position(thing) if isinstance(thing, SwishPosition) else set_table_svg(thing)
