"""The declaration of peg solitaire."""

from ludex.games import Game

GAME = Game(
    name="solitaire",
    title="Peg solitaire",
    kinds="peg_solitaire.kinds:GAME",
    requests="peg_solitaire.requests:REQUESTS",
    imports="peg_solitaire.requests:IMPORTS",
    bounds="peg_solitaire.requests:BOUNDS",
    jobs="peg_solitaire.jobs:OPERATIONS",
    commands="peg_solitaire.commands:SOLITAIRE",
    pages="peg_solitaire.pages:PAGES",
    values="peg_solitaire.catalogue_values:VALUES",
    module="peg_solitaire",
)
