"""JSON without whitespace, for the catalogue and for addresses."""

import json
from collections.abc import Callable
from typing import Any

compact_json: Callable[[Any], str] = json.JSONEncoder(separators=(",", ":")).encode
"""Return a value as JSON.

The encoder is created only once, whereas `json.dumps` would create a new one in each call.
"""

readable_json: Callable[[Any], str] = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode
"""Return a value as JSON without escaping non-ASCII characters."""

sorted_json: Callable[[Any], str] = json.JSONEncoder(separators=(",", ":"), sort_keys=True).encode
"""Return a value as JSON with sorted members, so that the result does not depend on the members' order."""
