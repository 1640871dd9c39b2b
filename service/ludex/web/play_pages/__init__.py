"""The page of games to play, and tables of cards that a seed deals."""
