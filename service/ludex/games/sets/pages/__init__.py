"""The pages of generalized SET."""

from ludex.games.sets.pages import caps, exhibits, play, results, search_cards
from ludex.games.sets.requests import REQUESTS
from ludex.web.game_pages import GamePages
from ludex.web.making.forms import Form
from ludex.web.results.deals import DealResults

PAGES = GamePages(
    name="sets",
    title="SET",
    order=30,
    package=__name__,
    exhibits=exhibits.EXHIBITS,
    notation=search_cards.NOTATION,
    lookup=search_cards.LOOKUP,
    comparison=search_cards.COMPARISON,
    table=play.TABLE,
    forms=(
        Form(
            "caps",
            "Largest cap",
            "The most cards of a deck of SET, or of any cards, without a set among them, with its proof.",
            "sets-caps-largest",
            ("properties", "values"),
            ("cards",),
            {"properties": "4", "values": "3"},
        ),
        Form(
            "cap-counts",
            "Numbers of caps",
            "How many caps of each size a deck of SET has, and how many up to symmetry.",
            "sets-caps-count",
            ("properties", "values", "up_to"),
            example={"properties": "3", "values": "3"},
        ),
    ),
    results=(caps.CARD,),
    deals=DealResults("set.no-set-probability", "set-deck", "no set"),
    experiments=results.EXPERIMENTS,
    findings=results.findings,
    completeness=results.complete_parts,
    requests=REQUESTS,
    pages=(caps.CAPS_PAGE, play.TABLE_PAGE),
)
