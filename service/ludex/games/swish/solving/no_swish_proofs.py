"""Certificates that every larger set contains a swish of a list: a refuted formula."""

from typing import Any

from ludex.engine.binary_program import BinaryProgram
from ludex.engine.budget import Budget
from ludex.engine.evidence import with_digest
from ludex.engine.formula import Clause
from ludex.engine.refutation import refute
from ludex.games.swish.solving.weights import KindCount, Kinds


def prove_no_swish_size(kinds: Kinds, cuts: list[KindCount], size: int, budget: Budget) -> dict[str, Any] | None:
    """Return a certificate that no set of more than `size` cards satisfies the cuts, or None if none is found in time.

    The formula has a variable for each kind and number of copies: at least this number is kept. The kinds are in
    canonical order. schema/certificates.md defines the certificate.
    """
    position = kinds.position
    canonical = [position.cards[members[0]].canonical(position.symmetry) for members in kinds.members]
    variable: dict[tuple[int, int], int] = {}
    clauses: list[Clause] = []
    for kind in sorted(range(len(canonical)), key=canonical.__getitem__):
        for copies in range(1, len(kinds.members[kind]) + 1):
            variable[kind, copies] = len(variable) + 1
            if copies > 1:
                clauses.append((variable[kind, copies - 1], -variable[kind, copies]))
    clauses += sorted({tuple(sorted(-variable[level] for level in cut)) for cut in cuts})
    every = tuple(variable.values())
    formula = BinaryProgram(len(every), (), tuple(clauses), (), every).cnf(size + 1)
    proof = refute(formula, budget)
    return None if proof is None else with_digest({"by": "clauses", "proof": proof})
