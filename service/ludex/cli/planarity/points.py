"""`ludex planarity points` and `order-type`: point sets in delta-general position, and what a point set is."""

from secrets import randbelow
from typing import Annotated

import typer

from ludex.cli import output
from ludex.cli.failures import CommandError
from ludex.cli.opening import opened
from ludex.cli.output import Json
from ludex.cli.planarity.arguments import Delta, MethodOption, Seed, read_delta
from ludex.cli.planarity.sources import PointsFrom, read_points
from ludex.cli.progress import TimeLimit, searching
from ludex.engine.random_numbers import MAX_SEED
from ludex.planarity.making.point_sets import DEFAULT_ATTEMPTS, MAX_ATTEMPTS, Method
from ludex.planarity.points import MAX_POINTS, Points, PointsError, require_general_position

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
    from ludex.api.planarity.point_sets import show_sample
    from ludex.planarity.making.point_sets import PointSetUnavailable, sample

    chosen = randbelow(MAX_SEED + 1) if seed is None else seed
    with searching(time_limit) as budget:
        try:
            found = sample(points, read_delta(delta, points), method, chosen, attempts, restart, budget)
        except PointSetUnavailable as error:
            raise CommandError(error.message) from error
    output.answer(show_sample(found, chosen, method), as_json, [str([list(point) for point in found.points])])


@app.command()
def test(
    points: PointsFrom,
    delta: Annotated[str | None, typer.Option("--delta", help="Tell whether this delta holds too.")] = None,
    as_json: Json = False,
) -> None:
    """Tell whether points are in general position, and with which delta. Exit code 1 where they are not."""
    from ludex.api.planarity.point_sets import show_test

    tested = show_test(read_points(points), None if delta is None else read_delta(delta))
    if tested.fault is not None:
        lines = [f"not in general position: {tested.fault.detail}"]
    else:
        inside = len(tested.interior or [])
        lines = [f"in general position: {len(tested.hull or [])} points on the hull, {inside} inside"]
        if tested.grid_delta is not None:
            lines += [f"largest delta {tested.grid_delta / 10_000:.4f} of the side of the least square around them"]
        if tested.delta_general is not None:
            lines += [f"delta {delta} {'holds' if tested.delta_general else 'does not hold'}"]
    output.answer(tested, as_json, lines)
    if not tested.general_position or tested.delta_general is False:
        raise typer.Exit(1)


def order_type(
    points: PointsFrom,
    store: Annotated[bool, typer.Option("--store", help="Store it where it is not stored yet.")] = False,
    as_json: Json = False,
) -> None:
    """Identify the order type of points, up to reflection, and match them to the stored point set that has it."""
    from ludex.api.planarity.order_types import show_identified
    from ludex.catalogue.planarity.order_types import ORDER_TYPES, store_order_type
    from ludex.catalogue.planarity.preparing import prepare_points

    prepared = prepare_points(points_in_general_position(points))
    created = False
    with opened() as database:
        if store:
            with database.writing() as session:
                created = store_order_type(session, prepared).created
        with database.reading() as session:
            model = show_identified(prepared, ORDER_TYPES.by_label(session, prepared.label), created)
    rows = [("order type", model.label), ("x-type", model.x_type), ("points", model.points), ("hull", model.hull)]
    if model.matching is not None:
        rows += [("stored points", " ".join(map(str, model.matching)))]
    else:
        rows += [("stored", "no; --store keeps these points as its representative")]
    output.answer(model, as_json, output.table(rows))


def points_in_general_position(text: str) -> Points:
    """Return the points that an argument names. Raises CommandError where they are not in general position."""
    points = read_points(text)
    try:
        require_general_position(points)
    except PointsError as error:
        raise CommandError(f"{'/'.join(map(str, error.place))}: {error.message}") from error
    return points
