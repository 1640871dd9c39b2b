"""Weights on swishes bound what can stay without one: by additions, against trying every set of cards.

Copies of a card are different cards, counted by kind.
"""

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.games.swish.deck import built_in_deck
from ludex.games.swish.position import Position
from ludex.games.swish.solving import no_swish
from ludex.games.swish.solving.certificate import CertificateError, check_maximum, check_weights
from ludex.games.swish.solving.no_swish import NoSwishMaximum, largest_no_swish_set
from ludex.games.swish.solving.weight_search import find_weights
from ludex.games.swish.solving.weights import Branch, Kinds, LeafWeights, Weights, missing_cards
from tests.games.swish.commercial import deck
from tests.games.swish.random_tables import one_pair_tables, tables, written
from tests.oracles import deals, derangements
from tests.oracles.swish_cards import canonical
from tests.oracles.swishes import laid_ways
from tests.trials import examples

# Cards 0 and 1 match, so do 2 and 3.
POSITION = Position.from_codes(["*o.", "o*.", "*.o", "*.o"])
# Section 3.1 of the paper, and findings on the linear program: 16 of 36 and 32 of 60 cards must go.
MISSING = {"swish-36": 16, "swish-60": 32}


@pytest.mark.parametrize("slug", ["swish-36", "swish-60"])
def test_the_published_maxima_are_proved_by_additions_alone(slug: str) -> None:
    """Add up as a stranger would: for each kind and each m, what m missing copies break weighs at most m."""
    position = deck(slug)
    maximum = largest_no_swish_set(position)
    assert maximum.weights is not None
    cases = maximum.weights.cases
    assert isinstance(cases, LeafWeights)
    kinds: dict[str, list[int]] = {}
    for index, card in enumerate(position.cards):
        kinds.setdefault(str(card.canonical(position.symmetry)), []).append(index)
    weighed = list(zip(maximum.weights.swishes, cases.weights, strict=True))
    for copies in kinds.values():
        for missing in range(1, len(copies) + 1):
            broken = [w for swish, w in weighed if len(copies) - len({*swish} & {*copies}) + 1 <= missing]
            assert sum(broken) <= missing * cases.denominator
    assert Fraction(sum(cases.weights), cases.denominator) == MISSING[slug] == len(position.cards) - maximum.size


@settings(deadline=None, max_examples=examples(60))
@given(one_pair_tables(most_cards=10, most_cells=6))
def test_weights_prove_what_trying_every_set_of_cards_finds(position: Position) -> None:
    cells = position.height * position.width
    card_sets = derangements.card_sets(written(position), cells, position.symmetry.value)
    most = len(deals.largest(len(position.cards), card_sets)[0])
    weights = largest_no_swish_set(position).weights
    assert weights is not None
    assert len(position.cards) - missing_cards(Kinds.of(position), weights) == most
    check_weights(position, weights, most)


def test_where_one_program_is_not_sharp_cases_are(monkeypatch: pytest.MonkeyPatch) -> None:
    # The search takes about a second of the processor, which other programs may share.
    monkeypatch.setattr(no_swish, "WEIGHING_SECONDS", 60.0)
    position = deck("swish-4x4-square")
    maximum = largest_no_swish_set(position)
    assert maximum.weights is not None
    assert isinstance(maximum.weights.cases, Branch)
    check_maximum(position, maximum)
    canonical = maximum.renumbered([position.canonical_order().index(i) for i in range(len(position.cards))])
    check_maximum(position.canonical(), canonical)


@pytest.mark.parametrize(("slug", "size"), [("swish-3x3-square", 8), ("swish-7x8", 400)])
def test_the_closed_forms_of_boards_are_proved_by_weights(slug: str, size: int) -> None:
    whole = built_in_deck(slug)
    assert whole is not None
    maximum = largest_no_swish_set(whole.position)
    assert maximum.size == size
    assert maximum.weights is not None
    assert len(whole.position.cards) - missing_cards(Kinds.of(whole.position), maximum.weights) == size


def test_weights_are_stated_and_renumbered_and_hold_again() -> None:
    position = deck("swish-60")
    found = largest_no_swish_set(position)
    stated = NoSwishMaximum.from_json(position, 28, 28, 28, True, found.proof)
    assert stated == found
    canonical = found.renumbered([position.canonical_order().index(i) for i in range(60)])
    check_maximum(position.canonical(), canonical)


def test_cases_are_added_up() -> None:
    position = Position.from_codes(["*o.", "*o.", "o*."])
    either = Branch(0, 1, LeafWeights(1, (1,)), LeafWeights(1, (0,)))
    assert missing_cards(Kinds.of(position), Weights(((0, 2),), either)) == 1
    assert Weights.from_json(Weights(((0, 2),), either).proof) == Weights(((0, 2),), either)


