"""Compiled functions for counting. Import these modules only inside functions, because they import numba."""
