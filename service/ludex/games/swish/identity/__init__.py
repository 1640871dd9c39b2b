"""Equality of objects: canonical forms, keys, symmetries, and equivalence with a witness."""
