"""API keys, ownership and rate limits."""
