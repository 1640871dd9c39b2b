"""The pages of Swap Planarity."""

from functools import partial

from ludex.games.planarity.kinds import LEVEL, PACK
from ludex.games.planarity.pages import claims, forms, level, notation, play, puzzle_graph, results, worksheets
from ludex.games.planarity.pages.blueprint import blueprint
from ludex.games.planarity.requests import REQUESTS
from ludex.web.declarations import ObjectAction
from ludex.web.game_pages import GamePages
from ludex.web.packs import pack_address
from ludex.web.site.assets import Brand

PAGES = GamePages(
    name="planarity",
    title="Swap Planarity",
    order=10,
    package=__name__,
    exhibits=results.EXHIBITS,
    brand=Brand("#0b63bd", "#66aefc", "⬡"),
    daily=play.DAILY_PAGES,
    notation=notation.NOTATION,
    lookup=notation.LOOKUP,
    comparison=notation.COMPARISON,
    claims=claims.EXPLANATIONS,
    packs=play.PACK_PAGES,
    embed=level.EMBED,
    forms=forms.FORMS,
    imports=(forms.IMPORT_TAB,),
    results=(results.RESULTS_PAGE,),
    experiments=results.EXPERIMENTS,
    settled=results.settled,
    corrected=results.corrected,
    steps=level.solution_steps,
    actions=(
        ObjectAction("Play", LEVEL.name, level.play_address, level.is_playable),
        ObjectAction("Play", PACK.name, partial(pack_address, "planarity")),
    ),
    requests=REQUESTS,
    blueprint=blueprint,
)
