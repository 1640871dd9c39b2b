"""SET with any number of properties and values."""
