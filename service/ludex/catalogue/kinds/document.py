"""Documents: the models of objects, in which objects are shown, stored, exported and imported.

Fields by which lists can be filtered and sorted are declared as facts in the model::

    class Graph(Document):
        graph6: str
        vertices: Annotated[int, Fact()]
        girth: Annotated[int | None, Fact()] = Field(description="The length of a shortest cycle; none for a forest.")

A fact may be a field of a nested object. Within a kind, fact names must be unique.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Literal, NamedTuple, Self, get_args, get_origin

from pydantic import BaseModel, Field
from sqlalchemy import BigInteger, Boolean
from sqlalchemy.types import TypeEngine

from ludex.catalogue.claims.claim import Claim, ClaimSummary
from ludex.catalogue.storage.tables import Natural, Words
from ludex.engine.exact_json import readable_json
from ludex.engine.fact import DocumentPart, Fact, plain_types

MOST_CLAIMS_SHOWN = 100
"""The maximum number of claims in a document. Repeated sampling of a deck can produce many claims."""


_OWN_FIELDS = frozenset({"label", "kind", "claims"})
_MISSING = object()


class Document(DocumentPart):
    """The representation of a stored object, without the members that depend on the request or on other objects."""

    label: str
    kind: str
    claims: list[ClaimSummary] = Field(
        default=[],
        description=f"The first {MOST_CLAIMS_SHOWN} claims about the object, ordered by statement and parameters. "
        "`claims_url` lists all of them, with their certificates.",
    )

    @classmethod
    def of(cls, label: str, *values: object, **given: Any) -> Self:  # noqa: ANN401 - fields of any type
        """Return the document of an object with a `label`.

        Its fields are `given`, or are the attributes of the same names that the first of the `values` to have one has.
        """
        for name in cls.model_fields.keys() - _OWN_FIELDS - given.keys():
            found = (getattr(value, name, _MISSING) for value in values)
            field = next((field for field in found if field is not _MISSING), _MISSING)
            if field is not _MISSING:
                given[name] = field
        return cls(label=label, **given)

    def with_claims(self, claims: Sequence[Claim]) -> Self:
        """Return the document with the summaries of these claims, sorted by statement and then by parameters."""
        summaries = [claim.summary() for claim in sorted(claims, key=_order_of_claims)[:MOST_CLAIMS_SHOWN]]
        return self if self.claims == summaries else self.model_copy(update={"claims": summaries})


def _order_of_claims(claim: Claim) -> tuple[str, list[tuple[str, int, str]]]:
    """Return the sort key of a claim, which does not depend on the order of storage. Numbers are sorted by size."""
    written = ((name, json.dumps(value)) for name, value in sorted(claim.parameters.items()))
    return claim.statement, [(name, len(text), text) for name, text in written]


def contradictions(document: Document, claims: Sequence[Claim]) -> Iterator[str]:
    """Yield an error for each claim summary in a document that differs from the corresponding given claim.

    Summaries without a corresponding given claim are skipped.
    """
    stated = {claim.identity: claim.summary() for claim in claims}
    for summary in document.claims:
        if stated.get(summary.identity, summary) != summary:
            yield f"claims: the summary of {summary.statement} differs from its claim"


@dataclass(frozen=True, slots=True)
class FactField:
    """A fact of a kind: its name, its path in the document, its type and its description.

    `plain` is int, bool or str. If a fact is `nullable`, its value may be unknown.
    """

    name: str
    path: tuple[str, ...]
    plain: type
    nullable: bool
    mark: Fact
    about: str

    @property
    def title(self) -> str:
        """Return the name of the fact on pages, or its name if it has no other."""
        return self.mark.title or self.name

    @property
    def column_type(self) -> TypeEngine[Any]:
        """Return the SQL type of the column for the fact."""
        if self.plain is bool:
            return Boolean()
        if self.plain is int:
            return Natural() if self.mark.natural else BigInteger()
        return Words

    @property
    def type_name(self) -> str:
        """Return the column type of the fact in the notation of migrations, such as `number?`."""
        types = {bool: "truth", int: "natural" if self.mark.natural else "number", str: "text"}
        return types[self.plain] + ("?" if self.nullable else "")

    @property
    def is_number(self) -> bool:
        """Return whether the fact is compared as a number."""
        return self.plain is int

    def of(self, document: BaseModel) -> Any:  # noqa: ANN401 - any type of field
        """Return the value of the fact in a document."""
        value: Any = document
        for name in self.path:
            if value is None:
                return None
            value = getattr(value, name)
        if isinstance(value, list | tuple):
            return ",".join(map(str, value))
        return str(value) if isinstance(value, StrEnum) else value

    def within(self, members: Mapping[str, Any]) -> Any:  # noqa: ANN401 - any JSON
        """Return the JSON value of the fact in a document, which is given as a parsed JSON object."""
        return at(members, self.path)


def at(members: Mapping[str, Any], path: tuple[str, ...]) -> Any:  # noqa: ANN401 - any JSON
    """Return the value at a path in a JSON object, or None if the path does not exist.

    >>> at({"difficulty": {"grade": 4}}, ("difficulty", "grade")), at({"difficulty": None}, ("difficulty", "grade"))
    (4, None)
    """
    value: Any = members
    for name in path:
        value = value.get(name) if isinstance(value, dict) else None
    return value


def columns_of(model: type[BaseModel], long: frozenset[str] = frozenset()) -> dict[str, tuple[str, ...]]:
    """Return the columns of a flat table of documents, together with the path of each column in the document.

    The columns are the facts, named as in filters, and some top-level fields: those that are numbers, strings, Booleans
    or lists of these, and are not `long`. Nested fields that are not facts have no column.
    """
    facts: dict[str, list[FactField]] = {}
    for fact in facts_of(model):
        facts.setdefault(fact.path[0], []).append(fact)
    columns: dict[str, tuple[str, ...]] = {}
    for name, field in model.model_fields.items():
        if name in facts:
            columns |= {fact.name: fact.path for fact in facts[name]}
        elif name not in long and all(map(_is_plain, plain_types(field.annotation))):
            columns[name] = (name,)
    return columns


def _is_plain(kind: Any) -> bool:  # noqa: ANN401 - annotations have no common type
    parts = get_args(kind)
    if get_origin(kind) is tuple:
        return parts[1:] == (...,) and _is_plain(parts[0])
    if get_origin(kind) in (list, Literal):
        return all(_is_plain(type(part) if get_origin(kind) is Literal else part) for part in parts)
    return isinstance(kind, type) and issubclass(kind, (str, int, float, type(None)))


def facts_of(model: type[BaseModel], path: tuple[str, ...] = ()) -> Iterator[FactField]:
    """Yield the facts of a model and of its nested objects, in the order of their declaration."""
    for name, field in model.model_fields.items():
        mark = next((item for item in field.metadata if isinstance(item, Fact)), None)
        types = list(plain_types(field.annotation))
        if mark is not None:
            [plain] = [kind for kind in types if kind is not type(None)]
            if plain in (list[int], tuple[int, ...]) or (isinstance(plain, type) and issubclass(plain, StrEnum)):
                plain = str
            if plain not in (int, bool, str):
                raise TypeError(f"{model.__name__}.{name}: a fact must be an int, a str or a bool, not {plain}")
            nullable = type(None) in types or len(path) > 0
            yield FactField(mark.name or name, (*path, name), plain, nullable, mark, field.description or "")
        for part in types:
            if isinstance(part, type) and issubclass(part, DocumentPart):
                yield from facts_of(part, (*path, name))


class DocumentText(NamedTuple):
    """A document as JSON text in two parts: the `body`, which lists include, and the `rest`.

    Only complete views of an object include the `rest`.
    """

    body: str
    rest: str | None


def serialize_document(document: BaseModel, long: frozenset[str] = frozenset()) -> DocumentText:
    """Return a document as JSON text. The fields in `long` form the `rest`."""
    body = document.model_dump_json(exclude=set(long))
    rest = document.model_dump_json(include=set(long))[1:-1] if long else None
    return DocumentText(body, rest or None)


def join_members(body: str, *members: str | None) -> str:
    """Return the JSON object of a body, with members appended that are given as JSON text.

    >>> join_members('{"a":1}', '"b":2', None)
    '{"a":1,"b":2}'
    """
    more = [text for text in members if text]
    if not more:
        return body
    return f"{body[:-1]},{','.join(more)}}}" if len(body) > 2 else f"{{{','.join(more)}}}"


def member(values: Mapping[str, Any]) -> str:
    """Return the members of a JSON object as text, without braces.

    >>> member({"level_count": 3, "starting": True})
    '"level_count":3,"starting":true'
    """
    return readable_json(dict(values))[1:-1]


def differences(stored: BaseModel, made: BaseModel, place: str = "") -> Iterator[str]:
    """Yield the differences between a stored document and the document `made` again from the object's value."""
    for name in type(made).model_fields:
        first, second = getattr(stored, name), getattr(made, name)
        if first == second:
            continue
        if isinstance(first, BaseModel) and type(first) is type(second):
            yield from differences(first, second, f"{place}{name}/")
        else:
            yield f"{place}{name} is {_short(first)}, but must be {_short(second)}"


def _short(value: object) -> str:
    text = str(value)
    return text if len(text) <= 200 else text[:200] + "..."
