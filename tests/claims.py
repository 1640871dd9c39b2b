"""A catalogue with a claim of every statement and each form of certificate, small enough to be checked often."""

from itertools import combinations

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kinds.kind import prepare
from ludex.catalogue.objects.storing import store
from ludex.engine.budget import Budget, Cost
from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.kinds.level import LEVEL
from ludex.games.planarity.level import Level, add_lower_bound
from ludex.games.planarity.operations.census import store_census, store_size
from ludex.games.planarity.study.difficulty import solve_and_grade
from ludex.games.sets.deck import Deck
from ludex.games.sets.operations.caps import store_largest_cap
from ludex.games.sets.operations.decks import count_caps_of_deck, store_statistics
from ludex.games.sets.operations.positions import store_position as store_table
from ludex.games.sets.position import Position as Table
from ludex.games.sets.solving.solver import Find as FindSets
from ludex.games.sets.study.no_set_probability import known_no_set
from ludex.games.swish.card import Symmetry
from ludex.games.swish.deck import Cards, built_in_deck
from ludex.games.swish.operations.decks import store_board, store_classes, store_probabilities
from ludex.games.swish.operations.no_swish_sets import largest_no_swish_set
from ludex.games.swish.operations.positions import Find, store_instance, store_position, store_swish_counts
from ludex.games.swish.position import Position
from ludex.games.swish.reductions.instances import instance_of_digraph
from ludex.games.swish.study.statistics import count_no_swish_deals

# The paper's 6-cycle of Lemma 1, whose minimum is C(3, 2) = 3, and K4 on points in convex position.
CYCLE = Drawing(((0, 0), (1, 1), (2, 4), (5, 25), (4, 16), (3, 9)), tuple((i, (i + 1) % 6) for i in range(6)))
COMPLETE = Drawing(((0, 0), (4, 0), (4, 3), (0, 4)), tuple(combinations(range(4), 2)))
# Of these cards one linear program proves 3 / 2 cards less only: there are cases.
HARD = [
    *(
        "*o../..../..../....",
        "*.../..../..../...o",
        ".*o./..../..../....",
        ".*.o/..../..../....",
        ".*../o.../..../....",
    ),
    *(
        ".*../..o./..../....",
        ".*../...o/..../....",
        ".*../..../..../o...",
        ".*../..../..../..o.",
        ".o../.*../..../....",
    ),
]


def fill_with_claims(catalogue: Catalogue) -> None:
    """Store an object of each kind that claims are about, with all claims about it."""
    deck = built_in_deck("swish-2x3")
    assert deck is not None
    largest_no_swish_set(catalogue, Cards(deck.position, deck), Budget())
    store_probabilities(catalogue, deck, count_no_swish_deals(deck.position))
    largest_no_swish_set(catalogue, Cards(Position.from_codes(HARD, Symmetry.SQUARE)), Budget())
    for find in (Find.LARGEST, Find.ALL):
        store_position(catalogue, deck.position.part([0, 1, 2, 3, 4]), Budget(), find)
    store_swish_counts(catalogue, Cards(deck.position, deck), Budget(), 4)
    store_classes(catalogue, "swish-2x3", 3, Budget())
    store_instance(catalogue, instance_of_digraph(2, [(0, 1), (1, 0)]), Cost(0, 0.1))
    store_board(catalogue, 2, 3)
    store_board(catalogue, 3, 3, Symmetry.SQUARE)
    plane = Deck(2, 3)
    store_largest_cap(catalogue, plane, Budget())
    counts, _ = count_caps_of_deck(catalogue, plane, Budget())
    store_statistics(catalogue, plane, [known_no_set(plane, n, counts) for n in (3, 5)])
    for codes in (["00", "01", "10"], ["00", "01", "02", "11"]):
        store_table(catalogue, Table.from_codes(plane, codes), FindSets.ALL)
    with catalogue.writing() as writer:
        for drawing in (CYCLE, COMPLETE):
            level = Level(drawing, *solve_and_grade(drawing), {"source": "submitted"})
            store(writer, prepare(LEVEL, add_lower_bound(level)))
    for name in ("order-types-5", "x-types-5", "swap-classes-4", "graphs-4"):
        store_size(catalogue, name, Budget())
    store_census(catalogue, 4, Budget())
