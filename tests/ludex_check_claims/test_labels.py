"""Labels follow from schema/canonical-forms.md alone.

Its examples are what Ludex makes, and what `ludex_check_claims` computes with nothing of Ludex; of random objects the
two agree as well.
"""

import json
import random
import re
from base64 import b32encode
from hashlib import blake2b
from itertools import combinations
from pathlib import Path

import pytest

from ludex.catalogue.kinds.registry import Registry
from ludex.engine.keys import content_key
from ludex.games.kinds import GAMES
from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.identity.order_type import canonical_order_type, canonical_x_type
from ludex.games.planarity.identity.swap_class import CENSUS_CLASS, canonical_drawing, swap_key
from ludex.games.sets.deck import Deck
from ludex.games.sets.game_record import GameParameters
from ludex.games.sets.identity.keys import canonical_position, card_key, cards_form, deck_key, game_key, set_key
from ludex.games.sets.position import Position as Table
from ludex.games.sets.solving.playing import play
from ludex.games.swish.card import Card, Symmetry
from ludex.games.swish.identity.card_matching import card_key as swish_card_key
from ludex.games.swish.identity.card_matching import deck_key as swish_deck_key
from ludex.games.swish.identity.card_matching import no_swish_key, position_key, swish_key
from ludex.games.swish.identity.hypergraph import canonical_hypergraph
from ludex.games.swish.position import Position
from ludex.graphs.canonical import ColouredGraph, automorphism_generators, canonical_form
from ludex_check_claims.canonical_graphs import canonical_numbers, orbit_minima
from ludex_check_claims.discovery import find_checks
from ludex_check_claims.documents import check_label
from ludex_check_claims.label_forms import graph_form
from ludex_check_claims.planarity import labels as label_planarity
from ludex_check_claims.sets import labels as label_sets
from ludex_check_claims.swish.hypergraphs import canonical_rows, rows_of_cards, rows_to_form
from ludex_check_claims.verdicts import Clock, Export, Wrong
from tests.games.planarity.keys import graph_key, order_type_key, x_type_key
from tests.games.sets.keys import cap_key
from tests.games.sets.keys import position_key as table_key

ROOT = Path(__file__).parents[2]
FORMS = (ROOT / "schema" / "canonical-forms.md").read_text()
EXAMPLES = [json.loads(line) for line in FORMS.splitlines() if line.startswith('{"kind"')]
TAGS = dict(re.findall(r"^\| `([a-z-]+)` \| `([a-z-]+)` \|", (ROOT / "schema" / "notation.md").read_text(), re.M))
REGISTRY = Registry(GAMES)
CHECKS = find_checks()


def clock():
    return Clock(Export(), 60)


def hashed(label):
    return label.rpartition("-")[2]


def test_each_kind_has_an_example_with_its_tag():
    kinds = {kind.name for kind in REGISTRY.kinds}
    tags = {example["kind"]: example["tag"] for example in EXAMPLES}
    assert kinds <= set(tags) == set(CHECKS.game_of_kind)
    assert {kind: tags[kind] for kind in kinds} == {kind: TAGS[kind] for kind in kinds}


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["kind"])
def test_the_label_of_an_example_is_made_of_its_form_as_the_page_says(example):
    form = bytes.fromhex(example["hex"]) if "hex" in example else example["form"].encode()
    digest = blake2b(example["tag"].encode() + b"\0" + form, digest_size=32).digest()
    assert hashed(example["label"]) == b32encode(digest).decode().lower()[:16]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["kind"])
def test_the_checker_computes_the_label_of_an_example(example):
    document = {**example, "form": example["hex"]} if example["kind"] == "swish-hypergraph" else example
    assert CHECKS.game_of_kind[example["kind"]].labels[example["kind"]](document, clock()) == example["label"]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["kind"])
def test_ludex_gives_an_example_its_label(example):
    key = KEYS[example["kind"]](example)
    assert hashed(example["label"]) == b32encode(key[1:]).decode().lower()[:16]


def cards_of(example):
    return Position.from_codes(
        example.get("cards") or example.get("stack") or example["of"], Symmetry(example["symmetry"])
    )


