"""The pages of SWISH."""

from ludex.games.swish.pages import boards, exhibits, play, results, search_cards
from ludex.games.swish.requests import REQUESTS
from ludex.web.game_pages import DealResults, Form, GamePages

PAGES = GamePages(
    name="swish",
    title="SWISH",
    order=20,
    package=__name__,
    exhibits=exhibits.EXHIBITS,
    notation=search_cards.NOTATION,
    lookup=search_cards.LOOKUP,
    comparison=search_cards.COMPARISON,
    table=play.table,
    forms=(
        Form(
            "no-swish",
            "Largest no-swish set",
            "Find the largest set of cards without a swish, in a deck or among any cards, with its proof.",
            "swish-no-swish",
            ("deck", "cards"),
            ("symmetry", "all"),
            {"deck": "swish-36"},
        ),
    ),
    results=(boards.BOARDS_PAGE,),
    deals=DealResults("swish.no-swish-probability", "swish-deck", "no swish"),
    settled=results.settled,
    corrected=results.corrected,
    families=results.families,
    requests=REQUESTS,
)
