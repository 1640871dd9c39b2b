"""Stored objects: reading, storing, names and links."""
