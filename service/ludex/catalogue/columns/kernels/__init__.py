"""Compiled functions for counting. Import these modules only inside functions: they import numba."""
