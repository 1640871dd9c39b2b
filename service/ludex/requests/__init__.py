"""What a user can ask for, each thing declared once: its fields, what carries it out, how its answer is said.

The API answers requests, the command line has them as commands; neither restates them.
"""
