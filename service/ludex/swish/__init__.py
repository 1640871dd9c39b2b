"""SWISH: cards, decks, hypergraphs, swishes and no-swish sets (Dailly, Lafourcade, Marcadet, hal-04489238, 2024)."""
