"""The Alembic revisions of the tables of SET."""
