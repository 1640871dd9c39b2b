"""Checks of answers about the equivalence of positions of SWISH, as defined in schema/equivalence.md."""

from collections import Counter
from collections.abc import Sequence
from itertools import chain
from typing import Any

from ludex_check_claims.answers import check_difference, is_matching, is_permutation
from ludex_check_claims.swish.cards import configured
from ludex_check_claims.swish.hypergraphs import Row, arcs_of_cards, canonical_rows, merged, rows_of_cards, rows_to_form
from ludex_check_claims.verdicts import CHECKED, Clock, Export, Json, Wrong, require


def positions(example: Json) -> str:
    """Check an answer about whether two positions, given by their cards, have isomorphic hypergraphs."""
    a, b, symmetry, answer = example["a"]["cards"], example["b"]["cards"], example["symmetry"], example["answer"]
    if not is_matching(answer, len(a), len(b)):
        rows = [rows_of_cards(codes, symmetry) for codes in (a, b)]
        named = answer["difference"].get("invariant")
        return check_difference(
            answer, lambda which, of: _of_hypergraph(rows, which, named, of), rows, _hypergraph_form
        )
    matching, nodes = answer["matching"], answer["nodes"]
    each = [list(range(len(configured(code, symmetry)))) for code in a]
    require(len(nodes) == len(a) and all(map(is_permutation, nodes, each)), "the configurations do not match")
    image = {(i, k): (matching[i], nodes[i][k]) for i, row in enumerate(each) for k in row}
    arcs = {(image[u], image[v]) for u, v in arcs_of_cards(a, symmetry)}
    require(arcs == arcs_of_cards(b, symmetry), "the matching does not map the arcs of a to the arcs of b")
    return CHECKED


def _hypergraph_form(name: str, rows: Sequence[Row]) -> bytes:
    require(name == "hypergraph", "the canonical form is of another kind")
    return rows_to_form(canonical_rows(rows, Clock(Export(), 60))[0])


def _of_hypergraph(both: Sequence[Sequence[Row]], which: int, named: str, of: Json) -> int:
    """Return the value of the invariant `named` for one of two hypergraphs. `of` has the invariant's parameters."""
    rows = both[which]
    if named == "configurations of a card":
        return len(rows[0])
    if named == "cards":
        return len(rows)
    degrees = [sorted(_degrees(rows, card)) for card in range(len(rows))]
    if named == "arcs":
        return sum(leaving for card in degrees for leaving, _ in card)
    if named == "cards with the degrees":
        return sum(card == [tuple(pair) for pair in of["degrees"]] for card in degrees)
    if named == "connected parts of the size":
        joined = merged([("card", i), *(("junction", j) for j in chain(*row) if j >= 0)] for i, row in enumerate(rows))
        return list(Counter(joined["card", i] for i in range(len(rows))).values()).count(of["size"])
    if named == "cards of a colour":
        colours = [[0] * len(position) for position in both]
        for _ in range(of["round"]):
            colours = [_refined(position, of_cards) for position, of_cards in zip(both, colours, strict=True)]
        return colours[which].count(colours["ab".index(of["in"])][of["card"]])
    raise Wrong(f"{named} is not an invariant of hypergraphs")


def _degrees(rows: Sequence[Row], card: int) -> list[tuple[int, int]]:
    """Return, for each node of a card, the number of arcs that leave the node and the number of arcs that enter it."""
    others = [node for i, row in enumerate(rows) if i != card for node in row]
    points, circles = (Counter(node[side] for node in others if node[side] >= 0) for side in (0, 1))
    return [(circles[point], points[circle]) for point, circle in rows[card]]


def _refined(rows: Sequence[Row], colours: Sequence[Any]) -> list[Any]:
    """Return the refined colour of each card.

    The refined colour consists of the colour of the card and, for each node of the card, the colours of the cards whose
    circles the point of the node meets, and of the cards whose points the circle of the node meets.
    """
    held: dict[tuple[int, int], Counter[Any]] = {}
    for row, colour in zip(rows, colours, strict=True):
        for node in row:
            for side, junction in enumerate(node):
                held.setdefault((side, junction), Counter())[colour] += 1
    met = {place: frozenset(counter.items()) if place[1] >= 0 else None for place, counter in held.items()}
    return [
        (colour, frozenset(Counter((met.get((1, p)), met.get((0, c))) for p, c in row).items()))
        for row, colour in zip(rows, colours, strict=True)
    ]
