"""Checks of answers to requests that are not stored as claims: about equivalence, and about given cards.

The check of a game receives an answer with its objects or its request. It returns how the answer was checked, or raises
Wrong. The checks of all games share the functions of this module. schema/equivalence.md defines equivalence.
"""

from collections.abc import Callable, Sequence
from typing import Any

from ludex_check_claims.discovery import Checks
from ludex_check_claims.verdicts import RECOMPUTED, Json, NotChecked, require


def check_answer(example: Json, checks: Checks) -> str:
    """Check the answer in an example, and return how it was checked.

    The example has the members `a`, `b` and `answer`, which are two objects and the answer about their equivalence, as
    in schema/equivalence.md, or the members `request` and `answer`, as in the files of schema/examples.
    """
    if "request" not in example:
        example["a"], example["b"], example["answer"]  # a missing member raises KeyError in every game
    for answer in checks.answers:
        if answer.applies(example):
            return answer.check(example)
    raise NotChecked("no installed package checks answers of this kind")


def is_answer(example: Json, path: str) -> bool:
    """Return whether an example has a request to a path whose body lists cards, and an answer that proves a bound."""
    request = example.get("request", {})
    return str(request.get("path")).endswith(path) and "cards" in request["body"] and "bound" in example["answer"]


def require_bounds(answer: Json, size: int) -> None:
    """Require that the size and the upper bound of an answer agree. Raises NotChecked if nothing is proved."""
    require(answer["size"] == size <= answer["upper_bound"], "the size and the upper bound do not agree")
    require(
        answer["evidence"] in (("certificate", "search") if answer["proved"] else (None,)), "the evidence is not valid"
    )
    require(answer["proved"] is (size == answer["upper_bound"]), "the bounds and the mark of a proof differ")
    if not answer["proved"]:
        raise NotChecked("the answer does not state that the size is proved to be the largest")
    if answer["evidence"] == "search":
        raise NotChecked("that there is no larger one is the result of a search, which is not repeated")


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
