"""Serve levels to a game. Run: python level_server.py [PORT]."""

import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import ludex


class Levels(BaseHTTPRequestHandler):
    """Respond to `GET /SWAPS` with the easiest level that has this minimum number of swaps."""

    def do_GET(self) -> None:
        """Send the level as JSON."""
        swaps = self.path.strip("/")
        level = catalogue.find("levels", min_swaps=int(swaps), sort="grade").first() if swaps.isdigit() else None
        self.send_response(200 if level else 404)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        shown = level and {"label": level.label, "drawing": level["drawing"], "grade": level["difficulty"]["grade"]}
        self.wfile.write(json.dumps(shown).encode())


with ludex.Catalogue() as catalogue:
    server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1]) if len(sys.argv) > 1 else 8080), Levels)
    print(f"http://127.0.0.1:{server.server_port}/4", flush=True)
    server.serve_forever()
