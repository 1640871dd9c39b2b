"""What is stated of stored objects, as Python has it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ludex.catalogue.claim_lists import ShownClaim


@dataclass(frozen=True, slots=True)
class StatedClaim:
    """A statement about an object of a catalogue, and what proves it.

    Attributes
    ----------
    subject : str
        The label of the object that it is about.
    statement : str
        What is stated, such as ``swish.no-swish-maximum``.
    value : int or any JSON
        The value of what is stated; of an optimum that is not proved the best one known.
    lower, upper : int or None
        Bounds of the value, None if there are none.
    proved : bool
        Whether the value is proved.
    parameters : mapping
        What tells claims of one statement apart, such as the number of cards of a deal.
    witness : str or None
        The label of an object that shows the value.
    method : str
        How it was found or proved.
    certificate : any JSON
        What it can be checked by; ``schema/certificates.md`` says how.
    engine : str
        The version that found it.
    checked, checked_by : str or None
        When it was last found to hold, and by which second method.
    """

    subject: str
    statement: str
    value: Any
    lower: int | None
    upper: int | None
    proved: bool
    parameters: Mapping[str, Any]
    witness: str | None
    method: str
    certificate: Any
    engine: str
    checked: str | None
    checked_by: str | None

    @classmethod
    def of(cls, shown: "ShownClaim") -> "StatedClaim":
        """Return a claim as it is stored."""
        known = json.loads(shown.text())
        return cls(**{name: known[name] for name in cls.__dataclass_fields__})
