"""The column cache: the facts of many objects as columns of numbers in memory, from which long lists are served."""
