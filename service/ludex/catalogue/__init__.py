"""The catalogue: objects, each stored once in a database, and queries for them."""
