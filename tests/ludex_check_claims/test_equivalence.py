"""Answers to equivalence requests are checked by `ludex_check_claims`, with nothing of Ludex."""

import json
import random
import subprocess
import sys
from itertools import combinations
from pathlib import Path

import pytest
from pydantic import TypeAdapter

from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.identity.equivalence import EquivalenceRelation
from ludex.games.planarity.identity.equivalence import compare as compare_drawings
from ludex.games.sets.deck import Deck
from ludex.games.sets.identity.equivalence import compare as compare_tables
from ludex.games.sets.position import Position as Table
from ludex.games.swish.card import Symmetry
from ludex.games.swish.identity.equivalence import compare as compare_positions
from ludex.games.swish.position import Position
from ludex_check_claims.answers import check_answer
from ludex_check_claims.discovery import find_checks
from ludex_check_claims.verdicts import CHECKED, RECOMPUTED, Wrong
from tests.games.planarity.sample_drawings import MAPS, mapped, shuffled

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "schema" / "equivalence.md").read_text()
CHECKS = find_checks()
EXAMPLES = [json.loads(part.partition("```")[0]) for part in PAGE.split("```json")[1:]]


def check(example):
    return check_answer(example, CHECKS)


def answered(found):
    """What the API answers."""
    return json.loads(TypeAdapter(type(found)).dump_json(found))


def answer_of(example):
    """What Ludex answers to an example."""
    a, b = example["a"], example["b"]
    if "relation" in example:
        one, other = (Drawing(tuple(map(tuple, each["points"])), tuple(map(tuple, each["edges"]))) for each in (a, b))
        return answered(compare_drawings(one, other, EquivalenceRelation(example["relation"])))
    if "symmetry" in example:
        symmetry = Symmetry(example["symmetry"])
        return answered(compare_positions(*(Position.from_codes(one["cards"], symmetry) for one in (a, b))))
    tables = (Table.from_codes(Deck(one["properties"], one["values"]), one["cards"]) for one in (a, b))
    return answered(compare_tables(*tables).as_response)


def drawing(one):
    return {"points": [list(point) for point in one.points], "edges": [list(edge) for edge in one.edges]}


@pytest.mark.parametrize("example", EXAMPLES, ids=str)
def test_an_example_of_the_page_is_what_ludex_answers_and_is_check(example):
    assert answer_of(example) == example["answer"]
    assert check(example) == (CHECKED if example["answer"]["equivalent"] else RECOMPUTED)


def random_points(numbers, n):
    while True:
        points = [(numbers.randrange(30), numbers.randrange(30)) for _ in range(n)]
        turns = ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) for a, b, c in combinations(points, 3))
        if len(set(points)) == n and all(turns):
            return tuple(points)


def pairs_of_drawings(numbers):
    n = numbers.randint(3, 6)
    edges = tuple(pair for pair in combinations(range(n), 2) if numbers.random() < numbers.choice((0.2, 0.4)))
    one = Drawing(random_points(numbers, n), edges)
    yield one, shuffled(numbers, mapped(one, MAPS[2]))
    yield one, shuffled(numbers, Drawing(random_points(numbers, n), edges))
    yield one, Drawing(random_points(numbers, n), edges[1:])


@pytest.mark.parametrize("relation", EquivalenceRelation)
def test_answers_about_drawings_are_checked(relation):
    numbers, came = random.Random(14), set()
    for _ in range(25):
        for one, other in pairs_of_drawings(numbers):
            example = {"a": drawing(one), "b": drawing(other), "relation": relation.value}
            example["answer"] = answer_of(example)
            check(example)
            difference = example["answer"]["difference"]
            came.add("matching" if difference is None else difference.get("form", "invariant"))
    assert {"matching", "invariant"} <= came


def random_cards(numbers, width, count):
    cards = [numbers.sample(range(width), 2) for _ in range(count)]
    return ["".join("*" if i == p else "o" if i == c else "." for i in range(width)) for p, c in cards]


def flipped(numbers, codes):
    return [code[:: numbers.choice((1, -1))] for code in numbers.sample(codes, len(codes))]


def test_answers_about_positions_of_swish_are_checked():
    numbers, came = random.Random(15), set()
    for _ in range(60):
        cards = random_cards(numbers, numbers.randint(2, 8), numbers.randint(1, 6))
        others = [flipped(numbers, cards), random_cards(numbers, len(cards[0]), len(cards)), cards[1:] or cards]
        for other in others:
            example = {"a": {"cards": cards}, "b": {"cards": other}, "symmetry": "rectangle"}
            example["answer"] = answer_of(example)
            check(example)
            came.add((example["answer"]["difference"] or {}).get("invariant"))
    assert {None, "cards", "arcs", "cards with the degrees"} <= came


