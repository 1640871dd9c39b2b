"""The search for a text, which returns results (best first) and interpretations of the text.

The first results are objects and pages whose names match. Then come the objects of the list that the text describes,
and then pages and titles. If it is uncertain whether the text describes a list, its objects come last. Each of these
parts has its own pages, so that a later page costs as much as the first page.
"""

import json
import re
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache, partial
from itertools import chain, islice
from math import comb
from pkgutil import resolve_name
from typing import Any
from urllib.parse import quote, urlencode

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.exact_results.declaration import IntegerSequence, RecordTable, find_result
from ludex.catalogue.exact_results.reading import read_records, read_sequences
from ludex.catalogue.kinds.label import MAX_QUERY
from ludex.catalogue.kinds.registry import AnyKind, Registry, named_object, names_of_literature
from ludex.catalogue.kinds.vocabulary import NamedObject, Question
from ludex.catalogue.lists.filters import CREATED, WHERE, Disjunction, leaves
from ludex.catalogue.lists.language import (
    KIND,
    QueryError,
    UnknownName,
    compile_query,
    kinds_called,
    kinds_of,
    parse,
    plain_filters,
    vocabulary_of,
)
from ludex.catalogue.lists.listing import page, selectable_of, sort_key
from ludex.catalogue.objects.reading import ObjectView, find, find_key
from ludex.catalogue.search.names import (
    OpenBudget,
    Recognized,
    index_of,
    labels_beginning,
    notations_of,
    object_title,
    objects_named,
    recognize,
)
from ludex.catalogue.search.pages import GLOSSARY, LIST, PAGE, sequence_address
from ludex.catalogue.search.text_index import MENTIONED, NUMBERS, SAME_TITLE, TextEntry, normalize, stem
from ludex.catalogue.search.translation import (
    Translation,
    corrected_text,
    is_number,
    kinds_mentioned,
    lexicons,
    list_title,
    number_of_joined,
    tokens,
    translate,
)
from ludex.catalogue.storage.database import Database
from ludex.catalogue.storage.snapshot import Reader
from ludex.engine.notation import Notation, notation_of

SUGGESTION = "suggestion"
"""The kind of results that suggest another search."""

API = "/api/v1"
"""The prefix of the addresses of the API."""

_MOST_PAGES = 200
_MOST_SUGGESTED_PAGES = 4
_NUMBER = re.compile(r"[0-9]{1,60}")
_SIGNS = re.compile(r"(?<![^\s(-])[a-z][a-z0-9_-]*(?::|>=|<=|=|<|>)(?=[\w\".])|(?:^|[\s(])-[a-z(]", re.IGNORECASE)
"""The signs of the query language in a text: a comparison without spaces, or a complement."""

_STATED_NOTATION = re.compile(r"(\w+)(?::\s*|\s+)(\S+)$")
"""A text after the name of its notation, such as `graph6 D~{`."""

_DECK = re.compile(r"\b[a-z]+-\d[\d-]*")
_SYMBOL = re.compile(r"[a-z][0-9]+(?:,[0-9]+)*")
_MOST_MENTIONED = 30
_MOST_TITLED = 10
_TERM = re.compile(r"[1-9][0-9]{2,59}")
_TERMS = re.compile(rf"\(?{_NUMBER.pattern}(?:(?:\s*[,;]\s*|\s+){_NUMBER.pattern}){{3,40}}[\s,.)…]*")
_LONG_WORD = re.compile(r"[^\W\d_]{3}")
Position = tuple[int, int]
"""The position at which the results continue: the index of a part, and the place in this part."""


@dataclass(frozen=True, slots=True)
class SearchResult:
    """A result of a search: an object, or a page.

    Attributes
    ----------
    label
        Label of the object; null if the result is a page or another search.
    kind
        Kind of the object. For other results, `page`, `list`, `glossary`, `documentation` or `suggestion` (a similar
        search that has results).
    title
        Title of the object or page.
    url
        URL path of the object in the API, or of the page.
    """

    label: str | None
    kind: str
    title: str
    url: str


