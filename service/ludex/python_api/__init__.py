"""The Python interface to a catalogue and its jobs, for scripts and notebooks. Its public names are in `ludex`."""
