"""Stored swishes."""

from pydantic import Field
from sqlalchemy.orm import Session

from ludex.api.collections import mount
from ludex.api.kinds import Kind
from ludex.api.models import Answer
from ludex.api.routes import Routes
from ludex.api.swish import PREFIX
from ludex.catalogue.swish.swishes import SWISHES, StoredSwish
from ludex.pictures import svg_swish

routes = Routes("swish-swishes", tag="SWISH swishes", about="Swishes that were found, each stack once.", prefix=PREFIX)


class StackedSwish(Answer):
    """A swish: its cards as they lie, canonical as a stack."""

    label: str
    url: str
    symmetry: str
    height: int
    width: int
    size: int
    stack: list[str] = Field(description="The placed cards; laid over one another, every point meets one circle.")


def show(stored: StoredSwish) -> StackedSwish:
    """Return the answer of a stored swish."""
    return StackedSwish(
        label=stored.label,
        url=f"{PREFIX}/swishes/{stored.label}",
        symmetry=stored.symmetry,
        height=stored.height,
        width=stored.width,
        size=stored.size,
        stack=list(stored.codes),
    )


def _draw(_session: Session, stored: StoredSwish) -> str:
    return svg_swish(stored.stack, stored.symmetry)


KIND = Kind(SWISHES, "swishes", "swish", StackedSwish, show, draw=_draw)
mount(routes, KIND)
