"""`ludex planarity one-swap-levels` and `census-class`: what is stored one swap away, and the class of a drawing."""

from ludex.cli.opening import opened
from ludex.cli.output import Json, json_text, write
from ludex.cli.planarity.sources import Drawn, read_drawing
from ludex.cli.progress import TimeLimit, searching
from ludex.cli.stored_objects import Name


def one_swap_levels(name: Name, time_limit: TimeLimit = None, as_json: Json = False) -> None:
    """List the stored levels that one swap of a level leads to, with the swaps that do."""
    from ludex.operations.planarity.swaps import one_swap_levels as found_levels

    with opened() as catalogue, searching(time_limit) as budget:
        found = found_levels(catalogue, name, budget)
    if as_json:
        items = ",".join(f'{{"level":{one.level.text()},"swaps":{json_text(one.swaps)}}}' for one in found)
        write([f'{{"items":[{items}],"next":null,"count":{len(found)},"count_exact":true}}'])
        return
    swaps = (f"{one.level.label}  {' '.join(f'{u}-{v}' for u, v in one.swaps)}" for one in found)
    write(list(swaps) or ["no stored level is one swap away"])


def census_class(drawing: Drawn, as_json: Json = False) -> None:
    """Find the class of the census that a drawing is of, with a matching of the vertices."""
    from ludex.operations.planarity.swaps import class_in_census

    sought = read_drawing(drawing)
    with opened() as catalogue:
        found = class_in_census(catalogue, sought)
    if as_json:
        item, matching = ("null", None) if found is None else (found.item.text(), found.matching)
        write([f'{{"item":{item},"matching":{json_text(matching)}}}'])
    elif found is None:
        write(["no stored class of the census has this drawing"])
    else:
        write([f"{found.item.label}  matching {' '.join(map(str, found.matching))}"])
