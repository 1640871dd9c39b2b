"""`/sets/caps/counts`: how many caps of each size a deck has."""

from flask import Response
from pydantic import ConfigDict, Field

from ludex.api.collections import mount_list
from ludex.api.kinds import Kind
from ludex.api.models import Answer, Timed
from ludex.api.routes import Routes, reply
from ludex.api.service import require_storing, service
from ludex.api.sets import PREFIX
from ludex.api.sets.searching import search
from ludex.api.sets.sources import SetDeckIn
from ludex.catalogue.sets.cap_counts import CAP_COUNTS, StoredCapCount, cap_counts_of, store_cap_counts
from ludex.engine.budget import BudgetExhausted
from ludex.sets.study.cap_counts import CapCounts

routes = Routes("set-cap-counts", tag="SET caps", about="Cards without a set.", prefix=PREFIX)


class CapCount(Answer):
    """How many caps of one size a deck has."""

    properties: int
    values: int
    size: int = Field(description="How many cards.")
    caps: int
    classes: int | None = Field(description="How many they are up to the symmetries that keep sets.")


class CountedCaps(SetDeckIn, Timed):
    """The deck whose caps are counted."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"properties": 3, "values": 3}]})


class CapsOfDeck(Answer):
    """How many caps a deck has, by size, from the empty one to the largest."""

    properties: int
    values: int
    largest: int = Field(description="The size of the largest caps.")
    items: list[CapCount]


def show(stored: StoredCapCount) -> CapCount:
    """Return the answer of a stored number."""
    return CapCount(
        properties=stored.properties,
        values=stored.values,
        size=stored.size,
        caps=stored.caps,
        classes=stored.classes,
    )


KIND = Kind(CAP_COUNTS, "caps/counts", "number of caps", CapCount, show, title="CapCounts")
mount_list(routes, KIND)


@routes.post("/caps/counts", {201: CapsOfDeck, 200: CapsOfDeck}, problems=(403, 422, 503))
def count_caps_of_deck(body: CountedCaps) -> Response:
    """Count the caps of a deck by size, and their classes, and store the numbers.

    What is stored already is given again.
    """
    from ludex.sets.study.cap_counts import count_caps

    require_storing()
    deck = body.read_deck()
    with service().catalogue.reading() as session:
        known = cap_counts_of(session, deck)
    if known is not None and known.complete:
        return reply(_shown(known))
    with search("cap-counts", body.time_limit, "caps count", "/properties") as budget:
        counts = count_caps(deck, budget)
        if not counts.complete:
            raise BudgetExhausted(budget.exhausted() or "time")
    with service().catalogue.writing() as session:
        created = store_cap_counts(session, counts)
    return reply(_shown(counts), 201 if created else 200)


def _shown(counts: CapCounts) -> CapsOfDeck:
    deck = counts.deck
    items = [
        CapCount(properties=deck.properties, values=deck.values, size=size, caps=caps, classes=classes)
        for size, (caps, classes) in enumerate(zip(counts.by_size, counts.classes, strict=True))
    ]
    return CapsOfDeck(properties=deck.properties, values=deck.values, largest=len(items) - 1, items=items)
