"""Studies: the census, difficulty, experiments."""
