"""The Model Context Protocol: requests are offered as tools, and objects as resources.

The module `server` loads the SDK of the protocol, so it is imported only on first use.
"""

from typing import TYPE_CHECKING

from ludex.exports import submodules

if TYPE_CHECKING:
    from ludex.api.mcp import server
else:
    __getattr__ = submodules(__name__)
