"""The version of the client, which is the version of the services for which it was made."""

__version__ = "1.0.0.dev0"
