"""Studies: closed forms, statistics, counts of caps, the thesis's experiments."""
