"""`ludex swish solve`, and its short forms `any`, `largest`, `count` and `all`: swishes, without a limit of time."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice
from typing import TYPE_CHECKING, Annotated

import typer

from ludex.cli import output
from ludex.cli.failures import CommandError
from ludex.cli.output import Json
from ludex.cli.progress import TimeLimit, searching
from ludex.cli.swish.arguments import CardFile, Cards, DeckName, Limit, MaxSize, RuleOption, Store, SymmetryOption
from ludex.cli.swish.sources import Source, read_source
from ludex.engine.budget import Budget, BudgetExhausted
from ludex.swish.found import Rule, Swish
from ludex.swish.position import Position

if TYPE_CHECKING:
    from ludex.api.swish.stacks import FoundSwish

_BATCH = 1000


class Find(StrEnum):
    """What to look for."""

    ANY = "any"
    LARGEST = "largest"
    COUNT = "count"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class _Search:
    """One search: its cards, and on which terms."""

    source: Source
    rule: Rule
    max_size: int | None
    limit: int | None
    time_limit: float | None
    store: bool
    as_json: bool

    @property
    def position(self) -> Position:
        return self.source.position


def solve(
    cards: Cards = None,
    find: Annotated[Find, typer.Option("--find", help="What to look for.")] = Find.ANY,
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
    search = _Search(read_source(cards, deck, file, symmetry), rule, max_size, limit, time_limit, store, as_json)
    if store:
        _require_storable(find, search)
    {Find.ANY: _any, Find.LARGEST: _largest, Find.COUNT: _count, Find.ALL: _all}[find](search)


def find_any(
    cards: Cards = None, deck: DeckName = None, file: CardFile = None, symmetry: SymmetryOption = None,
    rule: RuleOption = Rule.SWISH, max_size: MaxSize = None, time_limit: TimeLimit = None, store: Store = False,
    as_json: Json = False,
) -> None:  # fmt: skip
    """Find a swish, or prove that there is none."""
    solve(cards, Find.ANY, deck, file, symmetry, rule, max_size, None, time_limit, store, as_json)


def find_largest(
    cards: Cards = None, deck: DeckName = None, file: CardFile = None, symmetry: SymmetryOption = None,
    rule: RuleOption = Rule.SWISH, max_size: MaxSize = None, time_limit: TimeLimit = None, store: Store = False,
    as_json: Json = False,
) -> None:  # fmt: skip
    """Find a swish of the most cards, and prove that none has more. Ctrl-C: the largest so far."""
    solve(cards, Find.LARGEST, deck, file, symmetry, rule, max_size, None, time_limit, store, as_json)


def count(
    cards: Cards = None, deck: DeckName = None, file: CardFile = None, symmetry: SymmetryOption = None,
    rule: RuleOption = Rule.SWISH, max_size: MaxSize = None, time_limit: TimeLimit = None, as_json: Json = False,
) -> None:  # fmt: skip
    """Count the swishes of each size: the sets of cards that form one, and the ways to lay them."""
    solve(cards, Find.COUNT, deck, file, symmetry, rule, max_size, None, time_limit, False, as_json)


def find_all(
    cards: Cards = None, deck: DeckName = None, file: CardFile = None, symmetry: SymmetryOption = None,
    rule: RuleOption = Rule.SWISH, max_size: MaxSize = None, limit: Limit = None, time_limit: TimeLimit = None,
    store: Store = False, as_json: Json = False,
) -> None:  # fmt: skip
    """List the swishes, one a placement, smallest first, each as soon as it is found."""
    solve(cards, Find.ALL, deck, file, symmetry, rule, max_size, limit, time_limit, store, as_json)


def _require_storable(find: Find, search: _Search) -> None:
    if find is Find.COUNT:
        raise CommandError("--store: numbers of swishes belong to no stored object; leave it out")
    if search.rule is Rule.SIMPLE:
        raise CommandError("--store: only swishes of the rule `swish` are stored; leave it or --rule out")
    if find is Find.LARGEST and search.max_size is not None:
        raise CommandError("--store: a largest swish is stored without --max-size; leave one of them out")


def _any(search: _Search) -> None:
    from ludex.api.swish.solving import AnySwish
    from ludex.swish.solving.search import find_any as find

    with searching(search.time_limit) as budget:
        swish = find(search.position, search.rule, search.max_size, budget)
    if search.store and swish is not None:
        _store(search.position, [swish])
    model = AnySwish(found=swish is not None, swish=_shown(swish, search.position))
    output.answer(model, search.as_json, _described(swish, search.position) if swish else ["there is no swish"])


def _largest(search: _Search) -> None:
    from ludex.api.swish.solving import LargestSwish
    from ludex.swish.solving.search import find_largest as find

    with searching(search.time_limit) as budget:
        largest = find(search.position, search.rule, search.max_size, budget)
    if search.store:
        from ludex.catalogue.swish.swishes import store_largest
        from ludex.cli.swish.storing import stored_position

        with stored_position(search.position) as (session, row):
            store_largest(session, row, search.position, largest.swish, largest.proved)
    model = LargestSwish(size=largest.size, swish=_shown(largest.swish, search.position), proved=largest.proved)
    state = "proved to be the largest" if largest.proved else "not proved to be the largest: the search was ended"
    lines = _described(largest.swish, search.position) if largest.swish else ["no swish"]
    output.answer(model, search.as_json, [*lines, state])


def _count(search: _Search) -> None:
    from ludex.api.swish.solving import SwishCounts, SwishesOfSize
    from ludex.swish.solving.search import count_by_size

    with searching(search.time_limit) as budget:
        counts = sorted(count_by_size(search.position, search.rule, search.max_size, budget).items())
    model = SwishCounts(
        by_size={
            str(size): SwishesOfSize(card_sets=each.card_sets, placements=each.placements) for size, each in counts
        }
    )
    rows = [(size, f"{each.card_sets:,}", f"{each.placements:,}") for size, each in counts]
    lines = output.table([("cards", "card sets", "placements"), *rows]) if rows else ["there is no swish"]
    output.answer(model, search.as_json, lines)


def _all(search: _Search) -> None:
    with searching(search.time_limit) as budget:
        listing = _Listing(search, budget)
        for swish in listing:
            if search.as_json:
                opening = '{"items":[' if listing.found == 1 else ","
                output.put(opening + _as_answer(swish, search.position).model_dump_json())
            else:
                output.write([_line(swish)])
    if not listing.found and not listing.complete:
        raise BudgetExhausted(listing.reason)
    if search.as_json:
        opening = "" if listing.found else '{"items":['
        output.write([f'{opening}],"complete":{str(listing.complete).lower()}}}'])
    else:
        end = "these are all" if listing.complete else "there are more"
        output.write([f"{listing.found:,} placements; {end}"])


class _Listing:
    """The swishes of a search as they come, stored as they come where that is wanted."""

    def __init__(self, search: _Search, budget: Budget) -> None:
        self.search = search
        self.budget = budget
        self.found = 0
        self.complete = False
        self.reason = "cancelled"

    def __iter__(self) -> Iterator[Swish]:
        batch: list[Swish] = []
        try:
            for swish in self._met():
                batch.append(swish)
                if self.search.store and len(batch) == _BATCH:
                    _store(self.search.position, batch)
                    batch.clear()
                elif not self.search.store:
                    batch.clear()
                yield swish
        except BudgetExhausted as exhausted:
            self.reason = exhausted.reason
        if batch:
            _store(self.search.position, batch)

    def _met(self) -> Iterator[Swish]:
        from ludex.swish.solving.search import iterate_swishes

        swishes = iterate_swishes(self.search.position, self.search.rule, self.search.max_size, self.budget)
        for swish in islice(swishes, self.search.limit):
            self.found += 1
            if self.found % 100 == 0:
                self.budget.report(self.found, self.search.limit, "placements listed")
            yield swish
        self.complete = next(swishes, None) is None


def _store(position: Position, swishes: list[Swish]) -> None:
    from ludex.catalogue.swish.swishes import store_swishes
    from ludex.cli.swish.storing import stored_position

    with stored_position(position) as (session, row):
        store_swishes(session, row, position, swishes)


def _shown(swish: Swish | None, position: Position) -> "FoundSwish | None":
    return None if swish is None else _as_answer(swish, position)


def _as_answer(swish: Swish, position: Position) -> "FoundSwish":
    from ludex.api.swish.stacks import found_swish

    return found_swish(swish, position)


def _described(swish: Swish, position: Position) -> list[str]:
    rows = [(p.index, str(position.cards[p.index]), str(p.configuration), str(p.placed)) for p in swish.cards]
    return [f"a swish of {swish.size} cards", *output.table([("index", "card", "configuration", "placed"), *rows])]


def _line(swish: Swish) -> str:
    return f"{swish.size}: " + ", ".join(f"{placed.index} {placed.configuration}" for placed in swish.cards)
