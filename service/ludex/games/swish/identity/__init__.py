"""When two objects are the same: canonical forms, keys, symmetries, equivalence with a witness."""
