"""The pages of the integer sequences: a list by game, and a page for each sequence with terms, proofs and a plot."""

from collections.abc import Iterable, Mapping
from math import ceil, log10
from typing import Any

from ludex.catalogue.sequences.formats import shown_terms
from ludex.catalogue.sequences.reading import SequenceTerms, find_sequence, read_sequences, sequences_of
from ludex.pictures.charts import Axes, LinePoint, format_power, lines_plot, whole_ticks
from ludex.web.game_pages import Page, Site
from ludex.web.results.overview import RESULTS, SEQUENCES
from ludex.web.site.addresses import API

_LOGARITHMIC_FROM = 1_000
_MAX_TICKS = 8
_MIN_PLOTTED = 3


def pages(site: Site) -> Iterable[Page]:
    """Return the list of sequences and the page of a sequence, if any game has sequences."""
    if sequences_of(site.catalogue.registry):
        yield Page(SEQUENCES, _list, "results/sequences.html", title="Integer sequences", section=RESULTS)
        yield Page(f"{SEQUENCES}/<name>", _sequence, "results/sequence.html", section=RESULTS)


def _list(site: Site) -> Mapping[str, Any]:
    with site.catalogue.reading() as reader:
        found = read_sequences(reader)
    titles = {game.kinds[0].game: game.title for game in site.catalogue.registry.games}
    by_game = {
        title: [(sequence, shown_terms(sequence)) for sequence in found if sequence.game == game]
        for game, title in titles.items()
    }
    return {
        "by_game": {title: sequences for title, sequences in by_game.items() if sequences},
        "count": len(found),
        "in_oeis": sum(sequence.oeis is not None for sequence in found),
        "json": f"{API}{SEQUENCES}",
    }


def _sequence(site: Site, name: str) -> Mapping[str, Any]:
    with site.catalogue.reading() as reader:
        declared = sequences_of(reader.registry)
        chosen = find_sequence(reader, name)
        [sequence] = read_sequences(reader, [chosen])
    return {
        "title": sequence.title,
        "sequence": sequence,
        "rows": list(zip(sequence.indexed, sequence.claims, strict=True)),
        "stated": any(sequence.claims),
        "plot": _plot(sequence) if len(sequence.terms) >= _MIN_PLOTTED else "",
        "json": f"{API}{SEQUENCES}/{name}",
        "next": declared[(declared.index(chosen) + 1) % len(declared)],
        "modules": ["copy"],
    }


def _plot(sequence: SequenceTerms) -> str:
    """Return the plot of the terms, with a logarithmic scale if they are large."""
    line = [LinePoint(index, float(term), f"a({index}) = {term:,}") for index, term in sequence.indexed]
    largest, last = max(sequence.terms), sequence.next_index - 1
    if largest >= _LOGARITHMIC_FROM:
        highest = ceil(log10(largest))
        axes = Axes(sequence.offset, last, top=10.0**highest, lowest=0)
        step = ceil((highest + 1) / _MAX_TICKS)
        ticks = [(10.0**power, format_power(power)) for power in range(0, highest + 1, step)]
    else:
        axes = Axes(sequence.offset, last, top=float(max(largest, 1)))
        ticks = [(float(tick), str(tick)) for tick in whole_ticks(0, max(largest, 1))]
    return lines_plot(sequence.name, {"a(n)": line}, axes, ticks, "n", "a(n)")
