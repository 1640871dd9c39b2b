"""The first guard alone: no access to files or settings passes, and no second statement, however it is written."""

from typing import Any

import pytest

from ludex.catalogue.cypher.statement import (
    MOST_CHARACTERS,
    StatementError,
    limited,
    parameter_names,
    readable_statement,
    require_values,
)
from ludex.engine.faults import Fault
from tests.catalogue.cypher.dangerous import REFUSED


@pytest.mark.parametrize("query", REFUSED)
def test_a_dangerous_statement_does_not_pass(query):
    with pytest.raises(StatementError):
        readable_statement(query)


@pytest.mark.parametrize("query", REFUSED)
@pytest.mark.parametrize(
    "wrapped", ["RETURN 1; {}", "MATCH (a) WITH a {} RETURN 1", "RETURN 1 /* ' */ {}", "RETURN '\\'' {}"]
)
def test_a_dangerous_statement_does_not_pass_within_another(query, wrapped):
    with pytest.raises(StatementError):
        readable_statement(wrapped.replace("{}", query))


@pytest.mark.parametrize("query", ["COPY (RETURN 1) TO 'f'", "LOAD FROM 'f' RETURN *", "MATCH (a) USE other"])
def test_case_blanks_and_comments_hide_nothing(query):
    hidden = "/* a\n */".join(query.lower().split(" "))
    for text in (hidden, query.swapcase(), f"\n\t// RETURN 1\r{query}", query.replace(" ", "\u00a0")):
        with pytest.raises(StatementError):
            readable_statement(text)


@pytest.mark.parametrize(
    "query",
    [
        "MATCH (a:ToyWord) WHERE a.use = $use RETURN a.label",
        "OPTIONAL MATCH (a) RETURN a.`copy`, 'LOAD', \"it's // no comment\"",
        "UNWIND [1, 2] AS x RETURN x ORDER BY x DESC SKIP 1 LIMIT 1;",
        "WITH 1 AS x RETURN x UNION RETURN 2 AS x",
        "CALL show_tables() RETURN name",
        "MATCH p = (a)-[:HELD_IN* SHORTEST 1..4]->(b) RETURN nodes(p)[1].use /* LOAD */",
        "RETURN 1 // COPY",
        "RETURN 'COPY \\' TABLE'",
        "MATCH (a) RETURN (a).use, a.`b`.copy, `a`.load",
        "RETURN 1 // LOAD\rORDER BY 1",
        "RETURN '" + "1" * (MOST_CHARACTERS - 9) + "'",
    ],
)
def test_a_reading_statement_passes(query):
    assert readable_statement(query) == query.removesuffix(";")


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("", "the query is empty"),
        ("  // nothing", "the query is empty"),
        ("MATCH (a)\nRETURN 1.use", "line 2, column 10: USE is not allowed"),
        ("MATCH (a) RETURN a.b, .use", "column 24: USE is not allowed"),
        ("RETURN '.' copy", "column 12: COPY is not allowed"),
        ("RETURN 'a copy", "column 11: COPY is not allowed"),
        ("RETURN /* load", "column 11: LOAD is not allowed"),
        ("RETURN 1; RETURN 2", "line 1, column 9: a query must be a single statement"),
        ("CALL threads=64", "column 6: a query cannot change settings"),
        ("RETURN '" + "1" * (MOST_CHARACTERS - 8) + "'", "must have at most 20,000 characters, not 20,001"),
    ],
)
def test_an_error_has_its_place(query, message):
    with pytest.raises(StatementError, match=None) as error:
        readable_statement(query)
    assert message in str(error.value)


def test_parameters_are_named_once():
    assert parameter_names("RETURN $a, $b, $a, '$c', `$d` // $e") == ["a", "b"]


@pytest.mark.parametrize(
    "value",
    [None, "a", 1.5, True, 2**63 - 1, -(2**63), ["x", "y"], (1, 2), [0] * 10_000],
    ids=lambda value: str(value)[:9],
)
def test_a_parameter_has_a_value_that_the_engine_accepts(value: Any) -> None:
    require_values("RETURN $a", {"a": value})


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ([], "must have 1 to 10,000 values"),
        ([0] * 10_001, "must have 1 to 10,000 values"),
        ([1, "x"], "must all have the same type"),
        ({"x": 1}, "must be a text, a number, a truth value, null, or a list of these"),
        (2**63, "an integer of at most 64 bits"),
        (-(2**63) - 1, "an integer of at most 64 bits"),
        (["a", "a\0"], "without NUL and unpaired surrogates"),
    ],
    ids=lambda value: str(value)[:9],
)
def test_another_value_is_refused_at_its_place(value: Any, message: str) -> None:
    with pytest.raises(Fault, match=message) as refused:
        require_values("RETURN $a", {"a": value})
    assert refused.value.place == ("parameters", "a")
    with pytest.raises(StatementError, match=r"the parameter \$b has no value"):
        require_values("RETURN $a, $b", {"a": 1})


@pytest.mark.parametrize(
    ("query", "has_limit"),
    [
        ("MATCH (a) RETURN a", True),
        ("MATCH (a) RETURN a // all", True),
        ("MATCH (a) WITH a LIMIT 3 RETURN a", True),
        ("MATCH (a) RETURN a SKIP 1 LIMIT 3", False),
        ("RETURN 1 AS a UNION RETURN 2 AS a", False),
        ("CALL show_tables() RETURN *", True),
        ("MATCH (a) WHERE EXISTS { MATCH (a)-[]->(b) RETURN b LIMIT 1 } RETURN a", True),
    ],
)
def test_a_limit_is_added_where_there_is_none(query, has_limit):
    assert limited(query, 5).endswith("\nLIMIT 5") == has_limit
