"""Swap Planarity."""
