"""`ludex swish deals`: how likely n random cards of a deck have no swish, and how large the largest one is."""

import re
from math import comb
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludex.cli import output
from ludex.cli.failures import CommandError
from ludex.cli.opening import opened
from ludex.cli.output import Json, require_writable
from ludex.cli.progress import TimeLimit, searching
from ludex.cli.swish.arguments import Seed, Store
from ludex.cli.swish.sources import find_deck
from ludex.swish.deck import Deck
from ludex.swish.making.deals import DEAL_SIZE

if TYPE_CHECKING:
    from ludex.catalogue.swish.deals import DealStatistic

EXACT_CARDS = 64
_SAMPLES = 10_000


def deals(
    deck: Annotated[str, typer.Argument(metavar="DECK", help="The deck's slug or label.")],
    n: Annotated[
        str | None,
        typer.Option("-n", "--cards", help="How many cards are dealt: 16 or 2-30. Exact numbers: all if not given."),
    ] = None,
    samples: Annotated[
        int | None, typer.Option("--samples", min=1, help="Try so many seeded deals instead of counting all of them.")
    ] = None,
    seed: Seed = 0,
    largest: Annotated[
        bool, typer.Option("--largest", help="The sizes of the largest swish of sampled deals.")
    ] = False,
    plot: Annotated[Path | None, typer.Option("--plot", help="Draw the numbers into this SVG file.")] = None,
    log: Annotated[bool, typer.Option("--log", help="A plot with a logarithmic scale.")] = False,
    time_limit: TimeLimit = None,
    store: Store = False,
    as_json: Json = False,
) -> None:
    """Tell how likely n random cards of a deck have no swish: exactly up to 64 cards, else from seeded samples."""
    found = find_deck(deck)
    if plot is not None:
        require_writable(plot)
    if largest:
        if store:
            raise CommandError("--store: sizes of largest swishes are not stored; leave it or --largest out")
        _largest(found, _one(n, found), samples or _SAMPLES, seed, plot, time_limit, as_json)
        return
    if samples is None and len(found.position.cards) <= EXACT_CARDS:
        statistics = _counted(found, time_limit)
        wanted = _numbers(n, found, all_of_them=True)
        shown = [one for one in statistics if one.n in wanted]
    else:
        statistics = shown = _sampled(found, _numbers(n, found), samples or _SAMPLES, seed, time_limit)
    if store:
        _store(found, statistics)
    if plot is not None:
        _plot(found, shown, plot, log)
    _show(shown, as_json)


def _numbers(n: str | None, deck: Deck, *, all_of_them: bool = False) -> range:
    """Return the numbers of cards that `-n` names. Raises CommandError."""
    cards = len(deck.position.cards)
    if n is None:
        return range(1, cards + 1) if all_of_them else range(min(DEAL_SIZE, cards), min(DEAL_SIZE, cards) + 1)
    match = re.fullmatch(r"([0-9]{1,6})(?:-([0-9]{1,6}))?", n)
    first, last = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
    if not 1 <= first <= last <= cards:
        raise CommandError(
            f"-n: {n!r} is no number of cards; the deck has {cards}, so write 1 to {cards}, or 2-{cards}"
        )
    return range(first, last + 1)


def _one(n: str | None, deck: Deck) -> int:
    numbers = _numbers(n, deck)
    if len(numbers) > 1:
        raise CommandError(f"-n: {n!r} are several numbers of cards; --largest takes one")
    return numbers[0]


def _counted(deck: Deck, time_limit: float | None) -> "list[DealStatistic]":
    from ludex.catalogue.swish.deals import DealStatistic
    from ludex.swish.study.statistics import no_swish_deal_counts

    with searching(time_limit) as budget:
        counts = no_swish_deal_counts(deck.position, budget)
    cards = len(counts) - 1
    return [
        DealStatistic(n=n, numerator=counts[n], denominator=comb(cards, n), exact=True) for n in range(1, cards + 1)
    ]


def _sampled(deck: Deck, numbers: range, samples: int, seed: int, time_limit: float | None) -> "list[DealStatistic]":
    from ludex.catalogue.swish.deals import DealStatistic
    from ludex.swish.study.statistics import sample_no_swish

    statistics = []
    with searching(time_limit) as budget:
        for n in numbers:
            estimate = sample_no_swish(deck.position, n, samples, seed, budget)
            statistics.append(
                DealStatistic(
                    n=n,
                    numerator=estimate.hits,
                    denominator=estimate.samples,
                    exact=False,
                    samples=estimate.samples,
                    seed=seed,
                    low=estimate.low,
                    high=estimate.high,
                )
            )
    return statistics


def _largest(
    deck: Deck, n: int, samples: int, seed: int, plot: Path | None, time_limit: float | None, as_json: bool
) -> None:
    from ludex.api.swish.deals import LargestInDeals
    from ludex.swish.study.statistics import sample_largest

    with searching(time_limit) as budget:
        sizes = sample_largest(deck.position, n, samples, seed, budget)
    if plot is not None:
        from ludex.pictures import svg_size_histogram

        output.write_text(svg_size_histogram(sizes), plot)
    model = LargestInDeals(n=n, samples=samples, seed=seed, sizes={str(size): times for size, times in sizes.items()})
    rows = [(size, f"{times:,}", f"{times / samples:.4f}") for size, times in sizes.items()]
    output.answer(model, as_json, output.table([("largest swish", "deals", "share"), *rows]))


def _store(deck: Deck, statistics: "list[DealStatistic]") -> None:
    from ludex.catalogue.swish.deals import store_statistics
    from ludex.catalogue.swish.decks import store_deck

    with opened() as database, database.writing() as session:
        store_statistics(session, store_deck(session, deck).row, statistics)


def _plot(deck: Deck, statistics: "list[DealStatistic]", file: Path, log: bool) -> None:
    from ludex.pictures import DealPoint, DealSeries, svg_deal_plot

    points = tuple(DealPoint(one.n, float(one.probability), one.low, one.high) for one in statistics)
    output.write_text(svg_deal_plot([DealSeries(deck.slug, points)], log=log), file)


def _show(statistics: "list[DealStatistic]", as_json: bool) -> None:
    from ludex.api.swish.deals import Deals, NoSwish

    models = [
        Deals(
            n=one.n,
            no_swish=NoSwish(
                numerator=one.numerator,
                denominator=one.denominator,
                probability=float(one.probability),
                exact=one.exact,
                samples=None if one.exact else one.samples,
                seed=None if one.exact else one.seed,
                low=one.low,
                high=one.high,
            ),
        )
        for one in statistics
    ]
    rows = [
        (
            one.n,
            one.numerator,
            one.denominator,
            f"{float(one.probability):.6g}",
            "exact" if one.exact else f"{one.low:.4g} to {one.high:.4g}",
        )
        for one in statistics
    ]
    lines = output.table([("cards", "without a swish", "of deals", "probability", "95 % interval"), *rows])
    if len(models) == 1:
        output.answer(models[0], as_json, lines)
    else:
        output.answer_object({"items": [model.model_dump(mode="json") for model in models]}, as_json, lines)
