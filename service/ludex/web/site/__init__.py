"""The home page, the search, the API key page, and code that all pages share, such as text filters."""
