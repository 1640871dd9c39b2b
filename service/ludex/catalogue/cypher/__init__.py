"""Cypher queries on the catalogue.

They run on a read-only projection of the catalogue into LadybugDB, a property-graph engine.
"""
