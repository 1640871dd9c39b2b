"""A key is the hash of a kind and a canonical form."""

from hashlib import blake2b

from hypothesis import given
from hypothesis import strategies as st

from ludex.engine.keys import KEY_BYTES, KEY_VERSION, content_key

KINDS = st.text("abcxyz", min_size=1, max_size=8)


@given(KINDS, st.binary(max_size=200))
def test_a_key_is_a_version_byte_and_a_hash_of_32_bytes(kind: str, form: bytes) -> None:
    key = content_key(kind, form)
    assert len(key) == KEY_BYTES == 33
    assert key[0] == KEY_VERSION == 1
    assert key[1:] == blake2b(kind.encode() + b"\0" + form, digest_size=32).digest()


@given(KINDS, KINDS, st.binary(max_size=20), st.binary(max_size=20))
def test_keys_are_the_same_only_for_the_same_kind_and_form(kind: str, other: str, form: bytes, another: bytes) -> None:
    assert (content_key(kind, form) == content_key(other, another)) == ((kind, form) == (other, another))
