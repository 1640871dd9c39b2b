"""The home page, the search, API keys, and what all pages share: addresses, static files, text filters."""
