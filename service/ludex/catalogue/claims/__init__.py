"""Claims: statements about objects, with their proofs."""
