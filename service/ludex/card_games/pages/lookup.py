"""Parts of the look-up and comparison pages for card games: cards to pick, pictures, and named classes."""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from ludex.catalogue.objects.reading import ObjectView
from ludex.engine.faults import Fault
from ludex.operations.objects import look_up
from ludex.pictures.figures import Figure
from ludex.requests.fields import RequestModel
from ludex.requests.lookup import KindLookup
from ludex.web.comparison import Matching, NamedClass, PicturePair, matching_pair
from ludex.web.game_pages import site
from ludex.web.site.addresses import object_address
from ludex.web.site.form_input import PageContext
from ludex.web.site.text_filters import counted

MOST_DRAWN_CARDS = 200
"""The maximum number of cards in a picture, or in two pictures side by side."""

MOST_PICKED = 100
"""The maximum size of a deck whose cards are shown as pictures to pick from."""

PICKER_FIELD = "card"
"""The form field for the cards that a visitor picks."""


@dataclass(frozen=True, slots=True)
class CardChoice:
    """A card to pick: its code, its picture, its description, and whether it is selected."""

    code: str
    picture: str
    about: str
    picked: bool


def few_cards(*positions: Any) -> bool:  # noqa: ANN401 - positions of any game
    """Return whether the positions have few enough cards in total to be drawn."""
    return sum(len(position.cards) for position in positions) <= MOST_DRAWN_CARDS


def position_picture(position: Any, draw: Callable[[Any], str]) -> str:  # noqa: ANN401
    """Return the picture of a position, or an empty string if it has too many cards."""
    return draw(position) if few_cards(position) else ""


def card_pair(
    a: Any,  # noqa: ANN401
    b: Any,  # noqa: ANN401
    matching: Matching,
    draw: Callable[[Any, Sequence[int]], str],
) -> PicturePair | None:
    """Draw two positions in which matching cards have the same number and colour.

    Returns None if they have too many cards.
    """
    return matching_pair(a, b, matching, draw) if few_cards(a, b) else None


def card_count(shown: ObjectView) -> str:
    """Return the number of cards of a stored position in words."""
    return counted(json.loads(shown.text())["size"], "card")


def codes_of(text: str) -> list[str]:
    """Parse the codes in a text, which are separated by commas or spaces."""
    return text.replace(",", " ").split()


def choices_of(cards: Iterable[tuple[str, str, str]], text: str) -> list[CardChoice]:
    """Return the cards to pick, given the code, picture and description of each.

    The cards that `text` lists are selected. A picture shows the card alone, without its code.
    """
    picked, alone = set(codes_of(text)), Figure("plain", labels=False)
    return [CardChoice(code, alone.svg(picture), about, code in picked) for code, picture, about in cards]


def named_classes(lookups: Sequence[KindLookup], cards: RequestModel) -> list[NamedClass]:
    """Return the stored objects of several kinds that consist of the given cards, such as a deck, a set or a cap."""
    found = []
    for lookup in lookups:
        if not issubclass(type(cards), lookup.item):
            continue
        kind = site.catalogue.registry.kind[lookup.kind]
        context = PageContext(f"{kind.address.replace('/', ' ')} lookup")
        try:
            with context.search() as budget:
                match = look_up(site.catalogue, kind, lookup.identify(cards, context, cards, budget))
        except Fault:
            continue  # The cards do not form an object of this kind.
        if match is not None:
            found.append(NamedClass(lookup.words, match[0].label, object_address(match[0].label)))
    return found
