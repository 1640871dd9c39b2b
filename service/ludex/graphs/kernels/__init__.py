"""Compiled functions on graphs. Import these modules only inside functions, because they import numba."""