def table_of(example):
    return Table.from_codes(Deck(example["properties"], example["values"]), example.get("cards") or [example["code"]])


def pairs(listed):
    return tuple(map(tuple, listed))


def drawing_of(example):
    return Drawing(pairs(example["drawing"]["points"]), pairs(example["drawing"]["edges"]))


KEYS = {
    "swish-card": lambda one: swish_card_key(Card.from_code(one["code"]), Symmetry(one["symmetry"])),
    "swish-deck": lambda one: swish_deck_key(cards_of(one)),
    "swish-position": lambda one: position_key(cards_of(one)),
    "swish-no-swish-set": lambda one: no_swish_key(cards_of(one)),
    "swish-swish": lambda one: swish_key(cards_of(one).cards, Symmetry(one["symmetry"])),
    "swish-hypergraph": lambda one: canonical_hypergraph(cards_of(one)).key,
    "set-card": lambda one: card_key(table_of(one).deck, table_of(one).cards[0]),
    "set-deck": lambda one: deck_key(table_of(one)),
    "set-found-set": lambda one: set_key(table_of(one).deck, table_of(one).cards),
    "set-position": lambda one: table_key(table_of(one)),
    "set-cap": lambda one: cap_key(table_of(one)),
    "set-game": lambda one: game_key(play(GameParameters(Deck(one["properties"], one["values"])))),
    "planarity-level": lambda one: swap_key(drawing_of(one)),
    "planarity-census-class": lambda one: content_key(CENSUS_CLASS, canonical_drawing(drawing_of(one)).form),
    "planarity-order-type": lambda one: order_type_key(pairs(one["representative"])),
    "planarity-x-type": lambda one: x_type_key(pairs(one["representative"])),
    "planarity-graph": lambda one: graph_key(one["vertices"], pairs(one["edge_list"])),
    "swish-board": lambda one: content_key("board", f"{one['symmetry']} {one['height']}x{one['width']}".encode()),
    "planarity-census": lambda one: content_key("census-of-points", str(one["vertices"]).encode()),
    "planarity-collection": lambda one: content_key("collection", one["collection"].encode()),
    "planarity-pack": lambda one: content_key("pack", one["slug"].encode()),
    "swish-pack": lambda one: content_key("swishpack", one["slug"].encode()),
    "set-pack": lambda one: content_key("setpack", one["slug"].encode()),
}


def random_points(random_numbers, n):
    while True:
        points = [(random_numbers.randrange(40), random_numbers.randrange(40)) for _ in range(n)]
        turns = ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) for a, b, c in combinations(points, 3))
        if len(set(points)) == n and all(turns):
            return points


@pytest.mark.parametrize("seed", range(60))
def test_two_implementations_order_coloured_graphs_alike(seed):
    numbers = random.Random(seed)
    n, density = numbers.randint(1, 14), numbers.choice((0.1, 0.3, 0.6, 0.9))
    edges = tuple(pair for pair in combinations(range(n), 2) if numbers.random() < density)
    colours = tuple(numbers.randrange(numbers.choice((1, 1, 3))) for _ in range(n))
    best, graph = canonical_numbers(colours, edges, clock()), ColouredGraph(colours, edges)
    assert graph_form(colours, edges, best.order) == canonical_form(graph).form
    orbit, moved = orbit_minima(best), {v for one in automorphism_generators(graph) for v in range(n) if one[v] != v}
    assert moved == {v for v in range(n) if orbit.count(orbit[v]) > 1}
    assert all(orbit[v] == orbit[one[v]] for one in automorphism_generators(graph) for v in range(n))


