"""Import of lines: each is parsed, checked, stored once in a batch, and reported."""
