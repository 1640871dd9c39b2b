"""Random formulas for property tests."""

from collections import Counter

from hypothesis import strategies as st

from ludex.engine.formula import Formula


@st.composite
def formulas(draw: st.DrawFn, most_variables: int = 3, most_clauses: int = 3) -> Formula:
    """Draw any formula, with clauses of no to three literals."""
    variables = draw(st.integers(1, most_variables))
    literal = st.integers(1, variables).flatmap(lambda one: st.sampled_from([one, -one]))
    clauses = draw(st.lists(st.lists(literal, max_size=3).map(tuple), max_size=most_clauses))
    return Formula(variables, tuple(clauses))


@st.composite
def two_three_formulas(draw: st.DrawFn, most_variables: int = 3, most_clauses: int = 4) -> Formula:
    """Draw a formula of clauses of two different variables, each variable in at most three of them."""
    variables = draw(st.integers(2, most_variables))
    pair = st.lists(st.integers(1, variables), min_size=2, max_size=2, unique=True)
    occurs: Counter[int] = Counter()
    clauses = []
    for chosen in draw(st.lists(pair, max_size=most_clauses)):
        if all(occurs[one] < 3 for one in chosen):
            occurs.update(chosen)
            clauses.append(tuple(one if draw(st.booleans()) else -one for one in chosen))
    return Formula(variables, tuple(clauses))
