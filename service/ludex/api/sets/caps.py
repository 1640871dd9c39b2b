"""Caps, which are cards without a set: the stored ones, and the largest of a deck or of any cards, proved."""

from dataclasses import replace

from flask import Response
from pydantic import ConfigDict, Field
from sqlalchemy.orm import Session

from ludex.api import bounds
from ludex.api.collections import mount
from ludex.api.kinds import Kind
from ludex.api.models import Answer, Duplicate, Timed
from ludex.api.routes import Routes, reply
from ludex.api.service import require_storing, service
from ludex.api.sets import PREFIX
from ludex.api.sets.searching import search
from ludex.api.sets.sources import SetCodes, SetDeckIn, read_position
from ludex.catalogue.sets.caps import (
    CAPS,
    PreparedCap,
    StoredCap,
    StoredMaximum,
    maximum_of,
    prepare_cap,
    store_cap,
    store_maximum,
)
from ludex.engine.budget import Budget, BudgetExhausted
from ludex.pictures import cap_svg
from ludex.sets.deck import Deck
from ludex.sets.identity.key_bounds import PositionTooLarge
from ludex.sets.position import Position
from ludex.sets.solving.caps import Cap as FoundCap

routes = Routes("set-caps", tag="SET caps", about="Cards without a set.", prefix=PREFIX)


class Cap(Answer):
    """Cards without a set: those of their class that were stored first."""

    label: str
    url: str
    properties: int
    values: int
    size: int
    complete: bool = Field(description="True: every other card of the deck makes a set with some of them.")
    largest: bool = Field(description="True: the largest that is known of its deck.")
    proved: bool | None = Field(description="For the largest: whether it is proved that there is no larger one.")
    cards: list[str]


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

    model_config = ConfigDict(json_schema_extra={"examples": [{"properties": 4, "values": 3}]})

    cards: SetCodes | None = Field(default=None, description="Only these cards. Not given: the whole deck.")


def show(stored: StoredCap) -> Cap:
    """Return the answer of a stored cap."""
    return Cap(
        label=stored.label,
        url=_url(stored.label),
        properties=stored.properties,
        values=stored.values,
        size=stored.size,
        complete=stored.complete,
        largest=stored.largest,
        proved=stored.proved,
        cards=list(stored.codes),
    )


def _url(label: str) -> str:
    return f"{PREFIX}/caps/{label}"


def _draw(_session: Session, stored: StoredCap) -> str:
    return cap_svg(stored.position)


KIND = Kind(CAPS, "caps", "cap", Cap, show, draw=_draw, title="Caps")
mount(routes, KIND)


@routes.post("/caps", {201: LargestCap, 200: LargestCap}, problems=(403, 422, 503))
def largest_cap_of(body: SoughtCap) -> Response:
    """Find and store a largest cap of a deck or of some of its cards, with its proof.

    What is proved already is given again. Where the time limit comes first `proved` is false, and the same request
    with more time may improve the answer.
    """
    require_storing()
    deck = body.read_deck()
    if body.cards is None:
        return _of_deck(deck, body.time_limit)
    return _of_cards(read_position(deck, body.cards), body.time_limit)


def _of_deck(deck: Deck, seconds: float) -> Response:
    from ludex.sets.solving.caps import largest_cap

    with service().catalogue.reading() as session:
        known = maximum_of(session, deck)
        if known is not None and known.proved:
            return reply(_known(session, known))
    with search("cap", seconds, "caps largest", "/properties") as budget:
        cap = largest_cap(deck, _most_of(budget))
        prepared = _prepared(Position(deck, cap.cards), budget)
    if prepared is None:
        return reply(_nameless(deck, cap))
    with service().catalogue.writing() as session:
        made = store_maximum(session, prepared, cap)
    with service().catalogue.reading() as session:
        best = maximum_of(session, deck)
        assert best is not None
        answer = _known(session, best, new=made.created and best.cap == made.row.label)
    return reply(answer, 201, {"Location": answer.url or ""}) if answer.duplicate_of is None else reply(answer)


def _of_cards(position: Position, seconds: float) -> Response:
    from ludex.sets.solving.caps import largest_cap_within

    with search("cap", seconds, "caps largest") as budget:
        cap = largest_cap_within(position, _most_of(budget))
        prepared = _prepared(Position(position.deck, cap.cards), budget)
    nameless = _nameless(position.deck, cap)
    if prepared is None:
        return reply(nameless)
    with service().catalogue.writing() as session:
        made = store_cap(session, prepared)
    same = None if made.created else Duplicate(relation="symmetry", matching=list(made.matching))
    label = made.row.label
    answer = nameless.model_copy(update={"label": label, "url": _url(label), "duplicate_of": same})
    return reply(answer, 201, {"Location": _url(label)}) if made.created else reply(answer)


def _most_of(budget: Budget) -> Budget:
    """Return a budget for the search that leaves some time for the label."""
    return replace(budget, seconds=None if budget.seconds is None else 0.8 * budget.seconds)


def _prepared(cards: Position, budget: Budget) -> PreparedCap | None:
    """Return what stores a cap, or None where its label cannot be had."""
    if len(cards.cards) > bounds.STORED_SET_CARDS:
        return None
    try:
        return prepare_cap(cards, budget)
    except PositionTooLarge:
        return None
    except BudgetExhausted as exhausted:
        if exhausted.reason == "cancelled":
            raise
        return None


def _known(session: Session, maximum: StoredMaximum, *, new: bool = False) -> LargestCap:
    cap = KIND.load(session, maximum.cap)
    itself = Duplicate(relation="symmetry", matching=list(range(cap.size)))
    return LargestCap(
        label=cap.label,
        url=_url(cap.label),
        properties=cap.properties,
        values=cap.values,
        size=cap.size,
        proved=maximum.proved,
        upper_bound=maximum.upper_bound,
        method=maximum.method,
        cards=list(cap.codes),
        duplicate_of=None if new else itself,
    )


def _nameless(deck: Deck, cap: FoundCap) -> LargestCap:
    from ludex.sets.digits import codes_of

    return LargestCap(
        label=None,
        url=None,
        properties=deck.properties,
        values=deck.values,
        size=cap.size,
        proved=cap.proved,
        upper_bound=cap.upper_bound,
        method=cap.method,
        cards=codes_of(deck, cap.cards),
        duplicate_of=None,
    )
