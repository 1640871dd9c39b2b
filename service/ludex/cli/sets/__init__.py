"""`ludex sets`: everything that the API does about generalized SET, and what takes longer than a request may."""

import typer

from ludex.cli.sets.caps import app as caps
from ludex.cli.sets.comparing import dedup, equivalence, lookup
from ludex.cli.sets.dealing import deal
from ludex.cli.sets.decks import app as decks
from ludex.cli.sets.drawing import draw
from ludex.cli.sets.experiments import app as experiments
from ludex.cli.sets.facts import facts
from ludex.cli.sets.games import play, replay
from ludex.cli.sets.objects import list_objects, show
from ludex.cli.sets.solving import count, find_all, find_any, solve
from ludex.cli.sets.statistics import app as statistics
from ludex.cli.sets.storing import add

app = typer.Typer(
    help="Generalized SET: find, count, play, prove, draw, store. A card is one digit a property: 0121.",
    no_args_is_help=True,
)
app.command("solve")(solve)
app.command("any")(find_any)
app.command("count")(count)
app.command("all")(find_all)
app.command("facts")(facts)
app.add_typer(caps, name="caps")
app.add_typer(statistics, name="statistics")
app.command("deal")(deal)
app.command("play")(play)
app.command("replay")(replay)
app.add_typer(experiments, name="experiment")
app.command("equivalence")(equivalence)
app.command("lookup")(lookup)
app.command("dedup")(dedup)
app.command("add")(add)
app.add_typer(decks, name="deck")
app.command("draw")(draw)
app.command("list")(list_objects)
app.command("show")(show)
