"""Random queries of the query language, written in the language, and decided by reading one document after another."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

Document = Mapping[str, Any]
"""The facts of an object by name, None where a value is missing, and the names of linked objects as a set."""


@dataclass(frozen=True)
class Query:
    """An expression: `and`, `or` and `not` with parts, and comparisons of a name with one or two values."""

    sort: str
    parts: tuple["Query", ...] = ()
    name: str = ""
    values: tuple[Any, ...] = ()


def matches(query: Query, document: Document) -> bool:
    """Decide whether a document matches. A comparison with a missing value is false, so its complement is true."""
    if query.sort == "and":
        return all(matches(part, document) for part in query.parts)
    if query.sort == "or":
        return any(matches(part, document) for part in query.parts)
    if query.sort == "not":
        return not matches(query.parts[0], document)
    value = document[query.name]
    if query.sort == "missing":
        return value is None
    if query.sort == "linked":
        return query.values[0] in value
    if value is None:
        return False
    if query.sort == "range":
        least, greatest = query.values
        return (least is None or least <= value) and (greatest is None or value <= greatest)
    if query.sort == "one of":
        return value in query.values
    [other] = query.values
    return {"=": value == other, "<": value < other, ">": value > other, "<=": value <= other, ">=": value >= other}[
        query.sort
    ]


def written(query: Query, numbers: Random, inside: str = "") -> str:
    """Write a query in the language, with more or fewer spaces and parentheses than it needs."""
    space = numbers.choice((" ", " ", "  ", "\t"))
    if query.sort in ("and", "or"):
        sign = space if query.sort == "and" else f"{space}{numbers.choice(('or', 'OR'))}{space}"
        text = sign.join(written(part, numbers, query.sort) for part in query.parts)
        needed = inside == "not" or (inside == "and" and query.sort == "or")
        return f"({text})" if needed or numbers.random() < 0.2 else text
    if query.sort == "not":
        return f"-{written(query.parts[0], numbers, 'not')}"
    equal = numbers.choice((":", "="))
    if query.sort == "missing":
        return f"{query.name}{equal}none"
    if query.sort == "range":
        least, greatest = ("" if value is None else value for value in query.values)
        return f"{query.name}{equal}{least}..{greatest}"
    if query.sort == "one of":
        return f"{query.name}{equal}{','.join(map(str, query.values))}"
    [value] = query.values
    if value is True and numbers.random() < 0.7:
        return query.name
    text = str(value).lower() if isinstance(value, bool) else str(value)
    text = f'"{text}"' if " " in text or "," in text or text == "" or numbers.random() < 0.1 else text
    return f"{query.name}{query.sort if query.sort in ('<', '>', '<=', '>=') else equal}{text}"


def random_query(numbers: Random, documents: Sequence[Document], depth: int = 3) -> Query:
    """Make a query about values that documents have, and about values beside them."""
    sort = numbers.choice(("and", "or", "not", "", "")) if depth else ""
    if sort:
        count = 1 if sort == "not" else numbers.randint(2, 3)
        return Query(sort, tuple(random_query(numbers, documents, depth - 1) for _ in range(count)))
    name = numbers.choice(sorted(documents[0]))
    value = numbers.choice(documents)[name]
    if isinstance(value, frozenset):
        return Query("linked", name=name, values=(numbers.choice(sorted(value)) if value else "planarity-nothing",))
    if value is None:
        return Query("missing", name=name)
    if isinstance(value, bool):
        return Query("=", name=name, values=(numbers.random() < 0.7,))
    if isinstance(value, str):
        return Query("=", name=name, values=(value,))
    value = max(0, value + numbers.choice((-1, 0, 0, 0, 1)))
    sort = numbers.choice(("=", "<", ">", "<=", ">=", "range", "one of"))
    if sort == "range":
        other = value + numbers.randint(0, 3)
        return Query(sort, name=name, values=numbers.choice(((value, other), (value, None), (None, value))))
    if sort == "one of":
        return Query(sort, name=name, values=(value, numbers.randint(0, 20)))
    return Query(sort, name=name, values=(value,))
