"""Proofs that a formula cannot be satisfied, in the LRAT format, and the formulas that count chosen variables."""

from collections.abc import Iterable, Sequence

from ludex_check_claims.verdicts import Clock, require

Clause = tuple[int, ...]


def require_refuted(clauses: Sequence[Clause], proof: str, clock: Clock) -> None:
    """Require that an LRAT proof derives the empty clause from the given clauses, which are numbered from 1.

    Each line of the proof has a number, the literals of a clause, 0, the numbers of earlier clauses, and 0. If all
    literals of the clause are false, each earlier clause but the last must have exactly one literal that is not false,
    which becomes true, and the last one must have none. Lines with negative numbers (RAT steps) are not accepted.
    """
    known: dict[int, Clause] = dict(enumerate(clauses, start=1))
    derived: Clause | None = None
    for line in proof.removesuffix("\n").split("\n"):
        number, *rest = map(int, line.split())
        literals = tuple(rest[: rest.index(0)])
        hints = rest[len(literals) + 1 :]
        require(number not in known and hints[-1:] == [0], f"line {number} of the proof has a wrong form")
        _require_follows(literals, hints[:-1], known, number, clock)
        known[number] = derived = literals
    require(derived == (), "the proof does not end with the empty clause")


def _require_follows(
    literals: Iterable[int], hints: Iterable[int], known: dict[int, Clause], number: int, clock: Clock
) -> None:
    """Require that a clause follows from the clauses of the hints by unit propagation."""
    false = set(literals)
    for hint in hints:
        clock.tick()
        require(hint in known, f"line {number} of the proof uses the unknown clause {hint}")
        left = [literal for literal in known[hint] if literal not in false]
        if not left:
            return
        require(len(left) == 1, f"line {number} of the proof: clause {hint} has more than one open literal")
        false.add(-left[0])
    require(False, f"line {number} of the proof does not follow from its clauses")


def at_most_one(groups: Iterable[Sequence[int]]) -> list[Clause]:
    """Return the clauses which state that at most one variable of each group is true."""
    return [(-a, -b) for group in groups for place, a in enumerate(group) for b in group[place + 1 :]]


def at_least(counted: Sequence[int], least: int, variables: int) -> list[Clause]:
    """Return clauses which state that at least `least` of the counted variables are true.

    The formula has the given number of variables. The further variables are counters (C. Sinz 2005): after each counted
    variable, s[j] implies that more than j of the counted variables so far are true.
    """
    if least > len(counted):
        return [()]
    if least == len(counted):
        return [(variable,) for variable in counted]
    if least <= 1:
        return [tuple(counted)] if least else []
    clauses: list[Clause] = []
    before: list[int] = []
    for variable in counted:
        after = list(range(variables + 1, variables + 1 + min(len(before) + 1, least)))
        variables += len(after)
        for j, counter in enumerate(after):
            kept = (before[j],) if j < len(before) else ()
            clauses.append((-counter, *kept, variable))
            if j:
                clauses.append((-counter, *kept, before[j - 1]))
        before = after
    return [*clauses, (before[-1],)]
