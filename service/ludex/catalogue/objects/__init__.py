"""Stored objects: reading and storing them, their names and their links."""
