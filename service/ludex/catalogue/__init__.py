"""The catalogue: what is stored, once each, in a database, and how it is asked."""
