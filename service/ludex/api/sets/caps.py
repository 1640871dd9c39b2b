"""Caps, which are cards without a set: the largest of a deck or of any cards, proved; how many there are by size."""

from typing import Annotated

from flask import Response
from pydantic import Field

from ludex.api.addresses import list_rule, object_url
from ludex.api.replies import reply
from ludex.api.routes import routes_of
from ludex.api.service import require_storing, service
from ludex.api.sets import bounds
from ludex.api.sets.sources import Properties, SetCodes, SetDeckIn, Values, example, search
from ludex.api.sets.statistics import page_of_rows
from ludex.catalogue.kinds.sets import CAP
from ludex.catalogue.stored import Duplicate
from ludex.operations.sets.cap_counts import count_caps_of_deck, every_cap_counts, known_cap_counts
from ludex.operations.sets.caps import known_largest_cap, store_largest_cap
from ludex.requests.answers import page_of
from ludex.requests.fields import Answer, PageQuery, Timed
from ludex.sets.deck import Deck
from ludex.sets.position import Position
from ludex.sets.study.cap_counts import CapCount, CapsOfDeck

routes = routes_of(CAP)

_Size = Annotated[int, Field(ge=0, le=bounds.SET_DECK)]


class LargestCap(Answer):
    """The largest cap of a deck, or among the cards of a request, as far as it is known."""

    label: str | None = Field(
        description="Null for a cap that is not stored: it has too many cards, or not enough time was left to name it."
    )
    url: str | None
    properties: int
    values: int
    size: int
    proved: bool
    upper_bound: int = Field(description="It is proved that no cap is larger than this.")
    method: str = Field(description="What proves the bound; `none`: all cards are kept.")
    cards: list[str]
    duplicate_of: Duplicate | None = Field(description="Null where the cap is new.")


class SoughtCap(SetDeckIn, Timed):
    """The deck, or the cards of it, among which the largest cap is sought."""

    model_config = example(properties=4, values=3)

    cards: SetCodes | None = Field(default=None, description="Only these cards. Not given: the whole deck.")

    def source(self) -> Position | Deck:
        """Return the deck, or the cards. Raises ProblemError (422)."""
        return self.read_deck() if self.cards is None else self.read_cards(self.cards)


class CountedCaps(SetDeckIn, Timed):
    """The deck whose caps are counted."""

    model_config = example(properties=3, values=3)


class CapCountsQuery(PageQuery):
    """Of which decks and sizes, and which page."""

    properties: Properties | None = None
    values: Values | None = None
    size: _Size | None = None
    min_size: _Size | None = None
    max_size: _Size | None = None


@routes.post(list_rule(CAP), {201: LargestCap, 200: LargestCap}, problems=(403, 422, 503))
def largest(body: SoughtCap) -> Response:
    """Find and store a largest cap of a deck or of some of its cards, with its proof.

    What is proved already is given again. Where the time limit comes first `proved` is false, and the same request
    with more time may improve the answer.
    """
    require_storing()
    catalogue, source = service().catalogue, body.source()
    found = known_largest_cap(catalogue, source) if isinstance(source, Deck) else None
    if found is None or not found.proved:
        pointer = "/properties" if isinstance(source, Deck) else "/cards"
        with search("cap", body.time_limit, "caps largest", pointer) as budget:
            found = store_largest_cap(catalogue, source, budget)
    url = None if found.stored is None else object_url(CAP, found.stored.label)
    answer = LargestCap(**found.as_document(), url=url)
    return reply(answer, 201, {"Location": str(url)}) if found.created else reply(answer)


@routes.get("/caps/counts", page_of(CapCount))
def cap_counts(query: CapCountsQuery) -> Response:
    """List how many caps of each size the decks have whose caps are counted, by values, properties and size."""
    every = every_cap_counts(service().catalogue)
    return page_of_rows(query, "cap-counts", [row for one in every for row in one.sizes])


@routes.post("/caps/counts", {201: CapsOfDeck, 200: CapsOfDeck}, problems=(403, 422, 503))
def count_caps(body: CountedCaps) -> tuple[CapsOfDeck, int]:
    """Count the caps of a deck by size, and their classes, and store the numbers.

    What is stored already is given again.
    """
    require_storing()
    catalogue, deck = service().catalogue, body.read_deck()
    known = known_cap_counts(catalogue, deck)
    if known is not None and known.complete:
        return CapsOfDeck.of(known), 200
    with search("cap-counts", body.time_limit, "caps count", "/properties") as budget:
        counts, new = count_caps_of_deck(catalogue, deck, budget, complete=True)
    return CapsOfDeck.of(counts), 201 if new else 200
