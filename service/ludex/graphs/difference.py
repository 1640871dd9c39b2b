"""Differences between two objects that are not equivalent, either in an invariant or in the canonical forms.

Anyone can check such a difference by recomputing the invariant, or the forms as described in schema/canonical-forms.md.
"""

from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any

_SHOWN_BYTES = 8


@dataclass(frozen=True, slots=True)
class InvariantDifference:
    """An invariant in which two objects differ, with its value for each object: a number or a list of numbers.

    If one name stands for several invariants, `parameters` specify which one. schema/equivalence.md lists the
    invariants.
    """

    invariant: str
    a: int | tuple[int, ...]
    b: int | tuple[int, ...]
    parameters: dict[str, Any] = field(default_factory=dict)

    def describe(self, invariant: str | None = None) -> str:
        """Return a description in words, in which `invariant` may replace the name of the invariant.

        >>> InvariantDifference("degrees", (2, 1, 1), (1, 1, 0)).describe()
        'degrees: 2, 1, 1 in a, 1, 1, 0 in b'
        """
        return f"{invariant or self.invariant}: {_format(self.a)} in a, {_format(self.b)} in b"


@dataclass(frozen=True, slots=True)
class FormDifference:
    """The canonical forms, in hexadecimal digits, of two objects whose cheap invariants are equal.

    `form` names the canonical form; `at` is the index of the first byte in which they differ.
    """

    form: str
    a: str
    b: str
    at: int

    def describe(self) -> str:
        """Return a description in words.

        >>> difference_of_forms("graph", bytes([0, 3, 1]), bytes([0, 3, 2])).describe()
        'canonical forms (graph) from byte 2 on: 01 in a, 02 in b'
        """
        a, b = self._from(self.a), self._from(self.b)
        return f"canonical forms ({self.form}) from byte {self.at} on: {a} in a, {b} in b"

    def _from(self, form: str) -> str:
        rest = form[2 * self.at :]
        shown = rest[: 2 * _SHOWN_BYTES]
        return f"{shown}{'...' if shown != rest else ''}" or "nothing"


Difference = InvariantDifference | FormDifference


def difference_of_forms(form: str, a: bytes, b: bytes) -> FormDifference:
    """Return the first difference of two canonical forms. Raises StopIteration if they are equal.

    >>> difference_of_forms("graph", b"ab", b"abc")
    FormDifference(form='graph', a='6162', b='616263', at=2)
    """
    at = next(place for place, (byte_a, byte_b) in enumerate(zip_longest(a, b)) if byte_a != byte_b)
    return FormDifference(form, a.hex(), b.hex(), at)


def _format(value: int | tuple[int, ...]) -> str:
    return str(value) if isinstance(value, int) else ", ".join(map(str, value))