@dataclass(frozen=True, slots=True)
class UnderstoodText:
    """An interpretation of the text as a list or as a single object.

    Attributes
    ----------
    kind
        Kind of the objects.
    filters
        Filters for the list of this kind, in the form that the list accepts. Empty if the text describes one object,
        all objects of the kind, or a query that is not a conjunction of filters.
    text
        The interpretation, and the words that were not understood.
    url
        URL path of the list in the API, of the object, or of a page to draw an object that is not stored.
    query
        The list in the query language; empty for a single object.
    """

    kind: str
    filters: dict[str, int | bool | str]
    text: str
    url: str
    query: str = ""


@dataclass(frozen=True, slots=True)
class SearchAnswer:
    """The response to a search: the results, the interpretations, and the position of the next page.

    `recognized` is the meaning of a text in a notation, and `faults` are the errors in such a text.
    """

    items: Sequence[SearchResult]
    understood: Sequence[UnderstoodText]
    after: Position | None = None
    recognized: Recognized | None = None
    faults: Sequence[str] = ()


_Part = Callable[[int], Iterator[tuple[int, SearchResult]]]
"""A part of the results, which yields the results after a place, each with its own place."""


def search_everything(
    catalogue: Catalogue,
    text: str,
    budget: OpenBudget,
    *,
    limit: int = 20,
    after: Position = (0, 0),
    notations: Sequence[Any] | None = None,
) -> SearchAnswer:
    """Return a page of the results for a text, and the interpretations of the text.

    `budget` opens the budget for parsing a text in a notation. `notations` are the notations to recognize, by default
    those of the installed games that the catalogue has. Raises BudgetExhausted.
    """
    raw, plain = _printable(text), normalize(text)
    if not plain:
        return SearchAnswer((), ())
    registry = catalogue.registry
    named = named_object(registry, plain)
    with catalogue.reading() as reader:
        names = _with_name(reader, plain)
        begun = [_result(find(reader, label)) for label in labels_beginning(reader, plain.replace(" ", "-"))]
        answers = [*_sequences_with_terms(reader, plain), *_answers(reader, plain)]
        query = raw if names or named else _with_labels(reader, catalogue.database, raw)
    readings, faults = ([], ()) if names or named else _query_readings(registry, query)
    is_query = bool(readings)
    if not (names or begun or named or answers or readings):
        recognized, invalid = _recognized(catalogue, raw, budget, notations)
        if recognized is not None or (invalid and not faults):
            # A notation may begin with the name of a fact, as in "pegs:***/**./...", which is no valid query.
            with catalogue.reading() as reader:
                stored = [_result(find(reader, recognized.label))] if recognized and recognized.label else []
            return SearchAnswer(stored, _understood_notation(recognized), None, recognized, invalid)
    with catalogue.reading() as reader:
        understood: list[UnderstoodText] = []
        if named is not None:
            found = find_key(reader, registry.kind[named.kind], named.identity.key)
            understood.append(_understood_name(registry, named, found))
            names += [] if found is None else [_result(found, title=named.title)]
        names += answers
        is_name = bool(named or answers or ((names or begun) and " " not in plain and "-" in plain))
        if not (readings or faults or is_name):
            readings = _described(registry, plain) or translate(registry, plain, _label_reader(reader))
        if len(readings) > 1 and not readings[0].has_noun:
            readings = _with_objects(reader, readings) or readings
        understood += [_understood_list(registry, reading) for reading in readings]
        names += [] if names or readings else _mentioned(reader, plain)
        texts = [] if is_query else _text_results(catalogue, reader, plain, is_loose=not readings)
        if not (readings or is_name):
            mentioned = ((MENTIONED, _list_result(kind, title)) for kind, title in kinds_mentioned(registry, plain))
            texts = sorted((*texts, *mentioned), key=lambda scored: -scored[0])
        elif named is not None:
            texts = [scored for scored in texts if scored[1].kind != named.kind]
        items, position = _page_of_parts(_parts(texts, reader, names, begun, readings, limit), after, limit)
        is_known = after != (0, 0) or is_query or bool(names or begun or named or faults)
        if not is_known and not (items and readings and not readings[0].ignored):
            items = [*_suggestions(catalogue, reader, plain, readings, items)]
    return SearchAnswer(items, understood, position, None, faults)