def cycle(*lengths, twist=False):
    """Cards around cycles of orbits of two cells of a row; `twist`: crossed once."""
    width, start, cards = 2 * sum(lengths), 0, []
    for length in lengths:
        last = width - 1 - start if twist else start
        pairs = [(i, i + 1) for i in range(start, start + length - 1)] + [(start + length - 1, last)]
        cards += ["".join("*" if i == p else "o" if i == c else "." for i in range(width)) for p, c in pairs]
        start += length
    return {"cards": cards}


@pytest.mark.parametrize(
    ("a", "b", "differs"),
    [
        (cycle(6), cycle(3, 3), "connected parts of the size"),
        (cycle(3), cycle(3, twist=True), "hypergraph"),
        ({"cards": ["*o....", ".*o...", "..*o.."]}, {"cards": ["*o....", "*o....", "..*o.."]}, None),
    ],
)
def test_hypergraphs_that_look_alike_are_told_apart(a, b, differs):
    example = {"a": a, "b": b, "symmetry": "rectangle"}
    example["answer"] = answer_of(example)
    assert check(example) == RECOMPUTED
    difference = example["answer"]["difference"]
    assert differs in (None, difference.get("form"), difference.get("invariant"))


def test_answers_about_positions_of_set_are_checked():
    numbers, came = random.Random(16), set()
    for _ in range(60):
        values = numbers.choice((2, 3, 3, 4))
        deck, size = Deck(2, values), numbers.randint(2, 7 if values > 2 else 3)
        codes = [deck.code(card) for card in numbers.sample(range(deck.size), size)]
        swapped = [code[::-1] for code in numbers.sample(codes, size)]
        fresh = [deck.code(card) for card in numbers.sample(range(deck.size), size)]
        for other in (swapped, fresh, codes[1:]):
            one, two = ({"values": values, "properties": 2, "cards": each} for each in (codes, other))
            example = {"a": one, "b": two}
            example["answer"] = answer_of(example)
            check(example)
            difference = example["answer"]["difference"]
            came.add(None if difference is None else difference.get("form") or difference["invariant"])
    assert {None, "position", "sets", "cards"} <= came


def changes(value, path=()):
    """Yield where a value can be changed, and what to."""
    if isinstance(value, dict):
        for name, one in value.items():
            yield from changes(one, (*path, name))
    elif isinstance(value, list):
        for place, one in enumerate(value):
            yield from changes(one, (*path, place))
        yield path, value[:-1]
    elif isinstance(value, bool):
        yield path, not value
    elif isinstance(value, int):
        yield path, value + 1
    elif isinstance(value, str):
        yield path, value[:-1] + ("1" if value[-1:] == "0" else "0")


@pytest.mark.parametrize("example", EXAMPLES, ids=str)
def test_a_changed_cell_of_an_answer_is_found(example):
    for path, to in changes(example["answer"]):
        if path and path[0] != "reason":
            changed = json.loads(json.dumps(example))
            part = changed["answer"]
            for step in path[:-1]:
                part = part[step]
            part[path[-1]] = to
            with pytest.raises((Wrong, ValueError, KeyError, IndexError, TypeError)):
                check(changed)


@pytest.mark.parametrize(
    ("name", "text", "code", "said"),
    [
        ("right", json.dumps(EXAMPLES[0]), 0, "checked"),
        ("wrong", json.dumps(EXAMPLES[0] | {"answer": EXAMPLES[0]["answer"] | {"nodes": None}}), 1, "wrong: "),
        ("other", json.dumps({"a": {}}), 1, "wrong: the answer does not have its form"),
        ("broken", "{", 2, "Expecting"),
        ("none", None, 2, "No such file"),
    ],
)
def test_the_program_says_what_came_of_an_answer(tmp_path, name, text, code, said):
    file = tmp_path / f"{name}.json"
    if text is not None:
        file.write_text(text)
    ended = subprocess.run(
        [sys.executable, "-S", "-E", str(ROOT / "scripts" / "check-claims"), "--answer", str(file)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (ended.returncode, said in ended.stdout + ended.stderr) == (code, True), ended
