"""The pages of SWISH."""

from functools import partial

from ludex.card_games.pages import PACKAGE
from ludex.card_games.pages.deals import DEALS, DealResults
from ludex.games.swish.kinds import DECK, PACK, POSITION
from ludex.games.swish.pages import boards, claims, notation, play, results
from ludex.games.swish.pages.blueprint import blueprint
from ludex.games.swish.requests import REQUESTS
from ludex.web.declarations import ObjectAction
from ludex.web.game_pages import Form, GamePages
from ludex.web.packs import pack_address
from ludex.web.site.assets import Brand

PAGES = GamePages(
    name="swish",
    title="SWISH",
    order=20,
    package=__name__,
    shared_packages=(PACKAGE,),
    brand=Brand("#7a37c4", "#bb8df2", "◉"),
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
            "no-swish",
            "Largest no-swish set",
            "Find the largest set of cards without a swish, in a deck or among any cards, with its proof.",
            "swish-no-swish",
            ("deck", "cards"),
            ("symmetry", "all"),
            {"deck": "swish-36"},
            research=True,
        ),
    ),
    results=(boards.RESULTS_PAGE,),
    shared_results=((DEALS, DealResults("swish.no-swish-probability", "swish-deck", "no swish")),),
    settled=results.settled,
    corrected=results.corrected,
    requests=REQUESTS,
    actions=(
        ObjectAction("Play", POSITION.name, play.position_address, play.can_be_played),
        ObjectAction("Play", DECK.name, play.deck_address, play.is_playable_deck),
        ObjectAction("Play", PACK.name, partial(pack_address, "swish")),
    ),
    blueprint=blueprint,
)
