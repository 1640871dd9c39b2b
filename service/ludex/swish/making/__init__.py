"""Making positions: seeded deals."""
