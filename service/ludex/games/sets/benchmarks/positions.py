"""The cards that benchmark instances are about."""

from ludex.benchmarks.benchmark import Benchmark
from ludex.games.sets.named_decks import built_in
from ludex.games.sets.position import Position


def cards_of(benchmark: Benchmark) -> Position:
    """Return the cards of SET that an instance is about: the first word of its text is their whole deck."""
    shape, *codes = benchmark.source.split()
    deck = built_in(shape)
    if deck is None:
        raise ValueError(f"{benchmark.name}: {shape} is no deck")
    return Position.from_codes(deck, codes)
