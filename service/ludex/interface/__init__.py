"""The Python interface to a catalogue, for admin scripts and notebooks: what `import ludex` gives beside the games."""
