"""Read the levels of a pack, and replay the first solution. Run: python play.py [http://127.0.0.1:8000]."""

import json
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

SERVER = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8000"


def ask(path: str, body: object = None) -> Any:
    """Send a request to the API and return the JSON response. Errors are problem documents (RFC 9457)."""
    sent = None if body is None else json.dumps(body).encode()
    try:
        with urlopen(Request(SERVER + path, sent, {"Content-Type": "application/json"})) as response:
            return json.load(response)
    except HTTPError as error:
        problem = json.load(error)
        raise SystemExit(f"{problem['status']} {problem['title']}: {problem['detail']}") from None


def every(path: str | None) -> Iterator[dict[str, Any]]:
    """Yield the objects on all pages of a list."""
    while path is not None:
        page = ask(path)
        yield from page["items"]
        path = page["next"]


pack = ask("/api/v1/planarity/packs/easy")
print(f"{pack['title']}: {pack['size']} levels of grade {pack['least_grade']} to {pack['greatest_grade']}")
swaps = Counter(level["min_swaps"] for level in every("/api/v1/planarity/packs/easy/levels?limit=100"))
for least, levels in sorted(swaps.items()):
    print(f"  {levels} levels with a minimum of {least} swaps")

level = ask("/api/v1/planarity/packs/easy/next")["level"]
print(f"{level['label']}: {level['crossings']} crossings; the picture is at {level['url']}.svg")
points, edges = level["drawing"]["points"], level["drawing"]["edges"]
for u, v in ask(f"{level['url']}/solution")["swaps"]:
    points[u], points[v] = points[v], points[u]
    crossings = ask("/api/v1/planarity/invariants", {"points": points, "edges": edges})["crossings"]
    print(f"  {u} and {v} exchange their places: {crossings} crossings")
ask("/api/v1/planarity/levels/nothing")
