"""The games: one package each, with everything that only this game needs."""
