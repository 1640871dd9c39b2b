"""The column cache, from which long lists are served.

The cache contains the facts of many objects in memory, as columns of numbers.
"""
