"""The first guard for Cypher queries, which checks the tokens of a statement before the engine receives it.

A query must be a single read-only statement. The second guard is the process that runs the query (see
:mod:`ludex.catalogue.cypher.engine_process`).
"""

import re
from collections.abc import Iterator, Mapping, Sequence
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

MOST_DEPTH = 100
"""The maximum depth of brackets in a query."""

BEGINNINGS = ("MATCH", "OPTIONAL", "UNWIND", "WITH", "RETURN", "CALL")
"""The words with which a query may begin."""

_BEGINNINGS = "MATCH, OPTIONAL MATCH, UNWIND, WITH, RETURN or CALL"

FUNCTIONS = ("show_tables", "table_info", "show_connection", "show_functions", "db_version")
"""The functions allowed after `CALL`, which describe the tables and the engine."""

_WRITING = "CREATE MERGE SET DELETE DETACH REMOVE INSERT DROP ALTER"
_FILES = "LOAD COPY ATTACH INSTALL UNINSTALL EXPORT IMPORT USE"
_ADMINISTRATION = "COMMENT UPDATE MACRO BEGIN COMMIT ROLLBACK CHECKPOINT EXPLAIN PROFILE"
FORBIDDEN = frozenset(f"{_WRITING} {_FILES} {_ADMINISTRATION}".split())
"""Words that are allowed in a query only as names, that is, in backquotes or as a property after a dot."""

_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_NUMBER = re.compile(r"[0-9]+")
_COMMENT = re.compile(r"//[^\r\n]*")
_ESCAPED = frozenset("\\'\"bBfFnNrRtTuU")
_BRACKETS = {")": "(", "]": "[", "}": "{"}


class Token(NamedTuple):
    """A token of a query: its kind (`word`, `name`, `text`, `number` or `sign`), its text, and its position."""

    kind: str
    text: str
    at: int

    def is_word(self, *words: str) -> bool:
        """Return whether the token is one of the given keywords."""
        return self.kind == "word" and self.text.upper() in words


class StatementError(Fault):
    """A query that is not a single read-only statement. The message includes the line and column."""


def readable_statement(query: str) -> str:
    """Return a query in the form that the engine accepts, without a semicolon at the end. Raises StatementError.

    >>> readable_statement("MATCH (a:ToyWord) RETURN a.label;")
    'MATCH (a:ToyWord) RETURN a.label'
    >>> readable_statement("MATCH (a) DELETE a")
    Traceback (most recent call last):
    ludex.catalogue.cypher.statement.StatementError: query: line 1, column 11: DELETE is not allowed; a query can only
    read
    """
    if len(query) > MOST_CHARACTERS:
        message = f"must have at most {MOST_CHARACTERS:,} characters, not {len(query):,}"
        raise StatementError(message, ("query",))
    tokens = list(tokens_of(query))
    if tokens and tokens[-1].text == ";":
        query = query[: tokens.pop().at]
    if not tokens:
        raise _refused(query, 0, f"the query is empty; begin with {_BEGINNINGS}")
    _require_beginning(query, tokens)
    _require_balance(query, tokens)
    for place, token in enumerate(tokens):
        if token.text == ";":
            raise _refused(query, token.at, "a query must be a single statement; remove everything after the semicolon")
        if token.is_word(*FORBIDDEN) and not _is_name(tokens[:place]):
            raise _refused(query, token.at, f"{token.text.upper()} is not allowed; a query can only read")
        if token.is_word("CALL"):
            _require_listed_function(query, tokens[place:])
    return query.rstrip()


def parameter_names(statement: str) -> list[str]:
    """Return the names of the parameters of a statement.

    >>> parameter_names("MATCH (a) WHERE a.size = $size RETURN $size, '$no'")
    ['size']
    """
    tokens = list(tokens_of(statement))
    names = (after.text for token, after in pairwise(tokens) if (token.kind, token.text) == ("sign", "$"))
    return list(dict.fromkeys(names))


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
    tokens = list(tokens_of(statement))
    depth, last = 0, None
    for token in tokens:
        depth += (token.kind == "sign") * ((token.text in "([{") - (token.text in ")]}"))
        if depth == 0 and token.is_word("UNION", "LIMIT", "RETURN"):
            last = token
            if token.is_word("UNION"):
                return statement
    return f"{statement}\nLIMIT {rows}" if last is not None and last.is_word("RETURN") else statement


