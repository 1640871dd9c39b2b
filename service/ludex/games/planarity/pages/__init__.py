"""The pages of Swap Planarity."""

from ludex.games.planarity.kinds import LEVEL, PACK
from ludex.games.planarity.pages import (
    claims,
    comparison,
    embedding,
    exhibits,
    forms,
    imports,
    packs,
    play,
    play_packs,
    puzzle_graph,
    results,
    search_drawing,
    tutorial,
    worksheets,
)
from ludex.games.planarity.requests import REQUESTS
from ludex.web.game_pages import GamePages
from ludex.web.object_declarations import ObjectAction
from ludex.web.site.assets import Brand

PAGES = GamePages(
    name="planarity",
    title="Swap Planarity",
    order=10,
    package=__name__,
    exhibits=exhibits.EXHIBITS,
    brand=Brand("#0b63bd", "#66aefc", "⬡"),
    daily=play.DAILY_PAGES,
    notation=search_drawing.NOTATION,
    lookup=search_drawing.LOOKUP,
    comparison=comparison.COMPARISON,
    claims=claims.EXPLANATIONS,
    play=play.PLAY_SECTION,
    embed=embedding.EMBED,
    offline=embedding.following,
    forms=forms.FORMS,
    making=True,
    picker=packs.PICKER,
    imports=(imports.IMPORT_TAB,),
    results=(results.CENSUS_PAGE,),
    experiments=results.EXPERIMENTS,
    settled=results.settled,
    corrected=results.corrected,
    steps=exhibits.solution_steps,
    actions=(
        ObjectAction("Play", LEVEL.name, play.play_address, play.is_playable),
        ObjectAction("Play", PACK.name, play.pack_address),
    ),
    graph_map=puzzle_graph.GRAPH_MAP,
    graph_links=puzzle_graph.graph_links,
    requests=REQUESTS,
    pages=(
        play.LEVEL_PAGE,
        *play_packs.PLAY_PACK_PAGES,
        worksheets.WORKSHEET_PAGE,
        tutorial.TUTORIAL_PAGE,
        packs.PICK_PAGE,
        *packs.PACK_PAGES,
        *puzzle_graph.PUZZLE_PAGES,
    ),
)
