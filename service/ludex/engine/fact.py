"""The marker of a field by which lists of stored objects are filtered, sorted and counted."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fact:
    """The marker of a fact: a number, a text, a truth value, or a list of numbers.

    A list of numbers is compared as comma-separated text. `natural`: the number may be arbitrarily large. `leading`:
    tables show the fact before the others. `name`: the name in lists, if another kind has a field of the same name.
    `synonyms`: other words for it in searches. `opposites`: words for a truth value that is false.
    """

    natural: bool = False
    leading: bool = True
    name: str = ""
    synonyms: tuple[str, ...] = ()
    opposites: tuple[str, ...] = ()
