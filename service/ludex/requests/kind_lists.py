"""The requests that every kind has: its list, its facets, a random object, and an object by its name.

They are derived from the declaration of the kind. Their results contain the stored text of objects.
"""

import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from functools import lru_cache, partial
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field, ValidationError, create_model

from ludex.catalogue.kinds.kind import Kind
from ludex.catalogue.kinds.registry import Registry
from ludex.catalogue.lists.filters import (
    CREATED,
    WHERE,
    AnyOf,
    ListingError,
    Selectable,
    bound_names,
    require_type,
)
from ludex.catalogue.lists.language import conditions_of
from ludex.catalogue.lists.listing import (
    Count,
    FacetValue,
    ListPage,
    column_names,
    count,
    facets,
    first_objects,
    formats_of,
    lines,
    page,
    random_one,
    records,
    selectable_of,
    split_filters,
    stream,
)
from ludex.catalogue.objects.links import count_neighbours, neighbours
from ludex.catalogue.objects.reading import ObjectView, UnknownObject, find
from ludex.catalogue.storage.snapshot import Reader
from ludex.engine.faults import within
from ludex.engine.random_numbers import RandomNumbers
from ludex.requests import bounds, declaration
from ludex.requests.declaration import After, Declaration, Given, Rest, Slice, request
from ludex.requests.fields import (
    SERVED,
    Label,
    NumberOrRange,
    RequestModel,
    ResponseModel,
    Seed,
    faults_of,
    validate_texts,
)
from ludex.requests.notebook import ROWS_SHOWN, table_html
from ludex.requests.response_models import item_model, object_answer, title_of
from ludex.requests.session import Session
from ludex.requests.stored_object import StoredObject
from ludex.requests.stored_objects import OBJECTS

if TYPE_CHECKING:
    import pandas

AnyKind = Kind[Any, Any]

_PAGE_SIZE, _CHUNK = 500, 200
_NATURAL = 2**63 - 1
_QueryText = Annotated[str, Field(max_length=bounds.QUERY_CHARACTERS)]
_PatternText = Annotated[str, Field(min_length=1, max_length=bounds.PATTERN_CHARACTERS)]


