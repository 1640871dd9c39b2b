"""Compiled pieces that the games' kernels share. Import these modules inside functions only: they load numba."""
