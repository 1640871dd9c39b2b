"""The mark of a field of a value that lists of stored objects filter, sort and count by."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fact:
    """The mark of a field that lists filter, sort and count by: a number, a text, a truth, or some numbers.

    Some numbers are compared as a text, joined by commas.
    `natural`: the number may be of any size. `leading`: tables show it before the others. `name`: what lists call it,
    if the field's own name is not the only one of the kind.
    """

    natural: bool = False
    leading: bool = True
    name: str = ""
