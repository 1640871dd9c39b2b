"""The cards that benchmark instances are about."""

from ludex.benchmarks.benchmark import Benchmark
from ludex.engine.formula import Formula
from ludex.games.swish.deck import built_in_deck
from ludex.games.swish.position import Position
from ludex.games.swish.reductions.even_cycles import even_cycle_cards
from ludex.games.swish.reductions.flips import flip_cards
from ludex.games.swish.reductions.satisfiability import satisfiability_cards
from ludex.games.swish.reductions.three_symbols import three_symbol_cards
from ludex.graphs.dimacs import read_digraph


def position_of(benchmark: Benchmark) -> Position:
    """Return the cards of SWISH that an instance is about."""
    if benchmark.form == "digraph":
        return even_cycle_cards(*read_digraph(benchmark.source)).position
    if benchmark.form == "deck":
        deck = built_in_deck(benchmark.source)
        if deck is None:
            raise ValueError(f"{benchmark.name}: {benchmark.source} is no deck")
        return deck.position
    if benchmark.form == "cards":
        return Position.from_codes(benchmark.source.split())
    made = satisfiability_cards(Formula.from_dimacs(benchmark.source)).position
    if "lemma-4" in benchmark.reductions:
        made = three_symbol_cards(made).position
    return flip_cards(made).position if "theorem-1" in benchmark.reductions else made
