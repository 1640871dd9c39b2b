"""The cuts of a proof: those that contain no other cut, found among many cuts in seconds."""

import random
import time
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from ludex.engine.budget import Budget
from ludex.games.swish.position import Position
from ludex.games.swish.solving.copies import KindCount, Kinds
from ludex.games.swish.solving.cutting_planes import CuttingPlanes

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


def test_the_cuts_of_a_thousand_cards_are_compared_in_seconds() -> None:
    numbers = random.Random(1)
    cuts = [sorted(numbers.choices(range(600), k=6)) for _ in range(20_000)]
    start = time.process_time()
    assert len(proof_of(cuts)) > 19_000
    assert time.process_time() - start < 5  # comparing all pairs takes more than a minute
