"""The pages of games, lists and objects."""