def _recognized(
    catalogue: Catalogue, text: str, budget: OpenBudget, notations: Sequence[Any] | None
) -> tuple[Recognized | None, Sequence[str]]:
    """Return the meaning of a text in a notation, whose name may precede the text, or an error message."""
    stated = _STATED_NOTATION.match(text)
    if stated is not None and notation_of(stated[2]).value == stated[1].lower():
        text = stated[2]
    known = notations_of(catalogue.registry) if notations is None else notations
    recognized, invalid = recognize(catalogue, text, budget, known)
    # A text with a long word is more likely to consist of words than to be an invalid position.
    is_words = _LONG_WORD.search(normalize(text)) is not None and notation_of(text) is Notation.OTHER
    return recognized, () if is_words else invalid


def _mentioned(reader: Reader, text: str) -> list[SearchResult]:
    """Return the stored objects whose short names or names in the literature occur in a text, as in "is K5 planar"."""
    found = []
    for word in text.split()[:_MOST_MENTIONED]:
        named = named_object(reader.registry, word) if _SYMBOL.fullmatch(word) else None
        view = None if named is None else find_key(reader, reader.registry.kind[named.kind], named.identity.key)
        if named is not None and view is not None:
            found.append(_result(view, title=named.title))
        elif "-" in word and any(map(str.isdigit, word)):
            found += _with_name(reader, word)
    return found


def _query_readings(registry: Registry, text: str) -> tuple[list[Translation], Sequence[str]]:
    """Return the lists that a text in the query language selects, or an error message.

    If the text is not in the query language, both are empty.
    """
    named = {found[0].strip("-( ").rstrip(":<>=").lower().replace("-", "_") for found in _SIGNS.finditer(text)}
    vocabularies = (vocabulary_of(lexicon.selectable) for lexicon in lexicons(registry) if named)
    if len(text) > MAX_QUERY or not any(re.split("[:<>=]", name)[0] in named for name in chain(*vocabularies)):
        return [], ()
    readings, faults = [], []
    try:
        kinds = kinds_of(registry, parse(text)) or registry.kinds
    except QueryError as error:
        return [], (error.message,)
    for lexicon in lexicons(registry):
        if lexicon.kind in kinds:
            try:
                compile_query(lexicon.selectable, text)
                readings.append(Translation(lexicon.kind, lexicon.title, text))
            except QueryError as error:
                faults.append(error)
    faults.sort(key=lambda error: (-error.position, isinstance(error, UnknownName)))
    readings.sort(key=lambda reading: (f"label:{reading.kind.name}-" not in text, number_of_joined(registry, reading)))
    return readings, (() if readings else [faults[0].message])


def _with_objects(reader: Reader, readings: Sequence[Translation]) -> list[Translation]:
    """Return the lists of a query that are not empty: a query such as `tag:boss` selects objects of every kind."""
    return [reading for reading in readings if page(reader, reading.kind, {WHERE: reading.query}, limit=1).items]


def _with_labels(reader: Reader, database: Database, query: str) -> str:
    """Return a query in which the labels of objects with a title replace texts alone, such as "easy levels".

    A text that is not in the query language, or that is no title, is not changed.
    """
    try:
        alone = [] if _SIGNS.search(query) is None else [atom for atom in leaves(parse(query)) if not atom.name]
    except QueryError:
        return query
    for atom in reversed(alone):
        entries = (entry for _, entry in index_of(database).search(reader, atom.value))
        found = [entry.label for entry in entries if entry.label is not None][:_MOST_TITLED]
        if not found:
            return query
        begin, end = atom.position - 1, atom.position + 1 + len(atom.value)
        labels = " or ".join(f"label:{label}" for label in found)
        query = f"{query[:begin]}({labels}){query[end:]}"
    return query


def _answers(reader: Reader, text: str) -> list[SearchResult]:
    """Return the page of the sequence or the table that answers a question about numbers, with the number."""
    for question in (question for game in reader.registry.games for question in game.vocabulary.questions):
        if any(re.search(pattern, text) for pattern in question.patterns):
            words = tokens(_DECK.sub(" ", text).replace(",", " "))
            numbers = [int(word) if word.isdecimal() else NUMBERS[word] for word in words if is_number(word)]
            page = SearchResult(None, PAGE, question.title, question.address)
            answer = _answer(reader, question, numbers)
            return [page] if answer is None else _unique((answer, page))
    return []


