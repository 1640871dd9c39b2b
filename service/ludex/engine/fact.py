"""The marker of facts, which are fields by which lists of stored objects can be filtered, sorted and counted."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fact:
    """The marker of a fact: a number, a text, a truth value, or a list of numbers.

    Lists of numbers are compared as comma-separated text. `natural` means that the number may be arbitrarily large.
    `leading` means that tables show this fact before all facts that are not leading. `name` is the name of the fact in
    lists, which is needed if another kind has a field with the same name. `title` is the name on pages, if it
    is not the name in words. In searches, `synonyms` are other words for
    the fact, and `opposites` are words for the value false of a truth value.
    """

    natural: bool = False
    leading: bool = True
    name: str = ""
    title: str = ""
    synonyms: tuple[str, ...] = ()
    opposites: tuple[str, ...] = ()
