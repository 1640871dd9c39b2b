"""The first guard for Cypher queries, which refuses what the engine would run in its read-only mode.

A query must be a single statement without access to files and settings. The engine itself refuses to write, and the
process that runs the query has no permissions (see :mod:`ludex.catalogue.cypher.engine_process`).
"""

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any, NamedTuple

from ludex.catalogue.kinds.label import is_storable
from ludex.engine.faults import Fault, MissingInput

MOST_CHARACTERS = 20_000
"""The maximum length of a query."""

MOST_PARAMETERS = 100
"""The maximum number of parameters of a query."""

MOST_VALUES = 10_000
"""The maximum number of values in a list parameter."""

_FILES = "ATTACH COPY EXPORT IMPORT INSTALL LOAD UNINSTALL UPDATE USE"
_TRANSACTIONS = "BEGIN CHECKPOINT COMMIT ROLLBACK"
FORBIDDEN = frozenset(f"{_FILES} {_TRANSACTIONS}".split())
"""Words that are allowed in a query only as names, that is, in backquotes or as a property after a dot."""

_TOKEN = re.compile(
    r"""
    (?P<comment> //[^\r\n]* | /\*.*?\*/ ) | (?P<quoted> '(?:\\.|[^'\\])*' | "(?:\\.|[^"\\])*" | `[^`]*` )
    | (?P<word> [A-Za-z_][A-Za-z0-9_]* ) | (?P<number> [0-9]+ ) | (?P<sign> \S )
    """,
    re.VERBOSE | re.DOTALL,
)


class Token(NamedTuple):
    """A token of a query: its kind (`quoted`, `word`, `number` or `sign`), its text, and its position."""

    kind: str
    text: str
    at: int

    def is_word(self, *words: str) -> bool:
        """Return whether the token is one of the given keywords."""
        return self.kind == "word" and self.text.upper() in words


_NOTHING = Token("sign", "", 0)


class StatementError(Fault):
    """A query that is not a single read-only statement. The message includes the line and column."""


def readable_statement(query: str) -> str:
    """Return a query in the form that the engine accepts, without a semicolon at the end. Raises StatementError.

    >>> readable_statement("MATCH (a:ToyWord) RETURN a.label;")
    'MATCH (a:ToyWord) RETURN a.label'
    >>> readable_statement("LOAD FROM 'a.csv' RETURN *")
    Traceback (most recent call last):
    ludex.catalogue.cypher.statement.StatementError: query: line 1, column 1: LOAD is not allowed; a query can only read
    the catalogue
    """
    if len(query) > MOST_CHARACTERS:
        message = f"must have at most {MOST_CHARACTERS:,} characters, not {len(query):,}"
        raise StatementError(message, ("query",))
    tokens = list(tokens_of(query))
    if tokens and tokens[-1].text == ";":
        query = query[: tokens.pop().at]
    if not tokens:
        raise StatementError("the query is empty", ("query",))
    earlier, before = _NOTHING, _NOTHING
    for token, after in zip(tokens, [*tokens[1:], _NOTHING], strict=True):
        # In `1.USE`, the dot belongs to the number.
        owned = before.text == "." and (earlier.kind in ("word", "quoted") or earlier.text in (")", "]"))
        if token.text == ";":
            raise _refused(query, token, "a query must be a single statement; remove everything after the semicolon")
        if token.is_word(*FORBIDDEN) and not owned and before.text != "$":
            raise _refused(query, token, f"{token.text.upper()} is not allowed; a query can only read the catalogue")
        if before.is_word("CALL") and after.text == "=":
            raise _refused(query, token, "a query cannot change settings")
        earlier, before = before, token
    return query.rstrip()


def parameter_names(statement: str) -> list[str]:
    """Return the names of the parameters of a statement.

    >>> parameter_names("MATCH (a) WHERE a.size = $size RETURN $size, '$no'")
    ['size']
    """
    tokens = pairwise(tokens_of(statement))
    return list(dict.fromkeys(after.text for token, after in tokens if token.text == "$"))


def require_values(statement: str, parameters: Mapping[str, Any]) -> None:
    """Raise a Fault unless every parameter of a statement has a value that the engine accepts.

    >>> require_values("RETURN $a, $b", {"a": 1, "b": ["x", "y"]})
    >>> require_values("RETURN $a", {"a": [1, "x"]})
    Traceback (most recent call last):
    ludex.engine.faults.MissingInput: parameters/a: the values of a list must all have the same type
    """
    for name in parameter_names(statement):
        if name not in parameters:
            raise StatementError(f"the parameter ${name} has no value; give one in `parameters`", ("query",))
    for name, value in parameters.items():
        values = value if isinstance(value, list | tuple) else [value]
        if len(values) > MOST_VALUES or not values:
            raise MissingInput(f"must have 1 to {MOST_VALUES:,} values", ("parameters", name))
        if len(set(map(type, values))) > 1:
            raise MissingInput("the values of a list must all have the same type", ("parameters", name))
        for each in values:
            if not isinstance(each, str | int | float | None):
                message = "must be a text, a number, a truth value, null, or a list of these"
                raise MissingInput(message, ("parameters", name))
            if isinstance(each, int) and not -(2**63) <= each < 2**63:
                raise MissingInput("must be an integer of at most 64 bits", ("parameters", name))
            if isinstance(each, str) and not is_storable(each):
                raise MissingInput("must be a text without NUL and unpaired surrogates", ("parameters", name))


def limited(statement: str, rows: int) -> str:
    """Add a row limit to a checked statement, unless it has a limit, contains UNION or has no final RETURN.

    >>> limited("RETURN 1", 5).splitlines(), limited("RETURN 1 LIMIT 3", 5)
    (['RETURN 1', 'LIMIT 5'], 'RETURN 1 LIMIT 3')
    """
    depth, last = 0, _NOTHING
    for token in tokens_of(statement):
        depth += (token.text in ("(", "[", "{")) - (token.text in (")", "]", "}"))
        if depth == 0 and token.is_word("UNION", "LIMIT", "RETURN"):
            last = token
            if token.is_word("UNION"):
                return statement
    return f"{statement}\nLIMIT {rows}" if last.is_word("RETURN") else statement


def tokens_of(query: str) -> Iterator[Token]:
    """Yield the tokens of a query, without whitespace and comments."""
    for found in _TOKEN.finditer(query):
        if found.lastgroup not in (None, "comment"):
            yield Token(str(found.lastgroup), found[0], found.start())


def _refused(query: str, token: Token, message: str) -> StatementError:
    line = query.count("\n", 0, token.at) + 1
    column = token.at - query.rfind("\n", 0, token.at)
    return StatementError(f"line {line}, column {column}: {message}", ("query",))
