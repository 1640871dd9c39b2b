"""Generalized SET: `lookup` against the other ways to find sets, and against the times that we want; keys and games."""

import random
from collections.abc import Callable
from itertools import islice

import numpy as np
import numpy.typing as npt

from ludex.card_games.dealing import seeded_deals
from ludex.engine.budget import Budget
from ludex.engine.keys import KEY_BYTES
from ludex.engine.random_numbers import derived_seed
from ludex.games.sets.deck import Deck
from ludex.games.sets.position import Position, is_set
from ludex.games.sets.solving.dynamic import Dynamic
from ludex.games.sets.solving.lookup import Lookup, find_any_in_each
from ludex.games.sets.solving.playing import GameParameters, GameRecord, play
from ludex.games.sets.solving.search import find_all, find_any
from ludex.games.sets.solving.smt import Smt
from ludex.games.sets.solving.solver import IntegerProgramEngine, SetCards, SolverName
from ludex.games.sets.study.no_set_probability import sample_no_set
from tests.benchmarks import sets_baselines as plain
from tests.benchmarks.rows import Row, Target
from tests.games.sets.keys import position_key

BRUTE_FORCE = "the thesis's brute force, compiled"
SMT = "the thesis's SMT solver (Z3)"
CP_SAT = "the integer program (CP-SAT)"
HIGHS = "the integer program (HiGHS)"
PAIRS = "pairs of cards in NumPy arrays"
TRIPLES = "triples of cards in NumPy arrays"
SLOTS = "the search of a table that changes"
ONE_BY_ONE = "the same deals, one at a time"
AFRESH = "lookup, afresh in each round"
BLISS = "the canonical form of a coloured graph (BLISS)"

REAL = Deck(properties=4, values=3)
FOUR = Deck(properties=4, values=4)
FIVE = Deck(properties=5, values=4)
SIX = Deck(properties=6, values=6)
BLOCK = Deck(properties=3, values=4)

Pair = tuple[Position, Position]


