"""What the landing page shows of a game, and how it writes numbers."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ludex.catalogue.catalogue import Reader

_MOST_DIGITS_WRITTEN_OUT = 9


@dataclass(frozen=True, slots=True)
class Exhibits:
    """A game's part of the landing page, written by the template of its name.

    `shown` is made without the catalogue, once a process; `stored` is read of the catalogue, which may be empty.
    """

    name: str
    title: str
    shown: Callable[[], Mapping[str, Any]]
    stored: Callable[["Reader"], Mapping[str, Any]]


def number_written(number: int) -> tuple[str, str]:
    """Return a whole number as text, or for a long one its first digits, rounded, and the exponent of ten.

    >>> number_written(58_320), number_written(18_534_567_890_123)
    (('58,320', ''), ('1.9', '13'))
    """
    if number < 10**_MOST_DIGITS_WRITTEN_OUT:
        return f"{number:,}", ""
    digits, _, exponent = f"{Decimal(number):.1e}".partition("e+")
    return digits, exponent
