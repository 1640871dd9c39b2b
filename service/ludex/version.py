"""The version of Ludex, and the date of its release."""

__version__ = "1.0.0.dev0"
RELEASE_DATE = "2026-11-23"
RELEASE_YEAR = int(RELEASE_DATE[:4])
