"""The Python interface to a catalogue, for administration scripts and notebooks."""
