"""What the catalogue stores of SWISH, and how it is asked: one module a subject."""
