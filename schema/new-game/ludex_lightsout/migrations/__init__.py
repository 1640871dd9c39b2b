"""The revisions of the game's tables."""
