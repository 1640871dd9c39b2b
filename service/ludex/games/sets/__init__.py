"""Generalized SET."""