class Listing(declaration.Listing[StoredObject]):
    """The objects of a kind that match some filters, as :meth:`ludex.Catalogue.find` returns them.

    A listing can be iterated over any number of times. Objects are read in pages of 500, so a listing can be larger
    than the available memory. Each page is read from a separate snapshot. A long iteration therefore does not block
    writers. It can include objects that are stored while it runs.

    Examples
    --------
    >>> level = catalogue.add(planarity.read_untangle("4:0-1,1-3,2-3,0-2"))
    >>> levels = catalogue.find("levels", min_swaps=1)
    >>> levels, levels.count(), levels.first() == level
    (<levels, min_swaps=1>, 1, True)
    """

    def __init__(
        self, session: Session, kind: AnyKind, filters: dict[str, Any], sort: str = CREATED, limit: int | None = None
    ) -> None:
        super().__init__(self._slice)
        self._session, self._kind, self._filters, self._limit = session, kind, filters, limit
        self._sort, self._descending = sort.removeprefix("-"), sort.startswith("-")

    def _slice(self, after: After | None, limit: int) -> Slice[StoredObject]:
        """Return a page. In the service, it is without the members that lists omit, and within the size of a page."""
        most = self._session.bound(bounds.PAGE_BYTES)
        with self._searching(), self._session.reading() as reader:
            found = self._page(reader, after, limit, whole=most is None, max_bytes=most)
            counted = count(reader, self._kind, self._filters)
        return Slice([StoredObject(self._session, view) for view in found.items], found.after, counted)

    def _page(
        self, reader: Reader, after: After | None, limit: int, *, whole: bool, max_bytes: int | None = None
    ) -> ListPage:
        return page(
            reader,
            self._kind,
            self._filters,
            self._sort,
            descending=self._descending,
            after=after,
            limit=limit,
            whole=whole,
            max_bytes=max_bytes,
        )

    @property
    def _has_pattern(self) -> bool:
        """Whether a filter is a pattern in documents, which takes seconds."""
        patterns = selectable_of(self._session.registry, self._kind).document_filters
        return not patterns.keys().isdisjoint(self._filters)

    def _searching(self) -> AbstractContextManager[Any]:
        """Return the search of a pattern, or nothing for other lists."""
        return self._session.searching() if self._has_pattern else nullcontext()

    def __iter__(self) -> Iterator[StoredObject]:
        return (StoredObject(self._session, shown) for shown in self._shown())

    def _shown(self) -> Iterator[ObjectView]:
        limit = _PAGE_SIZE if self._limit is None else min(_PAGE_SIZE, self._limit)
        return islice(self._in_pages(self._session.reading, limit, whole=True), self._limit)

    def _in_pages(
        self, reading: Callable[[], AbstractContextManager[Reader]], limit: int, *, whole: bool
    ) -> Iterator[ObjectView]:
        after = None
        while True:
            with self._searching(), reading() as reader:
                found = self._page(reader, after, limit, whole=whole)
            yield from found.items
            after = found.after
            if after is None:
                return

    def streamed(self, *, whole: bool = False) -> Iterator[ObjectView]:
        """Yield the objects of one snapshot.

        Parameters
        ----------
        whole : bool, optional
            Whether the objects have the members that lists omit.

        Yields
        ------
        ObjectView
            An object.

        Raises
        ------
        ListingError
            If a filter is invalid.
        """
        # Refuse invalid filters now, because a response begins before the first object is read.
        selectable = selectable_of(self._session.registry, self._kind)
        list(conditions_of(selectable, split_filters(selectable, self._filters)[0]))

        def every() -> Iterator[ObjectView]:
            with self._session.reading() as reader:
                if self._has_pattern:  # in pages, so that no search holds a computing slot for long
                    yield from islice(self._in_pages(lambda: nullcontext(reader), _CHUNK, whole=whole), self._limit)
                    return
                found = stream(
                    reader,
                    self._kind,
                    self._filters,
                    self._sort,
                    descending=self._descending,
                    chunk=_CHUNK,
                    whole=whole,
                )
                yield from islice(found, self._limit)

        return every()

    def count(self) -> int:
        """Return the exact number of objects.

        Returns
        -------
        int
            The number, which is at most the limit of the listing.

        Notes
        -----
        The number is computed with one query. If there is a pattern filter, such as ``contains`` for graphs, all
        objects are read.
        """
        if self._has_pattern:
            return sum(1 for _ in self._shown())
        with self._session.reading() as reader:
            total = count(reader, self._kind, self._filters).count
        return total if self._limit is None else min(total, self._limit)

    def first(self) -> StoredObject | None:
        """Return the first object.

        Returns
        -------
        StoredObject or None
            The object, or None if the listing is empty.
        """
        return next(iter(self), None)

    def facets(self, *names: str) -> dict[str, dict[Any, int]]:
        """Count the objects for each value of some facts, ignoring the limit of the listing.

        Parameters
        ----------
        *names : str
            The facts. By default, all facts of the kind.

        Returns
        -------
        dict of str to dict
            For each fact, a mapping from the hundred most frequent values to the number of objects with each value.

        Raises
        ------
        ListingError
            If the kind has no such fact.

        Examples
        --------
        >>> level = catalogue.add(planarity.read_untangle("4:0-1,1-3,2-3,0-2"))
        >>> catalogue.find("levels").facets("vertices")
        {'vertices': {4: 1}}
        """
        with self._session.reading() as reader:
            found = facets(reader, self._kind, self._filters, names or None)
        return {name: {value.value: value.count for value in values} for name, values in found.items()}

    def lines(self, form: str = "ndjson") -> Iterator[str]:
        """Yield the objects as lines of text.

        Parameters
        ----------
        form : str, optional
            The format: ``ndjson``, ``csv`` with a header line, or a format of the kind, such as ``graph6`` for graphs.

        Yields
        ------
        str
            A line, without line break.

        Raises
        ------
        ValueError
            If the kind does not have this format.
        """
        return lines(self._kind, self._required(form), self._shown())

    def written(
        self, form: str, around: Mapping[str, Callable[[ObjectView], Any]] | None = None, *, labels: bool = False
    ) -> Iterator[str]:
        """Return the lines of a list of commands and of the service, without the members that lists omit.

        Parameters
        ----------
        form : str
            The format, as for :meth:`lines`.
        around : mapping, optional
            Further members of each object, such as its address.
        labels : bool, optional
            Whether lines of text end with a tab and the label.

        Returns
        -------
        iterator of str
            The lines, without line breaks.

        Raises
        ------
        ValueError
            If the kind does not have this format.
        """
        objects = self.streamed(whole=self._required(form) in self._kind.view.texts)
        return lines(self._kind, form, objects, around or {}, labels=labels)

    def _required(self, form: str) -> str:
        """Return the format. Raises ValueError if the kind does not have it."""
        known = formats_of(self._kind)
        if form not in known:
            raise ValueError(f"{self._kind.words_of_several} are written as {', '.join(known)}, not as {form!r}")
        return form

    def write(self, file: str | Path, form: str | None = None) -> int:
        """Write the objects to a file.

        Parameters
        ----------
        file : str or path
            The file.
        form : str, optional
            The format, as for :meth:`lines`. By default, the format is determined by the suffix of the file; ``.g6``
            means graph6.

        Returns
        -------
        int
            The number of lines.

        Raises
        ------
        ValueError
            If the kind does not have this format.

        Examples
        --------
        >>> from tempfile import mkdtemp
        >>> from ludex import Catalogue
        >>> folder = mkdtemp()
        >>> with Catalogue(folder + "/catalogue.sqlite", make=True) as catalogue:
        ...     catalogue.find("levels").write(folder + "/levels.csv")
        1
        """
        target = Path(file)
        suffix = target.suffix.removeprefix(".")
        lines = self.lines(form or {"g6": "graph6"}.get(suffix, suffix))
        with target.open("w", encoding="utf-8") as stream:
            return sum(stream.write(line + "\n") > 0 for line in lines)

    def to_dataframe(self) -> "pandas.DataFrame":
        """Return the objects as a pandas table with one row per object.

        Returns
        -------
        pandas.DataFrame
            The table. Its columns are those of the CSV format: nested members, such as the ``grade`` of a level, are
            separate columns, and long members are omitted. Lists remain lists, and unknown values become missing
            values.

        Raises
        ------
        ImportError
            If pandas is not installed.

        Examples
        --------
        >>> level = catalogue.add(planarity.read_untangle("4:0-1,1-3,2-3,0-2"))
        >>> catalogue.find("levels").to_dataframe()[["vertices", "min_swaps"]].to_dict("records")
        [{'vertices': 4, 'min_swaps': 1}]
        """
        try:
            frames = import_module("pandas")
        except ImportError:
            raise ImportError("to_dataframe needs pandas, which is not installed: pip install pandas") from None
        table: pandas.DataFrame = frames.DataFrame(
            list(records(self._kind, self._shown())), columns=list(column_names(self._kind))
        )
        return table

    def _repr_html_(self) -> str:
        """Return the first objects as a table for a notebook."""
        columns = ["label", *(fact.name for fact in self._kind.facts if fact.name != "label")]
        rows = list(islice(records(self._kind, self._shown()), ROWS_SHOWN))
        number = self.count()
        shown = "" if number <= len(rows) else f", the first {len(rows)} shown"
        return table_html(f"{number:,} {self._kind.words_of_several}{shown}", columns, rows)

    def __repr__(self) -> str:
        filters = "".join(f", {name}={value!r}" for name, value in self._filters.items())
        return f"<{self._kind.plural}{filters}>"


