"""The commands that every game shares."""
