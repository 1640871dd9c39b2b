"""The pages of the graph: neighbours, surroundings and paths."""
