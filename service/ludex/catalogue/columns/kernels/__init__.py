"""Compiled counting. Import these modules inside functions only: they load numba."""
