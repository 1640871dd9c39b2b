"""Answers about given cards are checked from the request and the answer alone; changed ones are refused."""

import json
import random
from copy import deepcopy
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter

from ludex.engine.budget import Budget
from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.solving.embedding import embed
from ludex.games.planarity.solving.exchanges import minimum_exchanges
from ludex.games.sets.deck import Deck
from ludex.games.sets.operations.caps import find_largest_cap
from ludex.games.sets.position import Position as Table
from ludex.games.swish.position import Position
from ludex.games.swish.solving.search import find_largest
from ludex.games.swish.solving.size_proofs import prove_size
from ludex.games.swish.swishes import Largest, LargestSwish, Rule
from ludex_check_claims.answers import check_answer
from ludex_check_claims.command import main
from ludex_check_claims.discovery import find_checks
from ludex_check_claims.lrat import at_least
from ludex_check_claims.verdicts import CHECKED, RECOMPUTED, NotChecked, Wrong

CHECKS = find_checks()
EXAMPLES = Path(__file__).parents[2] / "schema" / "examples"


def example(path: str, body: dict[str, Any], answer: Any) -> dict[str, Any]:
    return {"request": {"path": path, "body": body}, "answer": json.loads(TypeAdapter(type(answer)).dump_json(answer))}


def cap_example(p: int, v: int, count: int, seed: int) -> dict[str, Any]:
    deck = Deck(p, v)
    cards = Table(deck, tuple(random.Random(seed).sample(range(deck.size), count)))
    found = find_largest_cap(cards, Budget())
    return example("/sets/caps", {"cards": list(cards.codes)}, found.as_response)


def swish_example(rule: Rule, seed: int) -> dict[str, Any]:
    numbers = random.Random(seed)
    cells = list(product(range(2), range(3)))
    codes = []
    for _ in range(9):
        symbols = dict(zip(numbers.sample(cells, 3), numbers.choice(["*o.", "**o", "*oo"]), strict=True))
        codes.append("/".join("".join(symbols.get((r, c), ".") for c in range(3)) for r in range(2)))
    position = Position.from_codes(codes)
    largest = find_largest(position, rule)
    ordered = Position(tuple(sorted(position.cards))) if rule is Rule.SIMPLE else position.canonical()
    bound = prove_size(ordered, largest.size, Budget(), rule)
    answer = LargestSwish.of(Largest(largest.swish, True, bound=bound), position)
    return example("/api/v1/swish/solve", {"cards": codes, "find": "largest", "rule": rule.value}, answer)


CAPS = [
    (p, v, count, seed) for p, v, count in ((4, 3, 16), (2, 4, 10), (3, 5, 9), (3, 2, 5), (2, 1, 1)) for seed in (1, 2)
]


@pytest.mark.parametrize(("p", "v", "count", "seed"), CAPS)
def test_largest_caps_among_cards_are_checked(p: int, v: int, count: int, seed: int) -> None:
    assert check_answer(cap_example(p, v, count, seed), CHECKS) == CHECKED


@pytest.mark.parametrize("rule", Rule)
@pytest.mark.parametrize("seed", range(6))
def test_largest_swishes_among_cards_are_checked(rule: Rule, seed: int) -> None:
    assert check_answer(swish_example(rule, seed), CHECKS) == CHECKED


def changes(right: dict[str, Any], numbers: random.Random):
    """Yield the example with one changed number, line, card or word."""
    lines = (right["answer"]["bound"].get("proof") or "").splitlines()
    for line in range(len(lines)):
        changed = deepcopy(right)
        words = lines[line].split()
        place = numbers.randrange(len(words))
        words[place] = str(int(words[place]) + numbers.choice((-1, 1)))
        changed["answer"]["bound"]["proof"] = "\n".join([*lines[:line], " ".join(words), *lines[line + 1 :]]) + "\n"
        yield changed
    for name, value in (("size", 1), ("upper_bound", 1)):
        changed = deepcopy(right)
        changed["answer"][name] += value
        yield changed
    for name, value in (("proved", False), ("evidence", "recomputed"), ("evidence", None), ("bound", {"by": "cards"})):
        yield {**right, "answer": {**right["answer"], name: value}}
    if "swish" in right["answer"]:
        cards = (right["answer"]["swish"] or {"cards": []})["cards"]
    else:
        cards = right["answer"]["cards"]
    for card in range(len(cards)):
        changed = deepcopy(right)
        shown = changed["answer"]["cards"] if "cards" in changed["answer"] else changed["answer"]["swish"]["cards"]
        del shown[card]
        yield changed


@pytest.mark.parametrize(
    "right",
    [cap_example(4, 3, 16, 1), cap_example(2, 4, 10, 1), *(swish_example(rule, 1) for rule in Rule)],
    ids=["set-3", "set-4", "swish", "simple"],
)
def test_changed_answers_are_refused(right: dict[str, Any]) -> None:
    assert check_answer(right, CHECKS) == CHECKED
    tried = 0
    for changed in changes(right, random.Random(5)):
        tried += 1
        with pytest.raises((Wrong, ValueError, KeyError, TypeError)):
            check_answer(changed, CHECKS)
    assert tried > 5


def test_searches_and_unproved_answers_are_not_checked() -> None:
    right = cap_example(4, 3, 16, 1)
    with pytest.raises(NotChecked, match="search"):
        check_answer({**right, "answer": {**right["answer"], "evidence": "search", "bound": None}}, CHECKS)
    unproved = {**right["answer"], "proved": False, "evidence": None, "bound": None, "upper_bound": 16}
    with pytest.raises(NotChecked, match="does not state"):
        check_answer({**right, "answer": unproved}, CHECKS)
    with pytest.raises(NotChecked, match="no installed package"):
        check_answer({**right, "request": {"path": "/else", "body": {}}}, CHECKS)


