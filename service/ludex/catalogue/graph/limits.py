"""Limits of graph queries, which the declarations of requests state."""

MOST_AROUND = 1000
"""Maximum number of objects in the surroundings of an object."""

MOST_NAMES = 8
MOST_PATTERN_LINKS = 16
"""Maximum numbers of names and links in a pattern."""
