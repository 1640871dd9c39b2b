"""The Alembic revisions of the tables of Swap Planarity."""
