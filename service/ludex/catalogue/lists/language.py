"""The query language of lists, searches, exports and jobs, such as `planar vertices>=8 -bipartite graph:K5`.

`parse` converts a query to a syntax tree, and `compile_query` converts it to conditions on the objects of a kind.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from typing import Any, NamedTuple

from lark import Lark, Token, Transformer, UnexpectedCharacters, UnexpectedInput, v_args

from ludex.catalogue.kinds.document import FactField
from ludex.catalogue.kinds.label import MAX_DIGITS, MAX_QUERY
from ludex.catalogue.kinds.registry import AnyKind, Registry, names_of
from ludex.catalogue.lists.filters import (
    OR_NONE,
    STARTING,
    TRUTH,
    WHERE,
    Conjunction,
    Disjunction,
    Expression,
    FilterKind,
    Filters,
    ListCondition,
    ListingError,
    Selectable,
    Term,
    bound_names,
    bounded_fact,
    complement,
    condition_of,
    filter_conditions,
    names_to_use,
    nearest,
    range_condition,
    replace_leaves,
    require_comparable,
)

SORT, KIND, LABEL = "sort", "kind", "label"
_ALWAYS: ListCondition = Conjunction()
_NEVER: ListCondition = Disjunction()
_MAX_DEPTH = 20
_BARE = re.compile(r'[^\s()"]+')

GRAMMAR = r"""
?query: either | -> everything
?either: both (_OR both)*
?both: item (_AND? item)*
?item: ("-" | _NOT) item      -> complement
     | "(" either ")"         -> group
     | NAME SIGN value        -> comparison
     | NAME                   -> word
     | STRING                 -> text
?value: STRING | VALUE

