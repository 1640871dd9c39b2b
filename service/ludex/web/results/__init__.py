"""The pages of results: the overview, and the pages that several games share."""
