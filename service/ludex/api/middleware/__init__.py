"""Steps around every request: authorization, rate limits, metrics, compression, errors."""
