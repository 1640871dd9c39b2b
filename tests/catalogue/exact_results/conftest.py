"""The fixtures of the API and of the starting catalogue, for the tests of exact results."""

from tests.api.conftest import app, client, settings
from tests.catalogue.kinds.conftest import starting

__all__ = ["app", "client", "settings", "starting"]