_AND.2: /and(?![\w:=<>-])/i
_OR.2: /or(?![\w:=<>-])/i
_NOT.2: /not(?![\w:=<>-])/i
NAME: /[a-z][a-z0-9_-]*/i
SIGN: ":" | "=" | ">=" | "<=" | ">" | "<"
VALUE: /[^\s()"]+/
STRING: /"[^"]*"/
%ignore /\s+/
"""
"""The grammar of the language, in the notation of the parser Lark. The documentation shows it too."""


class QueryError(ListingError):
    """A query that cannot be parsed, or that contains an unknown name or an unsuitable value."""

    def __init__(self, message: str, position: int) -> None:
        super().__init__(WHERE, f"character {position}: {message}")
        self.position = position


class UnknownName(QueryError):
    """A query that contains a name that the kind does not have, or that has no values."""


class Atom(NamedTuple):
    """A word, a text or a comparison. The sign of a word is empty, and the name of a text is empty.

    `position` is the number of its first character in the query, counted from 1.
    """

    name: str
    sign: str = ""
    value: str = ""
    position: int = 1
    complement: bool = False


Syntax = Expression[Atom]
"""The syntax tree of a query. Parentheses are a conjunction with a single part."""


@dataclass(frozen=True, slots=True)
class CompiledQuery:
    """The conditions of a query, all of which an object must satisfy, and the sort order, or an empty text."""

    conditions: tuple[ListCondition, ...]
    sort: str


def _name(text: str) -> str:
    return text.lower().replace("-", "_").replace(" ", "_")


def _plain(text: str) -> str:
    return str(text[1:-1] if text.startswith('"') else text)


@v_args(inline=True)
class _SyntaxBuilder(Transformer[Token, Syntax]):
    """The conversion of a parsed query to its syntax tree, which takes place during parsing."""

    def everything(self) -> Syntax:
        return Conjunction()

    def either(self, *parts: Syntax) -> Syntax:
        return Disjunction(parts)

    def both(self, *parts: Syntax) -> Syntax:
        return Conjunction(parts)

    def group(self, part: Syntax) -> Syntax:
        return Conjunction((part,))

    def complement(self, part: Syntax) -> Syntax:
        return complement(part)

    def comparison(self, name: Token, sign: Token, value: Token) -> Syntax:
        return Atom(_name(name), ":" if sign == "=" else str(sign), _plain(value), (name.start_pos or 0) + 1)

    def word(self, name: Token) -> Syntax:
        return Atom(_name(name), position=(name.start_pos or 0) + 1)

    def text(self, text: Token) -> Syntax:
        return Atom("", value=_plain(text), position=(text.start_pos or 0) + 1)


_PARSER = Lark(GRAMMAR, start="query", parser="lalr", transformer=_SyntaxBuilder())


@lru_cache(maxsize=1024)
def parse(text: str) -> Syntax:
    """Return the syntax tree of a query. Raises QueryError.

    >>> parse("planar vertices>=8")
    Conjunction(parts=(Atom(name='planar', sign='', value='', position=1, complement=False), \
Atom(name='vertices', sign='>=', value='8', position=8, complement=False)))
    """
    if len(text) > MAX_QUERY:
        raise QueryError(f"a query can have at most {MAX_QUERY:,} characters", MAX_QUERY + 1)
    if max(accumulate(1 - 2 * (sign == ")") for sign in text if sign in "()"), default=0) > _MAX_DEPTH:
        raise QueryError(f"more than {_MAX_DEPTH} nested parentheses", 1)
    try:
        parsed: Any = _PARSER.parse(text)
    except UnexpectedInput as error:
        raise _syntax_error(text, error) from None
    return parsed  # type: ignore[no-any-return]


def _syntax_error(text: str, error: UnexpectedInput) -> QueryError:
    token: Token | None = getattr(error, "token", None)
    if isinstance(error, UnexpectedCharacters):
        place = error.pos_in_stream or 0
        found = text[place : place + 1]
    elif token is None or token.type == "$END":
        return QueryError("the query ends too early: a value or a parenthesis is missing", len(text) + 1)
    else:
        place, found = token.start_pos or 0, str(token)
    return QueryError(f"unexpected {found!r}; check signs and parentheses, and quote texts that have spaces", place + 1)


@lru_cache(maxsize=1024)
def compile_query(selectable: Selectable, text: str) -> CompiledQuery:
    """Return the conditions of a query for the objects of a kind. Raises QueryError."""
    syntax = parse(text)
    sorts = [atom for atom in _top_level(syntax) if atom.name == SORT and atom.sign]
    if len(sorts) > 1:
        raise QueryError("a query can have only one sort order", sorts[1].position)
    sort = _sort(selectable, sorts[0]) if sorts else ""

    def compiled_atom(atom: Atom) -> ListCondition:
        return _ALWAYS if atom in sorts else _condition(selectable, atom)

    compiled = replace_leaves(syntax, compiled_atom)
    parts = compiled.parts if isinstance(compiled, Conjunction) else (compiled,)
    return CompiledQuery(tuple(part for part in parts if part != _ALWAYS), sort)


def _top_level(syntax: Syntax) -> list[Atom]:
    """Return the atoms outside parentheses and complements that are not alone beside an `or`."""
    alternatives = syntax.parts if isinstance(syntax, Disjunction) else (syntax,)
    several = [part.parts for part in alternatives if isinstance(part, Conjunction) and len(part.parts) > 1]
    items = [syntax] if isinstance(syntax, Atom) else [item for parts in several for item in parts]
    return [item for item in items if isinstance(item, Atom) and not item.complement]


def _queries(selectable: Selectable, filters: Filters) -> Iterator[CompiledQuery]:
    given = filters.get(WHERE, ())
    return (compile_query(selectable, query) for query in ((given,) if isinstance(given, str) else given))


def conditions_of(selectable: Selectable, filters: Filters) -> Iterator[ListCondition]:
    """Yield the conditions of the filters of a list, including those of its query. Raises ListingError."""
    for query in _queries(selectable, filters):
        yield from query.conditions
    yield from filter_conditions(selectable, {name: value for name, value in filters.items() if name != WHERE})


def sort_of(selectable: Selectable, filters: Filters) -> str:
    """Return the sort order that the query of a list states, or an empty text. Raises ListingError."""
    return next((query.sort for query in _queries(selectable, filters) if query.sort), "")


def kinds_called(registry: Registry, name: str) -> tuple[AnyKind, ...]:
    """Return the kinds that a user can call by a name, such as `level` or `no-swish sets`."""
    written = name.lower().replace("_", "-").replace(" ", "-")
    return tuple(kind for kind in registry.kinds if written in names_of(kind))


@lru_cache(maxsize=8)
def nouns_of(registry: Registry) -> frozenset[str]:
    """Return the words that alone state the kind in a query, unless the kind has a fact or a link of this name."""
    return frozenset(_name(noun) for kind in registry.kinds for noun in (kind.plural, kind.noun, kind.name))


def kinds_of(registry: Registry, syntax: Syntax) -> tuple[AnyKind, ...]:
    """Return the kinds whose objects a query can select: those that it states, or all kinds."""
    if isinstance(syntax, Disjunction):
        return registry.kinds
    for name, sign, value, *_ in _top_level(syntax):
        if (name == KIND and sign) or (name in nouns_of(registry) and not sign):
            return kinds_called(registry, value or name)
        labelled = registry.labelled(value) if name == LABEL else None
        if labelled is not None:
            return (labelled,)
    return registry.kinds


@lru_cache(maxsize=256)
def vocabulary_of(selectable: Selectable) -> Mapping[str, Atom | str]:
    """Return the names that a query about a kind can contain, keyed by spelling.

    The value is the name or flag for which a synonym stands, or the query for which a word of the game stands.
    """
    names: dict[str, Atom | str] = {}
    for fact in selectable.facts.values():
        for name in (fact.name, *fact.mark.synonyms):
            names.setdefault(_name(name), Atom(fact.name))
        for name in fact.mark.opposites:
            names.setdefault(_name(name), Atom(fact.name, ":", "false"))
        for name in bound_names(fact.name) if fact.is_number else ():
            names.setdefault(name, Atom(name))
    own = (*selectable.columns, *selectable.related, *selectable.special, STARTING, LABEL, KIND, SORT)
    for name in own:
        names.setdefault(name, Atom(name))
    for game in selectable.registry.games:
        for word in game.vocabulary.words:
            if selectable.kind.name in word.kinds:
                for name in word.names:
                    names.setdefault(_name(name), word.query)
    for noun in nouns_of(selectable.registry):
        names.setdefault(noun, f"{KIND}:{noun}")
    return names


def _sort(selectable: Selectable, atom: Atom) -> str:
    """Return the sort order that a query states. Raises QueryError."""
    name = atom.value.removeprefix("-")
    meaning = vocabulary_of(selectable).get(_name(name), name)
    fact = meaning.name if isinstance(meaning, Atom) else name
    if atom.sign != ":" or fact not in selectable.sorts:
        raise QueryError(f"cannot sort by {name!r}; {names_to_use(name, selectable.sorts)}", atom.position)
    return f"-{fact}" if atom.value.startswith("-") else fact


def _condition(selectable: Selectable, atom: Atom) -> ListCondition:
    if atom.name == "":
        raise QueryError(f'no title has the text "{atom.value}"; write NAME:TEXT', atom.position)
    names, compared = vocabulary_of(selectable), f"{atom.name}{atom.sign}{_name(atom.value)}"
    meaning = names.get(compared) or names.get(atom.name)
    if meaning is None:
        near = nearest(atom.name, (name for name in names if ":" not in name))
        hint = f"did you mean {near!r}?" if near else "the glossary lists the names"
        words = selectable.kind.words_of_several
        raise UnknownName(f"unknown name {atom.name!r} of {words}; {hint}", atom.position)
    if isinstance(meaning, str) and atom.sign and compared not in names:
        raise UnknownName(f"{atom.name!r} has no values; write it alone", atom.position)
    try:
        if isinstance(meaning, str):
            found: ListCondition = Conjunction(compile_query(selectable, meaning).conditions)
        else:
            found = _named(selectable, meaning, atom)
    except QueryError:
        raise
    except ListingError as error:
        raise QueryError(f"{atom.name}: {error.message}", atom.position) from None
    return complement(found) if atom.complement else found


def _named(selectable: Selectable, meaning: Atom, atom: Atom) -> ListCondition:
    """Return the condition of a fact, a flag, a link or another declared name. Raises ListingError."""
    name, value = meaning.name, atom.value
    fact = selectable.facts.get(name)
    if name == STARTING or (fact is not None and fact.plain is bool):
        return _flag(meaning, atom)
    if not atom.sign:
        raise ListingError(name, f"write a value after it, as in {atom.name}:VALUE")
    if fact is not None and fact.is_number:
        return _number(fact, atom)
    if atom.sign != ":":
        raise ListingError(name, "only numbers can be compared in this way; use ':'")
    if name == SORT:
        raise QueryError("a sort order can only be at the top level of a query", atom.position)
    if name == KIND:
        return _kind(selectable, value)
    if name == LABEL:
        require_comparable(name, value)
        return Term(FilterKind.LABEL, name, "=", value)
    bounded = selectable.facts.get(bounded_fact(name) or "")
    if bounded is not None:
        return condition_of(selectable, name, _natural(bounded, value))
    return condition_of(selectable, name, None if fact is not None and fact.nullable and value == "none" else value)


def _flag(meaning: Atom, atom: Atom) -> ListCondition:
    value = TRUTH.get(atom.value.lower()) if atom.sign == ":" else None if atom.sign or atom.value else True
    if value is None and (atom.sign, atom.value) != (":", "none"):
        raise ListingError(meaning.name, "is true or false; write it alone, with '-' before it, or with ':false'")
    if value is not None and meaning.value == "false":
        value = not value
    return Term(FilterKind.FACT, meaning.name, "=", value)


def _kind(selectable: Selectable, name: str) -> ListCondition:
    kinds = kinds_called(selectable.registry, name)
    if not kinds:
        near = nearest(name, (kind.plural for kind in selectable.registry.kinds))
        raise ListingError(KIND, f"unknown kind {name!r}" + (f"; did you mean {near!r}?" if near else ""))
    return _ALWAYS if selectable.kind in kinds else _NEVER


def _number(fact: FactField, atom: Atom) -> ListCondition:
    """Return the condition that compares a number. Raises ListingError."""
    if atom.sign == ":":
        return Disjunction(tuple(_alternative(fact, part) for part in atom.value.split(",")))
    number = _natural(fact, atom.value)
    match atom.sign:
        case ">":
            return Term(FilterKind.FACT, fact.name, ">=", number + 1)
        case "<":
            return Term(FilterKind.FACT, fact.name, "<=", number - 1) if number else _NEVER
    return Term(FilterKind.FACT, fact.name, atom.sign, number)


def _alternative(fact: FactField, text: str) -> ListCondition:
    if ".." in text:
        return range_condition(fact.name, text, fact)
    missing = text == "none" and fact.nullable
    return Term(FilterKind.FACT, fact.name, "=", None if missing else _natural(fact, text))


def _natural(fact: FactField, text: str) -> int:
    if not (text.isdecimal() and text.isascii() and len(text) <= MAX_DIGITS):
        raise ListingError(fact.name, f"{text!r} is not a whole number, such as 5, or a range, such as 3..5")
    number = int(text)
    require_comparable(fact.name, number + 1, fact)
    return number


def query_text(filters: Filters, sort: str = "") -> str:
    """Return the filters and the sort order of a list as a query.

    >>> query_text({"planar": True, "min_swaps": "3..5", "title": "All cards", "where": "easy or hard"}, "-grade")
    'planar min_swaps:3..5 title:"All cards" (easy or hard) sort:-grade'
    """
    texts = []
    for name, value in filters.items():
        if name == WHERE:
            is_plain = not value.strip() or not isinstance(parse(value), Disjunction)
            texts.append(value.strip() if is_plain else f"({value.strip()})")
        elif value is True:
            texts.append(name)
        else:
            text = str(value).lower() if isinstance(value, bool) else str(value)
            texts.append(f"{name}:{text}" if _BARE.fullmatch(text) else f'{name}:"{text}"')
    return " ".join([*filter(None, texts), *([f"{SORT}:{sort}"] if sort else [])])


def plain_filters(selectable: Selectable, text: str) -> dict[str, Any] | None:
    """Return a query as filters of a list, or None if it is not a conjunction of different filters.

    Raises QueryError.
    """
    filters: dict[str, Any] = {}
    for name, value in _filters(selectable, Conjunction(compile_query(selectable, text).conditions)):
        if name == "" or name in filters:
            return None
        filters[name] = value
    return filters


def _filters(selectable: Selectable, condition: ListCondition) -> Iterator[tuple[str, Any]]:
    """Yield the filters that together are a condition. A part that is no filter has an empty name."""
    match condition:
        case Conjunction(
            (
                Term(name=name, sign=">=", value=least, complement=False),
                Term(name=other, sign="<=", value=most, complement=False),
            )
        ) if name == other:
            yield name, f"{least}..{most}"
        case Conjunction(parts):
            for part in parts:
                yield from _filters(selectable, part)
        case Disjunction((part,)):
            yield from _filters(selectable, part)
        case Disjunction((Conjunction() as part, Term(name=missing, sign="=", value=None))):
            for name, text in _filters(selectable, part):
                yield name if name == missing else "", f"{text}{OR_NONE}"
        case Term(by=FilterKind.LABEL) | Term(value=None):
            yield "", None
        case Term(name=name, sign="=", value=bool() as value, complement=True):
            fact = selectable.facts.get(name)
            yield "" if fact is None or fact.nullable else name, not value
        case Term(name=name, sign=sign, value=value, complement=False):
            yield name, value if sign == "=" else f"{value}.." if sign == ">=" else f"..{value}"
        case _:
            yield "", None
