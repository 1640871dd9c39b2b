"""Compiled functions that the kernels of games share. Import these modules only inside functions: they import numba."""
