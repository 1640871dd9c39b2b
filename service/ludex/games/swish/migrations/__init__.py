"""The Alembic revisions of the tables of SWISH."""
