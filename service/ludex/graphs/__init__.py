"""Canonical forms of coloured graphs, isomorphisms with a witness, measures, and exchange formats of graphs."""
