"""`ludex planarity generate`: levels with the proved minimum that is asked for."""

from contextlib import nullcontext
from typing import TYPE_CHECKING, Annotated

import typer

from ludex.cli.failures import CommandError
from ludex.cli.opening import opened
from ludex.cli.output import Json, Output, complain, json_text, require_writable, write_lines
from ludex.cli.planarity.arguments import Delta, MethodOption, Seed, chosen, read_delta
from ludex.cli.progress import TimeLimit, searching
from ludex.planarity.making.generation import MAX_COUNT
from ludex.planarity.making.point_sets import Method
from ludex.planarity.making.provenance import GenerationError, Parameters

if TYPE_CHECKING:
    from ludex.catalogue.catalogue import Catalogue
    from ludex.operations.planarity.generating import GeneratedLevels

_MEASURING_SECONDS = 10.0


def generate(
    vertices: Annotated[int, typer.Option("--vertices", "-n", help="How many vertices.")],
    edges: Annotated[int, typer.Option("--edges", "-m", help="How many edges.")],
    swaps: Annotated[int, typer.Option("--swaps", "-s", help="The minimum number of swaps, which is proved.")],
    delta: Delta = "0.02",
    flips: Annotated[int, typer.Option("--flips", help="Random Lawson flips of the triangulation.")] = 3,
    seed: Seed = None,
    count: Annotated[int, typer.Option("--count", min=1, max=MAX_COUNT, help="How many levels, all different.")] = 1,
    method: MethodOption = Method.REJECTION,
    store: Annotated[
        bool, typer.Option("--store", help="Store them; those that are stored already are named.")
    ] = False,
    file: Output = None,
    time_limit: TimeLimit = None,
    as_json: Json = False,
) -> None:
    """Generate levels and write them as lines of JSON, one a level; `--json` makes one object of them, as the API does.

    The same seed gives the same levels. The effort is bounded: standard error says why there are fewer than asked for.
    """
    from ludex.operations.planarity.generating import generate_levels

    require_writable(file)
    try:
        parameters = Parameters(vertices, edges, swaps, read_delta(delta, vertices), flips, chosen(seed), method)
    except GenerationError as error:
        raise CommandError(f"--{error.field}: {error.message}") from None
    with opened() if store else nullcontext() as catalogue:
        with searching(time_limit) as budget:
            found = generate_levels(catalogue, parameters, count, budget, measuring=_MEASURING_SECONDS)
        lines = _texts(catalogue, found)
    if as_json:
        lines = [f'{{"items":[{",".join(lines)}],"shortfall":{json_text(found.shortfall)}}}']
    write_lines(lines, file)
    complain(_said(parameters.seed, found, store))
    if not found.items:
        raise typer.Exit(1)


def _texts(catalogue: "Catalogue | None", made: "GeneratedLevels") -> list[str]:
    """Return levels as the API answers them, less their addresses."""
    from ludex.catalogue.document import joined, member
    from ludex.catalogue.kinds.planarity import LEVEL
    from ludex.catalogue.reading import shown

    if catalogue is None:
        around = member({"starting": False, "duplicate_of": None})
        return [joined(one.document.model_dump_json(), around) for one in made.items]
    with catalogue.reading() as reader:
        found = shown(reader, LEVEL, [one.id for one in made.items])
    duplicates = [
        None if one.created else {"relation": LEVEL.view.same, "matching": one.matching} for one in made.items
    ]
    return [one.text(member({"duplicate_of": known})) for one, known in zip(found, duplicates, strict=True)]


def _said(seed: int, found: "GeneratedLevels", store: bool) -> str:
    new = sum(one.created for one in found.items)
    stored = f", {new} new, {len(found.items) - new} stored before" if store else ""
    shortfall = "" if found.shortfall is None else f"; {found.shortfall}"
    return f"{len(found.items)} levels of seed {seed}{stored}{shortfall}"
