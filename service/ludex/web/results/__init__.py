"""The pages of results: their overview, and those that several games share."""
