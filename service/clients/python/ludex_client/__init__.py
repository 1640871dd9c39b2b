"""A client for Ludex services. `Client` reads the catalogue of a service, and sends requests that compute or store."""

from ludex_client.client import Client
from ludex_client.connection import ProblemError
from ludex_client.objects import Listing, StoredObject
from ludex_client.version import __version__

__all__ = ["Client", "Listing", "ProblemError", "StoredObject", "__version__"]
