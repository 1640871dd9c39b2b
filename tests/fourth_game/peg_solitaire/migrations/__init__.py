"""The Alembic revisions of the tables of peg solitaire."""