def drawing_example(path: str, body: dict[str, Any], answer: Any) -> dict[str, Any]:
    return example(f"/api/v1/planarity/variants/{path}", json.loads(json.dumps(body)), answer)


def exchange_example(seed: int, vertices: int, edges: int) -> dict[str, Any]:
    """Return an example about a random graph on random points, whose minimum may be any number, or none."""
    numbers = random.Random(seed)
    points = [(numbers.randrange(10_000), numbers.randrange(10_000)) for _ in range(vertices)]
    drawn = Drawing(tuple(points), tuple(numbers.sample([*combinations(range(vertices), 2)], edges)))
    body = {"points": drawn.points, "edges": drawn.edges}
    return drawing_example("exchange/minimum", body, minimum_exchanges(drawn))


def placement_example(seed: int, vertices: int, edges: int, points: int) -> dict[str, Any]:
    numbers = random.Random(seed)
    onto = [(numbers.randrange(10_000), numbers.randrange(10_000)) for _ in range(points)]
    drawn = Drawing(tuple(onto[:vertices]), tuple(numbers.sample([*combinations(range(vertices), 2)], edges)))
    return drawing_example(
        "drag/onto", {"points": drawn.points, "edges": drawn.edges, "onto": onto}, embed(drawn, onto)
    )


VARIANTS = [
    *(exchange_example(seed, vertices, edges) for seed in range(4) for vertices, edges in ((5, 9), (6, 8), (7, 12))),
    *(placement_example(seed, 5, edges, points) for seed in range(3) for edges, points in ((9, 6), (10, 7), (5, 5))),
]


def test_fewest_exchanges_and_placements_are_checked() -> None:
    answers = [right["answer"] for right in VARIANTS]
    assert {None, 0, 1, 2} <= {answer.get("min_exchanges", 0) for answer in answers}
    assert {answer["evidence"] for answer in answers} == {"recomputed", "certificate"}
    for right in VARIANTS:
        found = {CHECKED: "certificate"}.get(check_answer(right, CHECKS), RECOMPUTED)
        assert found == right["answer"]["evidence"]


@pytest.mark.parametrize("right", VARIANTS[:6] + VARIANTS[-6:], ids=str)
def test_changed_exchanges_and_placements_are_refused(right: dict[str, Any]) -> None:
    answer = right["answer"]
    changed: list[dict[str, Any]] = [{"evidence": None}, {"proved": False}, {"evidence": "unknown"}]
    if "min_exchanges" in answer:
        changed += [{"crossings": answer["crossings"] + 1}, {"lower_bound": answer["lower_bound"] + 1}]
        changed += [{"min_exchanges": 1 if answer["min_exchanges"] is None else None}]
        changed += [{"exchanges": answer["exchanges"][1:]}, {"exchanges": [*answer["exchanges"][:-1], [0, 0]]}]
        longer = [[0, 1], [0, 1], *answer["exchanges"]]
        changed += [{"exchanges": longer, "min_exchanges": len(longer), "lower_bound": len(longer)}]
    elif answer["drawing"] is not None:
        points, edges = answer["drawing"]["points"], answer["drawing"]["edges"]
        changed += [{"drawing": None, "evidence": "recomputed"}]
        for drawing in ({"points": points[:-1]}, {"edges": edges[1:]}, {"points": [points[0], *points[:-1]]}):
            changed += [{"drawing": answer["drawing"] | drawing}]
    else:
        changed += [{"drawing": {name: right["request"]["body"][name] for name in ("points", "edges")}}]
    for change in changed:
        if not answer.items() >= change.items():
            with pytest.raises((Wrong, NotChecked, ValueError, KeyError, TypeError)):
                check_answer({**right, "answer": answer | change}, CHECKS)


def test_large_searches_for_exchanges_are_not_repeated() -> None:
    right = exchange_example(1, 9, 20)
    assert right["answer"]["proved"] and right["answer"]["evidence"] == "search"
    with pytest.raises(NotChecked, match="search"):
        check_answer(right, CHECKS)


@pytest.mark.parametrize("name", ["02-solve-largest", "56-set-cap-among-cards"])
def test_the_command_checks_the_examples_of_the_documentation(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--answer", str(EXAMPLES / f"{name}.json")]) == 0
    assert capsys.readouterr().out == "checked\n"


@pytest.mark.parametrize("seed", [1, 2])
def test_a_verified_program_accepts_the_proofs(seed: int) -> None:
    """The wheel `drup` is extracted from a proof in Why3. It finds the hints itself."""
    drup = pytest.importorskip("drup")
    right = cap_example(4, 3, 16, seed)
    cards = sorted(right["request"]["body"]["cards"])
    sets = [
        chosen
        for chosen in combinations(range(1, 17), 3)
        if all(len({cards[card - 1][k] for card in chosen}) != 2 for k in range(4))
    ]
    formula = [tuple(-card for card in chosen) for chosen in sets]
    formula += at_least(range(1, 17), right["answer"]["size"] + 1, 16)
    lines = [[*map(int, line.split())] for line in right["answer"]["bound"]["proof"].splitlines()]
    proof = [line[1 : line.index(0)] for line in lines]
    assert drup.check_proof(formula, proof).outcome is drup.Outcome.VALID
    assert drup.check_proof(formula[:-1], proof).outcome is drup.Outcome.INVALID
