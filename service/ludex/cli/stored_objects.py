"""Stored objects on the command line: listed, filtered and sorted as in the API; shown and drawn by their names."""

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludex.cli import output
from ludex.cli.failures import CommandError
from ludex.cli.opening import opened

if TYPE_CHECKING:
    from pydantic import BaseModel

    from ludex.api.kinds import Kind

Where = Annotated[
    list[str] | None,
    typer.Option("--where", help="A filter of the API, such as NAME=VALUE or min_NAME=VALUE; more than one."),
]
Sort = Annotated[str, typer.Option("--sort", help="A sort of the API, with a leading - falling.")]
ListLimit = Annotated[int | None, typer.Option("--limit", min=1, help="At most so many; all if not given.")]


def list_kind(
    kind: "Kind[Any, Any]",
    where: list[str] | None,
    sort: str,
    limit: int | None,
    as_json: bool,
    names: Sequence[str] | None = None,
) -> None:
    """List the stored objects of a kind; as JSON an object of the API a line, else the named fields, or all of them.

    Raises CommandError for a filter or a sort that the kind does not have.
    """
    filters = read_filters(kind, where or [])
    sorts = {kind.shown(name): name for name in kind.collection.sort_names}
    if sort.removeprefix("-") not in sorts:
        raise CommandError(f"--sort: {kind.path} are sorted by {', '.join(sorts)}, not by {sort!r}")
    with opened() as database, database.reading() as session:
        stored = kind.collection.stream(
            session, filters, sorts[sort.removeprefix("-")], descending=sort.startswith("-"), chunk=200
        )
        for number, one in enumerate(stored):
            if number == limit:
                break
            answer = kind.show(one)
            output.write([answer.model_dump_json() if as_json else _line(answer, names)])


def read_filters(kind: "Kind[Any, Any]", where: list[str]) -> dict[str, Any]:
    """Return the filters that texts such as `size=3` give, by the catalogue's names. Raises CommandError."""
    from ludex.api.parameters import Parameters, read_path
    from ludex.api.problems import ProblemError

    fields = kind.filter_fields()
    given: dict[str, str] = {}
    for text in where:
        name, sign, value = text.partition("=")
        if not sign or name not in fields or name in given:
            raise CommandError(f"--where {text!r}: write NAME=VALUE once for each of {', '.join(fields)}")
        given[name] = value
    try:
        return kind.filters_of(read_path(kind.model("Filters", Parameters, fields, "Filters."), given))
    except ProblemError as error:
        first = error.problem.errors[0]
        raise CommandError(f"--where {first.pointer.lstrip('/')}: {first.detail}") from error


def show_stored(kind: "Kind[Any, Any]", name: str, game: str, as_json: bool) -> None:
    """Show the stored object of a kind with this name. Raises CommandError where there is none."""
    with opened() as database, database.reading() as session:
        answer = kind.show_whole(session, _load(kind, session, name, game))
    output.answer(answer, as_json, _fields(answer))


def draw_stored(kind: "Kind[Any, Any]", name: str, game: str) -> str:
    """Return the picture of the stored object of a kind with this name. Raises CommandError."""
    if kind.draw is None:
        raise CommandError(f"{name}: a {kind.singular} has no picture")
    with opened() as database, database.reading() as session:
        return kind.draw(session, _load(kind, session, name, game))


def _load(kind: "Kind[Any, Any]", session: Any, name: str, game: str) -> Any:  # noqa: ANN401 - an object of whatever kind
    found = (kind.find or kind.collection.by_label)(session, name)
    if found is None:
        raise CommandError(
            f"there is no {kind.singular} {name!r}; `ludex {game} list {kind.path}` shows what is stored"
        )
    return found


def _line(answer: "BaseModel", names: Sequence[str] | None) -> str:
    values = answer.model_dump(mode="json")
    first = next((name for name in ("label", "slug") if name in values), None)
    if names is None:
        shown = {name: value for name, value in values.items() if name not in (first, "url") and value}
    else:
        shown = {name.rpartition(".")[2]: _value(values, name) for name in names}
    named = "" if first is None else f"{values[first]}  "
    return named + " ".join(f"{name}={_short(value)}" for name, value in shown.items())


def _value(values: dict[str, Any], name: str) -> object:
    """Return a field of an answer; `difficulty.grade` is one of an object in it."""
    outer, _, inner = name.partition(".")
    return values[outer][inner] if inner else values[outer]


def _short(value: object) -> str:
    if value is None:
        return "-"
    if isinstance(value, list):
        return f"{','.join(map(str, value[:3]))}{',...' if len(value) > 3 else ''}"
    if isinstance(value, dict):
        return ",".join(f"{name}:{_short(one)}" for name, one in value.items() if one is not None)
    return str(value).lower() if isinstance(value, bool) else str(value)


def _fields(answer: "BaseModel") -> Iterator[str]:
    for name, value in answer.model_dump(mode="json").items():
        if isinstance(value, list):
            yield f"{name}:"
            yield from (f"  {item}" for item in value)
        elif isinstance(value, dict):
            yield f"{name}: {json.dumps(value, ensure_ascii=False)}"
        else:
            yield f"{name}: {_short(value)}"
