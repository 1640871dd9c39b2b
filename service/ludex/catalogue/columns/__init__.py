"""The column cache, which serves long lists.

The cache contains the facts of many objects as columns of numbers in memory.
"""
