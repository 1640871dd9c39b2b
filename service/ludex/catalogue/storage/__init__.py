"""The database: tables, transactions, connections and counters."""
