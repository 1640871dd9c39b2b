"""A label is readable and made from the key."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludex.catalogue.kinds.label import (
    TextError,
    fits_short,
    has_shape_of_label,
    hash_of,
    hash_shown,
    hashes_of_short,
    is_name,
    is_slug,
    is_tag,
    label,
    label_fits,
    plain_name,
    require_texts,
    short,
)
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


@given(KINDS, INVARIANTS, st.binary(max_size=20))
def test_a_label_shows_the_hash_of_its_key_and_a_short_label_a_range_of_hashes(
    kind: str, invariants: list[str | int], form: bytes
) -> None:
    key = content_key(kind, form)
    made = label(kind, tuple(invariants), key)
    assert hash_of(key) == hash_shown(made) == key[1:11]
    assert label_fits(made, kind, key)
    assert not label_fits(made, kind, content_key(kind, form + b"x"))
    assert not label_fits(made, f"{kind}x", key)
    shown = short(made, kind)
    assert "-".join([kind, *map(str, invariants), made[-16:-12]]).endswith(shown)
    if (bounds := hashes_of_short(shown)) is not None:
        least, greatest = bounds
        assert least <= key[1:11] <= greatest
        assert int.from_bytes(greatest) - int.from_bytes(least) == 2**60 - 1


@pytest.mark.parametrize("text", ["swish-36", "a" * 16, "card-aaaaaaaaaaaaaaa!", "cardxaaaaaaaaaaaaaaaa", ""])
def test_a_text_that_is_no_label_shows_no_hash(text: str) -> None:
    assert hash_shown(text) is None


def test_a_short_label_is_the_shape_and_four_characters() -> None:
    assert short("planarity-level-8-10-7utzrfjcrnuth2x7", "planarity-level") == "8-10-7utz"
    assert short("own-7utzrfjcrnuth2x7", "own") == "7utz"
    assert hashes_of_short("8-10-aaab") == ((1 << 60).to_bytes(10), ((2 << 60) - 1).to_bytes(10))
    assert hashes_of_short("8-10-aaa1") is None


LEVEL = "planarity-level-8-10-7utzrfjcrnuth2x7"


@pytest.mark.parametrize(
    ("name", "fits"),
    [
        *(("8-10-7utz", True), ("8-10-7utzrf", True), ("planarity-level-8-10-7utz", True), (LEVEL, True)),
        *(("7utz", False), ("8-11-7utz", False), ("8-10-7utx", False), ("planarity-8-10-7utz", False)),
    ],
)
def test_a_short_name_fits_the_labels_that_it_may_stand_for(name: str, fits: bool) -> None:
    assert fits_short(name, LEVEL, "planarity-level") is fits
    assert is_name(name)


@pytest.mark.parametrize(
    ("made", "kind", "form", "name"),
    [
        (LEVEL, "planarity-level", "Level of {} vertices and {} edges", "Level of 8 vertices and 10 edges"),
        (f"p-1-1-{'a' * 16}", "p", "{} vertices, {} cards", "1 vertex, 1 card"),
        (f"p-4x3-11-{'a' * 16}", "p", "{1} cards, {0}", "11 cards, 4 × 3"),
    ],
)
def test_a_plain_name_has_the_invariants_in_words(made: str, kind: str, form: str, name: str) -> None:
    assert plain_name(made, kind, form) == name


@pytest.mark.parametrize("tag", ["boss", "world-3_b", "0", "a" * 64])
def test_tags_are_words_of_small_letters(tag: str) -> None:
    assert is_tag(tag)
    assert not any(map(is_tag, (f"{tag}-", f"_{tag}", tag.replace("a", "A") + "A", tag + "a" * 64, f"{tag} b")))


@pytest.mark.parametrize("slug", ["swish-36", "a", "my-deck", "0-1", "a" * 64, "own-aaaaaaaaaaaaaaaa"])
def test_slugs_are_small_letters_and_digits_in_words(slug: str) -> None:
    assert is_slug(slug)


@pytest.mark.parametrize("slug", ["", "-a", "a-", "a--b", "A", "a b", "ä", "a" * 65, "a\n", "random"])
def test_other_texts_are_no_slugs(slug: str) -> None:
    assert not is_slug(slug)


def test_a_text_that_cannot_be_stored_is_named_by_its_field() -> None:
    require_texts(title="fine", description=None)
    with pytest.raises(TextError, match="the description contains a character") as error:
        require_texts(title="fine", description="a\0b")
    assert error.value.place == ("description",)
