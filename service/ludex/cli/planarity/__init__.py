"""`ludex planarity`: everything that the API does about Swap Planarity, and what takes longer than a request may."""

import typer

from ludex.cli.planarity.census import census
from ludex.cli.planarity.comparing import dedup, equivalence, lookup
from ludex.cli.planarity.experiments import app as experiments
from ludex.cli.planarity.generating import generate
from ludex.cli.planarity.invariants import invariants
from ludex.cli.planarity.objects import list_objects, show
from ludex.cli.planarity.packs import app as packs
from ludex.cli.planarity.picture import picture
from ludex.cli.planarity.points import app as points
from ludex.cli.planarity.points import order_type
from ludex.cli.planarity.solving import exchanges, solve
from ludex.cli.planarity.storing import add, import_drawings
from ludex.cli.planarity.untangle import app as untangle
from ludex.cli.planarity.variants import app as variants

app = typer.Typer(
    help="Swap Planarity: solve, compare, generate, store, draw. A swap exchanges the places of the ends of an edge.",
    no_args_is_help=True,
)
app.command("solve")(solve)
app.command("exchanges")(exchanges)
app.command("equivalence")(equivalence)
app.command("lookup")(lookup)
app.command("dedup")(dedup)
app.command("generate")(generate)
app.command("add")(add)
app.command("import")(import_drawings)
app.command("invariants")(invariants)
app.command("order-type")(order_type)
app.add_typer(points, name="points")
app.add_typer(untangle, name="untangle")
app.add_typer(variants, name="variant")
app.command("census")(census)
app.add_typer(experiments, name="experiment")
app.command("picture")(picture)
app.add_typer(packs, name="pack")
app.command("list")(list_objects)
app.command("show")(show)
