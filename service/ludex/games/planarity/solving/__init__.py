"""Exact search: minimum swaps and exchanges, plane arrangements, and their proofs."""
