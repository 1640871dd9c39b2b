"""The Alembic revisions of the Swap Planarity tables."""
