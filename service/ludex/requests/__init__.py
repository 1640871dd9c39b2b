"""The declarations of requests, from which routes and commands are created.

Each request is declared once, with its fields, the function that runs it and the format of its text output.

The API serves requests as routes, and the command line offers them as commands.
"""
