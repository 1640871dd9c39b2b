"""The version of the client, which is also the version of the services for which the client was made."""

__version__ = "1.0.0.dev0"
