"""The version of Ludex, the date of its release, the feature level of its API, and the files that belong to it."""

from pathlib import Path

__version__ = "1.0.0.dev0"
RELEASE_DATE = "2026-11-23"
RELEASE_YEAR = int(RELEASE_DATE[:4])

FEATURE_LEVEL = 1
"""A number that grows with each addition to the API, so that a client can tell what a service offers.

schema/documentation/reference/stability.md lists the additions.
"""


def shipped(name: str) -> Path | None:
    """Return a file or folder of the folder `schema`, or None if it does not exist.

    In a wheel, the folder is in the package. In a checkout, it is at the root.
    """
    package = Path(__file__).resolve().parent
    paths = (root / "schema" / name for root in (package, package.parents[1]))
    return next((path for path in paths if path.exists()), None)
