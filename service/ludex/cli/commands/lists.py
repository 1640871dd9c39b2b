"""Commands for finding stored objects: `ludex list`, `facets`, `random` and `search`."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludex.catalogue import lists, objects
from ludex.cli.commands.stored_objects import document_lines
from ludex.cli.game_commands import open_catalogue, registry
from ludex.cli.input_text import read_options
from ludex.cli.output import CommandError, Json, Output, require_writable, write, write_lines
from ludex.engine.exact_json import readable_json
from ludex.engine.random_numbers import RandomNumbers, seed_or_random
from ludex.requests.session import Session
from ludex.requests.text_input import numbers_of_text
from ludex.requests.text_output import table

if TYPE_CHECKING:
    from ludex.catalogue.kinds.kind import Kind
    from ludex.catalogue.lists.filters import Selectable
    from ludex.catalogue.objects.reading import ObjectView

    AnyKind = Kind[Any, Any]


FILTER_OPTIONS: dict[str, Any] = {"allow_extra_args": True, "ignore_unknown_options": True}
"""Settings for a command that accepts the filters of a kind as options."""

_FILTERS = (
    "Options filter by the values of facts, and for numbers also by range or list: `--min_swaps 4`, "
    "`--min_swaps 4..9`, `--vertices 12,15`. `--where` takes a query: `--where 'swaps:3..5 -bipartite'`. "
    "`ludex list KIND --filters` shows all filters."
)

_KindName = Annotated[
    str | None, typer.Argument(metavar="KIND", help="Kind of the objects. If it is omitted, the kinds are listed.")
]
_Kind = Annotated[str, typer.Argument(metavar="KIND", help="Kind of the objects, from `ludex list`.")]
_Sort = Annotated[str, typer.Option("--sort", help="Fact to sort by; a leading `-` sorts in descending order.")]
_Limit = Annotated[int | None, typer.Option("--limit", min=1, help="Maximum number of objects; all by default.")]
_Format = Annotated[
    str,
    typer.Option("--format", help="table, json, ndjson, csv, or a format of the kind, such as graph6 for graphs."),
]
_Labels = Annotated[bool, typer.Option("--labels", help="Append the label to each line of text, after a tab.")]
_ShowFilters = Annotated[bool, typer.Option("--filters", help="Show the filters and sort orders of the kind.")]


def list_command(game: str | None = None) -> Callable[..., None]:
    """Return `ludex list`, or `ludex GAME list` if a game is given."""

    def list_objects(
        context: typer.Context,
        kind: _KindName = None,
        sort: _Sort = "created",
        limit: _Limit = None,
        form: _Format = "table",
        as_json: Json = False,
        labels: _Labels = False,
        filters: _ShowFilters = False,
        file: Output = None,
    ) -> None:
        names, options = read_options([*([] if kind is None else [kind]), *context.args])
        if not names:
            _write_kinds(game, as_json)
            return
        listed = _only_kind(names, game)
        if filters:
            _write_filters(listed, as_json)
        else:
            write_list(listed, options, sort, limit, "ndjson" if as_json else form, file, labels=labels)

    list_objects.__doc__ = f"List stored objects, such as `levels --min_swaps 4 --pack hard`.\n\n{_FILTERS}"
    return list_objects


def facets_command(game: str | None = None) -> Callable[..., None]:
    """Return `ludex facets`, or `ludex GAME facets` if a game is given."""

    def facets(context: typer.Context, kind: _Kind, as_json: Json = False) -> None:
        counted, filters = _read_kind_and_filters(kind, context.args, game)
        with open_catalogue() as catalogue, catalogue.reading() as reader:
            found = lists.listing.facets(reader, counted, filters)
        if as_json:
            members = {
                name: [{"value": value.value, "count": value.count} for value in values]
                for name, values in found.items()
            }
            write([readable_json({"facets": members})])
        else:
            rows = [(name, value.value, f"{value.count:,}") for name, values in found.items() for value in values]
            write(table([("fact", "value", "objects"), *rows]))

    facets.__doc__ = f"Count stored objects by the values of their facts, such as `levels --min_swaps 4`.\n\n{_FILTERS}"
    return facets


def random_command(game: str | None = None) -> Callable[..., None]:
    """Return `ludex random`, or `ludex GAME random` if a game is given."""

    def random(
        context: typer.Context,
        kind: _Kind,
        seed: Annotated[
            int | None, typer.Option("--seed", min=0, help="Seed of the random choice; a new seed by default.")
        ] = None,
        as_json: Json = False,
    ) -> None:
        listed, filters = _read_kind_and_filters(kind, context.args, game)
        with open_catalogue() as catalogue, catalogue.reading() as reader:
            chosen = lists.listing.random_one(reader, listed, filters, RandomNumbers(seed_or_random(seed)))
            if chosen is None:
                raise CommandError(
                    f"no {listed.words_of_several} match these filters; `ludex facets {listed.address}` shows the "
                    "values of the stored objects"
                )
            text = objects.reading.find(reader, chosen.label, listed).text()
        write([text] if as_json else document_lines(text))

    random.__doc__ = f"Show a random stored object, such as `levels --min_swaps 4`.\n\n{_FILTERS}"
    return random


def write_list(
    kind: "AnyKind",
    options: Sequence[tuple[str, str]],
    sort: str = "created",
    limit: int | None = None,
    form: str = "table",
    file: Path | None = None,
    *,
    labels: bool = False,
) -> None:
    """Write the objects of a kind that match filters, which are given as strings.

    Raises CommandError if a filter is unknown.
    """
    from ludex.requests.kind_lists import Listing

    formats = ("table", "json", *lists.listing.formats_of(kind))
    if form not in formats:
        raise CommandError(f"--format: {kind.words_of_several} are listed as {', '.join(formats)}, not as {form!r}")
    require_writable(file)
    with open_catalogue() as catalogue:
        found = Listing(Session(catalogue), kind, read_filters(kind, options), sort, limit)
        try:
            if form == "table":
                write_lines(table(_rows(kind, found.streamed())), file)
            else:
                write_lines([_page(found.streamed())] if form == "json" else found.written(form, labels=labels), file)
        except lists.filters.ListingError as error:
            raise CommandError(f"--{error.name}: {error.message}") from None


def _page(objects: "Iterable[ObjectView]") -> str:
    items = [shown.text() for shown in objects]
    return f'{{"items":[{",".join(items)}],"next":null,"count":{len(items)},"count_exact":true}}'


def _rows(kind: "AnyKind", objects: "Iterable[ObjectView]") -> Iterator[list[object]]:
    """Yield a header, and a row with the names and facts of each object."""
    names = ["label", *(["slug"] if kind.naming is not None else [])]
    facts = [fact for fact in kind.facts if fact.name not in names]
    yield [*names, *(fact.name for fact in facts)]
    for shown in objects:
        members = json.loads(shown.text())
        yield [*(members[name] for name in names), *(fact.within(members) for fact in facts)]


def read_filters(kind: "AnyKind", options: Sequence[tuple[str, str]]) -> dict[str, Any]:
    """Return the filters that are set by options, in the form that the catalogue uses. Raises CommandError."""
    declared = lists.listing.selectable_of(registry(), kind)
    filters: dict[str, Any] = {}
    for option, text in options:
        name = option.replace("-", "_")
        try:
            filters.setdefault(name, []).append(_read_filter(kind, declared, name, text))
        except lists.filters.ListingError as error:
            raise CommandError(f"--{option}: {error.message}") from None
    return filters


def _read_filter(kind: "AnyKind", declared: "Selectable", name: str, text: str) -> Any:  # noqa: ANN401 - a value
    """Return the value of a filter. A list of numbers, such as 12,15-17, matches any of the numbers."""
    from ludex.requests.fields import suggestion
    from ludex.requests.kind_lists import read_filters as filters_of_texts

    if name not in declared.filters:
        remedy = suggestion(name, declared.filters, f"`ludex list {kind.address} --filters` shows all")
        raise lists.filters.ListingError(name, f"unknown filter of {kind.words_of_several}; {remedy}")
    fact = declared.facts.get(name)
    if fact is None or not fact.is_number or "," not in text or ".." in text:
        return filters_of_texts(registry(), kind, {name: text})[name]
    try:
        return lists.filters.AnyOf(tuple(numbers_of_text(text)))
    except ValueError as error:
        raise lists.filters.ListingError(name, str(error)) from None


def _only_kind(arguments: Sequence[str], game: str | None) -> "AnyKind":
    if len(arguments) > 1:
        raise CommandError(f"unexpected argument {arguments[1]!r}; a filter is `--NAME VALUE`")
    return registry().called(arguments[0], game)


def _read_kind_and_filters(kind: str, words: list[str], game: str | None) -> "tuple[AnyKind, dict[str, Any]]":
    arguments, options = read_options([kind, *words])
    listed = _only_kind(arguments, game)
    return listed, read_filters(listed, options)


def _write_kinds(game: str | None, as_json: bool) -> None:
    """Write the kinds, each with its number of stored objects."""
    with open_catalogue() as catalogue, catalogue.reading() as reader:
        kinds = [kind for kind in catalogue.registry.kinds if game is None or kind.address.startswith(f"{game}/")]
        counts = [lists.listing.count(reader, kind, {}).count for kind in kinds]
    if as_json:
        write(
            readable_json({"kind": kind.name, "address": kind.address, "count": count, "about": kind.view.about})
            for kind, count in zip(kinds, counts, strict=True)
        )
    else:
        rows = [(kind.address, f"{count:,}", kind.view.about) for kind, count in zip(kinds, counts, strict=True)]
        write(table([("kind", "objects", "description"), *rows]))


def _write_filters(kind: "AnyKind", as_json: bool) -> None:
    """Write the filters and sort orders of a kind."""
    declared = lists.listing.selectable_of(registry(), kind)
    metavars = {int: "NUMBER", bool: "true|false", str: "TEXT"}
    filters = [(parameter.name, metavars[parameter.plain], parameter.about) for parameter in declared.filters.values()]
    if as_json:
        items = [{"name": name, "type": metavar, "about": about} for name, metavar, about in filters]
        write([readable_json({"filters": items, "sort": list(declared.sorts)})])
    else:
        write(table((f"--{name} {metavar}", about) for name, metavar, about in filters))
        write([f"--sort {'|'.join(declared.sorts)}"])