def _answer(reader: Reader, question: Question, numbers: list[int]) -> SearchResult | None:
    """Return the answer to a question, or None if the number is not known or not determined by the text.

    The answer links to the claims about its object, or to the page of the question if no claim states the number.
    """
    cited = ""
    ends = {"least": min(numbers, default=0), "most": max(numbers, default=0)}
    _, sort, name = question.address.split("/")
    try:
        row, *columns = (part.format(*numbers, **ends) for part in question.index)
        if sort == "sequences":
            [terms] = read_sequences(reader, [find_result(reader.registry, IntegerSequence, name)])
            known = dict(enumerate(zip(terms.terms, terms.claims, strict=True), terms.offset))
            value, claim = known[int(row)]
        else:
            [table] = read_records(reader, [find_result(reader.registry, RecordTable, name)])
            cells = [
                cell for cell in table.cells if [str(cell.row), str(cell.column)][: 1 + len(columns)] == [row, *columns]
            ]
            value, place = max((cell.value, place) for place, cell in enumerate(cells) if cell.value is not None)
            cell = cells[place]
            claim, cited = cell.claim, " (cited)" if cell.source == "cited" else ""
    except (IndexError, KeyError, ValueError):
        return None
    shares = {}
    if question.cards:
        share = Fraction(value, comb(question.cards, numbers[0]))
        shares = {"share": _percentage(share), "rest": _percentage(1 - share)}
    title = question.answer.format(*numbers, **ends, value=f"{value:,}", **shares) + cited
    return SearchResult(None, PAGE, title, question.address if claim is None else f"/objects/{claim.subject}#claims")


def _percentage(share: Fraction) -> str:
    """Return a share in percent.

    >>> _percentage(Fraction(1, 3)), _percentage(Fraction(1, 10**9)), _percentage(1 - Fraction(1, 10**9))
    ('33.3333%', '1e-07%', 'over 99.9999%')
    """
    if share > Fraction(999999, 1000000):
        return "100%" if share == 1 else "over 99.9999%"
    return f"{float(100 * share):{'.4f' if share > Fraction(1, 1000000) else '.3g'}}%"


@lru_cache(maxsize=8)
def _describers(registry: Registry) -> tuple[Callable[[str], tuple[str, str] | None], ...]:
    references = (game.vocabulary.described_objects for game in registry.games)
    return tuple(resolve_name(reference) for reference in references if reference)


def _described(registry: Registry, text: str) -> list[Translation]:
    """Return the list of the objects that a game recognizes by their description, such as "three red diamonds"."""
    for describe in _describers(registry):
        found = describe(text)
        if found is not None:
            kind = registry.kind[found[0]]
            title = next(game.title for game in registry.games if kind in game.kinds)
            return [Translation(kind, list_title(kind, title), found[1])]
    return []


def _printable(text: str) -> str:
    return "".join(character if character.isprintable() or character in "\n\t" else " " for character in text).strip()


def object_url(kind: AnyKind, label: str) -> str:
    """Return the URL path of an object."""
    return f"{API}/{kind.address}/{quote(label, safe='')}"


def _result(found: ObjectView, name: str = "", title: str = "") -> SearchResult:
    """Return a search result for an object.

    If the object is built in and not stored, the result has no label, and its URL contains `name`.
    """
    label = found.label if found.id else None
    title = title or object_title(found.kind, found.label, json.loads(found.text()))
    return SearchResult(label, found.kind.name, title, object_url(found.kind, label or name))


def _with_name(reader: Reader, text: str) -> list[SearchResult]:
    """Return the objects with the given name. The noun of the kind may precede the name, as in "pack hard"."""
    found = objects_named(reader, text)
    noun, _, name = text.rpartition(" ")
    if found or not noun:
        return [_result(view, text) for view in found]
    kinds = [kind for kind in reader.registry.kinds if noun in (kind.words, f"{kind.game} {kind.words}")]
    return [_result(view, name) for view in objects_named(reader, name) if view.kind in kinds]


