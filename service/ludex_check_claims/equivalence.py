"""Checks of answers about the equivalence of two objects, which schema/equivalence.md defines.

The checks of all games share the functions of this module. The check of a game receives the two objects together with
the answer. It returns how the answer was checked, or raises Wrong.
"""

from collections.abc import Callable, Sequence
from typing import Any

from ludex_check_claims.verdicts import RECOMPUTED, Clock, Export, Json, require


def is_matching(answer: Json, a: int, b: int) -> bool:
    """Return whether the answer states that the objects are equivalent.

    Raises Wrong if the matching is not a bijection, or a difference is missing.
    """
    require(type(answer["equivalent"]) is bool, "equivalent must be true or false")
    if answer["equivalent"]:
        fits = a == b and is_permutation(answer["matching"], list(range(b)))
        require(fits and answer["difference"] is None, "the matching is not a bijection")
    else:
        require(answer["matching"] is None and answer["difference"] is not None, "the difference is missing")
    return bool(answer["equivalent"])


def is_permutation(listed: object, numbers: list[int]) -> bool:
    """Return whether a value is a list that contains exactly the given sorted numbers, in any order."""
    return isinstance(listed, list) and all(type(number) is int for number in listed) and sorted(listed) == numbers


def check_difference(
    answer: Json, value: Callable[[int, Json], object], objects: Sequence[Any], form: Callable[[str, Any], bytes]
) -> str:
    """Check an answer that states a difference between two objects, and return how it was checked.

    The answer names either an invariant or a canonical form. It is computed for both objects, and the results are
    compared with the values in the answer.
    """
    difference = answer["difference"]
    if "form" in difference:
        forms = [form(difference["form"], item) for item in objects]
        for name, made in zip("ab", forms, strict=True):
            require(difference[name] == made.hex(), f"the canonical form of {name} is {made.hex()}")
        at = difference["at"]
        parted = forms[0][:at] == forms[1][:at] and forms[0][at : at + 1] != forms[1][at : at + 1]
        require(parted, f"byte {at} is not the first byte in which the forms differ")
        return RECOMPUTED
    for which, name in enumerate("ab"):
        counted = value(which, difference["parameters"])
        counted = list(counted) if isinstance(counted, tuple) else counted
        require(difference[name] == counted, f"{difference['invariant']}: {counted} in {name}, not {difference[name]}")
    require(difference["a"] != difference["b"], "the stated values do not differ")
    return RECOMPUTED


def new_clock() -> Clock:
    """Return the time limit of one computation."""
    return Clock(Export(), 60)
