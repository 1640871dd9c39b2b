"""Facts about cards, decks, positions, swishes, hypergraphs and boards."""

from collections.abc import Mapping
from math import comb

from ludex_check_claims.documents import PACK_FACTS
from ludex_check_claims.game_checks import Facts, names
from ludex_check_claims.swish.cards import Cards, configurations, each_stack, read_card
from ludex_check_claims.swish.hypergraphs import rows_of_form
from ludex_check_claims.swish.no_swish_sets import Board
from ludex_check_claims.verdicts import Clock, Export, Json, require


def _card(document: Json, _export: Export, _clock: Clock) -> Mapping[str, Json]:
    height, width, points, circles = read_card(document["code"])
    ways = configurations(document["code"], document["symmetry"])
    shape = {"height": height, "width": width, "configurations": len(ways)}
    return {**shape, "points": len(points), "circles": len(circles)}


def _cards(document: Json, _export: Export, _clock: Clock) -> Mapping[str, Json]:
    codes = document.get("cards") or document["stack"]
    height, width, _, _ = read_card(codes[0])
    different = {configurations(code, document["symmetry"])[0] for code in codes}
    return {"height": height, "width": width, "size": len(codes), "distinct_cards": len(different)}


_MOST_CARDS = 24


def _position(document: Json, export: Export, clock: Clock) -> Mapping[str, Json]:
    """Return the facts of the cards and, if the largest swishes have been counted, their number and the grade."""
    facts, stated = _cards(document, export, clock), document.get("difficulty") or {}
    if stated.get("largest_swishes") is None or document.get("largest_swish") is None:
        return {**facts, "difficulty": dict.fromkeys(stated)}
    size, codes = document["largest_swish"]["size"], document["cards"]
    require(len(codes) <= _MOST_CARDS and document["symmetry"] == "rectangle", "such a position has no difficulty")
    stacks = each_stack(Cards(document).placements, size, clock)
    swishes = sum(1 for used, _ in stacks if len(used) == size)
    grade = max(1, (comb(len(codes), size) << size) // swishes).bit_length() + 2
    return {**facts, "difficulty": {"largest_swishes": swishes, "grade": grade}}


def _hypergraph(document: Json, _export: Export, _clock: Clock) -> Mapping[str, Json]:
    rows = rows_of_form(bytes.fromhex(document["form"]))
    hypernodes, arcs = map(int, document["label"].split("-")[2:4])  # the label has been recomputed
    return {"nodes": sum(map(len, rows)), "arcs": arcs, "hypernodes": hypernodes}


def _board(document: Json, _export: Export, clock: Clock) -> Mapping[str, Json]:
    return {"cards": Board(document, clock).cards}


METHODS = (
    "integer program over swishes|closed form|search of all placements|count of all (placements|deals)|seeded deals|"
    "reduction|Burnside's lemma: the mean number of stacks that a configuration of the board leaves the same"
)
FACTS = {
    "swish-pack": PACK_FACTS,
    "swish-card": Facts(names("code", "symmetry"), of=_card),
    "swish-deck": Facts(names("cards", "symmetry"), of=_cards),
    "swish-position": Facts(names("cards", "symmetry"), {"swish.largest-swish": names("largest_swish")}, _position),
    "swish-no-swish-set": Facts(names("cards", "symmetry"), of=_cards),
    "swish-swish": Facts(names("stack", "symmetry"), of=_cards),
    "swish-hypergraph": Facts(names("form"), of=_hypergraph),
    "swish-board": Facts(
        names("height", "width", "symmetry"),
        {
            "swish.no-swish-maximum": names("largest_no_swish_set", "construction"),
            "swish.no-swish-maximum-sets": names("maximum_sets"),
        },
        _board,
    ),
}
