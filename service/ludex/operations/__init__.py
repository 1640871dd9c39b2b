"""Operations on objects of any kind, shared by the API, the commands and the pages.

They take domain values and return domain values. Long computations come before the short transaction that stores.
"""
