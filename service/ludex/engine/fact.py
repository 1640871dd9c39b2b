"""The marker of a field by which lists of stored objects can be filtered, sorted and counted."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fact:
    """The marker of a fact: a number, a text, a truth value, or a list of numbers.

    Lists of numbers are compared as comma-separated text. `natural` means that the number may be arbitrarily large, and
    `leading` means that tables show the fact before all facts that are not leading. `name` is the name of the fact in
    lists, which is needed if another kind has a field with the same name. `synonyms` are other words for the fact in
    searches, and `opposites` are words for a truth value that is false.
    """

    natural: bool = False
    leading: bool = True
    name: str = ""
    synonyms: tuple[str, ...] = ()
    opposites: tuple[str, ...] = ()
