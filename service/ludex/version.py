"""The version of Ludex."""

__version__ = "1.0.0.dev0"
