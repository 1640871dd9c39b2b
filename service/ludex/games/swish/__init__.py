"""SWISH."""
