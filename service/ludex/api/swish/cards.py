"""Stored cards."""

from pydantic import Field
from sqlalchemy.orm import Session

from ludex.api.collections import mount
from ludex.api.kinds import Kind
from ludex.api.models import Answer
from ludex.api.routes import Routes
from ludex.api.swish import PREFIX
from ludex.catalogue.swish.cards import CARDS, StoredCard
from ludex.pictures import svg_card

routes = Routes("swish-cards", tag="SWISH cards", about="Cards, each as its canonical configuration.", prefix=PREFIX)


class Card(Answer):
    """A card."""

    label: str
    url: str
    code: str = Field(description="Its canonical configuration.")
    symmetry: str
    height: int
    width: int
    points: int
    circles: int
    configurations: int = Field(description="How many different ones it has.")


def show(stored: StoredCard) -> Card:
    """Return the answer of a stored card."""
    return Card(
        label=stored.label,
        url=f"{PREFIX}/cards/{stored.label}",
        code=stored.code,
        symmetry=stored.symmetry,
        height=stored.height,
        width=stored.width,
        points=stored.points,
        circles=stored.circles,
        configurations=stored.configurations,
    )


def _draw(_session: Session, stored: StoredCard) -> str:
    return svg_card(stored.card, stored.symmetry)


KIND = Kind(CARDS, "cards", "card", Card, show, draw=_draw)
mount(routes, KIND)
