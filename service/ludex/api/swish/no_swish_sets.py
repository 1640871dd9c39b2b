"""Sets of cards without a swish: the stored ones, and the largest one of a deck or of any cards, proved."""

from flask import Response
from pydantic import ConfigDict, Field
from sqlalchemy.orm import Session

from ludex.api.collections import mount
from ludex.api.kinds import Kind
from ludex.api.models import Answer, Duplicate, Timed
from ludex.api.routes import Routes, reply
from ludex.api.service import require_storing, service
from ludex.api.swish import PREFIX
from ludex.api.swish.deck_lookup import require_stored
from ludex.api.swish.searching import search
from ludex.api.swish.sources import CardsOrDeck
from ludex.catalogue.swish.decks import deck_positions, find_deck
from ludex.catalogue.swish.no_swish_sets import NO_SWISH_SETS, StoredNoSwishSet, maxima_of, store_maximum
from ludex.catalogue.swish.placing import from_canonical_order, to_canonical_order
from ludex.catalogue.swish.positions import POSITIONS, store_position
from ludex.catalogue.tables import PositionRow
from ludex.engine.budget import BudgetExhausted
from ludex.pictures import svg_no_swish_set
from ludex.swish.deck import Deck
from ludex.swish.identity.keys import deck_label, no_swish_label, position_label
from ludex.swish.position import Position
from ludex.swish.solving.no_swish import NoSwishMaximum

routes = Routes("swish-no-swish-sets", tag="SWISH no-swish sets", about="Sets of cards without a swish.", prefix=PREFIX)


class NoSwishSet(Answer):
    """A set of cards without a swish, copies included: its canonical cards in order."""

    label: str
    url: str
    symmetry: str
    height: int
    width: int
    size: int
    cards: list[str]


class Certificate(Answer):
    """What proves that no larger set is without a swish."""

    swishes: list[list[int]] = Field(
        description="Sets of cards, by index, each of them a swish; a set without a swish leaves out a card of each."
    )
    up_to_copies: bool = Field(description="True: each stands for every choice among the copies of its cards.")


class Maximum(Answer):
    """A largest set of cards without a swish; where not proved, the largest that was met in time."""

    label: str
    url: str
    size: int
    proved: bool
    upper_bound: int
    indices: list[int] = Field(description="The cards kept, by index into the request's cards or the deck's listing.")
    cards: list[str] = Field(description="The same cards as codes.")
    certificate: Certificate
    duplicate_of: Duplicate | None = Field(description="Null where the set is new.")


class Keep(CardsOrDeck, Timed):
    """The cards or the deck to keep the most cards of."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"deck": "swish-60"}]})


def show(stored: StoredNoSwishSet) -> NoSwishSet:
    """Return the answer of a stored set."""
    return NoSwishSet(
        label=stored.label,
        url=f"{PREFIX}/no-swish-sets/{stored.label}",
        symmetry=stored.symmetry,
        height=stored.height,
        width=stored.width,
        size=stored.size,
        cards=list(stored.codes),
    )


def _draw(_session: Session, stored: StoredNoSwishSet) -> str:
    return svg_no_swish_set(stored.position)


KIND = Kind(NO_SWISH_SETS, "no-swish-sets", "no-swish set", NoSwishSet, show, draw=_draw)
mount(routes, KIND)


@routes.post("/no-swish-sets", {201: Maximum, 200: Maximum}, problems=(403, 422, 503))
def largest(body: Keep) -> Response:
    """Find and store a largest set without a swish of a deck or of any cards, with the proof.

    A proved answer that is stored already is given again. Where the time limit comes first: `proved` is false and
    `size` the best value known.
    """
    from ludex.swish.solving.no_swish import largest_no_swish_set

    require_storing()
    position, deck = body.source()
    known = _known(position, deck)
    if known is not None:
        return _reply(position, known, created=False)
    with search("no-swish", body.time_limit, "swish no-swish", "/cards" if deck is None else "/deck") as budget:
        maximum = largest_no_swish_set(position, budget)
        if not maximum.indices:  # a single card has no swish, so the search did not come to anything
            raise BudgetExhausted(budget.exhausted() or "time")
    with service().catalogue.writing() as session:
        owner = require_stored(session, deck).row if deck else store_position(session, position).row
        listing = (
            position.canonical() if isinstance(owner, PositionRow) else deck_positions(session, [owner.id])[owner.id]
        )
        stored = store_maximum(session, owner, position, listing, maximum)
    return _reply(position, maximum, stored.created)


def _known(position: Position, deck: Deck | None) -> NoSwishMaximum | None:
    """Return the proved maximum that the catalogue has, by the indices of this listing of the cards."""
    with service().catalogue.reading() as session:
        if deck is not None:
            found = find_deck(session, deck_label(deck.position))
            if found is None:
                return None
            maxima = maxima_of(session, deck_id=found.id)
            ranks = to_canonical_order(deck_positions(session, [found.id])[found.id], range(len(position.cards)))
        else:
            stored = POSITIONS.by_label(session, position_label(position))
            if stored is None:
                return None
            maxima, ranks = maxima_of(session, position_id=stored.id), list(range(len(position.cards)))
    if not maxima or not maxima[0].proved:
        return None
    own = from_canonical_order(position, range(len(position.cards)))
    best = maxima[0]
    return NoSwishMaximum(
        indices=tuple(sorted(own[ranks[index]] for index in best.indices)),
        proved=True,
        upper_bound=best.upper_bound,
        certificate=tuple(tuple(sorted(own[ranks[index]] for index in swish)) for swish in best.certificate),
        up_to_copies=best.up_to_copies,
    )


def _reply(position: Position, maximum: NoSwishMaximum, created: bool) -> Response:
    answer = show_maximum(position, maximum, known=not created)
    return reply(answer, 201, {"Location": answer.url}) if created else reply(answer)


def show_maximum(position: Position, maximum: NoSwishMaximum, known: bool) -> Maximum:
    """Return the answer that shows a largest set of a position's cards; `known` says that it was stored before."""
    kept = Position(tuple(position.cards[index] for index in maximum.indices), position.symmetry)
    label = no_swish_label(kept)
    matching = to_canonical_order(kept, range(len(kept.cards)))
    return Maximum(
        label=label,
        url=f"{PREFIX}/no-swish-sets/{label}",
        size=maximum.size,
        proved=maximum.proved,
        upper_bound=maximum.upper_bound,
        indices=list(maximum.indices),
        cards=[str(card) for card in kept.cards],
        certificate=Certificate(
            swishes=[list(swish) for swish in maximum.certificate], up_to_copies=maximum.up_to_copies
        ),
        duplicate_of=Duplicate(relation="same-cards", matching=matching) if known else None,
    )
