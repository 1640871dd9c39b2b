"""The checker counts caps by orbits, so that forged numbers which only add up are refused."""

from copy import deepcopy
from itertools import combinations
from math import factorial
from typing import Any

import pytest

from ludex.games.sets.deck import Deck
from ludex.games.sets.kinds.statements import claim_counts
from ludex.games.sets.study.cap_counts import count_caps
from ludex_check_claims.group_order import group_order
from ludex_check_claims.sets.cap_counts import cap_counts, class_of_cap, no_set_probability
from ludex_check_claims.sets.cap_counts import count_caps as counted_again
from ludex_check_claims.verdicts import CHECKED, RECOMPUTED, Clock, Export, NotChecked, Wrong
from tests.oracles import cap_subsets as oracle
from tests.oracles.set_brute_force import whole_deck

CLOCK = Clock(Export(), float("inf"))


def claim_of(p: int, v: int, up_to: int | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
    claim = claim_counts(count_caps(Deck(p, v), up_to=up_to))
    document = {"kind": "set-deck", "label": "deck", "properties": p, "values": v, "size": v**p}
    return {name: getattr(claim, name) for name in ("value", "proved", "certificate")}, document


@pytest.mark.parametrize(
    ("p", "v", "up_to", "verdict"),
    [(2, 3, None, CHECKED), (2, 4, None, CHECKED), (3, 4, 4, CHECKED), (1, 5, None, CHECKED), (4, 2, None, RECOMPUTED)],
)
def test_the_numbers_of_caps_are_checked(p: int, v: int, up_to: int | None, verdict: str) -> None:
    assert cap_counts(*claim_of(p, v, up_to), Export()) == verdict


def test_forged_sizes_with_which_all_sums_are_right_are_refused() -> None:
    """The sizes of two classes are exchanged whose caps have equally many extensions."""
    claim, document = claim_of(2, 4)
    deck, adding_up = whole_deck(2, 4), 0
    sets = oracle.masks_of_sets(deck, 4)

    def extensions(codes: str) -> int:
        cap = sum(1 << deck.index(code) for code in codes.split())
        return sum(
            not cap >> card & 1 and not any((cap | 1 << card) & one == one for one in sets) for card in range(len(deck))
        )

    for size, of_size in enumerate(claim["certificate"]["classes"]):
        for a, b in combinations(range(len(of_size)), 2):
            if of_size[a][1] != of_size[b][1] and extensions(of_size[a][0]) == extensions(of_size[b][0]):
                false = deepcopy(claim)
                classes = false["certificate"]["classes"][size]
                classes[a][1], classes[b][1] = classes[b][1], classes[a][1]
                adding_up += 1
                with pytest.raises(Wrong):
                    cap_counts(false, document, Export())
    assert adding_up > 20


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda value, classes: (value[:-1], classes[:-1]), "can be extended in"),
        (lambda value, classes: ([*value[:-1], [108, 2]], [*classes[:-1], classes[-1] * 2]), "contradicts"),
        (lambda value, classes: ([*value[:-1], [72, 1]], [*classes[:-1], [["00 01 02 10", 72]]]), "contradicts"),
        (lambda value, classes: (value, [*classes[:-1], [["00 01 10", 54]]]), "has 3 cards"),
        (lambda value, classes: ([*value[:-1], [54, 2]], [*classes[:-1], [["00 01 10 11", 27]] * 2]), "has 54 caps"),
        (lambda value, classes: (value[:3], classes), "the classes of each size"),
    ],
)
def test_false_classes_of_nine_cards_are_refused(change: Any, reason: str) -> None:
    claim, document = claim_of(2, 3)
    value, classes = change(claim["value"], claim["certificate"]["classes"])
    with pytest.raises(Wrong, match=reason):
        cap_counts({**claim, "value": value, "certificate": {"classes": classes}}, document, Export())


