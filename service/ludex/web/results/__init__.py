"""The pages of results: what is proved of boards, caps, deals and puzzles, the experiments, what was settled."""

from ludex.web.results import boards, caps, census, deals, experiments, overview, settled

PAGES = (
    overview.pages,
    boards.pages,
    caps.pages,
    deals.pages,
    census.pages,
    experiments.pages,
    settled.pages,
)
"""In the order of the overview."""
