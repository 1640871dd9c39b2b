"""The cutting-plane search keeps a largest set, and proves it by cuts that contain no other cut."""

from collections import Counter
from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from ludex.engine.budget import Budget
from ludex.games.swish.position import Position
from ludex.games.swish.solving.cutting_planes import CuttingPlanes
from ludex.games.swish.solving.weights import KindCount, Kinds
from tests.games.swish.random_tables import one_pair_tables, tables, written
from tests.oracles.swishes import all_swishes
from tests.trials import examples

CUTS = st.lists(st.lists(st.integers(0, 5), min_size=2, max_size=6).map(sorted), max_size=20)


def cut_of(kinds: list[int]) -> KindCount:
    return tuple(sorted(Counter(kinds).items()))


def proof_of(cuts: list[list[int]]) -> list[KindCount]:
    search = CuttingPlanes(Kinds.of(Position.from_codes(["*o", "o*"])), Budget())
    search._cuts = dict.fromkeys(map(cut_of, cuts))
    return search.proof()


@given(CUTS)
def test_a_proof_has_the_cuts_that_contain_no_other_cut(cuts: list[list[int]]) -> None:
    contain = [cut for cut in cuts if any(Counter(other) < Counter(cut) for other in cuts)]
    assert set(proof_of(cuts)) == {cut_of(cut) for cut in cuts} - {cut_of(cut) for cut in contain}


@settings(deadline=None, max_examples=examples(40))
@given(tables() | one_pair_tables(most_cards=5))
def test_a_largest_set_is_kept_and_the_cuts_prove_that_none_is_larger(position: Position) -> None:
    kinds, every = Kinds.of(position), range(len(position.cards))
    sets = [cards for size in every for cards in combinations(every, size + 1)]
    swishes = [set(cards) for cards, _ in all_swishes(written(position), position.symmetry.value)]
    free = [cards for cards in sets if not any(swish <= set(cards) for swish in swishes)]
    search = CuttingPlanes(kinds, Budget())
    search.run()
    assert len(search.kept) == search.upper_bound == max(map(len, free), default=0)
    assert not search.kept or tuple(sorted(search.kept)) in free
    cuts = [set(cards) for cut in search.proof() for cards in kinds.expand(cut)]
    assert all(any(swish <= cut for swish in swishes) for cut in cuts)
    assert all(any(cut <= set(cards) for cut in cuts) for cards in sets if len(cards) > search.upper_bound)


def test_cuts_of_more_than_twelve_cards_are_not_compared() -> None:
    """A cut of twelve cards has 4,094 parts, which are looked up among the other cuts."""
    small, twelve, thirteen = [0, 1], [*range(12)], [*range(13)]
    assert set(proof_of([small, twelve, thirteen])) == {cut_of(small), cut_of(thirteen)}
