"""What is sought, and the names of the solvers and of the engines of the integer program; it loads none of them."""

from enum import StrEnum


class Find(StrEnum):
    """What is sought among cards: a set, how many there are, all of them."""

    ANY = "any"
    COUNT = "count"
    ALL = "all"


class SolverName(StrEnum):
    """The ways to find sets. All of them are exact; `lookup` is by far the fastest on a table that is new to it."""

    LOOKUP = "lookup"
    BRUTE_FORCE = "brute-force"
    SMT = "smt"
    DYNAMIC = "dynamic"
    INTEGER_PROGRAM = "integer-program"


class IntegerProgramEngine(StrEnum):
    """Who solves the integer program: CP-SAT of OR-tools, or HiGHS through SciPy."""

    CP_SAT = "cp-sat"
    HIGHS = "highs"
