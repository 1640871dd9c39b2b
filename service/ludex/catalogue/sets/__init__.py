"""What the catalogue stores of SET, and how it is asked: one module a subject."""
