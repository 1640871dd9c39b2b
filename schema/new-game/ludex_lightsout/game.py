"""The declaration of the game, which the entry point names."""

from ludex.games import Game

GAME = Game(
    name="lightsout",
    title="Lights Out",
    kinds="ludex_lightsout.kinds:GAME",
    requests="ludex_lightsout.requests:REQUESTS",
    pages="ludex_lightsout.pages:PAGES",
)
