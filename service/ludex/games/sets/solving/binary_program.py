"""Binary programs for external SAT and pseudo-Boolean solvers: a set among cards, and a largest cap among cards."""

from ludex.engine.binary_program import BinaryProgram
from ludex.engine.faults import TooLarge
from ludex.engine.formula import Clause
from ludex.games.sets.deck import Deck
from ludex.games.sets.position import Position
from ludex.games.sets.solving.caps import MAX_SETS_WITHIN
from ludex.games.sets.solving.search import find_all

MAX_CARDS = 20_000


def require_few(cards: Position | Deck) -> None:
    """Raise TooLarge if `cards`, a position or a whole deck, has more than 20,000 cards."""
    number = cards.size if isinstance(cards, Deck) else len(cards.cards)
    if number > MAX_CARDS:
        raise TooLarge(f"{number:,} cards given, but the limit for a program is {MAX_CARDS:,}", "give fewer cards")


def set_program(position: Position) -> BinaryProgram:
    """Return the program whose solutions are the sets: the true counted variables stand for the cards of a set.

    Parameters
    ----------
    position : Position
        At most 20,000 cards of a deck with v values.

    Returns
    -------
    BinaryProgram
        The program has a variable for each card, exactly v of which are true. For each property and value, a variable
        states that a chosen card has the value. For each property, a variable states that all chosen values are equal.
        If this variable is true, at most one value occurs. Otherwise, every value occurs. With v cards in total, this
        implies that no value occurs twice.

    Raises
    ------
    TooLarge
        If there are more than 20,000 cards.

    Notes
    -----
    Cost: `n p + p v^2` for n cards, p properties and v values.

    References
    ----------
    S. Takeshita, "Solving the Generalized Form of the Game of Set Efficiently", section 2.1.

    Examples
    --------
    >>> program = set_program(Position.from_codes(Deck(1, 3), ["0", "1", "2"]))
    >>> program.variables, program.exactly
    (7, 3)
    """
    Position.require(position)
    deck, cards = position.deck, position.cards
    require_few(position)
    digits = [deck.digits(card) for card in cards]
    variables = len(cards)
    clauses: list[Clause] = []
    for place in range(deck.properties):
        same = variables + 1
        has = range(variables + 2, variables + 2 + deck.values)
        variables += 1 + deck.values
        having: list[list[int]] = [[] for _ in has]
        for number, row in enumerate(digits, start=1):
            having[row[place]].append(number)
            clauses.append((-number, has[row[place]]))
        for value, numbers in zip(has, having, strict=True):
            clauses += [(-value, *numbers), (same, value)]
        clauses += [(-same, -a, -b) for a in has for b in has if a < b]
    names = tuple(f"card {index} {deck.code(card)}" for index, card in enumerate(cards))
    return BinaryProgram(variables, names, tuple(clauses), (), tuple(range(1, len(cards) + 1)), deck.values)


def cap_program(position: Position) -> BinaryProgram:
    """Return the program whose solutions are the caps: the true counted variables stand for the cards of a cap.

    Parameters
    ----------
    position : Position
        Cards that contain at most `MAX_SETS_WITHIN` sets.

    Returns
    -------
    BinaryProgram
        The program has a variable for each card, and a clause for each set, which states that at least one card of the
        set is not chosen.

    Raises
    ------
    TooLarge
        If there are more than `MAX_SETS_WITHIN` sets.

    References
    ----------
    K. Chaudhuri and others, "On the complexity of the game of Set" (2003).

    Examples
    --------
    >>> cap_program(Position.whole(Deck(1, 3))).clauses
    ((-1, -2, -3),)
    """
    Position.require(position)
    found = find_all(position, limit=MAX_SETS_WITHIN)
    if not found.complete:
        raise TooLarge(f"the cards contain more than the {MAX_SETS_WITHIN:,} sets of a program", "give fewer cards")
    number = {card: index for index, card in enumerate(position.cards, start=1)}
    names = tuple(f"card {index} {code}" for index, code in enumerate(position.codes))
    clauses = tuple(tuple(sorted((-number[card] for card in cards), reverse=True)) for cards in found)
    return BinaryProgram(len(names), names, clauses, (), tuple(range(1, len(names) + 1)))
