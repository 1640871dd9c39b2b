"""JSON without blanks, as the catalogue stores it and addresses have it."""

import json
from collections.abc import Callable
from typing import Any

compact_json: Callable[[Any], str] = json.JSONEncoder(separators=(",", ":")).encode
"""Return a value as JSON. The encoder is made once; `json.dumps` makes one at each call."""

readable_json: Callable[[Any], str] = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode
"""Return a value as JSON whose letters stay as they are."""

sorted_json: Callable[[Any], str] = json.JSONEncoder(separators=(",", ":"), sort_keys=True).encode
"""Return a value as JSON that is the same whatever the order of its members."""
