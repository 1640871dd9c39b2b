"""Operations: one function for each thing a user can ask for.

Domain values in, a budget; what takes time is computed first, then stored in one short transaction; a value out. API,
command line and pages read their input, call an operation, and present what it returns. Nothing else writes.
"""
