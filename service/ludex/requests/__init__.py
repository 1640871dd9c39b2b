"""The declarations of requests: their fields, the function that runs them, and the format of their text output.

The API serves requests as routes, and the command line offers them as commands.
"""