def read_filter(declared: Selectable, name: str, value: Any) -> Any:  # noqa: ANN401 - values of any type
    """Return a filter value in the form that list queries accept.

    An object is replaced by its label, and several values are replaced by AnyOf. Raises ListingError.
    """
    several = isinstance(value, list | tuple | set | frozenset)
    if several and name in declared.document_filters:
        raise ListingError(name, "this filter accepts only one pattern")
    values = tuple(item.label if isinstance(item, StoredObject) else item for item in (value if several else [value]))
    for item in values:
        require_type(declared, name, item)
    return AnyOf(values) if several else values[0]


def read_filters(
    registry: Registry, kind: AnyKind, texts: Mapping[str, str], context: Mapping[str, bool] | None = None
) -> dict[str, Any]:
    """Return filters that are given as texts, in the order of their names. Raises ListingError as the list does.

    `context` is the context of the validation, in which the bounds of the service may apply.
    """
    model = _filter_model(registry, kind)
    try:
        query = validate_texts(model, texts, context)
    except ValidationError as error:
        (name, *_), message = faults_of(error, model.model_fields)[0]
        raise ListingError(str(name), message) from None
    return {name: value for name, value in sorted(query) if value is not None}


@lru_cache(maxsize=128)
def _filter_model(registry: Registry, kind: AnyKind) -> type[RequestModel]:
    fields = _filter_fields(registry, kind) | _pattern_fields(kind)
    model: type[RequestModel] = create_model(title_of(kind) + "Filters", __base__=RequestModel, **fields)
    return model


