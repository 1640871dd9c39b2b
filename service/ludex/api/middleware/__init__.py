"""Steps before and after every request: authorization, rate limits, metrics, compression and errors."""
