"""A label is readable and made from the key."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludex.engine.keys import content_key
from ludex.labels import is_label, label

KINDS = st.text("abcxyz", min_size=1, max_size=8)
INVARIANTS = st.lists(st.one_of(st.integers(0, 10**6), st.sampled_from(["4x3", "16x16"])), max_size=3)


@given(KINDS, INVARIANTS, st.binary(max_size=20))
def test_a_label_is_recognised_under_its_kind_only(kind: str, invariants: list[str | int], form: bytes) -> None:
    made = label(kind, tuple(invariants), content_key(kind, form))
    assert made.split("-")[:-1] == [kind, *map(str, invariants)]
    assert len(made.split("-")[-1]) == 16
    assert is_label(made, kind)
    assert not is_label(made, kind + "x")
    assert not is_label(made.upper(), kind)
    assert not is_label(made + "\n", kind)
    assert not is_label(made[:-1], kind)


def test_a_label_is_the_hash_in_base32_cut_to_16_characters() -> None:
    # RFC 4648, section 10: BASE32("foobar") = "MZXW6YTBOI======"; zeros go on as "A".
    assert label("card", ("4x3",), b"\x01foobar" + bytes(26)) == "card-4x3-mzxw6ytboiaaaaaa"


@pytest.mark.parametrize("key", [b"", bytes(33), b"\x02" + bytes(32), b"\x01" + bytes(31), b"\x01" + bytes(33)])
def test_what_is_no_key_has_no_label(key: bytes) -> None:
    with pytest.raises(ValueError, match="not a key of version 1"):
        label("card", (), key)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "card",
        "card-",
        "card-4x3",
        "card--aaaaaaaaaaaaaaaa",
        "card-4x3-aaaaaaaaaaaaaaa1",
        "card-4x3-aaaaaaaaaaaaaaaa ",
    ],
)
def test_what_is_no_label_is_not_taken_for_one(text: str) -> None:
    assert not is_label(text, "card")
