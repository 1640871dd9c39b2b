"""Parts of requests that card games share: cards as input, and statistics of deals as lines of text."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import ClassVar

from ludex.card_games import CardsFault
from ludex.card_games.deal_statistics import DealShare
from ludex.engine.faults import Fault
from ludex.requests.fields import Forms, OneOfModel
from ludex.requests.text_output import table

SOURCES = ("cards", "deck", "label")


class CardsSource(OneOfModel):
    """Input of cards by exactly one of the fields `cards`, `deck` and `label`."""

    FORMS: ClassVar[Forms] = ((("cards",), ("deck",), ("label",)),)

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


def statistics_table(statistics: Iterable[DealShare], good: str, of: str) -> Iterator[str]:
    """Yield a table of deal statistics.

    `good` is the header for the counted deals, and `of` is the header for all deals.
    """
    header = ("cards", good, of, "probability", "95 % interval")
    rows = ((row.n, row.numerator, row.denominator, *likely(row)) for row in statistics)
    yield from table([header, *rows])


def likely(statistic: DealShare) -> tuple[str, str]:
    """Return the probability in a statistic, followed by the confidence interval or the word `exact`."""
    interval = "exact" if statistic.exact else f"{statistic.low:.4g} to {statistic.high:.4g}"
    return f"{float(statistic.probability):.6g}", interval
