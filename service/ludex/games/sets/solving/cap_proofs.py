"""Certificates that no cap among some cards is larger: a refuted formula."""

from dataclasses import replace
from typing import Any

from ludex.engine.budget import Budget
from ludex.engine.evidence import with_digest
from ludex.engine.faults import TooLarge
from ludex.engine.refutation import refute
from ludex.games.sets.position import Position
from ludex.games.sets.solving.binary_program import cap_program


def prove_cap_size(cards: Position, size: int, budget: Budget) -> dict[str, Any] | None:
    """Return a certificate that no cap among sorted cards has more than `size` cards, or None if none is found in time.

    The formula has a variable for each card, and a clause for each set, which states that a card of the set is left
    out. It is refuted by an LRAT proof. schema/certificates.md defines the certificate.

    >>> from ludex.games.sets.deck import Deck
    >>> prove_cap_size(Position.whole(Deck(1, 3)), 2, Budget())["by"]
    'clauses'
    """
    try:
        program = cap_program(cards)
        formula = replace(program, clauses=tuple(sorted(program.clauses))).cnf(size + 1)
    except TooLarge:
        return None
    proof = refute(formula, budget)
    return None if proof is None else with_digest({"by": "clauses", "proof": proof})
