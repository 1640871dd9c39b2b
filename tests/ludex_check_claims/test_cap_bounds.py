"""The checker accepts the proofs of the bounds on caps, and nothing else."""

from collections import Counter
from copy import deepcopy
from typing import Any

import pytest

from ludex.games.sets.deck import Deck
from ludex.games.sets.kinds.statements import claim_maximum
from ludex.games.sets.solving.caps import largest_cap
from ludex.games.sets.study.cap_counts import count_caps
from ludex.games.sets.study.closed_forms import cap_bound, cap_upper_bound
from ludex_check_claims.sets import hyperplanes, layers, statements
from ludex_check_claims.verdicts import CHECKED, RECOMPUTED, Clock, Export, NotChecked, Wrong

FIFTH = 2


def clock(seconds: float = 300) -> Clock:
    return Clock(Export(), seconds)


@pytest.mark.parametrize(
    "properties", [6, *(pytest.param(properties, marks=pytest.mark.slow) for properties in (5, 9))]
)
def test_the_steps_prove_the_bound(properties: int, monkeypatch: pytest.MonkeyPatch) -> None:
    if properties > 5:  # the search is the same
        monkeypatch.setattr(hyperplanes, "joined_cap_exists", lambda *_: False)
    bound = cap_bound(Deck(properties, 3), "hyperplanes")
    assert statements._hyperplanes(bound, properties, 3, clock()) == cap_upper_bound(Deck(properties, 3))


@pytest.mark.slow
def test_the_claim_about_243_cards_is_recomputed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hyperplanes, "joined_cap_exists", lambda *_: False)
    deck = Deck(5, 3)
    stated = claim_maximum(deck, largest_cap(deck))
    members = ("value", "lower", "upper", "proved", "method", "certificate")
    claim = {name: getattr(stated, name) for name in members}
    document = {"kind": "set-deck", "properties": 5, "values": 3, "size": 243}
    assert statements.cap_maximum(claim, document, Export()) == RECOMPUTED
    assert stated.evidence == "recomputed"
    with pytest.raises(Wrong):
        statements.cap_maximum({**claim, "proved": False}, document, Export())
    with pytest.raises(Wrong):
        statements.cap_maximum({**claim, "upper": 44}, document, Export())


def test_a_joined_cap_of_forty_cards_is_found() -> None:
    assert hyperplanes.joined_cap_exists(40, clock())


def test_the_search_ends_with_its_clock() -> None:
    with pytest.raises(NotChecked):
        hyperplanes.joined_cap_exists(46, clock(0))


def changed(step: int, **members: Any) -> dict[str, Any]:
    bound = deepcopy(cap_bound(Deck(6, 3), "hyperplanes"))
    bound["steps"][step].update(members)
    return bound


def with_division(place: int, **members: Any) -> dict[str, Any]:
    bound = deepcopy(cap_bound(Deck(6, 3), "hyperplanes"))
    bound["steps"][FIFTH]["divisions"][place].update(members)
    return bound


DIVISIONS = cap_bound(Deck(5, 3), "hyperplanes")["steps"][FIFTH]["divisions"]


@pytest.mark.parametrize(
    "bound",
    [
        changed(-1, most=113),
        pytest.param(changed(-1, smaller=44), marks=pytest.mark.slow),
        changed(0, properties=4),
        changed(FIFTH, most=44),
        changed(FIFTH, multipliers=[0, 0, 0]),
        changed(FIFTH, multipliers=[1051201560, -4766667, 354965.5]),
        changed(FIFTH, multipliers=[1051201560, -4766667]),
        changed(FIFTH, divisions=DIVISIONS[1:]),
        changed(FIFTH, recompute={"large": 20, "shared": [8, 9]}),
        with_division(0, multipliers=[0] * 8),
        pytest.param(with_division(9, multipliers=DIVISIONS[10]["multipliers"]), marks=pytest.mark.slow),
        with_division(13, sizes=[19, 15, 12]),
    ],
)
def test_other_steps_are_refused(bound: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hyperplanes, "joined_cap_exists", lambda *_: False)
    with pytest.raises(Wrong):
        statements._hyperplanes(bound, 6, 3, clock())


def test_a_larger_joined_cap_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hyperplanes, "joined_cap_exists", lambda *_: True)
    with pytest.raises(Wrong, match="46 cards"):
        statements._hyperplanes(cap_bound(Deck(5, 3), "hyperplanes"), 5, 3, clock())


@pytest.mark.parametrize(("properties", "values"), [(3, 5), (3, 6), (5, 5), (3, 9), (4, 4), (5, 4), (4, 8)])
def test_the_steps_for_more_values_prove_the_bound(properties: int, values: int) -> None:
    deck = Deck(properties, values)
    assert statements._hyperplanes(cap_bound(deck, "hyperplanes"), properties, values, clock()) == cap_upper_bound(deck)


