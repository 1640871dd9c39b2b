"""Lights Out: pressing a lamp switches it and its neighbours. Turn all lamps off with as few presses as possible."""
