"""Formulas in DIMACS CNF and what can be satisfied of them, by trying every assignment. Imports nothing from ludex."""

from itertools import product


def clauses_of(dimacs):
    """Return the number of variables and the clauses, as lists of literals."""
    words = [word for line in dimacs.splitlines() if not line.startswith("c") for word in line.split()]
    assert words[:2] == ["p", "cnf"]
    clauses, clause = [], []
    for literal in map(int, words[4:]):
        if literal:
            clause.append(literal)
        else:
            clauses.append(clause)
            clause = []
    assert len(clauses) == int(words[3])
    return int(words[2]), clauses


def satisfied(clauses, assignment):
    """Return how many clauses an assignment, a sequence of truth values, satisfies."""
    return sum(any(assignment[abs(one) - 1] == (one > 0) for one in clause) for clause in clauses)


def solve_max_sat(variables, clauses):
    """Return how many clauses can be satisfied at most."""
    return max(satisfied(clauses, values) for values in product([False, True], repeat=variables))


def optimum_of_opb(text):
    """Return the least value of a pseudo-Boolean objective in OPB, None if nothing satisfies the constraints."""
    objective, constraints = [], []
    for line in text.splitlines():
        if line.startswith("*"):
            continue
        words = line.replace(";", " ").split()
        if words[0] == "min:":
            objective = terms(words[1:])
        else:
            constraints.append((terms(words[:-2]), words[-2], int(words[-1])))
    size = max(int(variable) for one in [objective, *(terms for terms, _, _ in constraints)] for _, variable in one)
    best = None
    for values in product([0, 1], repeat=size):
        if all(holds(value(one, values), sign, bound) for one, sign, bound in constraints):
            least = value(objective, values)
            best = least if best is None else min(best, least)
    return best


def terms(words):
    return [(int(factor), int(name.removeprefix("x"))) for factor, name in zip(words[::2], words[1::2], strict=True)]


def value(of, values):
    return sum(factor * values[variable - 1] for factor, variable in of)


def holds(left, sign, right):
    return left == right if sign == "=" else left >= right
