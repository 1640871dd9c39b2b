"""The toolkit for card games: seeded deals, statistics of deals, and plots of them."""
