"""Stored sets: those that were found in stored positions."""

from pydantic import Field
from sqlalchemy.orm import Session

from ludex.api.collections import mount
from ludex.api.kinds import Kind
from ludex.api.models import Answer
from ludex.api.routes import Routes
from ludex.api.sets import PREFIX
from ludex.catalogue.sets.found_sets import FOUND_SETS, StoredSet
from ludex.pictures import found_set_svg

routes = Routes("set-found-sets", tag="SET found sets", about="Sets that were found, each once.", prefix=PREFIX)


class FoundSet(Answer):
    """A set: v cards, in every property all the same or all different."""

    label: str
    url: str
    properties: int
    values: int
    differing: int = Field(description="In how many properties its cards differ.")
    cards: list[str]


def show(stored: StoredSet) -> FoundSet:
    """Return the answer of a stored set."""
    return FoundSet(
        label=stored.label,
        url=f"{PREFIX}/found-sets/{stored.label}",
        properties=stored.properties,
        values=stored.values,
        differing=stored.differing,
        cards=list(stored.codes),
    )


def _draw(_session: Session, stored: StoredSet) -> str:
    return found_set_svg(stored.deck, stored.cards)


KIND = Kind(FOUND_SETS, "found-sets", "found set", FoundSet, show, draw=_draw, title="FoundSets")
mount(routes, KIND)
