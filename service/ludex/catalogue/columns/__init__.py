"""The column cache, which serves long lists. It holds the facts of many objects as columns of numbers in memory."""
