"""`ludex sets statistics`: how often there is no set, drawn or in play, and whether cards come equally often."""

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludex.catalogue.deal_statistics import DealStatistic
from ludex.cli import output
from ludex.cli.experiment_files import read_numbers, require_folder, write_files
from ludex.cli.failures import CommandError
from ludex.cli.opening import opened
from ludex.cli.output import Json, require_writable
from ludex.cli.progress import TimeLimit, searching
from ludex.cli.sets.arguments import Seed, Store, Whole
from ludex.cli.sets.sources import whole_deck
from ludex.engine.budget import Budget
from ludex.sets.deck import Deck
from ludex.sets.named_decks import built_in_slug

if TYPE_CHECKING:
    from ludex.sets.study.cap_counts import CapCounts
    from ludex.sets.study.statistics import PlayRow
    from ludex.sets.study.uniformity import Histogram, Uniformity

app = typer.Typer(help="How often there is no set; whether all cards come equally often.", no_args_is_help=True)

_SAMPLES = 100_000
_GAMES = 10_000
_TRIALS = 10_000


@app.command("no-set")
def no_set(
    deck: Whole,
    n: Annotated[
        str | None,
        typer.Option("-n", "--cards", help="How many cards: 12, or 3-21; as many as a game begins with if not given."),
    ] = None,
    samples: Annotated[
        int | None, typer.Option("--samples", min=1, help="Try so many seeded draws: an estimate, not exact.")
    ] = None,
    exact: Annotated[
        bool, typer.Option("--exact", help="Count all caps where that is not done yet; minutes for set-3-4.")
    ] = False,
    seed: Seed = 0,
    plot: Annotated[Path | None, typer.Option("--plot", help="Draw the numbers into this SVG file.")] = None,
    log: Annotated[bool, typer.Option("--log", help="A plot with a logarithmic scale.")] = False,
    time_limit: TimeLimit = None,
    store: Store = False,
    as_json: Json = False,
) -> None:
    """Tell how likely n random cards have no set: exactly where the caps are counted or few, else from samples."""
    whole = whole_deck(deck)
    if samples is not None and exact:
        raise CommandError("--samples and --exact are given; give one of them")
    if plot is not None:
        require_writable(plot)
    numbers = _numbers(n, whole)
    with searching(time_limit) as budget:
        if samples is None:
            statistics = _exact(whole, numbers, budget, count=exact)
        else:
            statistics = [_sampled(whole, number, samples, seed, budget) for number in numbers]
        statistics = statistics or [_sampled(whole, number, _SAMPLES, seed, budget) for number in numbers]
    if store:
        _store(whole, statistics)
    if plot is not None:
        _plot(whole, statistics, plot, log)
    _show(whole, statistics, as_json)


def _numbers(n: str | None, deck: Deck) -> list[int]:
    """Return the numbers of cards that `-n` names. Raises CommandError."""
    numbers = [min(deck.values * deck.properties, deck.size)] if n is None else read_numbers(n, "-n")
    if max(numbers) > deck.size or min(numbers) < 1:
        raise CommandError(f"-n: {n}, the deck has {deck.size:,} cards, so write 1 to {deck.size}")
    return numbers


def _exact(deck: Deck, numbers: list[int], budget: Budget, *, count: bool) -> list[DealStatistic]:
    """Return exact numbers; none where the caps of so many cards are not counted, and are not to be counted now."""
    from math import comb

    from ludex.api.sets.statistics import QUICKLY_COUNTED
    from ludex.sets.study.cap_counts import count_caps

    counts = _stored_counts(deck)
    if not _suffices(counts, numbers) and (count or deck.size <= QUICKLY_COUNTED):
        counts = count_caps(deck, budget, up_to=max(numbers))
        if not _suffices(counts, numbers):
            budget.check()
    if counts is None or not _suffices(counts, numbers):
        return []
    by_size = counts.by_size
    return [DealStatistic(n, by_size[n] if n < len(by_size) else 0, comb(deck.size, n), exact=True) for n in numbers]


def _suffices(counts: "CapCounts | None", numbers: list[int]) -> bool:
    return counts is not None and (counts.complete or max(numbers) <= counts.largest)


def _stored_counts(deck: Deck) -> "CapCounts | None":
    """Return the stored numbers of caps; None too where there is no catalogue."""
    from ludex.catalogue.sets.cap_counts import cap_counts_of

    try:
        with opened() as database, database.reading() as session:
            return cap_counts_of(session, deck)
    except CommandError:
        return None


def _sampled(deck: Deck, n: int, samples: int, seed: int, budget: Budget) -> DealStatistic:
    from ludex.sets.study.statistics import sample_no_set

    estimate = sample_no_set(deck, n, samples, seed, budget)
    return DealStatistic(
        n=n,
        numerator=estimate.hits,
        denominator=estimate.samples,
        exact=False,
        samples=estimate.samples,
        seed=seed,
        low=estimate.low,
        high=estimate.high,
    )


def _store(deck: Deck, statistics: list[DealStatistic]) -> None:
    from ludex.catalogue.sets.statistics import store_statistics

    with opened() as database, database.writing() as session:
        store_statistics(session, deck, statistics)


