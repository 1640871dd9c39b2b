"""What `scripts/check-claims` checks, a game a module: the standard library alone, and nothing of Ludex."""
