"""Arrays of seeded deals are the plain shuffles of the sources; arrays that are no deals are refused."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludex.card_games import dealing
from ludex.card_games.dealing import seeded_deals, validated_deals
from tests.oracles.shuffling import plain_shuffle


@given(st.integers(1, 100), st.lists(st.integers(0, 2**64 - 1), max_size=5), st.data())
def test_deals_are_the_fronts_of_plain_shuffles(size: int, seeds: list[int], data: st.DataObject) -> None:
    n = data.draw(st.integers(0, size))
    dealt = [row for piece in seeded_deals(seeds.__getitem__, len(seeds), size, n) for row in piece.tolist()]
    assert dealt == [plain_shuffle(size, seed)[:n] for seed in seeds]


def test_the_pieces_make_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    (whole,) = seeded_deals(lambda k: k, deals=20, size=30, n=4)
    monkeypatch.setattr(dealing, "_CARDS", 13)
    pieces = list(seeded_deals(lambda k: k, deals=20, size=30, n=4))
    assert list(map(len, pieces)) == [3] * 6 + [2]
    assert np.array_equal(np.concatenate(pieces), whole)


def test_large_decks_are_dealt_too() -> None:
    ((dealt,),) = seeded_deals(lambda k: 2**64 - 1, deals=1, size=70_001, n=70_001)
    assert dealt.tolist() == plain_shuffle(70_001, 2**64 - 1)


@pytest.mark.parametrize(
    ("deals", "said"),
    [
        (np.array([0, 1]), "with 1 dimensions"),
        (np.array([[0.0, 1.0]]), "an array of float64"),
        (np.array([[0, 1], [2, 3], [-1, 0]]), "deal 2: cards must be 0 to 3"),
        (np.array([[0, 4]]), "deal 0: cards must be 0 to 3"),
        (np.array([[0, 2**40]]), "deal 0: cards must be 0 to 3"),
        (np.array([[0, 1, 2], [3, 1, 3]]), "deal 1: a card is repeated"),
    ],
)
def test_what_is_no_deal_is_refused(deals: np.ndarray, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        validated_deals(deals, 4)


def test_deals_of_any_integers_are_taken_as_they_are() -> None:
    for dtype in (np.uint8, np.int64, np.int32):
        checked = validated_deals(np.array([[3, 0], [1, 2]], dtype)[:, ::-1], 4)
        assert (checked.dtype, checked.tolist(), checked.flags.c_contiguous) == (np.int32, [[0, 3], [2, 1]], True)
    assert validated_deals(np.empty((0, 5), np.int32), 4).shape == (0, 5)
