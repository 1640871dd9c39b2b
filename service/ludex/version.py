"""The version of Ludex, the date of its release, and the feature level of its API."""

__version__ = "1.0.0.dev0"
RELEASE_DATE = "2026-11-23"
RELEASE_YEAR = int(RELEASE_DATE[:4])

FEATURE_LEVEL = 1
"""A number that grows with each addition to the API, so that a client can tell what a service offers.

schema/documentation/reference/stability.md lists the additions.
"""
