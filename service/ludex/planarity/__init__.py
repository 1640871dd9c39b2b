"""Swap Planarity: drawings, their order types, exact minimum swaps, equivalence and generation."""