def _plot(deck: Deck, statistics: list[DealStatistic], file: Path, log: bool) -> None:
    from ludex.pictures import DealPoint, DealSeries, no_set_svg

    points = tuple(DealPoint(one.n, float(one.probability), one.low, one.high) for one in statistics)
    output.write_text(no_set_svg([DealSeries(built_in_slug(deck), points)], log=log), file)


def _show(deck: Deck, statistics: list[DealStatistic], as_json: bool) -> None:
    from ludex.api.sets.statistics import show
    from ludex.catalogue.sets.statistics import StoredStatistic

    models = [show(StoredStatistic(0, deck.properties, deck.values, one)) for one in statistics]
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
    lines = output.table([("cards", "without a set", "of draws", "probability", "95 % interval"), *rows])
    if len(models) == 1:
        output.answer(models[0], as_json, lines)
    else:
        output.answer_object({"items": [model.model_dump(mode="json") for model in models]}, as_json, lines)


@app.command()
def rounds(
    deck: Whole,
    games: Annotated[int, typer.Option("--games", min=1, help="How many games are played.")] = _GAMES,
    refill: Annotated[
        bool,
        typer.Option("--refill", help="As the commercial game: cards come only where fewer lie there than at first."),
    ] = False,
    seed: Seed = 0,
    plot: Annotated[Path | None, typer.Option("--plot", help="Draw the rounds into this SVG file.")] = None,
    time_limit: TimeLimit = None,
    as_json: Json = False,
) -> None:
    """Play many games, and tell how often there was a set on the table, by round and by cards on the table."""
    from ludex.sets.study.statistics import play_by_round

    whole = whole_deck(deck)
    if plot is not None:
        require_writable(plot)
    with searching(time_limit) as budget:
        rows = play_by_round(whole, games, seed, budget, refill=refill)
    if plot is not None:
        from ludex.pictures import play_by_round_svg

        output.write_text(play_by_round_svg(rows), plot)
    _show_rounds(rows, games, seed, refill, as_json)


def _show_rounds(rows: "tuple[PlayRow, ...]", games: int, seed: int, refill: bool, as_json: bool) -> None:
    from ludex.api.sets.play_statistics import PlayByRound, PlayedRound, PlayedTable
    from ludex.sets.study.statistics import by_table

    def odds(with_set: int, without: int) -> str:
        if not (with_set and without):
            return "always" if with_set else "never"
        return f"{with_set / without:.4g} to 1"

    played = [(row.round, row.table, row.with_set, row.without_set) for row in rows]
    later = [("later", table, *counts) for table, counts in by_table(rows, first=2).items()]
    model = PlayByRound(
        games=games,
        seed=seed,
        refill=refill,
        items=[PlayedRound(round=each[0], table=each[1], with_set=each[2], without_set=each[3]) for each in played],
        later=[PlayedTable(table=each[1], with_set=each[2], without_set=each[3]) for each in later],
    )
    lines = output.table(
        [
            ("round", "cards on the table", "with a set", "without", "odds of a set"),
            *((*row, odds(row[2], row[3])) for row in [*played, *later]),
        ]
    )
    output.answer(model, as_json, lines)


@app.command()
def uniformity(
    deck: Whole,
    trials: Annotated[int, typer.Option("--trials", min=1, help="How many first tables are dealt.")] = _TRIALS,
    seed: Seed = 0,
    folder: Annotated[
        Path | None, typer.Option("--output", "-o", help="Write the counts and the histograms to this folder.")
    ] = None,
    time_limit: TimeLimit = None,
    as_json: Json = False,
) -> None:
    """Deal first tables, draw cards after each, and test by chi-square whether all cards came equally often.

    With a folder: uniformity.csv, and the histograms uniformity-initial.svg and uniformity-drawn.svg.
    """
    from ludex.api.sets.play_statistics import CardHistogram, DealUniformity
    from ludex.sets.study.uniformity import uniformity as tested

    whole = whole_deck(deck)
    if folder is not None:
        require_folder(folder)
    with searching(time_limit) as budget:
        result = tested(whole, trials, seed, budget)
    if folder is not None:
        write_files(_histograms(result, folder))
    rows = [_tested("first table", result.initial), _tested("drawn then", result.drawn)]
    lines = output.table([("cards", "a trial", "chi-square", "degrees of freedom", "p"), *rows])
    initial, drawn = (CardHistogram.model_validate(asdict(one)) for one in (result.initial, result.drawn))
    output.answer(DealUniformity(trials=trials, seed=seed, initial=initial, drawn=drawn), as_json, lines)


def _tested(name: str, histogram: "Histogram") -> tuple[object, ...]:
    return name, histogram.cards, f"{histogram.statistic:.2f}", histogram.degrees_of_freedom, f"{histogram.p_value:.4g}"


def _histograms(result: "Uniformity", folder: Path) -> dict[Path, str]:
    from ludex.pictures import uniformity_svg

    code = result.deck.code
    both = zip(result.initial.counts, result.drawn.counts, strict=True)
    lines = ["card,initial,drawn", *(f"{code(card)},{one},{other}" for card, (one, other) in enumerate(both))]
    return {
        folder / "uniformity.csv": "\r\n".join([*lines, ""]),
        folder / "uniformity-initial.svg": uniformity_svg(result) + "\n",
        folder / "uniformity-drawn.svg": uniformity_svg(result, drawn=True) + "\n",
    }
