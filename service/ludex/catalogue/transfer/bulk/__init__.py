"""Storing in bulk: objects as plain rows, made by any process, and one writer that stores them."""
