"""How Alembic runs the catalogue's migrations: on the connection of ludex.catalogue.storage.migrations."""

from alembic import context

from ludex.catalogue.storage.tables import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, render_as_batch=connection.dialect.name == "sqlite")
# The caller began the transaction and commits it.
context.run_migrations()