class Facets(ResponseModel):
    """The most frequent values of each fact."""

    facets: dict[str, list[FacetValue]] = Field(description="For each fact, its values, most frequent first.")


def list_objects(catalogue: Session, kind: str, query: Any) -> declaration.Listing[StoredObject]:  # noqa: ANN401
    """List the objects of a kind that match the filters of a query."""
    return Listing(catalogue, catalogue.registry.kind[kind], _filters_of(catalogue, kind, query), query.sort)


def show_object(catalogue: Session, kind: str, label: Label) -> StoredObject:
    """Return an object by its label or slug.

    Parameters
    ----------
    label
        Label or slug of the object.
    """
    with catalogue.reading() as reader:
        return StoredObject(catalogue, find(reader, label, catalogue.registry.kind[kind]), called=label)


def linked_objects(catalogue: Session, node: int, relation: str, kind: AnyKind) -> declaration.Listing[StoredObject]:
    """Return the objects of a kind that a relation links to a node, in the order of their places.

    The relation can be given by either of its two names.
    """

    def read(after: After | None, limit: int) -> Slice[StoredObject]:
        start = None if after is None else declaration.natural_numbers(after, 2)
        with catalogue.reading() as reader:
            links = neighbours(reader, node, relation, kind=kind.name, after=start, limit=limit + 1)
            listed = first_objects(reader, kind, [link.id for link in links[:limit]], bounds.PAGE_BYTES)
            total = count_neighbours(reader, node, relation, kind.name)
        last = links[len(listed) - 1] if listed and len(listed) < len(links) else None
        items = [StoredObject(catalogue, view) for view in listed]
        return Slice(items, None if last is None else (last.place, last.id), Count(total, True))

    return declaration.Listing(read)


_TOOL = "the tools of the graph find objects"
_LIST = {
    "command": "`ludex list KIND`, whose options are the filters of the kind",
    "tool": _TOOL,
    "python": "`Catalogue.find`",
    "client": "`Client.find`",
}
_FACETS = {
    "command": "`ludex facets KIND`",
    "tool": "a list states its number of objects",
    "python": "`Listing.facets`",
    "client": "`Listing.facets`",
}
_RANDOM = {
    "command": "`ludex random KIND`",
    "tool": _TOOL,
    "python": "`Catalogue.find`",
    "client": "`Client.find`",
}
_SHOW = {
    "command": "`ludex show LABEL`",
    "tool": "`GET /objects/{label}`",
    "python": "`Catalogue.get`",
    "client": "`Client.get`",
}


def requests_of_all_kinds(registry: Registry) -> tuple[Callable[..., Any], ...]:
    """Return the requests that take the kind as parts of the path."""
    addresses = [kind.address.partition("/") for kind in registry.kinds]
    games = list(dict.fromkeys(game for game, _, _ in addresses))
    lists = list(dict.fromkeys(name for _, _, name in addresses))
    of_game = Annotated[str, Field(description="Name of the game.", json_schema_extra={"enum": games})]
    of_kind = Annotated[str, Field(description="Name of the list.", json_schema_extra={"enum": lists})]

    def selected(game: str, kinds: str, filters: Mapping[str, Any]) -> tuple[AnyKind, dict[str, Any]]:
        kind = next((kind for kind in registry.kinds if kind.address == f"{game}/{kinds}"), None)
        if kind is None:
            raise UnknownObject(f"there is no list {game}/{kinds}")
        patterns = selectable_of(registry, kind).document_filters
        with within("filters"):
            for name in (name for name in filters if name in patterns):
                raise ListingError(name, "only the list has this filter")
            return kind, read_filters(registry, kind, filters, SERVED)

    @request("GET /{game}/{kinds}/facets", subject=OBJECTS, lacks=_FACETS)
    def count_objects(
        catalogue: Session, game: of_game, kinds: of_kind, filters: Annotated[Mapping[str, Any], Rest()] = {}
    ) -> Facets:
        """Count the objects of a kind that match the filters of its list, by the values of each fact.

        Parameters
        ----------
        filters
            The filters, as in the list of the kind.
        """
        kind, chosen = selected(game, kinds, filters)
        with catalogue.reading() as reader:
            return Facets(facets=facets(reader, kind, chosen))

    @request(
        "GET /{game}/{kinds}/random",
        subject=OBJECTS,
        lacks=_RANDOM,
        answers=lambda registry: tuple(object_answer(kind)(registry) for kind in registry.kinds),
        cached=False,
    )
    def random_object(
        catalogue: Session,
        game: of_game,
        kinds: of_kind,
        seed: Seed | None = None,
        filters: Annotated[Mapping[str, Any], Rest()] = {},
    ) -> StoredObject:
        """Return a random object of a kind that matches the filters of its list, all with equal probability.

        Parameters
        ----------
        seed
            The same seed always selects the same object.
        filters
            The filters, as in the list of the kind.
        """
        kind, chosen = selected(game, kinds, filters)
        with catalogue.reading() as reader:
            numbers = RandomNumbers(secrets.randbits(63) if seed is None else seed)
            found = random_one(reader, kind, chosen, numbers)
            if found is None:
                raise UnknownObject(f"there is no {kind.words} that matches these filters")
            return StoredObject(catalogue, find(reader, found.label, kind))

    return (count_objects, random_object)