def rows() -> list[Row | Target]:
    """Return the rows of this game. Boards without a set are the hard ones: there is none to come upon early.

    On 400 cards CP-SAT takes more than a minute, so there is only the time that we want; brute force ends at 50 cards.
    """
    table = [_board(REAL, 12, seed) for seed in range(5)]
    first = [_random(REAL, 12, seed) for seed in range(20)]
    medium, large, huge = ([_board(deck, cards, seed=1)] for deck, cards in ((FIVE, 50), (SIX, 144), (SIX, 400)))
    deck, middle, whole = ([Position.whole(each)] for each in (REAL, FOUR, FIVE))
    games = [play(GameParameters(REAL, seed)) for seed in range(5)]
    wide = [play(GameParameters(FIVE, seed, sets=40)) for seed in range(2)]
    space, many = [Position.whole(Deck(6, 3))], [_random(Deck(8, 4), 4096)]
    affine, renamed = _pairs(REAL, _affine_map), _pairs(BLOCK, _renaming)
    some, million = _tables(REAL, 2000), _tables(REAL, 1_000_000)
    return [
        Row("a set, 12 cards, v = 3, p = 4", SLOTS, first, find_any, _by_slots),
        Target("a set, 12 cards, v = 3, p = 4", 8e-6, first, find_any, _is_set_or_none),
        Row("is there a set, 2,000 tables of 12 cards, v = 3, p = 4", ONE_BY_ONE, [some], _each_at_once, _each_alone),
        Row("is there a set, 2,000 tables of 12 cards, v = 3, p = 4", TRIPLES, [some], _each_at_once, plain.triples),
        Target("is there a set, 1,000,000 tables of 12 cards", 3.0, [million], _share_without, _is_knuths),
        Row("deals of 16 cards without a set, v = 4, p = 4", ONE_BY_ONE, [FOUR], _sampled, _sampled_one_by_one),
        Row("no set, 12 cards, v = 3, p = 4", BRUTE_FORCE, table, _has_set, _by(SolverName.BRUTE_FORCE)),
        Row("no set, 12 cards, v = 3, p = 4", SMT, table, _has_set, _by(SolverName.SMT)),
        Row("no set, 12 cards, v = 3, p = 4", CP_SAT, table, _has_set, _by(SolverName.INTEGER_PROGRAM)),
        Row("no set, 12 cards, v = 3, p = 4", HIGHS, table, _has_set, _by_highs),
        Row("no set, 50 cards, v = 4, p = 5", BRUTE_FORCE, medium, _has_set, _by(SolverName.BRUTE_FORCE)),
        Row("no set, 50 cards, v = 4, p = 5", SMT, medium, _has_set, _by(SolverName.SMT)),
        Row("no set, 50 cards, v = 4, p = 5", CP_SAT, medium, _has_set, _by(SolverName.INTEGER_PROGRAM)),
        Row("no set, 50 cards, v = 4, p = 5", HIGHS, medium, _has_set, _by_highs),
        Row("no set, 144 cards, v = 6, p = 6", SMT, large, _has_set, _by(SolverName.SMT)),
        Row("no set, 144 cards, v = 6, p = 6", CP_SAT, large, _has_set, _by(SolverName.INTEGER_PROGRAM)),
        Row("no set, 144 cards, v = 6, p = 6", HIGHS, large, _has_set, _by_highs),
        Target("no set, 144 cards, v = 6, p = 6", 0.001, large, _has_set, _is_false),
        Target("no set, 400 cards, v = 6, p = 6", 0.010, huge, _has_set, _is_false),
        Row("no set by Z3, 50 cards, v = 4, p = 5", "without the constraint (13)", medium, _sorted_smt, _unsorted_smt),
        Row("all 1,080 sets, v = 3, p = 4", BRUTE_FORCE, deck, _listed, _listed_by_brute_force),
        Row("all 25,600 sets, v = 4, p = 4", PAIRS, middle, _listed, plain.sets_by_pairs),
        Target("all 717,056 sets, v = 4, p = 5", 1.0, whole, _listed, lambda found: found[0] == 717_056),
        Row("a set in each round of a game, v = 3, p = 4, incremental", AFRESH, games, _kept_any, _afresh_any),
        Row("all sets in each round, v = 3, p = 4, incremental", AFRESH, games, _kept_all, _afresh_all),
        Row("a set in each of 40 rounds, v = 4, p = 5, incremental", AFRESH, wide, _kept_any, _afresh_any),
        Row("all sets in each of 40 rounds, v = 4, p = 5, incremental", AFRESH, wide, _kept_all, _afresh_all),
        Target("a position's key, 12 cards, v = 3, p = 4", 0.001, table, position_key, _is_key),
        Target("a position's key, all 81 cards, v = 3, p = 4", 0.1, deck, position_key, _is_key),
        Target("a position's key, all 729 cards, v = 3, p = 6", 1.0, space, position_key, _is_key),
        Target("a position's key, 400 cards, v = 6, p = 6", 0.01, huge, position_key, _is_key),
        Target("a position's key, 4,096 cards, v = 4, p = 8", 1.0, many, position_key, _is_key),
        Row("are 12 cards equivalent, v = 3, p = 4", BLISS, affine, _same_key, _same_form(plain.affine_form)),
        Row("are 12 cards equivalent, v = 4, p = 3", BLISS, renamed, _same_key, _same_form(plain.value_form)),
    ]


def _board(deck: Deck, cards: int, seed: int) -> Position:
    """Return random cards without a set: a card of each set that is found leaves for the next of the deck."""
    source = random.Random(seed)
    dealt = deck.shuffled(seed)
    table = Lookup(deck, islice(dealt, cards))
    while found := table.any(Budget()):
        table.remove([source.choice(found)], Budget())
        table.add([next(dealt)], Budget())
    return Position(deck, table.cards)


def _random(deck: Deck, cards: int, seed: int = 1) -> Position:
    return Position(deck, tuple(islice(deck.shuffled(seed), cards)))


def _tables(deck: Deck, tables: int) -> npt.NDArray[np.int32]:
    return np.concatenate(list(seeded_deals(lambda seed: seed, tables, deck.size, 12)))


def _by_slots(position: Position) -> SetCards | None:
    return Lookup(position.deck, position.cards).any(Budget())


def _is_set_or_none(answer: object) -> bool:
    return answer is None or (isinstance(answer, tuple) and is_set(REAL, answer))


def _each_at_once(tables: npt.NDArray[np.int32]) -> list[bool]:
    return (find_any_in_each(REAL, tables)[:, 0] >= 0).tolist()


def _each_alone(tables: npt.NDArray[np.int32]) -> list[bool]:
    return [Lookup(REAL, cards).any(Budget()) is not None for cards in tables.tolist()]


def _share_without(tables: npt.NDArray[np.int32]) -> float:
    return float(np.mean(find_any_in_each(REAL, tables)[:, 0] < 0))


def _is_knuths(answer: object) -> bool:
    """Tell whether a share is near that of D. Knuth, "SETSET-ALL" (2001): 0.0323."""
    return isinstance(answer, float) and abs(answer - 0.0323) < 0.001


def _sampled(deck: Deck) -> int:
    return sample_no_set(deck, 16, 500, seed=1).hits


