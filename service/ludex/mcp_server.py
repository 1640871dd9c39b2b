"""The tool server on standard input and output.

With it, `ludex mcp` serves a local program without a running service.
"""

from ludex.api import mcp
from ludex.api.mcp.http import INSTALL, is_installed
from ludex.api.service import service
from ludex.app import all_routes, create_app
from ludex.logs import configure_logs
from ludex.settings import read_settings

__all__ = ["INSTALL", "is_installed", "serve"]


def serve() -> None:
    """Serve the catalogue that the settings specify until standard input ends.

    All requests are made on behalf of the user of this machine.
    """
    settings = read_settings()
    configure_logs(settings.log_format, settings.log_level)
    own = {"host": "127.0.0.1", "trusted_proxies": (), "rate_limit": None, "storing_quota": None}
    app = create_app(settings.model_copy(update=own))
    found = service(app)
    try:
        mcp.server.serve_stdio(app, all_routes(found.catalogue.registry))
    finally:
        found.catalogue.close()
        found.jobs.close()