def kind_requests(registry: Registry, kind: AnyKind) -> tuple[Declaration, ...]:
    """Return the requests that every kind has."""
    several, title = kind.words_of_several, kind.address.replace("/", "_").replace("-", "_")
    filters, fields = _filter_model(registry, kind), _list_fields(registry, kind)
    query: type[RequestModel] = create_model(title_of(kind) + "Query", __base__=filters, **fields)
    refused = () if kind.view.document_filter is None else (503,)

    def declared(function: Callable[..., Any], path: str, about: str, **offered: Any) -> Declaration:  # noqa: ANN401
        return Declaration(
            partial(function, kind=kind.name),
            (f"GET /{kind.address}{path}",),
            subject=kind.address,
            documentation=about,
            **offered,
        )

    return (
        declared(
            list_objects,
            "",
            f"List {several}, optionally with filters.\n\n{_FORMATS}",
            name=f"list_{title}",
            lacks=_LIST,
            given={"query": Given(query, method="")},
            answers=lambda _registry: item_model(kind),
            formats=dict.fromkeys(formats_of(kind), Listing.written),
            problems=refused,
        ),
        declared(
            show_object,
            "/{label}",
            f"Return a {kind.words} by its label or slug.",
            name=f"show_{title}",
            lacks=_SHOW,
            answers=object_answer(kind),
        ),
    )


_FORMATS = "`json` returns a page with the URL of the next one. All other formats stream the whole list."


def _filter_fields(registry: Registry, kind: AnyKind) -> dict[str, Any]:
    selectable = selectable_of(registry, kind)
    fields: dict[str, Any] = {}
    naturals = {name for fact in kind.facts if fact.mark.natural for name in (fact.name, *bound_names(fact.name))}
    for parameter in selectable.filters.values():
        if parameter.name in selectable.document_filters:
            continue
        maximum = None if parameter.name in naturals else _NATURAL
        number: Any = Annotated[int, Field(ge=0, le=maximum)]
        if parameter.name in selectable.facts:
            nullable = selectable.facts[parameter.name].nullable
            number = Annotated[int | str, NumberOrRange(maximum, nullable)]
        plain: Any = _QueryText if parameter.name == WHERE else {str: Label, bool: bool, int: number}[parameter.plain]
        fields[parameter.name] = (plain | None, Field(default=None, description=parameter.about))
    return fields


def _pattern_fields(kind: AnyKind) -> dict[str, Any]:
    """Return the parameters that filter the list by patterns in the documents."""
    parameters = {} if kind.view.document_filter is None else kind.view.document_filter.parameters
    return {name: (_PatternText | None, Field(default=None, description=about)) for name, about in parameters.items()}


def _list_fields(registry: Registry, kind: AnyKind) -> dict[str, Any]:
    signed = tuple(sign + name for name in selectable_of(registry, kind).sorts for sign in ("", "-"))
    behind = f"Append the label to each line of {' and '.join(kind.view.texts)}, after a tab."
    labels: dict[str, Any] = {"labels": (bool, Field(default=False, description=behind))} if kind.view.texts else {}
    about = "Fact to sort by; a `-` before the name reverses the order."
    return labels | {"sort": (Literal[signed], Field(default=CREATED, description=about))}


def _filters_of(catalogue: Session, kind: str, query: RequestModel) -> dict[str, Any]:
    """Return the filters that are set in a query, in the order of their names."""
    known, given = selectable_of(catalogue.registry, catalogue.registry.kind[kind]).filters, vars(query)
    return {name: given[name] for name in sorted(known.keys() & given.keys()) if given[name] is not None}
