"""The HTTP API: middleware, routing, and the resources that all games share."""
