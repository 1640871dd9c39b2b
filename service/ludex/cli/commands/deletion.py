"""The command `ludex delete`."""

from ludex.cli.declared_commands import command_of
from ludex.requests import stored_objects

delete = command_of(stored_objects.delete)
