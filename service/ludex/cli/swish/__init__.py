"""`ludex swish`: everything that the API does about SWISH, and the searches that take longer than a request may."""

import typer

from ludex.cli.swish.boards import board
from ludex.cli.swish.comparing import dedup, equivalence, lookup
from ludex.cli.swish.dealing import deal
from ludex.cli.swish.deals import deals
from ludex.cli.swish.decks import app as decks
from ludex.cli.swish.drawing import draw
from ludex.cli.swish.hypergraphs import hypergraph
from ludex.cli.swish.no_swish import no_swish
from ludex.cli.swish.objects import list_objects, show
from ludex.cli.swish.solving import count, find_all, find_any, find_largest, solve
from ludex.cli.swish.storing import add

app = typer.Typer(
    help="SWISH: find, count, prove, draw, store. A card is rows joined by '/': '*' a point, 'o' a circle, '.' empty.",
    no_args_is_help=True,
)
app.command("solve")(solve)
app.command("any")(find_any)
app.command("largest")(find_largest)
app.command("count")(count)
app.command("all")(find_all)
app.command("no-swish")(no_swish)
app.command("board")(board)
app.add_typer(decks, name="deck")
app.command("deal")(deal)
app.command("deals")(deals)
app.command("hypergraph")(hypergraph)
app.command("equivalence")(equivalence)
app.command("lookup")(lookup)
app.command("dedup")(dedup)
app.command("draw")(draw)
app.command("add")(add)
app.command("list")(list_objects)
app.command("show")(show)
