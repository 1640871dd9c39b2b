"""The declarations of a catalogue: kinds, relations, documents, labels, and the registry of all of them."""
