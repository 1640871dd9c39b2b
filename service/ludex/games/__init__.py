"""The games: each package holds everything about one game."""
