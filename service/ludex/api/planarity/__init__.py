"""The requests about Swap Planarity, one module a subject."""

PREFIX = "/api/v1/planarity"
