"""The version of the client, which is that of the services that it was made for."""

__version__ = "1.0.0.dev0"
