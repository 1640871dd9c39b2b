"""Compiled functions that the kernels of games share.

Import these modules only inside functions, because they import numba.
"""
