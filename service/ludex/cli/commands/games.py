"""`ludex games`: the installed games, and the distributions that they come from."""

from ludex.cli.terminal.output import Json, answer
from ludex.games import games, installed
from ludex.requests.text_answers import table


def list_games(as_json: Json = False) -> None:
    """List the installed games with version and origin. Set LUDEX_GAMES to serve some of them only."""
    served = {game.name for game in games()}
    found = [
        {
            "name": entry.name,
            "title": entry.game.title if entry.game else None,
            "served": entry.name in served,
            "distribution": entry.distribution,
            "version": entry.version,
            "error": entry.error or None,
        }
        for entry in installed()
    ]
    rows = [
        (game["name"], game["title"] or "-", f"{game['distribution']} {game['version']}", game["error"] or "")
        for game in found
    ]
    answer({"items": found}, as_json, table([("game", "title", "from", ""), *rows]))
