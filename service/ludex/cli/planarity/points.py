"""`ludex planarity points` and `order-type`: point sets in delta-general position, and what a point set is."""

from typing import Annotated

import typer

from ludex.cli.failures import CommandError
from ludex.cli.opening import opened
from ludex.cli.output import Json, answer, table
from ludex.cli.planarity.arguments import Delta, MethodOption, Seed, read_delta
from ludex.cli.planarity.sources import PointsFrom, points_in_general_position, read_points
from ludex.cli.progress import TimeLimit, searching
from ludex.engine.random_numbers import chosen_seed
from ludex.planarity.making.point_sets import DEFAULT_ATTEMPTS, GRID, MAX_ATTEMPTS, Method, PointSetUnavailable
from ludex.planarity.points import MAX_POINTS

app = typer.Typer(help="Point sets in delta-general position, on a grid of 10,000 x 10,000.", no_args_is_help=True)


@app.command()
def generate(
    points: Annotated[int, typer.Option("-n", "--points", min=1, max=MAX_POINTS, help="How many points.")],
    delta: Delta = "0.02",
    method: MethodOption = Method.REJECTION,
    seed: Seed = None,
    attempts: Annotated[
        int, typer.Option("--attempts", min=1, max=MAX_ATTEMPTS, help="At most so many attempts at placing a point.")
    ] = DEFAULT_ATTEMPTS,
    restart: Annotated[
        int | None, typer.Option("--restart", min=1, max=MAX_ATTEMPTS, help="Begin anew after so many attempts.")
    ] = None,
    time_limit: TimeLimit = None,
    as_json: Json = False,
) -> None:
    """Find random points in delta-general position, and write them as JSON, which every command reads."""
    from ludex.planarity.making.described_points import sample_points

    units = read_delta(delta, points)
    with searching(time_limit) as budget:
        try:
            found = sample_points(
                points, units, chosen_seed(seed), method, attempts=attempts, restart=restart, budget=budget
            )
        except PointSetUnavailable as error:
            raise CommandError(error.message) from None
    answer(found, as_json, [str([list(point) for point in found.points])])


@app.command()
def test(
    points: PointsFrom,
    delta: Annotated[str | None, typer.Option("--delta", help="Tell whether this delta holds too.")] = None,
    as_json: Json = False,
) -> None:
    """Tell whether points are in general position, and with which delta. Exit code 1 where they are not."""
    from ludex.planarity.making.described_points import examine_points

    tested = examine_points(read_points(points), None if delta is None else read_delta(delta))
    if tested.fault is not None:
        lines = [f"not in general position: {tested.fault.detail}"]
    else:
        inside = len(tested.interior or [])
        lines = [f"in general position: {len(tested.hull or [])} points on the hull, {inside} inside"]
        if tested.grid_delta is not None:
            lines += [f"largest delta {tested.grid_delta / GRID:.4f} of the side of the least square around them"]
        if tested.delta_general is not None:
            lines += [f"delta {delta} {'holds' if tested.delta_general else 'does not hold'}"]
    answer(tested, as_json, lines)
    if not tested.general_position or tested.delta_general is False:
        raise typer.Exit(1)


def order_type(
    points: PointsFrom,
    store: Annotated[bool, typer.Option("--store", help="Store it where it is not stored yet.")] = False,
    as_json: Json = False,
) -> None:
    """Identify the order type of points, up to reflection, and match them to the stored point set that has it."""
    from ludex.operations.planarity.order_types import identify_points

    given = points_in_general_position(points)
    with opened() as catalogue:
        found = identify_points(catalogue, given, store=store)
    rows = [("order type", found.label), ("x-type", found.x_type), ("points", found.points), ("hull", found.hull)]
    if found.matching is not None:
        rows += [("stored points", " ".join(map(str, found.matching)))]
    else:
        rows += [("stored", "no; --store keeps these points as its representative")]
    answer(found, as_json, table(rows))
