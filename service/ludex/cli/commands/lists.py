"""`ludex list`: the stored objects of any kind, filtered, sorted and written in any of its formats."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludex.catalogue import lists
from ludex.cli.game_commands import registry
from ludex.cli.open_catalogue import opened
from ludex.cli.terminal.failures import CommandError
from ludex.cli.terminal.output import Output, require_writable, write, write_lines
from ludex.requests.text_answers import table

if TYPE_CHECKING:
    from ludex.catalogue.kinds.kind import Kind
    from ludex.catalogue.objects.reading import Shown

    AnyKind = Kind[Any, Any]

DYNAMIC = {"allow_extra_args": True, "ignore_unknown_options": True}
"""Settings of a command whose options are known only when its kind is."""

KindName = Annotated[
    str | None,
    typer.Argument(metavar="KIND", help="The kind to list; without one, all kinds are listed."),
]
Sort = Annotated[str, typer.Option("--sort", help="What to sort by, with a leading - falling.")]
ListLimit = Annotated[int | None, typer.Option("--limit", min=1, help="At most this many; all if not given.")]
Format = Annotated[
    str, typer.Option("--format", help="table, json, ndjson, csv, or one of the kind's, such as graph6 of graphs.")
]
AsLines = Annotated[bool, typer.Option("--json", help="As --format ndjson: an object a line.")]
Labels = Annotated[bool, typer.Option("--labels", help="Put the label behind each line of text, after a tab.")]
ShowFilters = Annotated[bool, typer.Option("--filters", help="Show what the list can be filtered and sorted by.")]


def list_command(game: str | None = None) -> Callable[..., None]:
    """Return `ludex list`, or that of one game."""

    def list_objects(
        context: typer.Context,
        kind: KindName = None,
        sort: Sort = "created",
        limit: ListLimit = None,
        form: Format = "table",
        as_json: AsLines = False,
        labels: Labels = False,
        filters: ShowFilters = False,
        file: Output = None,
    ) -> None:
        """List stored objects under filters, such as `levels --min_swaps 4 --pack hard`; also `--where min_swaps=4`."""
        names, given = read_options([*([] if kind is None else [kind]), *context.args])
        if not names:
            write(kinds_held(game))
            return
        if len(names) > 1:
            raise CommandError(f"{names[1]!r} is one argument too many; a filter is `--NAME VALUE`")
        listed = kind_called(names[0], game)
        if filters:
            write(filters_of(listed))
        else:
            write_list(listed, given, sort, limit, "ndjson" if as_json else form, file, labels=labels)

    return list_objects


def write_list(
    kind: "AnyKind",
    given: Sequence[tuple[str, str]],
    sort: str = "created",
    limit: int | None = None,
    form: str = "table",
    file: Path | None = None,
    *,
    labels: bool = False,
) -> None:
    """Write the list of a kind under filters, given as texts. Raises CommandError for what the list does not have."""
    forms: dict[str, Callable[[Iterable[Shown]], Iterable[str]]] = {
        "table": lambda objects: table(_rows(kind, objects)),
        "json": lambda objects: [_page(objects)],
    }
    forms |= {
        name: lambda objects: lists.formats.lines(kind, form, objects, labels=labels)
        for name in lists.formats.formats_of(kind)
    }
    if form not in forms:
        raise CommandError(f"--format: {kind.words_of_several} are listed as {', '.join(forms)}, not as {form!r}")
    require_writable(file)
    filters, by = read_filters(kind, given), sort.removeprefix("-")
    with opened() as catalogue, catalogue.reading() as reader:
        found = lists.listing.stream(
            reader, kind, filters, by, descending=sort != by, chunk=200, whole=form in kind.view.texts
        )
        try:
            write_lines(forms[form](islice(found, limit)), file)
        except lists.filters.ListingError as error:
            raise CommandError(f"--{error.name}: {error.message}") from None


def write_objects(kind: "AnyKind", objects: "Iterable[Shown]", as_json: bool) -> None:
    """Write some objects of a kind, as a table of their facts or as JSON, an object a line."""
    write_lines(lists.formats.lines(kind, "ndjson", objects) if as_json else table(_rows(kind, objects)), None)


def _page(objects: "Iterable[Shown]") -> str:
    items = [one.text() for one in objects]
    return f'{{"items":[{",".join(items)}],"next":null,"count":{len(items)},"count_exact":true}}'


def _rows(kind: "AnyKind", objects: "Iterable[Shown]") -> Iterator[list[object]]:
    """Yield the facts of objects, after their names, below a header."""
    names = ["label", *(["slug"] if kind.naming is not None else [])]
    facts = [fact for fact in kind.facts if fact.name not in names]
    yield [*names, *(fact.name for fact in facts)]
    for one in objects:
        values = json.loads(one.text())
        yield [*(values[name] for name in names), *(fact.within(values) for fact in facts)]


def read_filters(kind: "AnyKind", given: Sequence[tuple[str, str]]) -> dict[str, Any]:
    """Return the filters that names and texts give, as the catalogue takes them. Raises CommandError."""
    asked = lists.listing.asked_of(registry(), kind)
    filters: dict[str, Any] = {}
    for option, text in given:
        name = option.replace("-", "_")
        try:
            filters.setdefault(name, []).append(lists.filters.read_filter(asked, name, text))
        except lists.filters.ListingError as error:
            raise CommandError(f"--{option}: {error.message}") from None
    return filters


def read_options(words: Sequence[str]) -> tuple[list[str], list[tuple[str, str]]]:
    """Return the arguments among the words of a command line, and the options with their values. Raises CommandError.

    >>> read_options(["levels", "--min_swaps", "4", "--pack=hard", "--where", "edges=9"])
    (['levels'], [('min_swaps', '4'), ('pack', 'hard'), ('edges', '9')])
    """
    names: list[str] = []
    options: list[tuple[str, str]] = []
    rest = iter(words)
    for word in rest:
        if not word.startswith("-"):
            names.append(word)
            continue
        name, sign, value = word.lstrip("-").partition("=")
        given = value if sign else next(rest, None)
        if name == "where" and given is not None:
            name, sign, given = given.partition("=")
            if not sign:
                raise CommandError(f"--where {name!r}: write NAME=VALUE")
        if given is None:
            raise CommandError(f"{word} needs a value")
        options.append((name, given))
    return names, options


def kind_called(text: str, game: str | None = None) -> "AnyKind":
    """Return the kind with a name (`planarity-level`), an address or a part of it (`levels`). Raises UnknownKind."""
    return registry().called(text, game)


def kinds_held(game: str | None = None) -> Iterator[str]:
    """Yield a table of the kinds, with how many objects of each are stored."""
    rows: list[tuple[object, ...]] = [("kind", "objects", "what they are")]
    with opened() as catalogue, catalogue.reading() as reader:
        for kind in catalogue.registry.kinds:
            if game is None or kind.address.startswith(f"{game}/"):
                rows.append((kind.address, f"{lists.listing.count(reader, kind, {}, None).count:,}", kind.view.about))
    return table(rows)


def filters_of(kind: "AnyKind") -> Iterator[str]:
    """Yield what the list of a kind can be filtered and sorted by."""
    asked = lists.listing.asked_of(registry(), kind)
    words = {int: "NUMBER", bool: "true|false", str: "TEXT"}
    yield from table((f"--{one.name} {words[one.plain]}", one.about) for one in asked.filters.values())
    yield f"--sort {'|'.join(asked.sorts)}"
