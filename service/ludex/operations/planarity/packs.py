"""Packs of levels: storing and deleting one of a user's own."""

from collections.abc import Sequence
from dataclasses import dataclass

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.reading import Shown
from ludex.catalogue.storing import Stored

MAX_PACK_LEVELS = 10_000


class PackError(ValueError):
    """A pack that cannot be stored as it is. `place` leads to the fault: ("slug",), ("title",), ("levels", 3)."""

    def __init__(self, message: str, place: tuple[str | int, ...]) -> None:
        super().__init__(message)
        self.message = message
        self.place = place


class PackExists(PackError):
    """The slug names another pack."""


@dataclass(frozen=True, slots=True)
class StoredPack:
    """What came of storing a pack; `places` gives for each level of the request its place in the pack."""

    stored: Stored
    places: tuple[int, ...]


def create_pack(
    catalogue: Catalogue, slug: str, title: str, levels: Sequence[str], description: str = ""
) -> StoredPack:
    """Store a pack of the levels with these labels, ordered by grade and then by age; the same pack is known.

    A level that comes twice is in it once. Raises PackExists where the slug names a pack that differs, PackError for a
    slug, a text, an unknown level or one without a grade.
    """
    raise NotImplementedError


def delete_pack(catalogue: Catalogue, name: str) -> Shown:
    """Delete a user's pack; its levels stay. Raises UnknownObject, and Protected for one of the starting catalogue."""
    raise NotImplementedError
