"""Exceptions for invalid input, which state the place of the error."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches

Place = tuple[str | int, ...]


class Fault(ValueError):
    """Invalid input.

    `place` is the path to the error, such as ("cards", 3), or () for the whole input. `beside` contains the names of
    other fields of the same object that are also invalid. `others` contains faults of other items of the same list.

    >>> str(Fault("is not a card", ("cards", 3)))
    'cards/3: is not a card'
    """

    def __init__(self, message: str, place: Place = (), *beside: str) -> None:
        super().__init__(message)
        self.message = message
        self.place = place
        self.beside = beside
        self.others: list[Fault] = []

    @property
    def places(self) -> list[Place]:
        """Return the paths to all errors.

        >>> Fault("is missing", ("a", "width"), "height").places
        [('a', 'width'), ('a', 'height')]
        """
        return [self.place, *((*self.place[:-1], name) for name in self.beside)]

    def __str__(self) -> str:
        """Return the message, preceded by its place."""
        return f"{'/'.join(map(str, self.place))}: {self.message}" if self.place else self.message


class MissingInput(Fault):
    """The input lacks a required part."""


class TooLarge(Fault):
    """A computation or its result exceeds a limit. The message states what is too large, and what the user can do.

    >>> str(TooLarge("the deck has 82 cards, but the limit is 81", "leave one out", ("deck",)))
    'deck: the deck has 82 cards, but the limit is 81; leave one out'
    """

    def __init__(self, what: str, remedy: str, place: Place = ()) -> None:
        super().__init__(f"{what}; {remedy}", place)


@contextmanager
def within(*place: str | int) -> Iterator[None]:
    """Prepend `place` to the place of every fault that is raised in the block.

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


def nearest_name(name: str, known: Iterable[str]) -> str:
    """Return the known name that is most similar to an unknown name, or an empty text if none is similar.

    >>> nearest_name("min_swap", ["min_swaps", "max_swaps"]), nearest_name("x", ["min_swaps"])
    ('min_swaps', '')
    """
    return "".join(get_close_matches(name, list(known), n=1))
