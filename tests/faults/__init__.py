"""Faults that are made on purpose, for `scripts/faults`."""
