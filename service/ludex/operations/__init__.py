"""Operations on objects of any kind, shared by the API, the commands and the pages.

They take and return domain values. Long computations are done before the short transaction that stores the result.
"""
