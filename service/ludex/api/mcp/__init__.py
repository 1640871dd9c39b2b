"""The Model Context Protocol: requests as tools, and objects as resources.

The modules `server` and `transports` load the SDK of the protocol, so that they are imported on first use.
"""

from typing import TYPE_CHECKING

from ludex.exports import submodules

if TYPE_CHECKING:
    from ludex.api.mcp import transports as transports
else:
    __getattr__ = submodules(__name__)
