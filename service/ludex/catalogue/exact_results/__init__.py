"""Exact results that games declare: integer sequences, tables of records, and complete collections."""
