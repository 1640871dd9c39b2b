"""Checks of answers to requests that are not stored as claims: about equivalence, and about given cards."""

from ludex_check_claims.discovery import Checks
from ludex_check_claims.verdicts import Json, NotChecked, require


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
