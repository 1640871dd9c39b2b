"""Parts of requests that card games share: cards as input, their look-up, and statistics of deals as lines of text."""

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from pydantic import Field

from ludex.card_games import CardsFault
from ludex.card_games.deals import DealStatistic
from ludex.engine.budget import Budget
from ludex.engine.faults import Fault
from ludex.engine.notation import members_of_json
from ludex.requests.daily import PuzzleOfDay
from ludex.requests.fields import Forms, OneOfModel, RequestModel
from ludex.requests.inputs import InputContext
from ludex.requests.lookup import BOTH, KindLookup
from ludex.requests.text_output import table

if TYPE_CHECKING:
    from ludex.catalogue.kinds.kind import Identity


class CardsOfDay(PuzzleOfDay):
    """The cards of a day."""

    seed: int | None = Field(
        default=None, exclude_if=lambda seed: seed is None, description="Seed of the deal; absent if stored."
    )
    deck: str | None = Field(
        default=None, exclude_if=lambda deck: deck is None, description="Slug of the deck; absent if stored."
    )
    cards: list[str] = Field(
        description="The cards. The page may show them in another order and flipped, in a way that the seed or the "
        "label determines."
    )


SOURCES = ("cards", "deck", "label")


@dataclass(frozen=True, slots=True)
class CardNotation:
    """How cards are given as text: codes separated by commas or spaces, JSON with cards, or a deck or label.

    `name` matches the names of decks and labels, and `card` matches a code. `members` are the members of the JSON
    beside `cards`.
    """

    name: re.Pattern[str]
    card: re.Pattern[str]
    members: tuple[str, ...]

    def fields(self, text: str) -> dict[str, Any]:
        """Parse a text into fields. Raises ValueError.

        >>> notation = CardNotation(re.compile("[a-z]+-[0-9]+"), re.compile("[*o./]+"), ("symmetry",))
        >>> notation.fields("*o,o*"), notation.fields("swish-36")
        ({'cards': ['*o', 'o*']}, {'label': 'swish-36'})
        """
        members = members_of_json(text, "cards", *self.members)
        if members is not None:
            return members
        text = text.strip()
        return {"label": text} if self.name.fullmatch(text) else {"cards": re.findall(r"[^,\s]+", text)}

    def fits(self, text: str) -> bool:
        """Return whether a line contains cards, or an object with cards.

        >>> notation = CardNotation(re.compile("[a-z]+-[0-9]+"), re.compile("[*o./]+"), ("symmetry",))
        >>> notation.fits("*o./...,o.*/..."), notation.fits("0121"), notation.fits('{"cards": ["*o"]}')
        (True, False, True)
        """
        try:
            cards = self.fields(text).get("cards")
        except ValueError:
            return False
        return isinstance(cards, list) and bool(cards) and all(self.card.fullmatch(str(card)) for card in cards)


class CardsSource(OneOfModel):
    """Input of cards by exactly one of the fields `cards`, `deck` and `label`."""

    FORMS: ClassVar[Forms] = ((("cards",), ("deck",), ("label",)),)
    NAMES_MANY: ClassVar[tuple[str, ...]] = ("deck", "label")

    @contextmanager
    def at_fault(self, *place: str) -> Iterator[None]:
        """State the place of faults in the cards: the field that is set or, in a list, the invalid card.

        `place` is the place of the cards in the request.
        """
        try:
            yield
        except Fault as fault:
            card = (fault.card,) if isinstance(fault, CardsFault) and fault.card is not None else ()
            if fault.place in ((), card):
                name = next((source for source in SOURCES if getattr(self, source) is not None), SOURCES[0])
                fault.place = (*place, name, *(card if name == "cards" else ()))
            raise


def statistics_table(statistics: Iterable[DealStatistic], good: str, of: str) -> Iterator[str]:
    """Yield a table of deal statistics.

    `good` is the header for the counted deals, and `of` is the header for all deals.
    """
    header = ("cards", good, of, "probability", "95 % interval")
    rows = ((row.n, row.numerator, row.denominator, *likely(row)) for row in statistics)
    yield from table([header, *rows])


def likely(statistic: DealStatistic) -> tuple[str, str]:
    """Return the probability in a statistic, followed by the confidence interval or the word `exact`."""
    interval = "exact" if statistic.exact else f"{statistic.low:.4g} to {statistic.high:.4g}"
    return f"{float(statistic.probability):.6g}", interval


def value_lookup(
    kind: str,
    address: str,
    words: str,
    plural: str,
    item: type[RequestModel],
    value: Callable[[Any, Any, Any], Any],
    shared: tuple[type[RequestModel], ...] = (),
    **offered: Any,  # noqa: ANN401 - fields of KindLookup
) -> KindLookup:
    """Return the look-up of a value of a kind, and the deduplication of values.

    `value` is called with an input, the context and the request, whose fields `shared` apply to all inputs. The fields
    of lists are named by the last part of the address. All other parameters are those of KindLookup.
    """

    def identify(fields: Any, context: Any, request: Any, budget: Budget) -> "Identity":  # noqa: ANN401 - models
        with getattr(fields, "at_fault", nullcontext)():
            found: Identity = context.catalogue.registry.kind[kind].identify(value(fields, context, request), budget)
            return found

    name = address.rpartition("/")[2].replace("-", "_")
    return KindLookup(kind, address, words, plural, item, identify, name, name, shared, **offered)


def card_lookup(
    kind: str, address: str, item: type[CardsSource], values: Callable[[Any, InputContext], Iterable[Any]]
) -> KindLookup:
    """Return the look-up of a card, and the deduplication of cards. `values` returns the cards of an input."""

    def each(fields: Any, context: Any, budget: Budget) -> "Iterator[Identity]":  # noqa: ANN401 - a model, a session
        for card in values(fields, context):
            yield context.catalogue.registry.kind[kind].identify(card, budget)

    def one(fields: Any, context: Any, _request: object, budget: Budget) -> "Identity":  # noqa: ANN401
        cards = list(each(fields, context, budget))
        if len(cards) != 1:
            with fields.at_fault():
                raise Fault(f"{len(cards)} cards given; look up one card, or use dedup for several")
        return cards[0]

    return KindLookup(
        kind, address, "card", "cards", item, one, "cards", "cards", together=item, each=each, unserved=BOTH
    )
