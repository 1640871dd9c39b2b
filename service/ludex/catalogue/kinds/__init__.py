"""The kinds of every game, and their relations and statements: one package a game, one line in the list of games."""

from ludex.catalogue.registry import Game

GAMES: tuple[Game, ...] = ()
