"""`ludex planarity invariants`: what can be said of a drawing without searching."""

from ludex.cli import output
from ludex.cli.output import Json
from ludex.cli.planarity.sources import Drawn, read_drawing


def invariants(drawing: Drawn, as_json: Json = False) -> None:
    """Show the crossings of a drawing, the invariants of its graph and its points, and the labels of their classes."""
    from ludex.api.planarity.invariants import show_invariants

    found = show_invariants(read_drawing(drawing))
    values = found.model_dump(mode="json", exclude={"drawing", "crossing_pairs", "hull_vertices", "interior_vertices"})
    rows = [(name.replace("_", " "), _written(value)) for name, value in values.items()]
    output.answer(found, as_json, output.table(rows))


def _written(value: object) -> str:
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
