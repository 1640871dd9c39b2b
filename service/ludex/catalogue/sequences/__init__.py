"""Integer sequences: how games declare them, the terms in a catalogue, and their text formats."""
