"""`ludex swish no-swish`: the most cards without a swish among them, proved; or every such set of a small deck."""

from typing import TYPE_CHECKING, Annotated

import typer

from ludex.cli import output
from ludex.cli.output import Json
from ludex.cli.progress import TimeLimit, searching
from ludex.cli.swish.arguments import Store
from ludex.cli.swish.sources import Given, catalogue_if

if TYPE_CHECKING:
    from ludex.operations.swish.no_swish_sets import LargestNoSwishSet
    from ludex.swish.solving.maximum_sets import EveryLargestNoSwishSet


def no_swish(
    given: Given,
    every: Annotated[
        bool, typer.Option("--all", help="Every largest set, and their classes; at most 64 cards.")
    ] = False,
    certificate: Annotated[bool, typer.Option("--certificate", help="Show the swishes that prove it.")] = False,
    time_limit: TimeLimit = None,
    store: Store = False,
    as_json: Json = False,
) -> None:
    """Keep as many cards as possible without a swish among them, and prove that no more can be kept."""
    from ludex.operations.swish.no_swish_sets import every_largest_no_swish_set, largest_no_swish_set

    cards = given.read()
    with catalogue_if(store) as catalogue, searching(time_limit) as budget:
        if every:
            sets = every_largest_no_swish_set(catalogue, cards, budget)
        else:
            largest = largest_no_swish_set(catalogue, cards, budget)
    if every:
        output.answer(sets, as_json, _classes(sets))
    else:
        output.answer(largest, as_json, _described(largest, certificate))


def _described(found: "LargestNoSwishSet", certificate: bool) -> list[str]:
    swishes = found.certificate.swishes
    state = (
        f"proved by {len(swishes):,} swishes"
        if found.proved
        else f"not proved: no set has more than {found.upper_bound}"
    )
    lines = [f"{found.size} cards without a swish, {state}: {found.label}"]
    lines += output.table(zip(found.indices, found.cards, strict=True))
    if certificate:
        lines += ["each of these sets of cards, by index, is a swish:"]
        lines += [" ".join(map(str, swish)) for swish in swishes]
    return lines


def _classes(found: "EveryLargestNoSwishSet") -> list[str]:
    heading = (
        f"{found.count:,} largest sets of {found.size} cards without a swish: {len(found.classes)} classes, "
        f"{len(found.classes_with_reversal)} where points and circles may be exchanged; one of each class, by index:"
    )
    each = (f"{len(one):,} sets like {' '.join(map(str, found.sets[one[0]]))}" for one in found.classes)
    return [heading, *each]
