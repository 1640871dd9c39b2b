"""Making levels: point sets, triangulations, scrambles, generation."""
