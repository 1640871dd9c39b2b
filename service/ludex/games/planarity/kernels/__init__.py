"""Compiled functions of Swap Planarity. Import them inside functions only: numba takes half a second to load."""
