"""The home page, the search, the page for API keys, and code that all pages share, such as text filters."""
