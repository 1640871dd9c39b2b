"""The Python interface to a catalogue and its jobs, for scripts and notebooks; `ludex` has its public names."""
