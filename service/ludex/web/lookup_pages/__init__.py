"""Pages on which visitors look up and compare things in the notation of a game."""
