"""Canonical forms of coloured graphs, isomorphism with a witness, measures, and exchange formats of graphs."""