def _sampled_one_by_one(deck: Deck) -> int:
    dealt = (deck.shuffled(derived_seed(1, deal)) for deal in range(500))
    return sum(Lookup(deck, islice(cards, 16)).any(Budget()) is None for cards in dealt)


def _has_set(position: Position) -> bool:
    return find_any(position) is not None


def _is_key(answer: object) -> bool:
    return isinstance(answer, bytes) and len(answer) == KEY_BYTES


def _is_false(answer: object) -> bool:
    return answer is False


def _by(name: SolverName) -> Callable[[Position], bool]:
    return lambda position: find_any(position, name) is not None


def _by_highs(position: Position) -> bool:
    return find_any(position, SolverName.INTEGER_PROGRAM, engine=IntegerProgramEngine.HIGHS) is not None


def _sorted_smt(position: Position) -> bool:
    return Smt(position.deck, position.cards).any(Budget()) is not None


def _unsorted_smt(position: Position) -> bool:
    return Smt(position.deck, position.cards, sorted_cards=False).any(Budget()) is not None


def _listed(position: Position) -> tuple[int, int]:
    found = find_all(position)
    return len(found), int(found.cards.sum())


def _listed_by_brute_force(position: Position) -> tuple[int, int]:
    found = find_all(position, name=SolverName.BRUTE_FORCE)
    return len(found), int(found.cards.sum())


def _kept_any(game: GameRecord) -> list[bool]:
    return _kept(game, lambda table: table.any(Budget()) is not None)


def _kept_all(game: GameRecord) -> list[int]:
    return _kept(game, lambda table: len(table.all(Budget())))


def _kept(game: GameRecord, ask: Callable[[Dynamic], object]) -> list[object]:
    """Ask the incremental solver before each round of a game."""
    table = Dynamic(game.deck, game.dealt)
    answers = []
    for played in game.rounds:
        answers.append(ask(table))
        table.remove(played.found or (), Budget())
        table.add(played.drawn, Budget())
    return answers


def _afresh_any(game: GameRecord) -> list[bool]:
    return _afresh(game, lambda table: table.any(Budget()) is not None)


def _afresh_all(game: GameRecord) -> list[int]:
    return _afresh(game, lambda table: len(table.all(Budget())))


def _afresh(game: GameRecord, ask: Callable[[Lookup], object]) -> list[object]:
    """Ask a new `lookup` before each round of a game."""
    cards = dict.fromkeys(game.dealt)
    answers = []
    for played in game.rounds:
        answers.append(ask(Lookup(game.deck, cards)))
        for card in played.found or ():
            del cards[card]
        cards |= dict.fromkeys(played.drawn)
    return answers


def _pairs(
    deck: Deck, symmetry: Callable[[random.Random, Deck], Callable[[tuple[int, ...]], tuple[int, ...]]]
) -> list[Pair]:
    """Return random tables of 12 cards, each with an image in another order, and each with another table."""
    source = random.Random(1)
    tables = [Position(deck, tuple(islice(deck.shuffled(seed), 12))) for seed in range(10)]
    pairs = []
    for table, other in zip(tables, [*tables[1:], tables[0]], strict=True):
        image_of = symmetry(source, deck)
        image = [deck.card(image_of(deck.digits(card))) for card in table.cards]
        source.shuffle(image)
        pairs += [(table, Position(deck, tuple(image))), (table, other)]
    return pairs


def _affine_map(source: random.Random, deck: Deck) -> Callable[[tuple[int, ...]], tuple[int, ...]]:
    """Return a random affine map: a product of elementary ones, and a shift."""
    p = deck.properties
    steps = [(*source.sample(range(p), 2), source.randrange(1, 3)) for _ in range(5 * p)]
    shift = [source.randrange(3) for _ in range(p)]

    def image(digits: tuple[int, ...]) -> tuple[int, ...]:
        values = list(digits)
        for target, other, factor in steps:
            values[target] += factor * values[other]
        return tuple((value + by) % 3 for value, by in zip(values, shift, strict=True))

    return image


def _renaming(source: random.Random, deck: Deck) -> Callable[[tuple[int, ...]], tuple[int, ...]]:
    """Return a random order of the properties, and of the values of each."""
    order = source.sample(range(deck.properties), deck.properties)
    values = [source.sample(range(deck.values), deck.values) for _ in order]
    return lambda digits: tuple(values[place][digits[place]] for place in order)


def _same_key(pair: Pair) -> bool:
    return position_key(pair[0]) == position_key(pair[1])


def _same_form(form: Callable[[Position], bytes]) -> Callable[[Pair], bool]:
    return lambda pair: form(pair[0]) == form(pair[1])
