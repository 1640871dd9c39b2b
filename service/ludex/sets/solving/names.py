"""What is sought, and what the solvers and the engines of the integer program are called; loads none of them."""

from enum import StrEnum


class Find(StrEnum):
    """What is sought among cards: a set, how many there are, all of them."""

    ANY = "any"
    COUNT = "count"
    ALL = "all"


class SolverName(StrEnum):
    """The ways to find sets: all of them exact, `lookup` by far the fastest on a table that is new to it."""

    LOOKUP = "lookup"
    BRUTE_FORCE = "brute-force"
    SMT = "smt"
    DYNAMIC = "dynamic"
    INTEGER_PROGRAM = "integer-program"


class IntegerProgramEngine(StrEnum):
    """Who solves the integer program: CP-SAT of OR-tools, or HiGHS through SciPy."""

    CP_SAT = "cp-sat"
    HIGHS = "highs"
