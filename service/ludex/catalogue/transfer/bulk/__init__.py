"""Bulk storage: any process can prepare objects as plain rows, and a single writer stores them."""
