"""`ludex sets facts` and `ludex sets statistics`: closed forms; how often there is no set; whether cards come alike."""

from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludex.cli import output
from ludex.cli.experiment_files import read_numbers, require_folder, write_files
from ludex.cli.failures import CommandError
from ludex.cli.opening import opened
from ludex.cli.output import Json, require_writable
from ludex.cli.progress import TimeLimit, searching
from ludex.cli.sets.arguments import Drawn, Seed, Store, Whole
from ludex.cli.sets.sources import number_drawn
from ludex.sets.named_decks import built_in_slug

if TYPE_CHECKING:
    from ludex.engine.deal_statistics import DealStatistic
    from ludex.sets.making.game_record import TableCount
    from ludex.sets.study.statistics import PlayRow
    from ludex.sets.study.uniformity import Histogram, Uniformity

app = typer.Typer(help="How often there is no set; whether all cards come equally often.", no_args_is_help=True)

_GAMES = 10_000
_TRIALS = 10_000


def facts(deck: Whole, cards: Drawn = None, as_json: Json = False) -> None:
    """Show the numbers of cards and sets of a deck, and the sets to expect among random cards."""
    from ludex.sets.study.facts import deck_facts

    drawn = number_drawn(deck, cards)
    found = deck_facts(deck, drawn)
    expected = found.expected_sets
    rows = [
        ("cards", f"{found.cards:,}"),
        ("sets", f"{found.sets:,}"),
        ("sets through a card", f"{found.sets_through_card:,}"),
        *(
            (f"sets through two cards that differ in {differing}", f"{number:,}")
            for differing, number in found.sets_through_pair.items()
        ),
        ("sets that a game can find, at most", f"{found.most_sets_in_game:,}"),
        (
            f"sets to expect among {drawn:,} cards",
            f"{expected.numerator}/{expected.denominator} = {expected.expected:.6g}",
        ),
    ]
    output.answer(found, as_json, output.table(rows))


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
    from ludex.operations.sets.statistics import exact_no_set, store_statistics
    from ludex.sets.study import no_set as study

    if samples is not None and exact:
        raise CommandError("--samples and --exact are given; give one of them")
    require_writable(plot)
    numbers = [deck.first_table] if n is None else read_numbers(n, "-n")
    if max(numbers) > deck.size or min(numbers) < 1:
        raise CommandError(f"-n: {n}, the deck has {deck.size:,} cards, so write 1 to {deck.size}")
    exactness = study.Exactness.SAMPLED if samples else study.Exactness.EXACT if exact else study.Exactness.BEST
    terms: dict[str, Any] = {"exactness": exactness, "samples": samples or study.SAMPLES, "seed": seed}
    with ExitStack() as stack:
        try:
            catalogue = stack.enter_context(opened())
            terms["known"] = partial(exact_no_set, catalogue)
        except CommandError:  # what is stored is not needed
            if store:
                raise
        found = study.no_set_statistics(deck, numbers, stack.enter_context(searching(time_limit)), **terms)
        if store:
            store_statistics(catalogue, deck, found)
    if plot is not None:
        from ludex.pictures import DealSeries, no_set_svg

        output.write_text(no_set_svg([DealSeries.of(built_in_slug(deck), found)], log=log), plot)
    shown = [study.NoSetStatistic.of(deck, one) for one in found]
    header = ("cards", "without a set", "of draws", "probability", "95 % interval")
    rows = [(one.n, one.numerator, one.denominator, *_likely(one)) for one in found]
    output.answer(shown[0] if len(shown) == 1 else {"items": shown}, as_json, output.table([header, *rows]))


def _likely(statistic: "DealStatistic") -> tuple[str, str]:
    interval = "exact" if statistic.exact else f"{statistic.low:.4g} to {statistic.high:.4g}"
    return f"{float(statistic.probability):.6g}", interval


@app.command("list")
def list_statistics(as_json: Json = False) -> None:
    """List the statistics that are stored, the oldest first."""
    from ludex.operations.sets.statistics import stored_statistics
    from ludex.sets.study.no_set import NoSetStatistic

    with opened() as catalogue:
        stored = stored_statistics(catalogue)
    rows = [(built_in_slug(of), one.n, *_likely(one)) for of, one in stored]
    header = ("deck", "cards", "probability", "95 % interval")
    output.answer_list([NoSetStatistic.of(*one) for one in stored], as_json, [header, *rows])


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
    from ludex.sets.study.statistics import PlayByRound, play_by_round

    require_writable(plot)
    with searching(time_limit) as budget:
        rows = play_by_round(deck, games, seed, budget, refill=refill)
    if plot is not None:
        from ludex.pictures import play_by_round_svg

        output.write_text(play_by_round_svg(rows), plot)
    found = PlayByRound.of(rows, games, seed, refill=refill)
    header = ("round", "cards on the table", "with a set", "without", "odds of a set")
    played = [_played(str(one.round), one) for one in found.items]
    later = [_played("later", one) for one in found.later]
    output.answer(found, as_json, output.table([header, *played, *later]))


def _played(name: str, one: "PlayRow | TableCount") -> tuple[object, ...]:
    odds = "always" if one.with_set else "never"
    if one.with_set and one.without_set:
        odds = f"{one.with_set / one.without_set:.4g} to 1"
    return name, one.table, one.with_set, one.without_set, odds


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
    from ludex.sets.study.uniformity import uniformity as tested

    if folder is not None:
        require_folder(folder)
    with searching(time_limit) as budget:
        result = tested(deck, trials, seed, budget)
    if folder is not None:
        write_files(_histograms(result, folder))
    header = ("cards", "a trial", "chi-square", "degrees of freedom", "p")
    rows = [_tested("first table", result.initial), _tested("drawn then", result.drawn)]
    output.answer(result, as_json, output.table([header, *rows]))


def _tested(name: str, histogram: "Histogram") -> tuple[object, ...]:
    return name, histogram.cards, f"{histogram.statistic:.2f}", histogram.degrees_of_freedom, f"{histogram.p_value:.4g}"


def _histograms(result: "Uniformity", folder: Path) -> dict[Path, str]:
    from ludex.pictures import uniformity_svg

    return {
        folder / "uniformity.csv": result.csv,
        folder / "uniformity-initial.svg": uniformity_svg(result) + "\n",
        folder / "uniformity-drawn.svg": uniformity_svg(result, drawn=True) + "\n",
    }
