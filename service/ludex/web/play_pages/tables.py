"""Tables of cards that a seed deals: the parameters of their addresses, and the next seed that has a solution."""

from collections.abc import Callable, Mapping
from secrets import randbelow
from typing import Any, TypeVar

from flask import redirect, request
from werkzeug.wrappers import Response

from ludex.engine.budget import Budget
from ludex.engine.faults import Fault
from ludex.engine.random_numbers import MAX_SEED
from ludex.web.page import Site
from ludex.web.site.addresses import address_of
from ludex.web.site.form_input import PageContext

T = TypeVar("T")

_CHOSEN_SEEDS = 1_000_000


def deal_table(
    site: Site,
    address: str,
    command: str,
    parameters: Mapping[str, object],
    deal: Callable[[int], T],
    has_solution: Callable[[T, Budget], bool],
    describe: Callable[[int, T, Budget], Mapping[str, Any]],
) -> Mapping[str, Any] | Response:
    """Return the context of a table, or redirect to the next seed whose table has a solution.

    `command` names the search; `parameters` are those of the address besides the seed. `deal(seed)` returns the table
    of a seed, and `describe(seed, table, budget)` the rest of the context. Raises Fault, BudgetExhausted.
    """
    seed = number_in_address("seed", randbelow(_CHOSEN_SEEDS), 0, MAX_SEED)
    unsolved = request.args.get("unsolved") == "1"

    def address_with(number: int) -> str:
        return address_of(address, seed=number, **parameters, unsolved=1 if unsolved else None)

    with PageContext(site, command).search() as budget:
        number = seed
        while not unsolved and not has_solution(deal(number), budget.quiet()):
            budget.check()
            number = (number + 1) % (MAX_SEED + 1)
        if number != seed or "seed" not in request.args:
            # The address without a seed, or with other rules, leads to another table later.
            moved = redirect(address_with(number))
            moved.headers["Cache-Control"] = "no-store"
            return moved
        shown = describe(seed, deal(seed), budget)
    return {"seed": seed, "unsolved": unsolved, "next": address_with((seed + 1) % (MAX_SEED + 1)), **shown}


def number_in_address(name: str, default: int, least: int, most: int) -> int:
    """Return a number of the address. Raises Fault."""
    text = request.args.get(name, "")
    if not text:
        return default
    if not (text.isascii() and text.isdigit()) or len(text) > len(str(most)) or not least <= int(text) <= most:
        shown = text if len(text) <= 40 else f"{text[:40]}..."
        raise Fault(f"{name} {shown!r}: a whole number from {least} to {most} is wanted")
    return int(text)