def _understood_name(registry: Registry, named: NamedObject, found: ObjectView | None) -> UnderstoodText:
    kind = registry.kind[named.kind]
    if found is not None:
        return UnderstoodText(kind.name, {}, f"{named.title}, in the catalogue", object_url(kind, found.label))
    text = f"{named.title}. It is not in the catalogue. You can draw it, and look for related objects."
    return UnderstoodText(kind.name, {}, text, named.draw_address)


def _understood_notation(recognized: Recognized | None) -> list[UnderstoodText]:
    if recognized is None:
        return []
    kind, about, label = recognized.kind, recognized.about, recognized.label
    state = f"It is {'not ' if label is None else ''}in the catalogue."
    url = f"{API}/{kind.address}" if label is None else object_url(kind, label)
    return [UnderstoodText(kind.name, {}, f"{about[:1].upper()}{about[1:]}. {state}", url)]


def _understood_list(registry: Registry, reading: Translation) -> UnderstoodText:
    kind = reading.kind
    selectable = selectable_of(registry, kind)
    filters, sort = plain_filters(selectable, reading.query), compile_query(selectable, reading.query).sort
    parameters = {WHERE: reading.query} if filters is None else {**filters, **({"sort": sort} if sort else {})}
    values = {name: str(value).lower() if isinstance(value, bool) else value for name, value in parameters.items()}
    url = f"{API}/{kind.address}{'?' if values else ''}{urlencode(values, safe=',')}"
    return UnderstoodText(kind.name, filters or {}, reading.text, url, _with_kind(registry, kind, reading.query))


def _with_kind(registry: Registry, kind: AnyKind, query: str) -> str:
    """Return a query that states the kind of the objects."""
    syntax = parse(query)
    if kinds_of(registry, syntax) == (kind,) or (isinstance(syntax, Disjunction) and f"{KIND}:" in query):
        return query
    name = kind.noun if len(kinds_called(registry, kind.noun)) == 1 else kind.name
    query = f"({query})" if isinstance(syntax, Disjunction) else query
    return f"kind:{name} {query.removeprefix(f'{KIND}:{kind.noun} ')}".strip()


def _label_reader(reader: Reader) -> Callable[[str, str], str | None]:
    """Return a function that returns the label of a linked object, given the kind and the name of the object."""

    @cache
    def read(name: str) -> dict[str, str]:
        labels = {} if " " in name else {view.kind.name: view.label for view in objects_named(reader, name)}
        named = named_object(reader.registry, name)
        return labels if named is None else labels | {named.kind: named.identity.named(named.kind).label}

    return lambda kind, name: read(name).get(kind)


def _parts(
    scored: Sequence[tuple[float, SearchResult]],
    reader: Reader,
    names: Sequence[SearchResult],
    begun: Sequence[SearchResult],
    readings: Sequence[Translation],
    limit: int,
) -> list[_Part]:
    """Return the parts of the results in their order."""
    whole = [f"/{reading.kind.address}" for reading in readings if not reading.query]
    same = [result for score, result in scored if score >= SAME_TITLE or result.url in whole]
    named = _unique((*names, *sorted(same, key=lambda result: result.kind == GLOSSARY), *begun))
    known, urls = {result.label for result in named}, {result.url for result in named}
    is_certain = bool(readings) and readings[0].is_certain
    left_out = {reading.kind.name for reading in readings if is_certain or not reading.query}
    texts = [result for _, result in scored if result.url not in urls]
    others = _unique(result for result in texts if result.label is None or result.kind not in left_out)
    objects = [partial(_listed, reader, reading, known, limit) for reading in readings]
    lists = [_list_result(reading.kind, reading.title) for reading in readings if reading.query and texts]
    found = partial(_after, _unique((*lists, *others)) if is_certain else others)
    return [partial(_after, named), *objects, found] if is_certain else [partial(_after, named), found, *objects]


def _after(results: Sequence[SearchResult], place: int) -> Iterator[tuple[int, SearchResult]]:
    return enumerate(results[place:], place + 1)


