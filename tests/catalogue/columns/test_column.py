"""Sets of objects as bits say what masks of truths say."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from ludex.catalogue.columns.column import Bits

masks = st.integers(0, 300).flatmap(lambda rows: st.lists(st.booleans(), min_size=rows, max_size=rows))


@given(masks, st.data())
def test_bits_are_those_of_the_mask(truths: list[bool], data: st.DataObject) -> None:
    mask, rows = np.array(truths, dtype=np.bool_), len(truths)
    bits = Bits.of(mask)
    start = data.draw(st.integers(0, rows))
    stop = data.draw(st.integers(start, rows))
    assert bits.within(start, stop).tolist() == truths[start:stop]
    assert bits.count() == sum(truths)
    places = [place for place, truth in enumerate(truths) if truth]
    assert [bits.place_at(number) for number in range(len(places))] == places


@given(st.lists(st.tuples(st.booleans(), st.booleans()), max_size=300))
def test_both_hold_where_each_holds(pairs: list[tuple[bool, bool]]) -> None:
    one, other = (Bits.of(np.array([pair[place] for pair in pairs], dtype=np.bool_)) for place in (0, 1))
    assert (one & other).within(0, len(pairs)).tolist() == [all(pair) for pair in pairs]