@pytest.mark.slow
def test_the_steps_for_seven_values_prove_the_bound() -> None:
    bound = cap_bound(Deck(4, 7), "hyperplanes")
    assert statements._hyperplanes(bound, 4, 7, clock()) == cap_upper_bound(Deck(4, 7))


def with_step(properties: int, values: int, place: int, **members: Any) -> tuple[int, int, dict[str, Any]]:
    bound = deepcopy(cap_bound(Deck(properties, values), "hyperplanes"))
    bound["steps"][place].update(members)
    return properties, values, bound


MULTIPLIERS = cap_bound(Deck(3, 5), "hyperplanes")["steps"][0]["multipliers"]


@pytest.mark.parametrize(
    ("properties", "values", "bound"),
    [
        with_step(3, 5, 0, most=71),
        with_step(3, 5, 0, smaller=15),
        with_step(3, 5, 0, multipliers=MULTIPLIERS[1:]),
        with_step(3, 5, 0, multipliers=[]),
        with_step(3, 5, 0, multipliers=[*MULTIPLIERS[:3], [-1000, 42, 0, 0]]),
        with_step(3, 5, 0, multipliers=[*MULTIPLIERS[:3], [1000, 42.0, 0, 0]]),
        with_step(3, 5, 0, multipliers=[*MULTIPLIERS[:3], [1000, 42, 0]]),
        with_step(3, 5, 0, recompute={"layers": 5, "cards_of_a_layer": 25}),
        with_step(4, 5, 1, most=356),
        with_step(4, 5, 1, recompute={"cap": 27, "layer": 9}),
        with_step(4, 5, 1, multipliers=MULTIPLIERS),
        with_step(4, 4, 0, most=27),
        with_step(4, 4, 0, recompute={"layers": 4, "cards_of_a_layer": 15}),
        with_step(4, 4, 1, most=103),
        with_step(4, 4, 1, recompute={"cap": 26, "layer": 9}),
        with_step(3, 9, 0, most=567),
    ],
)
def test_other_steps_for_more_values_are_refused(properties: int, values: int, bound: dict[str, Any]) -> None:
    with pytest.raises(Wrong):
        statements._hyperplanes(bound, properties, values, clock())


def test_claims_about_more_values_are_checked_unless_they_use_a_search() -> None:
    members = ("value", "lower", "upper", "proved", "method", "certificate")
    for deck, checked in ((Deck(3, 5), True), (Deck(4, 4), False)):
        stated = claim_maximum(deck, largest_cap(deck))
        claim = {name: getattr(stated, name) for name in members}
        document = {"kind": "set-deck", "properties": deck.properties, "values": deck.values, "size": deck.size}
        if checked:
            assert statements.cap_maximum(claim, document, Export()) == CHECKED
        else:
            with pytest.raises(NotChecked, match="search"):
                statements.cap_maximum(claim, document, Export())
        with pytest.raises(Wrong):
            statements.cap_maximum({**claim, "upper": claim["upper"] - 1}, document, Export())


def test_the_layers_are_those_of_sixteen_cards() -> None:
    most = layers._most_within(clock())
    caps = [word for word in range(1 << 16) if most[word] == word.bit_count()]
    counted = count_caps(Deck(2, 4))
    assert tuple(Counter(map(int.bit_count, caps))[size] for size in range(10)) == counted.by_size
    least = Counter(word.bit_count() for word in caps if layers._is_least(word))
    assert tuple(least[size] for size in range(10)) == counted.classes
    assert max(most) == most[-1] == 9


def test_a_cap_of_28_cards_is_found_in_layers() -> None:
    assert layers.cap_in_layers_exists(28, clock())
    with pytest.raises(NotChecked, match="too long"):
        layers.cap_in_layers_exists(29, clock(0))


@pytest.mark.slow
def test_the_claim_about_28_cards_is_recomputed() -> None:
    deck = Deck(3, 4)
    stated = claim_maximum(deck, largest_cap(deck))
    claim = {name: getattr(stated, name) for name in ("value", "lower", "upper", "proved", "method", "certificate")}
    document = {"kind": "set-deck", "properties": 3, "values": 4, "size": 64}
    assert (statements.cap_maximum(claim, document, Export()), stated.evidence) == (RECOMPUTED, "recomputed")
    fewer = {"cards": claim["certificate"]["cards"][:-1], "bound": claim["certificate"]["bound"]}
    false = {**claim, "value": 27, "lower": 27, "upper": 27, "certificate": fewer}
    with pytest.raises(Wrong, match="there is a cap of 28 cards"):
        statements.cap_maximum(false, document, Export())
