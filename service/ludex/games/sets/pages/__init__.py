"""The pages of SET."""

from functools import partial

from ludex.card_games.pages import PACKAGE
from ludex.card_games.pages.deals import DEALS, DealResults
from ludex.games.sets.kinds import DECK, PACK, POSITION
from ludex.games.sets.pages import caps, claims, notation, play, results
from ludex.games.sets.pages.blueprint import blueprint
from ludex.games.sets.requests import REQUESTS
from ludex.web.declarations import ObjectAction
from ludex.web.game_pages import Form, GamePages
from ludex.web.packs import pack_address
from ludex.web.site.assets import Brand

PAGES = GamePages(
    name="sets",
    title="SET",
    order=30,
    package=__name__,
    shared_packages=(PACKAGE,),
    brand=Brand("#0b6e48", "#4fcf9f", "◆"),
    exhibits=results.EXHIBITS,
    daily=play.DAILY_PAGES,
    notation=notation.NOTATION,
    lookup=notation.LOOKUP,
    comparison=notation.COMPARISON,
    imports=(notation.IMPORT_TAB,),
    claims=claims.EXPLANATIONS,
    packs=play.PACK_PAGES,
    embed=play.EMBED,
    forms=(
        Form(
            "caps",
            "Largest cap",
            "Find the largest number of cards without a set, in a deck or among any cards, with its proof.",
            "sets-caps-largest",
            ("properties", "values"),
            ("cards",),
            {"properties": "4", "values": "3"},
            research=True,
        ),
        Form(
            "cap-counts",
            "Numbers of caps",
            "Count the caps of each size in a deck, in total and up to symmetry.",
            "sets-caps-count",
            ("properties", "values", "up_to"),
            example={"properties": "3", "values": "3"},
            research=True,
        ),
    ),
    results=(caps.RESULTS_PAGE,),
    shared_results=((DEALS, DealResults("set.no-set-probability", "set-deck", "no set")),),
    experiments=results.EXPERIMENTS,
    settled=results.settled,
    corrected=results.corrected,
    requests=REQUESTS,
    actions=(
        ObjectAction("Play", POSITION.name, play.position_address, play.can_be_played),
        ObjectAction("Play", DECK.name, play.game_address, play.is_game_deck),
        ObjectAction("Play", PACK.name, partial(pack_address, "sets")),
    ),
    blueprint=blueprint,
)
