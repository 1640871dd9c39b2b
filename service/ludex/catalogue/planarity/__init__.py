"""What the catalogue stores of Swap Planarity, and how it is asked: one module a subject."""
