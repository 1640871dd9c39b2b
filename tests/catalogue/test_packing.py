"""Texts are packed and read again as they were, one by one or many at once; what is damaged is never read as a text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludex.catalogue.storage.packing import pack, unpack, unpack_all

DOCUMENT = '{"kind":"planarity-level","vertices":8,"edges":13,"crossings":21,"min_swaps":4,"proved":true}'
texts = st.one_of(st.text(), st.text(alphabet="ab", min_size=50), st.just(DOCUMENT))


@given(st.lists(texts))
def test_what_is_packed_is_read_again(given_texts: list[str]) -> None:
    packed = [pack(one) for one in given_texts]
    assert [unpack(one) for one in packed] == unpack_all(packed) == given_texts


def test_documents_are_packed_to_a_part_of_their_length() -> None:
    assert len(pack(DOCUMENT)) < len(DOCUMENT) / 2


@given(st.integers(0), st.integers(1, 255), st.integers(0, 9))
def test_a_damaged_text_is_told_alone_and_among_many(place: int, change: int, others: int) -> None:
    packed = bytearray(pack(DOCUMENT))
    packed[place % len(packed)] ^= change
    around = [pack(DOCUMENT)] * others
    for read in (lambda: unpack(bytes(packed)), lambda: unpack_all([*around, bytes(packed)])[-1]):
        try:
            assert read() == DOCUMENT or packed[0] == 0
        except ValueError:
            continue


@pytest.mark.parametrize("packed", [b"", b"\x01", b"\x02abc", b"\xff"])
def test_what_was_never_packed_is_refused(packed: bytes) -> None:
    with pytest.raises(ValueError, match="packed"):
        unpack(packed)