def tokens_of(query: str) -> Iterator[Token]:
    """Yield the tokens of a query, without whitespace and comments.

    Raises StatementError if a token is not terminated.
    """
    at = 0
    while at < len(query):
        sign = query[at]
        if sign in " \t\r\n":
            at += 1
        elif found := _COMMENT.match(query, at):
            at = found.end()
        elif query.startswith("/*", at):
            end = query.find("*/", at + 2)
            if end < 0:
                raise _refused(query, at, "the comment is not closed")
            at = end + 2
        elif sign in "'\"`":
            end = _end_of_quoted(query, at)
            yield Token("name" if sign == "`" else "text", query[at:end], at)
            at = end
        elif found := _WORD.match(query, at):
            yield Token("word", found[0], at)
            at = found.end()
        elif found := _NUMBER.match(query, at):
            yield Token("number", found[0], at)
            at = found.end()
        elif not sign.isascii() or not sign.isprintable():
            raise _refused(query, at, f"{sign!r} is only allowed in a quotation")
        else:
            yield Token("sign", sign, at)
            at += 1


def _end_of_quoted(query: str, at: int) -> int:
    """Return the position where a quoted text or name ends. In a text, a backslash escapes the next character."""
    quote, place = query[at], at + 1
    while place < len(query):
        if query[place] == "\\" and quote != "`":
            place += 1
            if query[place : place + 1] not in _ESCAPED:
                raise _refused(
                    query, place - 1, "a backslash must be followed by \\, a quotation mark, or one of bfnrtu"
                )
        elif query[place] == quote:
            return place + 1
        place += 1
    raise _refused(query, at, "the quotation is not closed")


def _is_name(before: Sequence[Token]) -> bool:
    """Return whether a word of a query after the given tokens is the name of a property or a parameter."""
    if before[-1].text != ".":
        return before[-1].text == "$"
    return before[-2].kind in ("word", "name") or before[-2].text in (")", "]")


def _require_beginning(query: str, tokens: Sequence[Token]) -> None:
    if not tokens[0].is_word(*BEGINNINGS):
        raise _refused(query, tokens[0].at, f"a query must begin with {_BEGINNINGS}")


def _require_balance(query: str, tokens: Sequence[Token]) -> None:
    opened: list[Token] = []
    for token in tokens:
        if token.kind != "sign":
            continue
        if token.text in "([{":
            opened.append(token)
            if len(opened) > MOST_DEPTH:
                raise _refused(query, token.at, f"brackets can be nested at most {MOST_DEPTH} deep")
        elif token.text in _BRACKETS and (not opened or opened.pop().text != _BRACKETS[token.text]):
            raise _refused(query, token.at, f"{token.text} has no opening bracket")
    if opened:
        raise _refused(query, opened[-1].at, f"{opened[-1].text} is not closed")


def _require_listed_function(query: str, tokens: Sequence[Token]) -> None:
    """Raise an error unless `CALL` is followed by an allowed function and an opening bracket.

    This also refuses a change of a setting, which has `=` instead of a bracket.
    """
    name, bracket = (*tokens[1:3], *(Token("sign", "", tokens[0].at),) * 2)[:2]
    if name.kind != "word" or name.text.lower() not in FUNCTIONS or bracket.text != "(":
        raise _refused(query, name.at, f"CALL supports only the functions {', '.join(FUNCTIONS)}")


def _refused(query: str, at: int, message: str) -> StatementError:
    line = query.count("\n", 0, at) + 1
    column = at - (query.rfind("\n", 0, at) + 1) + 1
    return StatementError(f"line {line}, column {column}: {message}", ("query",))
