"""`ludex swish solve`, and its short forms `any`, `largest`, `count` and `all`: swishes, without a limit of time."""

import inspect
from collections.abc import Callable, Iterable
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from ludex.cli import output
from ludex.cli.failures import CommandError
from ludex.cli.output import Json
from ludex.cli.progress import TimeLimit, searching
from ludex.cli.swish.arguments import CardFile, Cards, DeckName, Limit, MaxSize, RuleOption, Store, SymmetryOption
from ludex.cli.swish.sources import catalogue_if, read_cards
from ludex.engine.budget import Budget, BudgetExhausted
from ludex.swish.found import Rule, Swish
from ludex.swish.position import Position
from ludex.swish.written import AnySwish, FoundSwish, LargestSwish, written

if TYPE_CHECKING:
    from ludex.catalogue.catalogue import Catalogue
    from ludex.swish.solving.answers import Largest

Find = Literal["any", "largest", "count", "all"]

_OPENING = '{"items":['


def solve(
    cards: Cards = None,
    find: Annotated[Find, typer.Option("--find", help="What to look for.")] = "any",
    deck: DeckName = None,
    file: CardFile = None,
    symmetry: SymmetryOption = None,
    rule: RuleOption = Rule.SWISH,
    max_size: MaxSize = None,
    limit: Limit = None,
    time_limit: TimeLimit = None,
    store: Store = False,
    as_json: Json = False,
) -> None:
    """Find swishes among cards: any, a largest one with its proof, how many of each size, or all of them."""
    from ludex.swish.solving import search

    position = read_cards(cards, deck, file, symmetry).position
    if store:
        _require_storable(find, rule, max_size)
    answer: Any
    lines: Iterable[str]
    with catalogue_if(store) as catalogue, searching(time_limit) as budget:
        match find:
            case "any":
                swish = search.find_any(position, rule, max_size, budget)
                list(_stored(catalogue, position, [] if swish is None else [swish]))
                answer = AnySwish.of(swish, position)
                lines = _described(answer.swish) if answer.found else ["there is no swish"]
            case "largest":
                largest = (
                    _stored_largest(catalogue, position, budget)
                    if catalogue
                    else search.find_largest(position, rule, max_size, budget)
                )
                answer = LargestSwish.of(largest, position)
                proved = "proved" if largest.proved else "not proved"
                ended = "" if largest.proved else ": the search was ended"
                lines = _described(answer.swish) if answer.swish else ["no swish"]
                lines = [*lines, f"{proved} to be the largest{ended}"]
            case "count":
                counts = sorted(search.count_by_size(position, rule, max_size, budget).items())
                answer = {"by_size": {str(size): each for size, each in counts}}
                rows = [(size, f"{each.card_sets:,}", f"{each.placements:,}") for size, each in counts]
                heading = ("cards", "card sets", "placements")
                lines = output.table([heading, *rows]) if rows else ["there is no swish"]
            case "all":
                met = search.iterate_swishes(position, rule, max_size, budget)
                _list(met, limit, position, budget, catalogue, as_json)
                return
    output.answer(answer, as_json, lines)


def _short_form(find: Find, about: str, *without: str) -> Callable[..., None]:
    """Return `solve` as a command that looks for one thing, without the options that have no meaning for it."""

    def command(**options: Any) -> None:  # noqa: ANN401 - the options of solve
        solve(find=find, **options)

    whole = inspect.signature(solve)
    kept = [one for name, one in whole.parameters.items() if name not in ("find", *without)]
    command.__signature__ = whole.replace(parameters=kept)  # type: ignore[attr-defined]
    command.__annotations__ = {one.name: one.annotation for one in kept}
    command.__doc__ = about
    return command


find_any = _short_form("any", "Find a swish, or prove that there is none.", "limit")
find_largest = _short_form(
    "largest", "Find a swish of the most cards, and prove that none has more. Ctrl-C: the largest so far.", "limit"
)
count = _short_form(
    "count",
    "Count the swishes of each size: the sets of cards that form one, and the ways to lay them.",
    "limit",
    "store",
)
find_all = _short_form("all", "List the swishes, one a placement, smallest first, each as soon as it is found.")


def _require_storable(find: Find, rule: Rule, max_size: int | None) -> None:
    if find == "count":
        raise CommandError("--store: numbers of swishes belong to no stored object; leave it out")
    if rule is Rule.SIMPLE:
        raise CommandError("--store: only swishes of the rule `swish` are stored; leave it or --rule out")
    if find == "largest" and max_size is not None:
        raise CommandError("--store: a largest swish is stored without --max-size; leave one of them out")


def _stored(catalogue: "Catalogue | None", position: Position, swishes: Iterable[Swish]) -> Iterable[Swish]:
    """Return swishes, which are stored as they are taken where there is a catalogue."""
    if catalogue is None:
        return swishes
    from ludex.operations.swish.positions import storing_swishes

    return storing_swishes(catalogue, position, swishes)


def _stored_largest(catalogue: "Catalogue", position: Position, budget: Budget) -> "Largest":
    from ludex.operations.swish.positions import Find, store_position
    from ludex.swish.solving.answers import Largest

    done = store_position(catalogue, position, budget, Find.LARGEST)
    return Largest(done.swishes[0] if done.swishes else None, done.complete)


def _list(
    swishes: Iterable[Swish],
    limit: int | None,
    position: Position,
    budget: Budget,
    catalogue: "Catalogue | None",
    as_json: bool,
) -> None:
    """Write swishes as they come. Raises BudgetExhausted where the search ended before there was any."""
    met = iter(swishes)
    found, complete = 0, False
    try:
        for found, swish in enumerate(_stored(catalogue, position, islice(met, limit)), start=1):
            if found % 100 == 0:
                budget.report(found, limit, "placements listed")
            if as_json:
                output.put((_OPENING if found == 1 else ",") + output.json_text(written([swish], position)[0]))
            else:
                output.write([_line(swish)])
        complete = next(met, None) is None
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
