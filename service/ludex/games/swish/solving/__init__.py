"""Exact search: swishes, no-swish sets, and their proofs."""
