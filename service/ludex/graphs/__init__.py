"""Canonical forms of coloured graphs, isomorphisms with witnesses, measures, and graph exchange formats."""
