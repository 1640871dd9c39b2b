"""The sequences of all games: terms against second methods and the literature, and against the claims."""

from itertools import product
from math import comb, factorial

import pytest

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.claims.storing import claims_of
from ludex.catalogue.exact_results.declaration import ClosedForm, IntegerSequence, RecordedSearch, results_of
from ludex.catalogue.exact_results.reading import SequenceTerms, read_sequences
from ludex.catalogue.objects.reading import find
from ludex.engine.budget import Budget
from ludex.games.kinds import registry
from ludex.games.planarity.reductions.known_levels import folded_cycle


@pytest.fixture(scope="module")
def sequences(starting: Catalogue) -> dict[str, SequenceTerms]:
    """Return the sequences of the starting catalogue by name."""
    with starting.reading() as reader:
        return {sequence.name: sequence for sequence in read_sequences(reader)}


def test_there_are_at_least_thirty_sequences_with_terms(sequences: dict[str, SequenceTerms]) -> None:
    assert len(sequences) >= 30
    assert all(len(sequence.terms) >= 2 for sequence in sequences.values())
    assert all(len(sequence.claims) == len(sequence.terms) for sequence in sequences.values())


def test_terms_from_claims_each_have_a_claim(sequences: dict[str, SequenceTerms]) -> None:
    stated = [sequence for sequence in sequences.values() if sequence.source == "claims"]
    assert len(stated) >= 15
    assert all(None not in sequence.claims for sequence in stated)


def test_claims_about_closed_forms_state_the_same_terms(
    starting: Catalogue, sequences: dict[str, SequenceTerms]
) -> None:
    checked = 0
    with starting.reading() as reader:
        for sequence in sequences.values():
            if sequence.source != "closed-form":
                continue
            for term, claim in zip(sequence.terms, sequence.claims, strict=True):
                if claim is not None:
                    [stated] = claims_of(reader, find(reader, claim.subject).id, claim.statement)
                    assert stated.value == term
                    checked += 1
    assert checked >= 40


def test_recorded_terms_are_those_of_the_search() -> None:
    for sequence in results_of(registry(), IntegerSequence):
        if isinstance(sequence.source, RecordedSearch):
            terms = sequence.source.terms()
            for place in range(min(3, len(terms))):
                assert sequence.source.compute(sequence.offset + place, Budget()) == terms[place], sequence.name


