"""Generalized SET: cards, positions, solvers, games and caps (S. Takeshita's thesis; K. Chaudhuri and others, 2003)."""
