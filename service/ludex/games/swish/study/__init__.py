"""Studies: statistics of deals, and whole boards in closed form."""
