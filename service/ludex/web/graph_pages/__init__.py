"""The graph pages: neighbours, surroundings and paths."""
