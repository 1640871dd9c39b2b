"""The search.

It finds objects by name, lists by phrases that become filters, and pages by their text.
"""
