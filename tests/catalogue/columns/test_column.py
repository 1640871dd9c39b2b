"""Columns hold the values of a plain list, and bit sets those of a mask."""

import zlib
from operator import eq, ge, le
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludex.catalogue.columns.column import (
    Bits,
    Codes,
    ColumnPart,
    compare_codes,
    extended,
    natural_of,
    numbered,
    patched,
    ranked,
    read_part,
    text_of,
    written_part,
)

Value = int | str | None
SIZES = (127, 128, 32_767, 32_768, 2**31 - 1, 2**31)
NUMBERS = st.none() | st.integers(0, 9) | st.sampled_from(SIZES)
TEXTS = st.none() | st.text("abc", max_size=3)
LISTS = st.sampled_from((NUMBERS, TEXTS)).flatmap(lambda values: st.lists(st.lists(values, max_size=8), min_size=3))


def coded(values: list[Any], texts: bool) -> Codes:
    return ranked(values) if texts else numbered([-1 if value is None else value for value in values])


def values_of(codes: Codes) -> list[Value]:
    numbers = codes.numbers.tolist()
    if codes.texts is None:
        return [None if number == -1 else number for number in numbers]
    assert list(codes.texts) == sorted(set(codes.texts))
    return [None if number == -1 else codes.texts[number] for number in numbers]


@given(LISTS, st.data())
def test_a_column_has_the_values_that_are_appended_and_replaced(lists: list[list[Value]], data: st.DataObject) -> None:
    texts = any(isinstance(value, str) for values in lists for value in values)
    first, *parts, last = lists
    column = extended(None, 0, [coded(first, texts)])
    longer = extended(column, len(first), [coded(part, texts) for part in parts])
    expected = first + [value for part in parts for value in part]
    assert values_of(longer.codes(len(expected))) == expected
    assert values_of(column.codes(len(first))) == first
    again = extended(longer, len(expected), [coded(last, texts)])
    assert values_of(longer.codes(len(expected))) == expected
    expected += last
    assert values_of(again.codes(len(expected))) == expected
    places = data.draw(st.lists(st.sampled_from(range(len(expected))), unique=True)) if expected else []
    replaced = list(expected)
    new = [data.draw(st.sampled_from([*first, *last, "zz" if texts else 300])) for _ in places]
    for place, value in zip(places, new, strict=True):
        replaced[place] = value
    patch = patched(again, len(expected), np.array(places, np.int64), coded(new, texts))
    assert values_of(patch.codes(len(expected))) == replaced
    assert (patch is again) <= (replaced == expected)
    assert patched(again, len(expected), np.arange(len(expected)), coded(expected, texts)) is again


@pytest.mark.parametrize("count", [120, 1000, 1001, 40_000])
def test_columns_of_many_texts_are_merged(count: int) -> None:
    """The codes of 128 texts need two bytes, and those of more than 1,000 texts are found in a table."""
    even, odd = ([f"{number:05}" for number in range(start, 2 * count, 2)] for start in (0, 1))
    column = extended(extended(None, 0, [ranked(even)]), count, [ranked([*odd, None])])
    assert values_of(column.codes(2 * count + 1)) == [*even, *odd, None]


def test_a_growing_column_is_copied_only_when_its_room_is_used_up() -> None:
    column = extended(extended(None, 0, [numbered(range(8))]), 8, [numbered([1])])
    longer = extended(column, 9, [numbered([2, 3])])
    assert column.numbers.size == 11 and longer.numbers is column.numbers
    assert extended(longer, 11, [numbered([4])]).numbers.size == 15


@given(LISTS, st.sampled_from(["=", "<=", ">="]), NUMBERS | st.just(-1), TEXTS)
def test_codes_are_compared_like_their_values(
    lists: list[list[Value]], sign: str, number: int | None, text: str | None
) -> None:
    values: list[Any] = lists[0]
    texts = any(isinstance(value, str) for value in values)
    asked: Any = text if texts else number
    compare = {"=": eq, "<=": le, ">=": ge}[sign]
    if asked is None:
        expected = [value is None and sign == "=" for value in values]
    else:
        expected = [value is not None and compare(value, asked) for value in values]
    assert compare_codes(coded(values, texts), sign, asked).tolist() == expected


@given(LISTS)
def test_a_part_is_read_as_it_was_written(lists: list[list[Value]]) -> None:
    values = lists[0]
    texts = any(isinstance(value, str) for value in values)
    ids = np.arange(len(values), dtype=np.int64) ** 2 + 2**40
    part = read_part(written_part(ColumnPart(ids, {"value": coded(values, texts), "id": numbered(ids.tolist())})))
    assert part.ids.tolist() == values_of(part.columns["id"]) == ids.tolist()
    assert values_of(part.columns["value"]) == values
    assert part.columns["value"].numbers.dtype == coded(values, texts).numbers.dtype


def test_a_part_is_a_compressed_header_and_little_endian_numbers() -> None:
    header, _, numbers = zlib.decompress(
        written_part(ColumnPart(np.array([5, 9]), {"n": numbered([300, -1])}))
    ).partition(b"\n")
    assert header == b'{"rows":2,"columns":[["n","int16",null]]}'
    assert numbers == b"\5" + bytes(7) + b"\4" + bytes(7) + b"\x2c\1\xff\xff"
    with pytest.raises(ValueError, match="not a segment"):
        read_part(b"no segment")


def test_natural_numbers_are_texts_in_the_same_order() -> None:
    numbers = [0, 9, 10, 99, 3_628_800, 2**200]
    assert [natural_of(text) for text in sorted(map(text_of, numbers))] == numbers


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
def test_an_intersection_has_the_common_bits(pairs: list[tuple[bool, bool]]) -> None:
    one, other = (Bits.of(np.array([pair[place] for pair in pairs], dtype=np.bool_)) for place in (0, 1))
    assert (one & other).within(0, len(pairs)).tolist() == [all(pair) for pair in pairs]
