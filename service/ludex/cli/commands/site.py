"""Commands that are derived from the requests of the front page: `ludex search`, `daily` and `calendar`.

They are a module of their own, because they import the search of the catalogue.
"""

import typer

from ludex.cli.request_commands import add_commands, command_of
from ludex.requests import site

search = command_of(site.search)
daily = command_of(site.daily)
calendar = typer.Typer(help="Calendars: which levels are the daily puzzles of a game.", no_args_is_help=True)
add_commands(calendar, (site.set_calendar, site.calendar, site.remove_calendar))