# What a greedy comparison gets wrong: equal components, saturated ones, regular graphs, cells that split in three.
HARD_GRAPHS = {
    "four triangles": (12, [(3 * i + a, 3 * i + b) for i in range(4) for a, b in ((0, 1), (0, 2), (1, 2))]),
    "a matching": (10, [(2 * i, 2 * i + 1) for i in range(5)]),
    "complete": (9, list(combinations(range(9), 2))),
    "petersen and a cycle": (
        15,
        [(i, (i + 1) % 5) for i in range(5)]
        + [(i, i + 5) for i in range(5)]
        + [(5 + i, 5 + (i + 2) % 5) for i in range(5)]
        + [(10 + i, 10 + (i + 1) % 5) for i in range(5)],
    ),
    "the order of the queue matters": (
        12,
        [
            *((0, 6), (1, 7), (2, 7), (3, 10), (3, 11), (4, 8), (4, 9), (5, 9)),
            *((5, 10), (5, 11), (6, 7), (6, 8), (8, 10), (8, 11), (9, 10), (9, 11)),
        ],
    ),
}


@pytest.mark.parametrize("name", HARD_GRAPHS)
def test_two_implementations_order_graphs_with_components_alike(name):
    n, edges = HARD_GRAPHS[name]
    order = canonical_numbers([0] * n, edges, clock()).order
    assert graph_form([0] * n, edges, order) == canonical_form(ColouredGraph((0,) * n, tuple(edges))).form


@pytest.mark.parametrize("seed", range(40))
def test_two_implementations_give_drawings_and_points_one_form(seed):
    numbers = random.Random(seed)
    n, density = numbers.randint(1, 9), numbers.choice((0.1, 0.2, 0.3, 0.6))
    points = random_points(numbers, n)
    edges = [pair for pair in combinations(range(n), 2) if numbers.random() < density]
    drawing = Drawing(tuple(points), tuple(edges))
    assert label_planarity.level_form(points, edges, clock())[0] == canonical_drawing(drawing).form
    assert label_planarity.order_type_form(points, ())[1] == canonical_order_type(points).form
    assert label_planarity.x_type_form(points) == canonical_x_type(points).form


@pytest.mark.parametrize("seed", range(40))
def test_two_implementations_give_hypergraphs_one_form(seed):
    numbers = random.Random(seed)
    height, width = numbers.choice([(1, 2), (1, 5), (2, 2), (2, 3), (3, 3), (4, 3)])
    symmetry = numbers.choice(["rectangle", "square"]) if height == width else "rectangle"
    codes = []
    for _ in range(numbers.choice((1, 2, 3, 5, 9))):
        point, circle = numbers.sample(range(height * width), 2)
        cells = "".join("*" if i == point else "o" if i == circle else "." for i in range(height * width))
        codes.append("/".join(cells[i : i + width] for i in range(0, len(cells), width)))
    form = rows_to_form(canonical_rows(rows_of_cards(codes, symmetry), clock())[0])
    assert form == canonical_hypergraph(Position.from_codes(codes, Symmetry(symmetry))).form


@pytest.mark.parametrize("seed", range(40))
def test_two_implementations_give_positions_of_set_one_form(seed):
    numbers = random.Random(seed)
    values, properties = numbers.choice((1, 2, 3, 3, 3, 4, 5)), numbers.randint(1, 5)
    deck = Deck(properties, values)
    cards = numbers.sample(range(deck.size), numbers.randint(0, min(deck.size, 14)))
    form, _ = label_sets.position_form(values, properties, [deck.code(card) for card in cards], clock())
    assert form == canonical_position(Table(deck, tuple(cards))).form


def test_the_form_of_a_whole_deck_of_set_takes_no_brute_force():
    whole = Table.whole(Deck(3, 3))
    assert label_sets.position_form(3, 3, whole.codes, clock())[0] == canonical_position(whole).form
    assert cards_form(whole.deck, whole.cards)[:2] == bytes([3, 3])


def test_a_document_that_was_changed_is_named():
    example = next(example for example in EXAMPLES if example["kind"] == "set-found-set")
    document = {key: example[key] for key in ("kind", "label", "values", "properties", "cards")}
    assert check_label(document, Export(), CHECKS) == "recomputed"
    for changed in ({"cards": ["0000", "0111", "0221"]}, {"label": document["label"][:-1] + "a"}, {"values": 4}):
        with pytest.raises(Wrong, match=r"label computed from the document is|the label of its"):
            check_label({**document, **changed}, Export(), CHECKS)
