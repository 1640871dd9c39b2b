"""The facts of many objects as columns of numbers, held by a process: what large lists are answered from."""
