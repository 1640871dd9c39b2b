"""The version of Ludex, and the year of its release."""

__version__ = "1.0.0.dev0"
RELEASE_YEAR = 2026
