"""A label is readable and made from the key."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludex.catalogue.kinds.label import TextError, has_shape_of_label, is_slug, label, require_texts
from ludex.engine.keys import content_key

KINDS = st.builds("{}-{}".format, *[st.text("abcxyz", min_size=1, max_size=8)] * 2)
INVARIANTS = st.lists(st.one_of(st.integers(0, 10**6), st.sampled_from(["4x3", "16x16"])), max_size=3)


@given(KINDS, INVARIANTS, st.binary(max_size=20))
def test_a_label_is_recognised_and_no_slug(kind: str, invariants: list[str | int], form: bytes) -> None:
    made = label(kind, tuple(invariants), content_key(kind, form))
    assert made.split("-")[:-1] == [*kind.split("-"), *map(str, invariants)]
    assert len(made.split("-")[-1]) == 16
    assert has_shape_of_label(made)
    assert not is_slug(made)
    assert not has_shape_of_label(made.upper())
    assert not has_shape_of_label(made + "\n")


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
    assert not has_shape_of_label(text)


@pytest.mark.parametrize("slug", ["swish-36", "a", "my-deck", "0-1", "a" * 64, "own-aaaaaaaaaaaaaaaa"])
def test_slugs_are_small_letters_and_digits_in_words(slug: str) -> None:
    assert is_slug(slug)


@pytest.mark.parametrize("slug", ["", "-a", "a-", "a--b", "A", "a b", "ä", "a" * 65, "a\n"])
def test_other_texts_are_no_slugs(slug: str) -> None:
    assert not is_slug(slug)


def test_a_text_that_cannot_be_stored_is_named_by_its_field() -> None:
    require_texts(title="fine", description=None)
    with pytest.raises(TextError, match="the description contains a character") as error:
        require_texts(title="fine", description="a\0b")
    assert error.value.place == ("description",)