def _sequences_with_terms(reader: Reader, text: str) -> list[SearchResult]:
    """Return the pages of the integer sequences that contain the numbers of a text as terms.

    There are none if the text has two or three numbers, or a single number with fewer than three digits.
    """
    if _TERMS.fullmatch(text) is None and _TERM.fullmatch(text) is None:
        return []
    wanted = [int(number) for number in _NUMBER.findall(text)]
    found = []
    for sequence in read_sequences(reader):
        begins = range(len(sequence.terms) - len(wanted) + 1)
        if any(sequence.terms[begin : begin + len(wanted)] == wanted for begin in begins):
            found.append(SearchResult(None, PAGE, sequence.title, sequence_address(sequence.name)))
    return found


def _unique(results: Iterable[SearchResult]) -> list[SearchResult]:
    """Return the results without duplicate objects and pages."""
    found: dict[str, SearchResult] = {}
    for result in results:
        found.setdefault(result.label or result.url, result)
    return list(found.values())


def _listed(
    reader: Reader, reading: Translation, known: Container[str | None], limit: int, place: int
) -> Iterator[tuple[int, SearchResult]]:
    """Yield the objects of the list that a text describes after the object with the id `place`, with their ids."""
    kind = reading.kind
    stated = compile_query(selectable_of(reader.registry, kind), reading.query).sort
    sort, descending = stated.removeprefix("-") or CREATED, stated.startswith("-")
    filters = {WHERE: reading.query} if reading.query else {}
    after = sort_key(reader, kind, sort, place) if place else None
    while not place or after is not None:  # The last object of the previous page may have been deleted.
        found = page(reader, kind, filters, sort, descending=descending, after=after, limit=limit + 1)
        for view in found.items:
            place = view.id
            if view.label not in known:
                yield place, _result(view)
        after = found.after
        if after is None:
            return


def _page_of_parts(parts: Sequence[_Part], after: Position, limit: int) -> tuple[list[SearchResult], Position | None]:
    """Return the results after a position, and the position at which the next page begins."""
    first, place = after
    found = (
        ((number, following), result)
        for number, part in enumerate(parts[first:], first)
        for following, result in part(place if number == first else 0)
    )
    chosen = list(islice(found, limit + 1))
    return [result for _, result in chosen[:limit]], chosen[limit - 1][0] if len(chosen) > limit else None


def _text_results(
    catalogue: Catalogue, reader: Reader, text: str, *, is_loose: bool
) -> list[tuple[float, SearchResult]]:
    """Return the titled objects and the pages that contain the words of a text, with scores, best first."""
    found = index_of(catalogue.database).search(reader, text, is_loose=is_loose)
    return [(score, _text_result(reader.registry, entry)) for score, entry in found[:_MOST_PAGES]]


def _list_result(kind: AnyKind, title: str) -> SearchResult:
    return SearchResult(None, LIST, title, f"/{kind.address}")


def _text_result(registry: Registry, entry: TextEntry) -> SearchResult:
    url = entry.address if entry.label is None else object_url(registry.kind[entry.kind], entry.label)
    return SearchResult(entry.label, entry.kind, entry.title, url)


def _suggestions(
    catalogue: Catalogue, reader: Reader, text: str, readings: Sequence[Translation], items: Sequence[SearchResult]
) -> Iterator[SearchResult]:
    """Yield a suggested search if the text may have typing errors, and then the given results.

    If there are results or interpretations, the search with corrected words is suggested only if it is understood
    better than the text. If there are no results, the pages that match the corrected or the known words follow.
    """
    registry, index = catalogue.registry, index_of(catalogue.database)
    known = {*index.index.words(), *(word for names in names_of_literature(registry) for word in names.words)}
    known.update(word for lexicon in lexicons(registry) for words in lexicon.marks for word in words)
    near = corrected_text(text, known)
    is_better = near is not None and not (items or readings)
    if near is not None and not is_better:
        corrected = translate(registry, near, _label_reader(reader))
        most = len(readings[0].ignored) if readings else len(text.split())
        is_better = named_object(registry, near) is not None or any(len(one.ignored) < most for one in corrected[:1])
    if near is not None and is_better:
        yield SearchResult(None, SUGGESTION, near, f"{API}/search?{urlencode({'q': near})}")
    if not items and not any(map(str.isdigit, text)):
        words = near or " ".join(word for word in text.replace("-", " ").split() if stem(word) in known)
        yield from (_text_result(registry, entry) for _, entry in index.search(reader, words)[:_MOST_SUGGESTED_PAGES])
    yield from items