@pytest.mark.parametrize(
    ("proof", "message"),
    [
        ({"swishes": [[0, 1], [2, 3]], "denominator": 1, "weights": [1, 1]}, None),
        ({"swishes": [[0, 1], [2, 3]], "denominator": 5, "weights": [5, 4]}, None),  # 9 / 5 cards are 2
        (
            {"swishes": [[0, 1], [2, 3]], "denominator": 2, "weights": [1, 1]},
            "the weights allow 3 cards, but the set has 2",
        ),
        (
            {"swishes": [[0, 1], [0, 2]], "denominator": 1, "weights": [1, 1]},
            r"\[0, 2\] that have a weight do not "
            r"form a swish",
        ),
        ({"swishes": [[0, 1]], "denominator": 1, "weights": [2]}, "the weights allow 4 cards, but the set has 2"),
        ({"swishes": [[0, 1]], "denominator": 3, "weights": [0]}, "the weights allow 4 cards, but the set has 2"),
        ({"swishes": [[0, 9]], "denominator": 1, "weights": [1]}, "is not a set of card indices"),
        ({"swishes": [], "denominator": 1, "weights": []}, "the weights allow 4 cards"),
        (
            {
                "swishes": [[0, 1]],
                "card": 7,
                "missing": 1,
                "fewer": {"denominator": 1, "weights": [1]},
                "more": {"denominator": 1, "weights": [1]},
            },
            "card 7, which does not exist",
        ),
        (
            {
                "swishes": [[0, 1]],
                "card": 0,
                "missing": 5,
                "fewer": {"denominator": 1, "weights": [1]},
                "more": {"denominator": 1, "weights": [1]},
            },
            "the number of missing copies must be more than 0 and at most 1, not 5",
        ),
    ],
)
def test_weights_that_do_not_prove_the_bound_are_refused(proof: dict, message: str | None) -> None:
    # Of these four cards two can stay. What a swish weighs more than a card costs is taken off once for each card.
    weights = Weights.from_json(proof)
    if message is None:
        check_weights(POSITION, weights, 2)
        return
    with pytest.raises(CertificateError, match=message):
        check_weights(POSITION, weights, 2)


@pytest.mark.parametrize(
    "proof",
    [
        None,
        {},
        {"swishes": [[0, 1]]},
        {"swishes": [["a"]], "denominator": 1, "weights": [1]},
        {"swishes": [[0, 1]], "denominator": 0, "weights": [1]},
        {"swishes": [[0, 1]], "denominator": 1, "weights": [-1]},
        {"swishes": [[0, 1]], "denominator": 1, "weights": [1, 1]},
        {"swishes": [[0, 1]], "denominator": 1, "weights": [1], "more": {}},
        {"swishes": [[0, 1]], "card": 0, "missing": 1, "fewer": 3, "more": 3},
    ],
)
def test_what_states_no_weights_is_refused(proof: object) -> None:
    with pytest.raises(ValueError, match=r"weight|case"):
        Weights.from_json(proof)


def test_weighing_has_a_budget() -> None:
    position = deck("swish-36")
    with pytest.raises(BudgetExhausted):
        find_weights(Kinds.of(position), [], 16, Budget(stop=lambda: True))


@settings(deadline=None)
@given(one_pair_tables() | tables())
def test_cards_are_of_one_kind_where_they_are_copies(position: Position) -> None:
    kinds = Kinds.of(position)
    symmetry = position.symmetry.value
    assert sorted(index for members in kinds.members for index in members) == list(range(len(position.cards)))
    for i, one in enumerate(position.cards):
        assert i in kinds.members[kinds.kind_of[i]]
        for j, other in enumerate(position.cards):
            copies = canonical(str(one), symmetry) == canonical(str(other), symmetry)
            assert (kinds.kind_of[i] == kinds.kind_of[j]) == copies
    assert [members[0] for members in kinds.members] == sorted(members[0] for members in kinds.members)


@settings(deadline=None)
@given(one_pair_tables() | tables())
def test_more_copies_than_ways_to_lay_the_card_tell_nothing(position: Position) -> None:
    kinds = Kinds.of(position)
    for kind, members in enumerate(kinds.members):
        ways = len(laid_ways(str(position.cards[members[0]]), position.symmetry.value))
        assert kinds.ways[kind] == ways
        assert kinds.telling_copies(kind) == min(ways, len(members))


@settings(deadline=None)
@given(one_pair_tables(most_cards=8))
def test_a_count_stands_for_all_sets_that_have_it(position: Position) -> None:
    kinds = Kinds.of(position)
    every = [
        chosen for size in range(len(position.cards) + 1) for chosen in combinations(range(len(position.cards)), size)
    ]
    by_count: dict = {}
    for chosen in every:
        by_count.setdefault(kinds.count(chosen), []).append(chosen)
    for count, sets in by_count.items():
        assert sorted(kinds.expand(count)) == sorted(sets)
        assert kinds.choices(count) == len(sets)


def test_the_deck_of_60_has_24_of_its_36_kinds_twice() -> None:
    members = [len(members) for members in Kinds.of(deck("swish-60")).members]
    assert (len(members), members.count(1), members.count(2)) == (36, 12, 24)


def test_a_set_with_all_telling_copies_has_all_copies() -> None:
    kinds = Kinds.of(Position.from_codes(["*o", "*o", "*o"]))
    assert (kinds.ways, kinds.telling_copies(0)) == ((2,), 2)
    assert kinds.cards({(0, 1)}) == [0]
    assert kinds.cards({(0, 1), (0, 2)}) == [0, 1, 2]
    assert kinds.cards(set()) == []
    two = Kinds.of(Position.from_codes(["*o.", "*.o", "*o."]))
    assert two.cards({(0, 1), (1, 1)}) == [0, 1]
    assert two.cards({(0, 1), (0, 2)}) == [0, 2]


def test_cards_are_compared_within_the_budget() -> None:
    with pytest.raises(BudgetExhausted):
        Kinds.of(deck("swish-60"), Budget(seconds=0.0))
