"""What the catalogue holds completely: parts of which it is known how many objects there are."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ludex.catalogue.claim_lists import ClaimFilters, stream_of_claims
from ludex.catalogue.listing import count, facets
from ludex.catalogue.reading import find
from ludex.catalogue.snapshot import Reader
from ludex.sets.deck import Deck
from ludex.swish.card import Symmetry
from ludex.swish.study.boards import board_facts
from ludex.web.addresses import list_address

ORDER_TYPES = {3: 1, 4: 2, 5: 3, 6: 16, 7: 135, 8: 3315, 9: 158_817}
"""By points, up to reflection. O. Aichholzer, F. Aurenhammer, H. Krasser, 2002."""

_SET_DECKS = ((3, 2), (3, 3), (3, 4))


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the catalogue: what it is, how many objects it has, how many are stored, how the number is known."""

    name: str
    all: int
    stored: int
    source: str
    address: str

    @property
    def complete(self) -> bool:
        """Tell whether all of it is stored."""
        return self.stored >= self.all


def complete_parts(reader: Reader) -> Iterator[Part]:
    """Yield the parts of the games that are there, those of which nothing is stored left out."""
    yield from (part for part in _all_parts(reader) if part.stored)


def _all_parts(reader: Reader) -> Iterator[Part]:
    if "planarity-level" in reader.registry.kind:
        yield from _of_planarity(reader)
    if "swish-card" in reader.registry.kind:
        yield from _of_swish(reader)
    if "set-card" in reader.registry.kind:
        yield from _of_set(reader)


def _stored(reader: Reader, kind: str, **filters: Any) -> tuple[int, str]:  # noqa: ANN401 - whatever a fact holds
    of = reader.registry.kind[kind]
    asked = "&".join(f"{name}={value}" for name, value in filters.items())
    return count(reader, of, filters, cap=None).count, f"{list_address(of)}?{asked}"


def _of_planarity(reader: Reader) -> Iterator[Part]:
    by_points = facets(reader, reader.registry.kind["planarity-order-type"], {}, ["points"])["points"]
    source = "Aichholzer, Aurenhammer, Krasser 2002"
    for one in sorted(by_points, key=lambda one: one.value):
        if one.value in ORDER_TYPES:
            address = f"{list_address(reader.registry.kind['planarity-order-type'])}?points={one.value}"
            name = f"Order types of {one.value} points, up to reflection"
            yield Part(name, ORDER_TYPES[one.value], one.count, source, address)
    for claim in stream_of_claims(reader, ClaimFilters(statement="planarity.census", proved=True)):
        census: Any = find(reader, claim.subject).document()
        stored, address = _stored(reader, "planarity-census-class", vertices=census.vertices)
        name = f"Classes of swap-equivalent drawings of {census.vertices} vertices"
        yield Part(name, census.classes, stored, "the census, a claim of the catalogue", address)


def _of_swish(reader: Reader) -> Iterator[Part]:
    by_height = facets(reader, reader.registry.kind["swish-card"], {"points": 1, "circles": 1}, ["height"])["height"]
    for height in sorted(one.value for one in by_height):
        filters = {"points": 1, "circles": 1, "height": height}
        by_width = facets(reader, reader.registry.kind["swish-card"], filters, ["width"])["width"]
        for width in sorted(one.value for one in by_width):
            stored, address = _stored(reader, "swish-card", **filters, width=width, symmetry="rectangle")
            known = board_facts(height, width, Symmetry.RECTANGLE).cards
            name = f"Cards of one point and one circle of {height} × {width}, up to flips"
            yield Part(name, known, stored, "the closed form of the board", address)


def _of_set(reader: Reader) -> Iterator[Part]:
    for values, properties in _SET_DECKS:
        stored, address = _stored(reader, "set-card", values=values, properties=properties)
        name = f"Cards of SET of {properties} properties with {values} values"
        yield Part(name, Deck(properties, values).size, stored, "values to the power of properties", address)
