"""Stored objects: read, written, named and linked."""