def test_a_cap_with_a_set_and_a_repeated_class_are_refused() -> None:
    """The nine cards have twelve sets. Of the 16 cards, two classes of caps of four cards have the same size."""
    claim, document = claim_of(2, 3)
    *smaller, _, _ = claim["certificate"]["classes"]
    false = {"value": [*claim["value"][:3], [84, 2]], "proved": False}
    with pytest.raises(Wrong, match="contradicts"):
        cap_counts(
            {**false, "certificate": {"classes": [*smaller, [["00 01 10", 72], ["00 01 02", 12]]]}}, document, Export()
        )
    false["value"][3] = [72, 2]
    with pytest.raises(Wrong, match="contains a set"):
        cap_counts(
            {**false, "certificate": {"classes": [*smaller, [["00 01 02", 12], ["00 01 10", 60]]]}}, document, Export()
        )
    claim, document = claim_of(2, 4, 4)
    last = claim["certificate"]["classes"][-1]
    a, b = next((a, b) for a, b in combinations(range(len(last)), 2) if last[a][1] == last[b][1])
    last[a] = last[b]
    with pytest.raises(Wrong, match="two listed classes of caps of 4 cards are equal"):
        cap_counts(claim, document, Export())


def test_without_classes_and_out_of_time_nothing_is_checked() -> None:
    claim, document = claim_of(3, 4, 4)
    with pytest.raises(NotChecked, match="no classes"):
        cap_counts({**claim, "certificate": None}, document, Export())
    with pytest.raises(NotChecked, match="too long"):
        cap_counts(claim, document, Export(until=0))


def test_false_numbers_of_two_values_are_refused() -> None:
    claim, document = claim_of(3, 2)
    for value, proved in (([[1, 1], [7, 1]], True), ([[1, 1]], True), ([[1, 1], [8, 1], [1, 1]], True)):
        with pytest.raises(Wrong):
            cap_counts({**claim, "value": value, "proved": proved}, document, Export())


@pytest.mark.parametrize(
    ("p", "v", "symmetries"), [(2, 3, oracle.affine_symmetries_of_the_plane), (2, 4, oracle.digit_symmetries)]
)
def test_the_classes_of_caps_are_the_orbits(p: int, v: int, symmetries: Any) -> None:
    deck = whole_deck(p, v)
    images = [list(symmetry) for symmetry in symmetries(deck)]
    for number, bits in enumerate(oracle.caps(len(deck), oracle.masks_of_sets(deck, v))):
        if number % (1 if v == 3 else 97) == 0:
            cap = [card for card in range(len(deck)) if bits >> card & 1]
            orbit = {frozenset(map(image.__getitem__, cap)) for image in images}
            cards = [tuple(map(int, deck[card])) for card in cap]
            assert class_of_cap(cards, p, v, CLOCK)[1] == len(orbit)


M11 = [{k: (k + 1) % 11 for k in range(11)}, {2: 6, 6: 10, 10: 7, 7: 2, 3: 9, 9: 4, 4: 5, 5: 3}]


@pytest.mark.parametrize(
    ("degree", "generators", "order"),
    [
        (0, [], 1),
        (5, [{}], 1),
        (7, [{k: (k + 1) % 7 for k in range(7)}], 7),
        (7, [{k: (k + 1) % 7 for k in range(7)}, {k: -k % 7 for k in range(7)}], 14),
        (9, [{k: (k + 1) % 9 for k in range(9)}, {0: 1, 1: 0}], factorial(9)),
        (9, [{k: (k + 1) % 9 for k in range(9)}, {0: 1, 1: 2, 2: 0}], factorial(9) // 2),
        (12, M11, 7920),
    ],
)
def test_the_orders_of_groups_are_the_known_ones(degree: int, generators: list[dict[int, int]], order: int) -> None:
    assert group_order(degree, generators, CLOCK) == order


@pytest.mark.parametrize(
    ("p", "v", "n", "caps"),
    # D. Knuth, "SETSET-ALL" (2001), for the 81 cards, and trying every subset of 16 cards.
    [(4, 3, 0, 1), (4, 3, 3, 84240), (4, 3, 4, 1579500), (4, 3, 5, 22441536), (2, 3, 5, 0), (3, 2, 1, 8), (3, 2, 2, 0)],
)
def test_caps_are_counted_without_a_claim(p: int, v: int, n: int, caps: int) -> None:
    assert counted_again(p, v, n, CLOCK) == caps


def test_the_number_of_draws_without_a_set_is_that_of_the_caps() -> None:
    counts, document = claim_of(2, 3)
    claim = {"parameters": {"n": 3}, "value": {"numerator": 72, "denominator": 84}}
    false = {**claim, "value": {"numerator": 71, "denominator": 84}}
    for export in (Export(), Export(claims=[{"claim": "set.cap-counts", "subject": "deck", **counts}])):
        assert no_set_probability(claim, document, export) == RECOMPUTED
        with pytest.raises(Wrong, match="72 caps"):
            no_set_probability(false, document, export)
