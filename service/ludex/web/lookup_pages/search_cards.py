"""What card games share on the pages that look up and compare: cards to pick, limits of pictures, named classes."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from ludex.engine.faults import Fault
from ludex.operations.objects import look_up
from ludex.requests.fields import RequestModel
from ludex.requests.lookup import Sought
from ludex.web.lookup_pages.draw import NamedClass
from ludex.web.page import Site
from ludex.web.site.addresses import object_address
from ludex.web.site.form_input import PageContext

MOST_DRAWN_CARDS = 200
"""The most cards of a position, or of two positions together, that are drawn."""

MOST_PICKED = 100
"""The most cards that are shown to be picked from; cards of a larger deck are written."""


@dataclass(frozen=True, slots=True)
class CardChoice:
    """A card to pick: its code, its picture, its description, and whether it is picked."""

    code: str
    picture: str
    about: str
    picked: bool


def few_cards(*positions: Any) -> bool:  # noqa: ANN401 - positions of any game
    """Tell whether positions have few enough cards together to be drawn."""
    return sum(len(one.cards) for one in positions) <= MOST_DRAWN_CARDS


def position_picture(position: Any, draw: Callable[[Any], str]) -> str:  # noqa: ANN401
    """Return the picture of a position; empty if it has too many cards."""
    return draw(position) if few_cards(position) else ""


def codes_of(text: str) -> list[str]:
    """Return the codes in a text that lists cards."""
    return text.replace(",", " ").split()


def choices_of(cards: Iterable[tuple[str, str, str]], text: str) -> list[CardChoice]:
    """Return the cards to pick, given as code, picture and description; those that a text lists are picked."""
    picked = set(codes_of(text))
    return [CardChoice(code, picture, about, code in picked) for code, picture, about in cards]


def named_classes(site: Site, lookups: Sequence[Sought], cards: RequestModel) -> list[NamedClass]:
    """Return the stored objects of other kinds that cards are: a deck, a swish, a set, a cap ..."""
    found = []
    for one in lookups:
        if not issubclass(type(cards), one.one):
            continue
        kind = site.catalogue.registry.kind[one.kind]
        context = PageContext(site, f"{kind.address.replace('/', ' ')} lookup")
        try:
            with context.search() as budget:
                match = look_up(site.catalogue, kind, one.identify(cards, context, cards, budget))
        except Fault:
            continue  # the cards are not of this kind
        if match is not None:
            found.append(NamedClass(one.words, match[0].label, object_address(match[0].label)))
    return found