def test_a_conjecture_states_its_range_and_agrees_with_the_terms(sequences: dict[str, SequenceTerms]) -> None:
    found = {name: sequence.conjecture for name, sequence in sequences.items() if sequence.conjecture is not None}
    path = found["planarity-hardest-path"]
    assert path.formula == "a(n) = floor((n^2 - 3n + 2)/4)"
    last = sequences["planarity-hardest-path"].next_index - 1
    assert path.statement.startswith("Conjecture: ")
    assert f"Checked for n = 2 to {last}; the first n that is not checked is {last + 1}" in path.statement
    assert all(term == (n - 1) * (n - 2) // 4 for n, term in sequences["planarity-hardest-path"].indexed)
    assert all(sequences[name].source == "search" and sequences[name].formula is None for name in found)


KNOWN = {
    # The terms of the OEIS entries, from the index of the first term of the sequence.
    "swish-cards-1xn": ("A000217", [0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55]),
    "swish-maximum-1xn": ("A002620", [0, 1, 2, 4, 6, 9, 12, 16, 20, 25]),
    "swish-maximum-2xn": ("A000982", [1, 2, 5, 8, 13, 18, 25, 32, 41, 50, 61]),
    "swish-maximum-sets-1xn": ("A081123", [1, 1, 2, 2, 6, 6, 24, 24, 120, 120, 720]),
    "set-sets-3-values": ("A016142", [1, 12, 117, 1080, 9801, 88452]),
    "set-caps-maximum-3-values": ("A090245", [2, 4, 9, 20, 45, 112]),
    "set-caps-maximum-2-properties": ("A000290", [0, 1, 4, 9, 16, 25, 36, 49]),
    "planarity-folded-cycle": ("A000217", [1, 3, 6, 10, 15, 21, 28, 36, 45, 55]),
    "planarity-plane-paths": ("A001792", [1, 3, 8, 20, 48, 112, 256, 576, 1280, 2816]),
    # A004320 begins with 0, 3, 16, which are the terms for n = 2, 3, 4.
    "planarity-crossings-bipartite": ("A004320", [0, 0, 3, 16, 50, 120, 245, 448]),
    "planarity-abstract-order-types": ("A006247", [1, 2, 3, 16, 135, 3315, 158830]),
    "planarity-order-types": ("A063666", [1, 1, 1, 2, 3, 16, 135, 3315, 158817]),
}


def test_sequences_of_the_oeis_have_its_terms(sequences: dict[str, SequenceTerms]) -> None:
    assert {name for name, sequence in sequences.items() if sequence.oeis is not None} == KNOWN.keys()
    for name, (number, known) in KNOWN.items():
        terms = sequences[name].terms
        length = min(len(terms), len(known))
        assert sequences[name].oeis == number
        assert terms[:length] == known[:length]


def cards_of_board(height: int, width: int) -> int:
    """Count the cards of a board: orbits of ordered pairs of cells under the four flips."""
    cells = list(product(range(height), range(width)))
    pairs = set()
    for p, q in product(cells, repeat=2):
        if p != q:
            images = []
            for up, left in product((False, True), repeat=2):
                flip = [(height - 1 - a if up else a, width - 1 - b if left else b) for a, b in (p, q)]
                images.append(tuple(flip))
            pairs.add(min(images))
    return len(pairs)


@pytest.mark.parametrize(("name", "height"), [("1xn", 1), ("2xn", 2), ("3xn", 3)])
def test_cards_of_boards_are_orbits(sequences: dict[str, SequenceTerms], name: str, height: int) -> None:
    terms = sequences[f"swish-cards-{name}"].terms
    assert terms[:5] == [cards_of_board(height, width) for width in range(1, 6)]


def test_the_triangle_of_boards_lists_its_rows(sequences: dict[str, SequenceTerms]) -> None:
    terms = sequences["swish-maximum-hxw"].terms
    # Row 4: boards with 4 rows and 1 to 4 columns.
    assert terms[6:10] == [4, 8, 20, 32]


def test_sets_of_whole_decks_follow_from_counting_orders(sequences: dict[str, SequenceTerms]) -> None:
    for values in (3, 4, 5, 6):
        for properties, term in sequences[f"set-sets-{values}-values"].indexed:
            orders = factorial(values)
            assert term * orders == (values + orders) ** properties - values**properties


def test_folded_cycles_are_those_of_the_reduction(sequences: dict[str, SequenceTerms]) -> None:
    for half, term in sequences["planarity-folded-cycle"].indexed:
        assert folded_cycle(2 * half).min_swaps == term == comb(half, 2)


def test_counts_by_size_agree_with_each_other(sequences: dict[str, SequenceTerms]) -> None:
    for properties in (2, 3, 4):
        by_size = sequences[f"set-caps-3-{properties}"].terms
        assert sum(by_size) == sequences["set-caps-3-values"].terms[properties - 1]
        assert by_size[-1] == sequences["set-largest-caps-3-values"].terms[properties - 1]
        assert len(by_size) - 1 == sequences["set-caps-maximum-3-values"].terms[properties - 1]
    # Davis and Maclagan (2003): 682,344 largest caps of 81 cards.
    assert sequences["set-largest-caps-3-values"].terms[3] == 682_344


def test_swap_classes_by_edges_add_up_to_all_swap_classes(sequences: dict[str, SequenceTerms]) -> None:
    classes = sequences["planarity-swap-classes"]
    assert classes.terms[:3] == [15, 598, 170_299]
    for n, term in classes.indexed:
        by_edges = sequences[f"planarity-classes-by-edges-{n}"]
        assert sum(by_edges.terms) == term
        assert by_edges.complete and by_edges.next_index == n * (n - 1) // 2 + 1
    assert not classes.complete and classes.next_command == "ludex atlas build planarity-swap-classes-8"


def test_closed_forms_have_a_formula_and_a_proof() -> None:
    closed = [
        sequence.source
        for sequence in results_of(registry(), IntegerSequence)
        if isinstance(sequence.source, ClosedForm)
    ]
    assert all(source.formula.startswith("a(n) = ") and source.proof for source in closed)
