"""Integer sequences: their declaration by games, their terms in a catalogue, and their text formats."""
