"""`ludex swish solve`, and its short forms `any`, `largest`, `count` and `all`: swishes, without a limit of time.

`add` stores cards as a position, with what is found among them.
"""

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from itertools import islice
from typing import Annotated, Any, Literal

import typer

from ludex.cli import output
from ludex.cli.failures import CommandError
from ludex.cli.opening import opened
from ludex.cli.output import Json
from ludex.cli.progress import TimeLimit, searching
from ludex.cli.stored_objects import show_stored
from ludex.cli.swish.arguments import Limit, MaxSize, RuleOption, Store
from ludex.cli.swish.sources import Given, catalogue_if
from ludex.cli.unfolding import unfolded
from ludex.engine.budget import Budget, BudgetExhausted
from ludex.swish.found import Rule, Swish
from ludex.swish.written import AnySwish, FoundSwish, LargestSwish, SwishCounts, written

Find = Literal["any", "largest", "count", "all"]

_OPENING = '{"items":['


def solve(
    given: Given,
    find: Annotated[Find, typer.Option("--find", help="What to look for.")] = "any",
    rule: RuleOption = Rule.SWISH,
    max_size: MaxSize = None,
    limit: Limit = None,
    time_limit: TimeLimit = None,
    store: Store = False,
    as_json: Json = False,
) -> None:
    """Find swishes among cards: any, a largest one with its proof, how many of each size, or all of them."""
    from ludex.operations.swish import positions
    from ludex.swish.solving import search
    from ludex.swish.solving.answers import Largest

    position = given.read().position
    if store:
        _require_storable(find, rule, max_size)
    answer: Any
    lines: Iterable[str]
    with catalogue_if(store) as catalogue, searching(time_limit) as budget:
        match find:
            case "any":
                swish = search.find_any(position, rule, max_size, budget)
                if catalogue is not None and swish is not None:
                    positions.store_swishes(catalogue, position, [swish])
                answer = AnySwish.of(swish, position)
                lines = _described(answer.swish) if answer.found else ["there is no swish"]
            case "largest":
                if catalogue is None:
                    largest = search.find_largest(position, rule, max_size, budget)
                else:
                    done = positions.store_position(catalogue, position, budget, positions.Find.LARGEST)
                    largest = Largest(done.swishes[0] if done.swishes else None, done.complete)
                answer = LargestSwish.of(largest, position)
                state = "proved to be the largest"
                state = state if largest.proved else f"not {state}: the search was ended"
                lines = [*(_described(answer.swish) if answer.swish else ["no swish"]), state]
            case "count":
                answer = SwishCounts.of(search.count_by_size(position, rule, max_size, budget))
                rows = [(n, f"{each.card_sets:,}", f"{each.placements:,}") for n, each in answer.by_size.items()]
                heading = ("cards", "card sets", "placements")
                lines = output.table([heading, *rows]) if rows else ["there is no swish"]
            case "all":
                swishes = search.iterate_swishes(position, rule, max_size, budget)
                met = islice(swishes, limit)
                kept = met if catalogue is None else positions.storing_swishes(catalogue, position, met)
                listed = (output.json_text(written([one], position)[0]) if as_json else _line(one) for one in kept)
                with closing(_reported(listed, limit, budget)) as reported:
                    _list(reported, lambda: next(swishes, None) is None, as_json)
                return
    output.answer(answer, as_json, lines)


find_any = unfolded(solve, "Find a swish, or prove that there is none.", find="any", limit=None)
find_largest = unfolded(
    solve,
    "Find a swish of the most cards, and prove that none has more. Ctrl-C: the largest so far.",
    find="largest",
    limit=None,
)
count = unfolded(
    solve,
    "Count the swishes of each size: the sets of cards that form one, and the ways to lay them.",
    find="count",
    limit=None,
    store=False,
)
find_all = unfolded(
    solve, "List the swishes, one a placement, smallest first, each as soon as it is found.", find="all"
)


def add(
    given: Given,
    find: Annotated[
        Literal["any", "largest", "all"] | None, typer.Option("--find", help="What to find and store with it.")
    ] = None,
    limit: Limit = None,
    time_limit: TimeLimit = None,
    as_json: Json = False,
) -> None:
    """Store cards as a position, with their hypergraph, and with the swishes that are looked for."""
    from ludex.operations.swish.positions import Find, store_position

    position = given.read().position
    wanted = None if find is None else Find(find)
    with opened() as catalogue, searching(time_limit) as budget:
        done = store_position(catalogue, position, budget, wanted, limit=limit or 2**62)
    lines = []
    found = None
    if find is not None:
        found = {"swishes": written(done.swishes, position), "complete": done.complete}
        sizes = ", ".join(str(swish.size) for swish in done.swishes[:20]) or "none"
        lines = [f"swishes: {len(done.swishes)} of size {sizes}{'' if done.complete else '; there may be more'}"]
    show_stored(done.stored, as_json, lines, matching=done.matching, found=found)


def _require_storable(find: Find, rule: Rule, max_size: int | None) -> None:
    if find == "count":
        raise CommandError("--store: numbers of swishes belong to no stored object; leave it out")
    if rule is Rule.SIMPLE:
        raise CommandError("--store: only swishes of the rule `swish` are stored; leave it or --rule out")
    if find == "largest" and max_size is not None:
        raise CommandError("--store: a largest swish is stored without --max-size; leave one of them out")


def _reported(listed: Iterator[str], limit: int | None, budget: Budget) -> Generator[str, None, None]:
    for found, text in enumerate(listed, start=1):
        if found % 100 == 0:
            budget.report(found, limit, "placements listed")
        yield text


def _list(listed: Iterator[str], ended: Callable[[], bool], as_json: bool) -> None:
    """Write swishes as they come; `ended` tells whether these were all.

    Raises BudgetExhausted where the search ended before there was any.
    """
    found, complete = 0, False
    try:
        for found, text in enumerate(listed, start=1):
            output.put((_OPENING if found == 1 else ",") + text if as_json else text + "\n")
        complete = ended()
    except BudgetExhausted:
        if not found:
            raise
    if as_json:
        output.write([f'{"" if found else _OPENING}],"complete":{output.json_text(complete)}}}'])
    else:
        output.write([f"{found:,} placements; {'these are all' if complete else 'there are more'}"])


def _described(swish: FoundSwish) -> list[str]:
    rows = [(card.index, card.card, card.configuration, card.placed) for card in swish.cards]
    return [f"a swish of {swish.size} cards", *output.table([("index", "card", "configuration", "placed"), *rows])]


def _line(swish: Swish) -> str:
    return f"{swish.size}: " + ", ".join(f"{placed.index} {placed.configuration}" for placed in swish.cards)
