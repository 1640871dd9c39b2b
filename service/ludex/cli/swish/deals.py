"""`ludex swish deal` and `deals`: a seeded deal of a deck; how likely n random cards have no swish."""

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludex.cli import output
from ludex.cli.failures import CommandError
from ludex.cli.opening import opened
from ludex.cli.output import Json, require_writable
from ludex.cli.progress import TimeLimit, searching
from ludex.cli.stored_objects import stored_text
from ludex.cli.swish.arguments import Seed, Store
from ludex.cli.swish.sources import catalogue_if, find_deck
from ludex.swish.deck import Deck
from ludex.swish.making.deals import DEAL_SIZE

if TYPE_CHECKING:
    from ludex.engine.deal_statistics import DealStatistic
    from ludex.swish.study.statistics import LargestInDeals

EXACT_CARDS = 64
_SAMPLES = 10_000

Name = Annotated[str, typer.Argument(metavar="DECK", help="The deck's slug or label.")]


def deal(
    deck: Name,
    n: Annotated[int, typer.Option("-n", "--cards", min=1, help="How many cards are dealt.")] = DEAL_SIZE,
    seed: Annotated[
        int | None, typer.Option("--seed", min=0, max=2**63 - 1, help="Decides the cards; chosen if not given.")
    ] = None,
    store: Store = False,
    as_json: Json = False,
) -> None:
    """Deal random cards of a deck. Their codes are a line each, so that another command reads them with --file -."""
    from ludex.operations.swish.deals import deal_cards

    found = find_deck(deck)
    with catalogue_if(store) as catalogue:
        dealt = deal_cards(catalogue, found, n, seed)
    if as_json:
        output.write([stored_text(dealt.stored, matching=dealt.matching, found=None, deal=dealt.deal)])
        return
    state = "" if not store else ", stored" if dealt.stored.created else ", known before"
    output.write([f"# {n} cards of {found.slug}, seed {dealt.deal.seed}: {dealt.stored.label}{state}"])
    output.write(str(card) for card in dealt.position.cards)


def deals(
    deck: Name,
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
    from ludex.operations.swish.deal_probability import store_probabilities
    from ludex.swish.study.statistics import count_no_swish_deals, sample_largest, sample_no_swish_deals

    found = find_deck(deck)
    require_writable(plot)
    if largest and store:
        raise CommandError("--store: sizes of largest swishes are not stored; leave it or --largest out")
    exact = samples is None and len(found.position.cards) <= EXACT_CARDS and not largest
    numbers = _numbers(n, found, every=exact)
    if largest and len(numbers) > 1:
        raise CommandError(f"-n: {n!r} are several numbers of cards; --largest takes one")
    with searching(time_limit) as budget:
        if largest:
            sizes = sample_largest(found.position, numbers[0], samples or _SAMPLES, seed, budget)
        elif exact:
            statistics = count_no_swish_deals(found.position, budget)
        else:
            statistics = sample_no_swish_deals(found.position, numbers, samples or _SAMPLES, seed, budget)
    if largest:
        _show_sizes(sizes, plot, as_json)
        return
    if store:
        with opened() as catalogue:
            store_probabilities(catalogue, found, statistics)
    shown = [one for one in statistics if one.n in numbers]
    if plot is not None:
        from ludex.pictures import DealSeries, svg_deal_plot

        output.write_text(svg_deal_plot([DealSeries.of(found.slug, shown)], log=log), plot)
    _show(shown, as_json)


def _numbers(n: str | None, deck: Deck, *, every: bool) -> range:
    """Return the numbers of cards that `-n` names; where it is not given, every one or that of a deal."""
    cards = len(deck.position.cards)
    if n is None:
        return range(1, cards + 1) if every else range(min(DEAL_SIZE, cards), min(DEAL_SIZE, cards) + 1)
    match = re.fullmatch(r"([0-9]{1,6})(?:-([0-9]{1,6}))?", n)
    first, last = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
    if not 1 <= first <= last <= cards:
        raise CommandError(
            f"-n: {n!r} is no number of cards; the deck has {cards}, so write 1 to {cards}, or 2-{cards}"
        )
    return range(first, last + 1)


def _show_sizes(found: "LargestInDeals", plot: Path | None, as_json: bool) -> None:
    if plot is not None:
        from ludex.pictures import svg_size_histogram

        output.write_text(svg_size_histogram(found.sizes), plot)
    rows = [(size, f"{times:,}", f"{times / found.samples:.4f}") for size, times in found.sizes.items()]
    output.answer(found, as_json, output.table([("largest swish", "deals", "share"), *rows]))


def _show(statistics: "list[DealStatistic]", as_json: bool) -> None:
    answers = [{"n": one.n, "no_swish": one.share} for one in statistics]
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
    output.answer(answers[0] if len(answers) == 1 else {"items": answers}, as_json, lines)
