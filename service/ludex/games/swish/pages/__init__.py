"""The pages of SWISH."""

from ludex.games.swish.pages import boards, exhibits, play, results, search_cards
from ludex.games.swish.requests import REQUESTS
from ludex.web.game_pages import GamePages
from ludex.web.making.forms import Form
from ludex.web.results.deals import DealResults

PAGES = GamePages(
    name="swish",
    title="SWISH",
    order=20,
    package=__name__,
    exhibits=exhibits.EXHIBITS,
    notation=search_cards.NOTATION,
    lookup=search_cards.LOOKUP,
    comparison=search_cards.COMPARISON,
    table=play.TABLE,
    forms=(
        Form(
            "no-swish",
            "Largest no-swish set",
            "The most cards of a deck of SWISH, or of any cards, without a swish among them, with its proof.",
            "swish-no-swish",
            ("deck", "cards"),
            ("symmetry", "all"),
            {"deck": "swish-36"},
        ),
    ),
    results=(boards.CARD,),
    deals=DealResults("swish.no-swish-probability", "swish-deck", "no swish"),
    findings=results.findings,
    completeness=results.complete_parts,
    requests=REQUESTS,
    pages=(boards.BOARDS_PAGE, play.TABLE_PAGE),
)
