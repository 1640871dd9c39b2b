"""Canonical forms of coloured graphs, isomorphism with a witness, and the exchange formats of graphs."""
