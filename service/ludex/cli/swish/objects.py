"""`ludex swish list` and `ludex swish show`: the stored objects, filtered and sorted as in the API."""

from collections.abc import Iterator
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludex.cli import output
from ludex.cli.failures import CommandError
from ludex.cli.opening import opened
from ludex.cli.output import Json
from ludex.labels import is_label

if TYPE_CHECKING:
    from pydantic import BaseModel

    from ludex.api.kinds import Kind


class Objects(StrEnum):
    """The kinds of stored objects."""

    CARDS = "cards"
    DECKS = "decks"
    POSITIONS = "positions"
    HYPERGRAPHS = "hypergraphs"
    SWISHES = "swishes"
    NO_SWISH_SETS = "no-swish-sets"


_OF_LABEL = {
    "card": Objects.CARDS,
    "deck": Objects.DECKS,
    "position": Objects.POSITIONS,
    "hypergraph": Objects.HYPERGRAPHS,
    "swish": Objects.SWISHES,
    "noswish": Objects.NO_SWISH_SETS,
}


def list_objects(
    kind: Annotated[Objects, typer.Argument(help="What to list.")],
    where: Annotated[
        list[str] | None,
        typer.Option(
            "--where", help="A filter of the API, such as size=3, min_size=2 or deck=swish-60; more than one."
        ),
    ] = None,
    sort: Annotated[str, typer.Option("--sort", help="A sort of the API, with a leading - falling.")] = "created",
    limit: Annotated[int | None, typer.Option("--limit", min=1, help="At most so many; all if not given.")] = None,
    as_json: Json = False,
) -> None:
    """List stored objects; as JSON an object of the API a line."""
    api_kind = _kinds()[kind]
    filters = _filters(api_kind, where or [])
    sorts = {api_kind.shown(name): name for name in api_kind.collection.sort_names}
    if sort.removeprefix("-") not in sorts:
        raise CommandError(f"--sort: {kind} are sorted by {', '.join(sorts)}, not by {sort!r}")
    with opened() as database, database.reading() as session:
        stored = api_kind.collection.stream(
            session, filters, sorts[sort.removeprefix("-")], descending=sort.startswith("-"), chunk=200
        )
        for number, one in enumerate(stored):
            if number == limit:
                break
            answer = api_kind.show(one)
            output.write([answer.model_dump_json() if as_json else _line(answer)])


def _filters(kind: "Kind[Any, Any]", where: list[str]) -> dict[str, Any]:
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


def show(
    label: Annotated[str, typer.Argument(help="The label of a stored object, or a deck's slug.")], as_json: Json = False
) -> None:
    """Show a stored object."""
    kind = _kind_of(label)
    with opened() as database, database.reading() as session:
        answer = kind.show_whole(session, _load(kind, session, label))
    output.answer(answer, as_json, _fields(answer))


def draw_stored(label: str) -> str:
    """Return the picture of a stored object. Raises CommandError."""
    kind = _kind_of(label)
    if kind.draw is None:
        raise CommandError(f"{label}: a {kind.singular} has no picture")
    with opened() as database, database.reading() as session:
        return kind.draw(session, _load(kind, session, label))


def _load(kind: "Kind[Any, Any]", session: Any, label: str) -> Any:  # noqa: ANN401 - an object of whatever kind
    found = (kind.find or kind.collection.by_label)(session, label)
    if found is None:
        raise CommandError(
            f"there is no {kind.singular} {label!r}; `ludex swish list {kind.path}` shows what is stored"
        )
    return found


def _kind_of(label: str) -> "Kind[Any, Any]":
    named = next((kind for prefix, kind in _OF_LABEL.items() if is_label(label, prefix)), Objects.DECKS)
    return _kinds()[named]


def _kinds() -> dict[Objects, "Kind[Any, Any]"]:
    """Return the kinds as the API shows them."""
    from ludex.api.swish import cards, decks, hypergraphs, no_swish_sets, positions, swishes

    modules = (cards, decks, positions, hypergraphs, swishes, no_swish_sets)
    return {kind: module.KIND for kind, module in zip(Objects, modules, strict=True)}


def _line(answer: "BaseModel") -> str:
    values = answer.model_dump(mode="json")
    rest = [f"{name}={_short(value)}" for name, value in values.items() if name not in ("label", "url") and value]
    return f"{values['label']}  {' '.join(rest)}"


def _short(value: object) -> str:
    if isinstance(value, list):
        return f"{','.join(map(str, value[:3]))}{',...' if len(value) > 3 else ''}"
    if isinstance(value, dict):
        return ",".join(f"{name}:{_short(one)}" for name, one in value.items() if one is not None)
    return str(value)


def _fields(answer: "BaseModel") -> Iterator[str]:
    for name, value in answer.model_dump(mode="json").items():
        if isinstance(value, list):
            yield f"{name}:"
            yield from (f"  {item}" for item in value)
        else:
            yield f"{name}: {_short(value) if value is not None else '-'}"
