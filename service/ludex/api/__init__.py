"""The HTTP API: the frame that every game shares, and one package of requests a game."""
