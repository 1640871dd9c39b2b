"""Checks of the arguments of public functions. Each error names the argument and states what is expected."""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from operator import index as integer_of
from reprlib import repr as short_repr
from typing import Any, TypeVar

from ludex.engine.faults import Fault

C = TypeVar("C", bound=StrEnum)


def require_type(value: object, expected: type, name: str, remedy: str = "") -> None:
    """Raise TypeError if the argument `name` is not an instance of a type. `remedy` states how to create one.

    >>> require_type([], str, "slug")
    Traceback (most recent call last):
    TypeError: slug: a list is not a str
    """
    if not isinstance(value, expected):
        end = f"; {remedy}" if remedy else ""
        raise TypeError(f"{name}: {_article(type(value).__name__)} is not {_article(expected.__name__)}{end}")


def require_integer(value: Any, name: str, least: int | None = None, greatest: int | None = None) -> int:  # noqa: ANN401 - checked here
    """Return the argument `name` as an integer from `least` to `greatest`.

    Raises TypeError if it is not an integer, and ValueError if it is out of bounds.

    >>> require_integer(0, "count", 1)
    Traceback (most recent call last):
    ludex.engine.faults.Fault: count: must be at least 1, not 0
    """
    try:
        if isinstance(value, bool):
            raise TypeError
        number = integer_of(value)
    except TypeError:
        raise TypeError(f"{name}: {short_repr(value)} is not an integer") from None
    if greatest is not None and not (least or 0) <= number <= greatest:
        raise Fault(f"must be {least or 0} to {greatest}, not {short_repr(number)}", (name,))
    if least is not None and number < least:
        raise Fault(f"must be at least {least}, not {short_repr(number)}", (name,))
    return number


def require_integers(values: Any, name: str, count: int | None = None) -> tuple[int, ...]:  # noqa: ANN401 - checked here
    """Return the argument `name` as a tuple of integers, or of exactly `count` integers.

    Raises TypeError, with the index of the first value that is not an integer, and ValueError for another number.

    >>> require_integers([1, 0.5], "cards")
    Traceback (most recent call last):
    TypeError: cards/1: 0.5 is not an integer
    """
    found = tuple(require_list(values, name))
    if not set(map(type, found)) <= {int}:
        found = tuple(require_integer(value, f"{name}/{place}") for place, value in enumerate(found))
    if count is not None and len(found) != count:
        raise Fault(f"{count} integers are expected, not {len(found)}", (name,))
    return found


def require_pairs(values: Any, name: str) -> list[tuple[int, int]]:  # noqa: ANN401 - checked here
    """Return the argument `name` as a list of pairs of integers.

    >>> require_pairs([[0, 1], [2]], "swaps")
    Traceback (most recent call last):
    ludex.engine.faults.Fault: swaps/1: 2 integers are expected, not 1
    """
    pairs = []
    for place, pair in enumerate(require_list(values, name)):
        first, second = require_integers(pair, f"{name}/{place}", 2)
        pairs.append((first, second))
    return pairs


def require_choice(value: Any, choices: type[C], name: str) -> C:  # noqa: ANN401 - checked here
    """Return the argument `name` as one of the `choices`, which may also be given as text.

    Raises ValueError, which lists the choices.
    """
    if type(value) is choices:
        return value
    try:
        return choices(value)
    except ValueError:
        raise Fault(f"{short_repr(value)} is not one of {', '.join(choices)}", (name,)) from None


def require_sequence(values: Any, expected: type, name: str, remedy: str = "") -> None:  # noqa: ANN401 - checked here
    """Raise TypeError if the argument `name` is not a sequence whose items are instances of a type."""
    for place, value in enumerate(require_list(values, name)):
        require_type(value, expected, f"{name}/{place}", remedy)


def require_texts(values: Any, name: str, count: int | None = None) -> None:  # noqa: ANN401 - checked here
    """Raise TypeError if the argument `name` is not a list of texts, or ValueError if it has not `count` texts."""
    require_sequence(values, str, name)
    if count is not None and len(values) != count:
        raise Fault(f"{count} texts are expected, not {len(values)}", (name,))


def require_list(values: Any, name: str) -> Iterable[Any]:  # noqa: ANN401 - checked here
    """Return the argument `name` if it is a list or another iterable. Raises TypeError otherwise, also for text."""
    if isinstance(values, str | bytes | Mapping) or not isinstance(values, Iterable):
        raise TypeError(f"{name}: {_article(type(values).__name__)} is not a list")
    return values


def _article(noun: str) -> str:
    return f"{'an' if noun[0] in 'aeioAEIO' else 'a'} {noun}"
