"""The search for objects by name, for lists by phrases, and for pages by their text.

The phrases become filters of lists.
"""
