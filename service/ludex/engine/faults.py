"""What is wrong with input, said with the place at which it is wrong."""

from collections.abc import Iterator
from contextlib import contextmanager

Place = tuple[str | int, ...]


class Fault(ValueError):
    """Input that is refused.

    `place` leads to what is at fault, such as ("cards", 3); () is the whole input. `beside` are the names of fields
    beside it that are at fault too.

    >>> str(Fault("is not a card", ("cards", 3)))
    'cards/3: is not a card'
    """

    def __init__(self, message: str, place: Place = (), *beside: str) -> None:
        super().__init__(message)
        self.message = message
        self.place = place
        self.beside = beside

    @property
    def places(self) -> list[Place]:
        """Return every place that is at fault.

        >>> Fault("is missing", ("a", "width"), "height").places
        [('a', 'width'), ('a', 'height')]
        """
        return [self.place, *((*self.place[:-1], name) for name in self.beside)]

    def __str__(self) -> str:
        """Return the message after its place."""
        return f"{'/'.join(map(str, self.place))}: {self.message}" if self.place else self.message


class CardsFault(Fault):
    """Cards that are refused. `card` is the index of the card at fault, or None."""

    def __init__(self, message: str, card: int | None = None) -> None:
        super().__init__(message, () if card is None else (card,))
        self.card = card

    def __str__(self) -> str:
        """Return the message after the card's index."""
        return self.message if self.card is None else f"card {self.card}: {self.message}"


class Missing(Fault):
    """Input that lacks what it must have."""


class TooLarge(Fault):
    """Input whose answer would be larger than a service gives. The message says what to do instead."""


@contextmanager
def within(*place: str | int) -> Iterator[None]:
    """Put `place` before the place of every fault that is raised in the block.

    >>> with within("a"):
    ...     raise Fault("is not a card", ("cards", 3))
    Traceback (most recent call last):
    ludex.engine.faults.Fault: a/cards/3: is not a card
    """
    try:
        yield
    except Fault as fault:
        fault.place = (*place, *fault.place)
        raise
